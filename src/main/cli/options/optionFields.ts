/** Declares option fields as flags of a command. */
import { InvalidArgumentError, Option as PlainOption, type Command as PlainCommand } from 'commander';
import type { Option } from '@commander-js/extra-typings';
import type { z } from 'zod';
import { listedValues, type OptionField, type OptionFields, type OptionValues } from '../../../core/optionField.ts';
import type { Command, Values } from '../declarations/declare.ts';

/** Adds a flag for each field; a switch gets flags to turn it on, off, or both. */
export function addOptionFields<Arguments extends unknown[], Options extends Values, Fields extends OptionFields>(
  command: Command<Arguments, Options>,
  fields: Fields,
  /** Prefix of the help of a field. */
  prefix: (field: Fields[keyof Fields]) => string = () => '',
): Command<Arguments, Options & OptionValues<Fields>> {
  const untyped = command as unknown as PlainCommand;
  for (const [name, field] of Object.entries(fields) as [string, Fields[keyof Fields]][]) {
    if ('value' in field) untyped.addOption(fieldOption(name, field, prefix(field)) as unknown as PlainOption);
    else {
      if (field.on) untyped.option(`--${flagOf(name)}`, prefix(field) + field.on);
      if (field.off) untyped.option(`--no-${flagOf(name)}`, prefix(field) + field.off);
    }
  }
  return command as unknown as Command<Arguments, Options & OptionValues<Fields>>;
}

type ValueField = Extract<OptionField, { readonly value: string }>;

/** The flag of a field with a value; `prefix` precedes its help. */
export function fieldOption<Name extends string, Field extends ValueField>(name: Name, field: Field, prefix = '') {
  const option = new PlainOption(`--${flagOf(name)} <${field.value}>`, prefix + field.help);
  const values = listedValues(field.schema);
  const whole = values ? option.choices(values) : option.argParser(fieldReader(field));
  return whole as unknown as Option<`--${Name} <value>`, undefined, undefined, z.input<Field['schema']>>;
}

/** Parses text for a field. Throws commander's own error, which becomes one sentence. */
export function fieldReader<Field extends ValueField>({ schema, read, expected }: Field) {
  return (text: string): z.input<Field['schema']> => {
    const value = read ? read(text) : text;
    // Passes on the input value, as a client would send it.
    if (schema.safeParse(value).success) return value as z.input<Field['schema']>;
    throw new InvalidArgumentError(`Expected ${expected ?? 'another text'}, found "${text}".`);
  };
}

/** "fontSize" as "font-size". */
function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
