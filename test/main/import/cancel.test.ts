import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LabelledImages } from '../../../src/core/formats/labelledImages.ts';
import { Cancelled } from '../../../src/main/cancelled.ts';
import { importDataset, type ImportProgress } from '../../../src/main/import/index.ts';
import { folderOf, pgm } from './folder.ts';
import { matFile, npzFile } from '../../support/datasetFiles.ts';

const faces = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`s${1 + (n % 20)}/${1 + Math.floor(n / 20)}.pgm`, pgm(20, 20, n % 256)]),
  );

/** Noise that takes several turns to decode: 24 MB as it is, 8 MB where it is compressed, which takes long. */
function largeDataset(count: number): LabelledImages {
  const pixels = new Uint8Array(count * 64 * 64);
  let state = 1;
  for (let i = 0; i < pixels.length; i++) pixels[i] = (state = Math.imul(state, 1664525) + 1013904223) >>> 24;
  const names = Array.from({ length: count }, (_, n) => String(n));
  return { rows: 64, cols: 64, count, pixels, subjects: names, files: names, attributes: names.map(() => ({})) };
}

describe('a running import', () => {
  it('stops when it is cancelled and reads no further file', async () => {
    const path = folderOf(faces(400));
    const controller = new AbortController();
    const seen: ImportProgress[] = [];
    const attempt = importDataset({
      path,
      size: null,
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        controller.abort();
      },
    });
    await expect(attempt).rejects.toBeInstanceOf(Cancelled);
    expect(seen.at(-1)?.done).toBeLessThan(400);
  });

  it('does not start when it is cancelled before', async () => {
    await expect(
      importDataset({ path: folderOf(faces(2)), size: null, signal: AbortSignal.abort() }),
    ).rejects.toBeInstanceOf(Cancelled);
  });

  it.each([
    [
      'table.csv',
      () =>
        Buffer.from(
          `${Array.from({ length: 40 }, (_, c) => `x${c}`)},label\n${`${new Array(40).fill('0.125')},a\n`.repeat(40_000)}`,
        ),
    ],
    ['stack.npz', () => npzFile(largeDataset(2000))],
    ['stack.mat', () => matFile(largeDataset(6000))],
  ])('of %s is given up while it is decoded, and tells its share before', async (name, content) => {
    const path = join(folderOf({ [name]: content() }), name);
    const controller = new AbortController();
    const seen: ImportProgress[] = [];
    const attempt = importDataset({
      path,
      size: null,
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        controller.abort();
      },
    });
    await expect(attempt).rejects.toBeInstanceOf(Cancelled);
    expect(seen[0]).toMatchObject({ total: 100, unit: '%', running: name });
    expect(seen[0].done).toBeLessThan(100);
  });

  it('tells how far it is and what it reads, and ends with all done', async () => {
    const seen: ImportProgress[] = [];
    await importDataset({
      path: folderOf(faces(60)),
      size: { rows: 7, cols: 9 },
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen.at(-1)).toMatchObject({ done: 60, total: 60 });
    expect(seen.every(({ running }) => /^s\d+\/\d+\.pgm$/.test(running))).toBe(true);
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
  });
});
