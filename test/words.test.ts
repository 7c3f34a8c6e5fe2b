/**
 * Strings and comments of the program say things as the field does: phrases that read as translated do not come back.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignPhrases } from './support/foreignPhrases.ts';

const root = resolve(import.meta.dirname, '..');

/** Sources of the program, of its clients and of the kits for methods of one's own; not what is generated. */
const files = ['src', 'bin', 'sdk', 'clients'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => /\.(ts|vue|js|mjs|py|m|R|md)$/.test(name) && !/kernels\/.*Module\.ts$/.test(name)),
);

/** Phrases of a text that are written otherwise. */
const foreign = (text: string): string[] => foreignPhrases(text);

describe('words of the program', () => {
  it('are told from those that read as translated', () => {
    expect(foreign('/** One fit a shape. */\nNear twins are looked for anew.\nsplits of the data')).toEqual([
      '/** One fit a shape. */ [per]',
      'Near twins are looked for anew. [duplicates, near-duplicates]',
      'Near twins are looked for anew. [again]',
    ]);
  });

  it('are those of the field', () => {
    expect(files.length).toBeGreaterThan(700);
    const found = files.flatMap((file) =>
      foreign(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});
