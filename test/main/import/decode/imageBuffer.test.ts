/** Images of an import that wait in memory, or on the disk where they are too many. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { imageBuffer, type ImageBuffer } from '../../../../src/main/import/decode/imageBuffer.ts';
import { pixelsAt, selectImported } from '../../../../src/main/import/decode/imagePixels.ts';
import { hashedImages, hashSteps } from '../../../../src/main/import/hash.ts';
import { ImportError } from '../../../../src/main/import/types.ts';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';

const folder = mkdtempSync(join(tmpdir(), 'image-buffer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [rows, cols, size] = [3, 4, 12];
const shape = { rows, cols };

function image(n: number, wide = false) {
  const values = Array.from({ length: size }, (_, i) => (n * 31 + i * 7) % 256);
  const pixels = wide ? Float64Array.from(values, (value) => value + 0.5) : Uint8Array.from(values);
  return { rows, cols, pixels, colours: n === 2 ? Uint8Array.from([...values, ...values, ...values]) : null };
}

/** Seven images that arrive out of order; the fourth has another shape. */
function filled(inMemory: number, wide: (n: number) => boolean = () => false): ImageBuffer {
  const buffer = imageBuffer(8, true, { inMemory, folder });
  for (const n of [1, 0, 3, 2, 6, 5, 4]) {
    const found = image(n, wide(n));
    buffer.put(n, n === 3 ? { ...found, rows: 4, cols: 3 } : found, { rows: 30 + n, cols: 40 });
  }
  return buffer;
}

const kept = [0, 1, 2, 4, 5, 6];
/** In memory, on the disk from the third image on, and from the first. */
const rooms = [1000, 3 * size, 0];

describe('images of an import', () => {
  it.each([
    ['bytes', () => false],
    ['bytes and floats', (n: number) => n === 5],
    ['floats', () => true],
  ] as const)('are the same wherever they wait: %s', (_, wide) => {
    const [expected, ...others] = rooms.map((room) => filled(room, wide).take(kept, shape));
    expect(expected.images.part).toBeUndefined();
    for (const found of others) {
      expect(found.images.part).toBeDefined();
      expect(found.images.pixels).toEqual(expected.images.pixels);
      expect(pixelsAt(found.images, 2, 5)).toEqual(pixelsAt(expected.images, 2, 5));
      expect([found.colours, found.fileShapes]).toEqual([expected.colours, expected.fileShapes]);
      const names = kept.map(String);
      expect(runSteps(hashSteps(hashedImages(found.images), names))).toBe(runSteps(hashSteps(expected.images, names)));
      const some = [4, 0, 1];
      expect(selectImported(found.images, some).pixels).toEqual(selectImported(expected.images, some).pixels);
      found.release!();
    }
  });

  it('have no name on the disk, and cannot be read after their release', () => {
    const { images, release } = filled(0).take(kept, shape);
    expect(readdirSync(folder)).toEqual([]);
    release!();
    release!();
    expect(() => pixelsAt(images, 0, 1)).toThrow(/EBADF/);
  });

  it('that cannot wait anywhere end the import', () => {
    const buffer = imageBuffer(2, true, { inMemory: 0, folder: join(folder, 'missing') });
    const put = () => buffer.put(0, image(0), shape);
    expect(put).toThrow(ImportError);
    expect(put).toThrow('The images cannot wait on the disk until they are stored: there is no such file or folder.');
  });
});
