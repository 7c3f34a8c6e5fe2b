/** Unstacks images from the vectors of an array. */
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import type { Vectors } from '../../../core/readings/vectors.ts';
import type { ImportedImages } from '../types.ts';

export interface Stacking {
  readonly rows: number;
  readonly cols: number;
  /** Whether the pixels of an image run along its rows or down its columns. */
  readonly pixels: 'rows' | 'columns';
}

/** The images row by row, one per step. Bytes if every value is an integer of 0…255. */
export function* stackedImages(
  { data, count, length, offset, vectorStep, entryStep }: Vectors,
  { rows, cols, pixels: order }: Stacking,
): Steps<ImportedImages> {
  if (length !== rows * cols) {
    throw new RangeError(`stackedImages: vectors of ${length} for images of ${rows} × ${cols}`);
  }
  const contiguous = offset === 0 && entryStep === 1 && vectorStep === length && data.length === count * length;
  // Not copied: a copy of 10⁵ images would double the memory.
  if (data instanceof Uint8Array && contiguous && order === 'rows') return { rows, cols, count, pixels: data };
  const bytes = isGrey8(data);
  const pixels = bytes ? new Uint8Array(count * length) : new Float64Array(count * length);
  const [rowStep, colStep] = order === 'rows' ? [cols * entryStep, entryStep] : [entryStep, rows * entryStep];
  let to = 0;
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < rows; r++) {
      for (let c = 0, position = offset + n * vectorStep + r * rowStep; c < cols; c++, position += colStep)
        pixels[to++] = data[position];
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
