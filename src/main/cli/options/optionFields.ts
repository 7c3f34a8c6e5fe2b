/** Declares fields as flags of a command. */
import { InvalidArgumentError, Option as PlainOption, type Command as PlainCommand } from 'commander';
import type { Option } from '@commander-js/extra-typings';
import type { z } from 'zod';
import { controlOf, factsOf, listedValues, type Fields, type FieldValues } from '../../../core/field.ts';
import type { Command, Values } from '../declarations/declare.ts';

/** Adds a flag for each field; a switch gets flags to turn it on, off, or both. */
export function addOptionFields<Arguments extends unknown[], Options extends Values, Declared extends Fields>(
  command: Command<Arguments, Options>,
  fields: Declared,
  /** Prefix of the help of a field. */
  prefix: (schema: z.ZodType) => string = () => '',
): Command<Arguments, Options & FieldValues<Declared>> {
  const untyped = command as unknown as PlainCommand;
  for (const [name, schema] of Object.entries(fields)) {
    const { help, off } = factsOf(schema);
    if (controlOf(schema) !== 'boolean') {
      untyped.addOption(fieldOption(name, schema, prefix(schema)) as unknown as PlainOption);
    } else {
      if (help) untyped.option(`--${flagOf(name)}`, prefix(schema) + help);
      if (off) untyped.option(`--no-${flagOf(name)}`, prefix(schema) + off);
    }
  }
  return command as unknown as Command<Arguments, Options & FieldValues<Declared>>;
}

/** The flag of a field with a value; `prefix` precedes its help. */
export function fieldOption<Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema, prefix = '') {
  const { value = name, help = '' } = factsOf(schema);
  const option = new PlainOption(`--${flagOf(name)} <${value}>`, prefix + help);
  const values = listedValues(schema);
  const whole = values ? option.choices(values) : option.argParser(fieldReader(schema));
  return whole as unknown as Option<`--${Name} <value>`, undefined, undefined, z.input<Schema>>;
}

/** Parses text for a field. Throws commander's own error, which becomes one sentence. */
export function fieldReader<Schema extends z.ZodType>(schema: Schema) {
  const { read, expected = 'another text' } = factsOf(schema);
  return (text: string): z.input<Schema> => {
    const value = read ? read(text) : text;
    // Passes on the input value, as a client would send it.
    if (schema.safeParse(value).success) return value as z.input<Schema>;
    throw new InvalidArgumentError(`Expected ${expected}, found "${text}".`);
  };
}

/** "fontSize" as "font-size". */
function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
