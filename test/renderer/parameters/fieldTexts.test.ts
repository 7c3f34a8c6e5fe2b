/** The options of a list of fields in a dialog: what it asks for, and what its texts say. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choice, field, parametersOf, readNumber } from '../../../src/core/field.ts';
import { textsOf, readOptions } from '../../../src/renderer/parameters/fieldTexts.ts';

const fields = {
  fit: choice(
    [
      { value: 'auto', title: 'Split' },
      { value: 'none', title: 'Left' },
    ],
    { title: 'A wider table is', value: 'how', help: 'remedy for a table that is too wide' },
  ),
  size: field(z.number().min(7).max(14).default(8), {
    title: 'Size',
    value: 'points',
    help: 'size of the text',
    read: readNumber,
    expected: 'points from 7 to 14',
  }),
  note: field(z.boolean().default(false), { title: 'With the note', help: 'add the note' }),
  range: field(z.string().optional(), { value: 'from,to', help: 'of the command line alone' }),
};

describe('options of a list of fields in a dialog', () => {
  it('are those that have a title, without the help of the command line', () => {
    const asked = parametersOf(fields).map(({ name, title, kind, help }) => [name, title, kind, help]);
    expect(asked).toEqual([
      ['fit', 'A wider table is', 'choice', ''],
      ['size', 'Size', 'number', ''],
      ['note', 'With the note', 'boolean', ''],
    ]);
  });

  it('are read from texts as a client sends them', () => {
    const texts = textsOf(parametersOf(fields), { fit: 'none' });
    expect(readOptions(fields, texts)).toEqual({ given: { fit: 'none', size: 8, note: false }, problems: [] });
    expect(readOptions(fields, { size: '7,5', note: 'true' }).given).toEqual({ size: 7.5, note: true });
  });

  it('say what a text should have been', () => {
    for (const size of ['', '6', 'small']) {
      expect(readOptions(fields, { size })).toEqual({
        given: {},
        problems: [{ path: 'size', message: 'Points from 7 to 14.' }],
      });
    }
  });
});
