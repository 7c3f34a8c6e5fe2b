/** A folder with more pixels than an import keeps in memory. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import { Cancelled } from '../../../src/main/cancelled.ts';
import { importDataset } from '../../../src/main/import/index.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';

const root = mkdtempSync(join(tmpdir(), 'large-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

const [rows, cols, count] = [60, 50, 40];
/** Seven images. */
const inMemory = 7 * rows * cols;
const pixelsOf = (n: number): Uint8Array => Uint8Array.from({ length: rows * cols }, (_, i) => (i * (n + 3)) >>> 4);
const faces = join(root, 'faces');
for (let n = 0; n < count; n++) {
  mkdirSync(join(faces, `s${1 + Math.floor(n / 4)}`), { recursive: true });
  const file = join(faces, `s${1 + Math.floor(n / 4)}`, `${1 + (n % 4)}.pgm`);
  writeFileSync(file, Buffer.concat([Buffer.from(`P5\n${cols} ${rows}\n255\n`), pixelsOf(n)]));
}

describe('a folder with more pixels than wait in memory', () => {
  it('is imported from the disk where it waits, with the pixels of its files', async () => {
    const folder = join(root, 'waiting');
    mkdirSync(folder);
    const found = await importDataset({ path: faces, size: null, folder, inMemory });
    expect(found.images.part).toBeDefined();
    expect(readdirSync(folder)).toEqual([]);
    const pixels = new Uint8Array(count * rows * cols);
    for (let n = 0; n < count; n++) pixels.set(pixelsOf(n), n * rows * cols);
    expect(found.hash).toBe(datasetHash({ rows, cols, count, pixels }, found.subjects));
    const workspace = openWorkspace(join(root, 'large.eigenbench'));
    const { id, range } = workspace.datasets.add('large', found, faces);
    expect(range).toEqual([0, 255]);
    found.release!();
    const image = new Float64Array(rows * cols);
    workspace.datasets.readPixels(id, image, [17]);
    expect(image).toEqual(Float64Array.from(pixelsOf(17)));
    workspace.close();
  });

  it('leaves nothing on the disk when it is cancelled', async () => {
    const folder = join(root, 'cancelled');
    mkdirSync(folder);
    const abort = new AbortController();
    const import_ = importDataset({
      path: faces,
      size: null,
      folder,
      inMemory,
      signal: abort.signal,
      onProgress: ({ done }) => done > 20 && abort.abort(),
    });
    await expect(import_).rejects.toThrow(Cancelled);
    expect(readdirSync(folder)).toEqual([]);
  });
});
