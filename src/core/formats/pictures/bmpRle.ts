import { FormatError } from '../error.ts';
import { MAX_PIXELS } from './pixelLimit.ts';

/** Two bytes of a run fill at most 255 pixels. Images that are mostly skipped may hold more and are refused. */
const MAX_PIXELS_A_BYTE = 128;

/**
 * The palette indices (stored rows, row-major) of a run-length encoded bitmap; pixels that no run reaches are 0. Throws
 * FormatError where a run leaves the image, the data end early, or the image is far larger than its runs could fill.
 */
export function decodeRle(bytes: Uint8Array, rows: number, cols: number, nibbles: boolean): Uint8Array {
  if (rows * cols > Math.min(bytes.length * MAX_PIXELS_A_BYTE, MAX_PIXELS)) {
    throw new FormatError(`expected runs for ${rows} × ${cols} BMP pixels, found ${bytes.length} bytes`);
  }
  const indices = new Uint8Array(rows * cols);
  let at = 0;
  let r = 0;
  let c = 0;
  const put = (index: number): void => {
    if (r >= rows || c >= cols) throw new FormatError(`expected BMP runs within ${rows} × ${cols}, found one beyond`);
    indices[r * cols + c++] = index;
  };
  const pick = (byte: number, i: number): number => (!nibbles ? byte : i % 2 === 0 ? byte >> 4 : byte & 15);
  while (at + 1 < bytes.length) {
    const count = bytes[at];
    const value = bytes[at + 1];
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(pick(value, i));
    } else if (value === 0) {
      r++;
      c = 0;
    } else if (value === 1) {
      return indices;
    } else if (value === 2) {
      if (at + 2 > bytes.length) break;
      c += bytes[at];
      r += bytes[at + 1];
      at += 2;
    } else {
      const length = nibbles ? Math.ceil(value / 2) : value;
      if (at + length > bytes.length) break;
      for (let i = 0; i < value; i++) put(pick(bytes[at + (nibbles ? i >> 1 : i)], i));
      at += length + (length % 2);
    }
  }
  throw new FormatError('expected the end mark of BMP runs, found the end of the file');
}
