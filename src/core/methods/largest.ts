/** The largest latent shapes that several methods have alike; see `Method.largestLatent`. */
import type { LatentShape } from './method.ts';

/** Of images as vectors, centred: min(d, T − 1). */
export function axesOfVectors(rows: number, cols: number, count: number): LatentShape {
  return [Math.max(0, Math.min(rows * cols, count - 1))];
}

/** Of axes between subjects: min(d, T − 1, K − 1); K = T where the number of subjects is not known. */
export function axesOfSubjects(rows: number, cols: number, count: number, subjects = count): LatentShape {
  return [Math.max(0, Math.min(rows * cols, count - 1, subjects - 1))];
}

/** Of the rows of images. */
export function axesOfRows(_rows: number, cols: number, count: number): LatentShape {
  return [count < 2 ? 0 : cols];
}

/** Of columns and rows. */
export function axesOfBothModes(rows: number, cols: number, count: number): LatentShape {
  return count < 2 ? [0, 0] : [rows, cols];
}
