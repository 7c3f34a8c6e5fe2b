import { describe, expect, it } from 'vitest';
import { filesOf, imagesOf, sharedFileSentences, type DatasetSources } from '../../../src/core/images/sharedFiles.ts';
import type { ImportStage } from '../../../src/core/images/provenance.ts';

const made = (name: string, files: readonly string[]): DatasetSources => {
  const stage = { kind: 'import', files: files.map((hash) => ({ file: `${name}/${hash}`, bytes: 1, hash })) };
  const making = files.length > 0 ? [stage as unknown as ImportStage] : [];
  return { name, hash: `hash of ${name}`, files: filesOf(making) };
};

describe('datasets that were made of the same files', () => {
  const [orl, small, mixed, yale, unknown] = [
    made('orl', ['a', 'b', 'c']),
    made('orl28', ['c', 'b', 'a']),
    made('mixed', ['a', 'x', 'y', 'z']),
    made('yale', ['p', 'q']),
    made('unknown', []),
  ];

  it('are the same images where all files are, whatever their order', () => {
    expect(imagesOf([orl, small, mixed, yale, unknown])).toEqual(
      [orl, orl, mixed, yale, unknown].map(({ hash }) => hash),
    );
    expect(sharedFileSentences([orl, small, yale, unknown])).toEqual([]);
  });

  it('are named where some files are', () => {
    expect(sharedFileSentences([orl, small, mixed, yale])).toEqual([
      'These datasets share source files, so they are not independent: 1 of 3 files of orl and 4 of mixed.',
    ]);
  });
});
