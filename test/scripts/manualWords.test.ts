/** The manual says things as the field does. Generated pages have the words of their declarations. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { internals, manualPages } from '../../src/core/manual/contents.ts';
import { foreignPhrases } from '../support/foreignPhrases.ts';
import { docsFolder, proseOf } from '../support/manualBlocks.ts';

const written = [...manualPages, ...internals.pages]
  .map(({ topic }) => topic)
  .filter((topic) => !/^(reference|reproduction)\//.test(topic));
const files = [
  ...['README.md', 'CONTRIBUTING.md'].map((name) => resolve(docsFolder, '..', name)),
  ...written.map((topic) => join(docsFolder, `${topic}.md`)),
];

/** Prose needs no "beside" and the like, which comments may have for a place. */
const further = [
  [/\bone an? (pair|value|split|level|row)\b/i, 'per'],
  [/\bbeside\b/i, 'in addition to, compared with; next to'],
  [/\bleast correlation\b/i, 'minimum correlation'],
  [/\bmost parts\b/i, 'maximum parts'],
  [/\bturns? (the order )?round\b/i, 'transposed, reversed'],
  [/\bturned away\b/i, 'rejected'],
  [/\bwithout a word\b/i, 'silently'],
] as const;
const foreign = (text: string): string[] => foreignPhrases(words(text), { further });

/** Names of commands and options in code are the program's. */
const words = (text: string): string => proseOf(text).replaceAll(/`[^`\n]*`/g, '');

describe('words of the manual', () => {
  it('are told from those that read as translated', () => {
    const text =
      'Near twins are looked for.\n`--drop-duplicates` leaves them out.\nOne fit a shape, beside the table.\n';
    expect(foreign(text)).toEqual([
      'Near twins are looked for. [duplicates, near-duplicates]',
      'One fit a shape, beside the table. [per]',
      'One fit a shape, beside the table. [in addition to, compared with; next to]',
    ]);
  });

  it.each(files.map((file) => [file.slice(resolve(docsFolder, '..').length + 1), file]))(
    'of %s are those of the field',
    (_, file) => {
      expect(foreign(readFileSync(file, 'utf8'))).toEqual([]);
    },
  );
});
