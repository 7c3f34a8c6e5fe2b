import type { Vectors } from '../../../src/core/readings/vectors.ts';
import { generateFaces, type FaceOptions } from '../../../src/core/synthetic/faces.ts';

/** A matrix in NumPy's order, one row per vector. */
export interface RowMatrix {
  readonly dims: readonly [count: number, length: number];
  readonly data: Uint8Array | Float64Array;
  readonly fastest: 'last';
}

export function rowMatrix(count: number, length: number, value: (n: number, j: number) => number): RowMatrix {
  const data = Float64Array.from({ length: count * length }, (_, i) => value(Math.floor(i / length), i % length));
  return { dims: [count, length], data, fastest: 'last' };
}

/** Vectors that are pictures with lines of `fast` pixels, with the pixels in the other order. */
export function restacked({ data, count, length, offset, vectorStep, entryStep }: Vectors, fast: number): RowMatrix {
  const slow = length / fast;
  return rowMatrix(count, length, (n, j) => {
    const [x, y] = [Math.floor(j / slow), j % slow];
    return data[offset + n * vectorStep + (y * fast + x) * entryStep];
  });
}

/** Drawn faces, one per row and stacked by rows, and their subjects. */
export function drawnFaces(options: FaceOptions): { readonly matrix: RowMatrix; readonly labels: readonly string[] } {
  const { images, labels } = generateFaces(options);
  const length = images.rows * images.cols;
  return {
    matrix: rowMatrix(images.count, length, (n, j) => images.data[n * length + j]),
    labels: Array.from(labels, String),
  };
}
