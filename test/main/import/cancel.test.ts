import { describe, expect, it } from 'vitest';
import { ImportCancelled, importDataset, type ImportProgress } from '../../../src/main/import/index.ts';
import { folderOf, pgm } from './folder.ts';

const faces = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`s${1 + (n % 20)}/${1 + Math.floor(n / 20)}.pgm`, pgm(20, 20, n % 256)]),
  );

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
    await expect(attempt).rejects.toBeInstanceOf(ImportCancelled);
    expect(seen.at(-1)?.done).toBeLessThan(400);
  });

  it('does not start when it is cancelled before', async () => {
    await expect(
      importDataset({ path: folderOf(faces(2)), size: null, signal: AbortSignal.abort() }),
    ).rejects.toBeInstanceOf(ImportCancelled);
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
