/**
 * A field of a set of options, e.g. of a table: its check, its command-line flag and its form control. The schema of
 * the set, its type, the flags of the command line, the dialogs and the reference follow from the list of fields.
 */
import { z } from 'zod';
import type { ChoiceOption, ChoiceParameter } from './choice.ts';

export type FormAsk<Option extends ChoiceOption = ChoiceOption> = { readonly title: string; readonly help?: string } & (
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'boolean' | 'number' | 'text' }
);

export type OptionField<Schema extends z.ZodType = z.ZodType> = {
  readonly schema: Schema;
  /** Absent: generated forms omit the field. */
  readonly ask?: FormAsk;
} & (
  | {
      /** Placeholder of the value in help, e.g. "n". */
      readonly value: string;
      readonly help: string;
      /** Converts a command-line argument before the schema checks it; absent: the text is used unchanged. */
      readonly read?: (text: string) => unknown;
      /** What was expected instead of a rejected text, with an example. */
      readonly expected?: string;
    }
  /** A switch: help of the flags that turn it on and off. */
  | { readonly on?: string; readonly off?: string }
);

export type OptionFields = Readonly<Record<string, OptionField>>;

interface Checked {
  readonly schema: z.ZodType;
}

export type Shape<Fields extends Readonly<Record<string, Checked>>> = {
  [Name in keyof Fields]: Fields[Name]['schema'];
};

/** Schemas of fields by name, as the shape of the set's schema. */
export function optionShape<Fields extends Readonly<Record<string, Checked>>>(fields: Fields): Shape<Fields> {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Shape<Fields>;
}

/** Input values of fields; each may be absent. */
export type OptionValues<Fields extends OptionFields> = {
  readonly [Name in keyof Fields]?: z.input<Fields[Name]['schema']>;
};

/** Picks the values that belong to fields. */
export function optionValues<Fields extends OptionFields>(
  fields: Fields,
  given: OptionValues<Fields>,
): OptionValues<Fields> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, given[name]])) as unknown as OptionValues<Fields>;
}

type Named<Value extends string> = ChoiceOption & { readonly value: Value };

/** A field with a few listed values; the first is the default. */
export function oneOf<const Value extends string>(title: string, options: readonly [Named<Value>, ...Named<Value>[]]) {
  const schema = z.enum(options.map(({ value }) => value)).default(options[0].value as never);
  return { schema, ask: { kind: 'choice', title, options } as const };
}

/** The form control of a field. */
export function parameterOf(name: string, schema: z.ZodType, ask: FormAsk): ChoiceParameter {
  const preset = schema.safeParse(undefined).data;
  const common = { name, title: ask.title, help: ask.help ?? '', optional: true } as const;
  switch (ask.kind) {
    case 'choice':
      return { ...common, kind: 'choice', choices: ask.options, default: String(preset ?? '') };
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

/** Form controls of the fields that have one. */
export function parametersOf(fields: OptionFields): ChoiceParameter[] {
  return Object.entries(fields).flatMap(([name, { schema, ask }]) => (ask ? [parameterOf(name, schema, ask)] : []));
}

/** The values of an enumeration schema; null for other schemas. */
export function listedValues(schema: z.core.$ZodType): readonly string[] | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return listedValues(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options.map(String) : null;
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
