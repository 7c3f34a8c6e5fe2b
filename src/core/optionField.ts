/**
 * One option of a set of options, as of a table or of its page: its check, and how a command and a form ask for it. The
 * schema of the set, its type, the flags of the command line, the dialogs and the reference follow from the list of
 * fields.
 */
import { z } from 'zod';
import type { ChoiceOption, ChoiceParameter } from './choice.ts';

export type FormAsk<Option extends ChoiceOption = ChoiceOption> = { readonly title: string; readonly help?: string } & (
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'boolean' | 'number' | 'text' }
);

export type OptionField<Schema extends z.ZodType = z.ZodType> = {
  readonly schema: Schema;
  /** Absent: forms that are made from the list do not have it. */
  readonly ask?: FormAsk;
} & (
  | {
      /** Stands for the value in help, e.g. "n". */
      readonly value: string;
      readonly help: string;
      /** What a text on the command line stands for, to be checked by the schema; absent: the text itself. */
      readonly read?: (text: string) => unknown;
      /** What a text that is refused should have been, with an example. */
      readonly expected?: string;
    }
  /** A switch: help of the flag that turns it on, and of the one that turns it off. */
  | { readonly on?: string; readonly off?: string }
);

export type OptionFields = Readonly<Record<string, OptionField>>;

interface Checked {
  readonly schema: z.ZodType;
}

export type Shape<Fields extends Readonly<Record<string, Checked>>> = {
  [Name in keyof Fields]: Fields[Name]['schema'];
};

/** The schemas of fields, by name: what the schema of the set is made of. */
export function optionShape<Fields extends Readonly<Record<string, Checked>>>(fields: Fields): Shape<Fields> {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Shape<Fields>;
}

/** The values of fields as they are given, each of which may be absent. */
export type OptionValues<Fields extends OptionFields> = {
  readonly [Name in keyof Fields]?: z.input<Fields[Name]['schema']>;
};

/** Those of the values that are of fields. */
export function optionValues<Fields extends OptionFields>(
  fields: Fields,
  given: OptionValues<Fields>,
): OptionValues<Fields> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, given[name]])) as unknown as OptionValues<Fields>;
}

type Named<Value extends string> = ChoiceOption & { readonly value: Value };

/** A field of a few values, as forms list them; the first is the default. */
export function oneOf<const Value extends string>(title: string, options: readonly [Named<Value>, ...Named<Value>[]]) {
  const schema = z.enum(options.map(({ value }) => value)).default(options[0].value as never);
  return { schema, ask: { kind: 'choice', title, options } as const };
}

/** A field as forms know it. */
export function parameterOf(name: string, schema: z.ZodType, ask: FormAsk): ChoiceParameter {
  const preset = schema.safeParse(undefined).data;
  const common = { name, title: ask.title, help: ask.help ?? '', optional: true } as const;
  switch (ask.kind) {
    case 'choice':
      return { ...common, kind: 'choice', choices: ask.options, default: String(preset ?? '') };
    case 'boolean':
      return { ...common, kind: 'boolean', default: preset === true };
    case 'number':
      // What has no default is left empty.
      if (preset === undefined) return { ...common, kind: 'text', default: '' };
      return { ...common, kind: 'number', default: Number(preset) };
    case 'text':
      return { ...common, kind: 'text', default: '' };
  }
}

/** Those fields that forms ask for. */
export function parametersOf(fields: OptionFields): ChoiceParameter[] {
  return Object.entries(fields).flatMap(([name, { schema, ask }]) => (ask ? [parameterOf(name, schema, ask)] : []));
}

/** The values that a schema takes, where they are few and listed; null: any. */
export function listedValues(schema: z.core.$ZodType): readonly string[] | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return listedValues(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options.map(String) : null;
}

/** A number; NaN of a text that is none. */
export function readNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** "122mm" as a number; any other text as it is. */
export function readMillimetres(text: string): number | string {
  const found = /^(\d+(?:\.\d+)?) ?mm$/.exec(text);
  return found ? Number(found[1]) : text;
}
