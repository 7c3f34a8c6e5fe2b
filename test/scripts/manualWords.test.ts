/** The manual says things as the field does. Generated pages have the words of their declarations. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { internals, manualPages } from '../../src/core/manual/manualPages.ts';
import { foreignPhrases } from '../support/foreignPhrases.ts';
import { docsFolder, proseOf } from '../support/manualBlocks.ts';
import { TRANSLATED } from '../support/translatedSyntax.ts';

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

describe('sentences of the manual', () => {
  /** Paragraphs as lines, since sentences run over the ends of lines. */
  const paragraphs = (text: string): string => words(text).replaceAll(/(?<!\n)\n(?!\n|[|#]|- |\d+\. )/g, ' ');
  const translated = (text: string): string[] => foreignPhrases(paragraphs(text), { further: TRANSLATED });
  const users = [
    resolve(docsFolder, '..', 'README.md'),
    ...manualPages.map(({ topic }) => join(docsFolder, `${topic}.md`)).filter((file) => files.includes(file)),
  ];

  it('are told from those that keep the syntax of another language, over the ends of lines too', () => {
    const text = 'Compared were PCA\nand LDA. Not so\nLPP.\n\nThe vectors, which no study\nuses, can be removed.\n';
    expect(translated(text)).toEqual([
      'Compared were PCA and LDA. Not so LPP. [subject first]',
      'Compared were PCA and LDA. Not so LPP. [say who does otherwise]',
      'The vectors, which no study uses, can be removed. [that no … uses: the clause restricts]',
    ]);
    expect(translated('Without images the refusal prints commands. Add one as the table has it.\n')).toEqual([
      'Without images the refusal prints commands. Add one as the table has it. [as in …]',
      'Without images the refusal prints commands. Add one as the table has it. [say who refuses: the command prints]',
    ]);
    expect(translated('Four repeats show only large differences. Of perturbed images, pixels are seen.\n')).toEqual([
      'Four repeats show only large differences. Of perturbed images, pixels are seen. [can detect only]',
      'Four repeats show only large differences. Of perturbed images, pixels are seen. [subject first]',
    ]);
    expect(translated('Where a number comes from\n\nThe page shows where it is.\n')).toEqual([]);
  });

  it.each(users.map((file) => [file.slice(resolve(docsFolder, '..').length + 1), file]))('of %s are not', (_, file) => {
    expect(translated(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it('are fewer than 20,000 words in what users are given to read, besides generated pages and reproductions', () => {
    const count = users.slice(1).reduce((sum, file) => sum + readFileSync(file, 'utf8').split(/\s+/).length, 0);
    expect(count).toBeGreaterThan(10_000);
    expect(count).toBeLessThan(20_000);
  });

  it('are fewer than 13,500 words in what developers are given to read, and 2,500 in the changelog', () => {
    const words = (files: readonly string[]): number =>
      files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split(/\s+/).length, 0);
    const developers = internals.pages.map(({ topic }) => join(docsFolder, `${topic}.md`));
    expect(words(developers)).toBeLessThan(13_500);
    expect(words([resolve(docsFolder, '../CHANGELOG.md')])).toBeLessThan(2_500);
  });
});
