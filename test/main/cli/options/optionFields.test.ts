import { Command } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { field, fieldValues, readNumber } from '../../../../src/core/field.ts';
import { addOptionFields } from '../../../../src/main/cli/options/optionFields.ts';

const fields = {
  bestOf: field(z.enum(['mean', 'median']).optional(), { value: 'which', help: 'what is best' }),
  places: field(z.int().max(6).optional(), {
    value: 'n',
    help: 'decimal places',
    read: readNumber,
    expected: 'at most 6',
  }),
  bold: field(z.boolean().default(false), { help: 'set the best bold' }),
  marks: field(z.boolean().default(true), { off: 'leave out marks' }),
};

function parse(...words: string[]) {
  const command = addOptionFields(new Command(), fields, (schema) => (schema.isOptional() ? 'LaTeX: ' : ''));
  command.exitOverride().configureOutput({ writeErr: () => {} });
  return fieldValues(fields, command.parse(words, { from: 'user' }).opts());
}

describe('a list of options', () => {
  it('gives flags, and from them the values that its schema takes', () => {
    const values = parse('--best-of', 'median', '--places', '3', '--bold', '--no-marks');
    expect(values).toEqual({ bestOf: 'median', places: 3, bold: true, marks: false });
    expect(z.strictObject(fields).parse(values)).toEqual(values);
    expect(z.strictObject(fields).parse(parse())).toEqual({ bold: false, marks: true });
  });

  it('refuses what the schema refuses, and says what was expected', () => {
    expect(() => parse('--places', '7')).toThrow(/Expected at most 6, found "7"/);
    expect(() => parse('--places', '')).toThrow(/found ""/);
    expect(() => parse('--best-of', 'mode')).toThrow(/Allowed choices are mean, median/);
  });

  it('has a line of help for each flag, with what is said of its kind', () => {
    const help = addOptionFields(new Command(), fields).helpInformation();
    for (const part of ['--best-of <which>', '(choices: "mean", "median")', '--bold ', '--no-marks']) {
      expect(help).toContain(part);
    }
    expect(help).not.toContain('--no-bold');
  });
});
