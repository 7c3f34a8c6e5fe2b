/** Unstacks images from the vectors of a matrix. */
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import type { ImportedImages } from '../types.ts';

export interface Stacking {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /** Whether the pixels of an image run along its rows or down its columns. */
  readonly pixels: 'rows' | 'columns';
  /**
   * Neighbours in memory are the same pixel of successive images ('fastest': MATLAB, one image per row) or pixels of
   * one image.
   */
  readonly samples: 'fastest' | 'slowest';
}

/** The images row by row, one per step. Bytes if every value is an integer of 0…255. */
export function* stackedImages(data: Uint8Array | Float64Array, stacking: Stacking): Steps<ImportedImages> {
  const { count, rows, cols } = stacking;
  const size = rows * cols;
  if (data.length !== count * size) {
    throw new RangeError(`stackedImages: ${data.length} values for ${count} images of ${rows} × ${cols}`);
  }
  // Not copied: a copy of 10⁵ images would double the memory.
  if (data instanceof Uint8Array && stacking.pixels === 'rows' && stacking.samples === 'slowest') {
    return { rows, cols, count, pixels: data };
  }
  const pixels = isGrey8(data) ? new Uint8Array(data.length) : new Float64Array(data.length);
  const pixelStep = stacking.samples === 'fastest' ? count : 1;
  const imageStep = stacking.samples === 'fastest' ? 1 : size;
  const rowStep = (stacking.pixels === 'rows' ? cols : 1) * pixelStep;
  const colStep = (stacking.pixels === 'rows' ? 1 : rows) * pixelStep;
  let to = 0;
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) pixels[to++] = data[n * imageStep + r * rowStep + c * colStep];
    }
    yield (n + 1) / count;
  }
  return { rows, cols, count, pixels };
}

/** True if every value is an integer of 0…255. */
export function isGrey8(data: Uint8Array | Float64Array): boolean {
  if (data instanceof Uint8Array) return true;
  for (let i = 0; i < data.length; i++) {
    const value = data[i];
    if (!(value >= 0 && value <= 255 && Number.isInteger(value))) return false;
  }
  return true;
}
