/**
 * One option of a set of options, as of a table or of its page: its check, and how a command asks for it. The schema of
 * the set, its type, the flags of the command line and the reference follow from the list of fields.
 */
import { z } from 'zod';

export type OptionField<Schema extends z.ZodType = z.ZodType> = { readonly schema: Schema } & (
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

/** The schemas of fields, by name: what the schema of the set is made of. */
export function optionShape<Fields extends OptionFields>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name]['schema'] } {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Fields]: Fields[Name]['schema'];
  };
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
