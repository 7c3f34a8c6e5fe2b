/** Lists of options as flags of a command. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { z } from 'zod';
import { listedValues, type OptionField } from '../../../core/optionField.ts';

/** Adds a flag for each field; of a switch one that turns it on, one that turns it off, or both. */
export function addOptionFields<Field extends OptionField>(
  command: Command,
  fields: Readonly<Record<string, Field>>,
  /** What stands before the help of a field. */
  prefix: (field: Field) => string = () => '',
): Command {
  for (const [name, field] of Object.entries(fields)) {
    if ('value' in field) command.addOption(fieldOption(name, field, prefix(field)));
    else {
      if (field.on) command.option(`--${flagOf(name)}`, prefix(field) + field.on);
      if (field.off) command.option(`--no-${flagOf(name)}`, prefix(field) + field.off);
    }
  }
  return command;
}

type ValueField = Extract<OptionField, { readonly value: string }>;

/** The flag of a field that has a value; `prefix` stands before its help. */
export function fieldOption(name: string, field: ValueField, prefix = ''): Option {
  const option = new Option(`--${flagOf(name)} <${field.value}>`, prefix + field.help);
  const values = listedValues(field.schema);
  return values ? option.choices(values) : option.argParser(fieldReader(field));
}

/** Reads a text as a field takes it. Throws commander's own error, which becomes one sentence. */
export function fieldReader<Field extends ValueField>({ schema, read, expected }: Field) {
  return (text: string): z.input<Field['schema']> => {
    const value = read ? read(text) : text;
    // What is handed on is what a client would send.
    if (schema.safeParse(value).success) return value as z.input<Field['schema']>;
    throw new InvalidArgumentError(`Expected ${expected ?? 'another text'}, found "${text}".`);
  };
}

/** "fontSize" as "font-size". */
function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
