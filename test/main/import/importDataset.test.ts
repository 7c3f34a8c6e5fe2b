import { describe, expect, it } from 'vitest';
import { importDataset } from '../../../src/main/import/index.ts';
import { folderOf } from './folder.ts';

function graph(seed: number): Uint8Array {
  const pixels = Uint8Array.from({ length: 48 }, (_, i) => (Math.imul(i + 1, seed * 40503 + 77) >>> 3) & 255);
  return Buffer.concat([Buffer.from('P5\n6 8\n255\n'), pixels]);
}

describe('leaving out duplicates', () => {
  it('keeps the first within a subject and none across subjects, with the reason', async () => {
    const path = folderOf({
      'a/1.pgm': graph(1),
      'a/2.pgm': graph(2),
      'a/3.pgm': graph(1),
      'b/1.pgm': graph(3),
      'b/2.pgm': graph(4),
      'c/1.pgm': graph(3),
      'c/2.pgm': graph(5),
    });
    const { files, subjects, images, problems } = await importDataset({
      path,
      size: null,
      recipe: { dropDuplicates: 'exact' },
    });
    expect(files).toEqual(['a/1.pgm', 'a/2.pgm', 'b/2.pgm', 'c/2.pgm']);
    expect(subjects).toEqual(['a', 'a', 'b', 'c']);
    expect(images).toMatchObject({ count: 4, rows: 8, cols: 6 });
    expect(Buffer.from(images.pixels.subarray(2 * 48, 3 * 48))).toEqual(graph(4).subarray(11));
    expect(problems).toEqual([
      { file: 'a/3.pgm', reason: 'it equals a/1.pgm' },
      { file: 'b/1.pgm', reason: 'it equals c/1.pgm under another subject' },
      { file: 'c/1.pgm', reason: 'it equals b/1.pgm under another subject' },
    ]);
  });

  it('leaves out near-duplicates where that is asked for', async () => {
    const almost = Uint8Array.from(graph(1));
    almost[20] ^= 16;
    const path = folderOf({ 'a/1.pgm': graph(1), 'a/2.pgm': almost, 'b/1.pgm': graph(2) });
    const without = (dropDuplicates: 'exact' | 'near') =>
      importDataset({ path, size: null, recipe: { layout: 'folders', dropDuplicates } });
    expect((await without('exact')).files).toHaveLength(3);
    const { files, problems } = await without('near');
    expect(files).toEqual(['a/1.pgm', 'b/1.pgm']);
    expect(problems[0].reason).toMatch(/^it nearly equals a\/1\.pgm \(correlation 0\.99\d+\)$/);
  });
});
