/**
 * A declared field: a schema with what forms, the command line and the reference say of it. A set of fields is the
 * shape of an object schema; its types, the flags of commands and the controls of dialogs follow from the fields.
 */
import { z } from 'zod';
import type { ChoiceOption, ChoiceParameter } from './choice.ts';

export interface FieldOption<Subject = never> extends ChoiceOption {
  /** Absent: always offered. */
  readonly offered?: (subject: Subject) => boolean;
}

/** What is declared of a field beside its schema. `Subject`: what decides whether a page offers the field. */
export interface FieldFacts<Subject = never> {
  /** Title of the control; absent: generated forms omit the field. */
  readonly title?: string;
  /** Sentence below the control. */
  readonly remark?: string;
  /** The values to choose from. */
  readonly options?: readonly FieldOption<Subject>[];
  /** Line of help of the flag; of a switch: of the flag that turns it on. Absent: there is no such flag. */
  readonly help?: string;
  /** Of a switch: line of help of the flag that turns it off. */
  readonly off?: string;
  /** Name of the flag. @default the name of the field */
  readonly flag?: string;
  /** Placeholder of the value in help, e.g. "n". */
  readonly value?: string;
  /** Converts a command-line argument before the schema checks it; absent: the text is used unchanged. */
  readonly read?: (text: string) => unknown;
  /** What was expected instead of a rejected text, with an example. */
  readonly expected?: string;
  /** A value that pages already show: they do not ask for it. */
  readonly shows?: 'condition' | 'measure' | 'selection';
  /** The value is labels of methods: one label if there is at most one, otherwise a list. */
  readonly methods?: { readonly least: number; readonly most: number };
  /** The only formats that it is an option of. */
  readonly formats?: readonly string[];
  /** Whether a page offers it; absent: always. */
  readonly offered?: (subject: Subject) => boolean;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, z.ZodType>>;

const declared = z.registry<{ readonly facts: FieldFacts }>();

/** Declares a field; the schema stays as it is. */
export function field<Schema extends z.ZodType, Subject = never>(schema: Schema, facts: FieldFacts<Subject>): Schema {
  declared.add(schema, { facts: facts as FieldFacts });
  return schema;
}

/** What is declared of a field; nothing of other schemas. The caller knows the subject of its fields. */
export function factsOf<Subject = never>(schema: z.ZodType): FieldFacts<Subject> {
  return (declared.get(schema)?.facts ?? {}) as FieldFacts<Subject>;
}

type Named<Value extends string> = ChoiceOption & { readonly value: Value };

/** The schema of the values of a list of options. */
export function enumOf<const Value extends string>(options: readonly Named<Value>[]) {
  return z.enum(options.map(({ value }) => value));
}

/** A field with a few listed values; the first is the default. */
export function choice<const Value extends string, Subject = never>(
  options: readonly [
    FieldOption<Subject> & { readonly value: Value },
    ...(FieldOption<Subject> & { readonly value: Value })[],
  ],
  facts: Omit<FieldFacts<Subject>, 'options'>,
) {
  return field(enumOf(options).default(options[0].value as never), { ...facts, options });
}

/** The control that a field has in forms. */
export function controlOf(schema: z.ZodType): 'choice' | 'boolean' | 'number' | 'text' {
  if (factsOf(schema).options) return 'choice';
  const inner = required(schema);
  return inner instanceof z.ZodBoolean ? 'boolean' : inner instanceof z.ZodNumber ? 'number' : 'text';
}

/** The schema of a value that is there. */
function required(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? required(schema.unwrap()) : schema;
}

/** Input values of fields; each may be absent. */
export type FieldValues<Declared extends Fields> = {
  readonly [Name in keyof Declared]?: z.input<Declared[Name]>;
};

/** Picks the values that belong to fields. */
export function fieldValues<Declared extends Fields>(
  fields: Declared,
  given: FieldValues<Declared>,
): FieldValues<Declared> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, given[name]])) as unknown as FieldValues<Declared>;
}

/** The form control of a field. */
export function parameterOf(name: string, schema: z.ZodType): ChoiceParameter {
  const { title = name, remark = '', options = [] } = factsOf(schema);
  const preset = schema.safeParse(undefined).data;
  const common = { name, title, help: remark, optional: true } as const;
  switch (controlOf(schema)) {
    case 'choice':
      return { ...common, kind: 'choice', choices: options, default: String(preset ?? '') };
    case 'boolean':
      return { ...common, kind: 'boolean', default: preset === true };
    case 'number':
      // A number without a default starts as an empty text field.
      if (preset === undefined) return { ...common, kind: 'text', default: '' };
      return { ...common, kind: 'number', default: Number(preset) };
    case 'text':
      return { ...common, kind: 'text', default: '' };
  }
}

/** Form controls of the fields that have a title. */
export function parametersOf(fields: Fields): ChoiceParameter[] {
  return Object.entries(fields)
    .filter(([, schema]) => factsOf(schema).title !== undefined)
    .map(([name, schema]) => parameterOf(name, schema));
}

/** The values of an enumeration schema; null for other schemas. */
export function listedValues(schema: z.core.$ZodType): readonly string[] | null {
  const inner = required(schema);
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

/** Parses a number; NaN if the text is not a number. */
export function readNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Parses "122mm" as a number; returns any other text unchanged. */
export function readMillimetres(text: string): number | string {
  const match = /^(\d+(?:\.\d+)?) ?mm$/.exec(text);
  return match ? Number(match[1]) : text;
}
