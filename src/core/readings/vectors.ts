import type { NamedArray } from '../formats/namedArray.ts';

/**
 * Vectors of equal length in an array, as a view without a copy: entry j of vector n is
 * data[offset + n·vectorStep + j·entryStep].
 */
export interface Vectors {
  readonly data: Uint8Array | Float64Array;
  readonly count: number;
  readonly length: number;
  readonly offset: number;
  readonly vectorStep: number;
  readonly entryStep: number;
}

/**
 * The vectors of a matrix: its rows (`first`: one vector for each index of the first dimension) or its columns
 * (`last`). Throws RangeError unless the array has two dimensions.
 */
export function vectorsAlong(
  { dims, data, fastest }: Pick<NamedArray, 'dims' | 'data' | 'fastest'>,
  axis: 'first' | 'last',
): Vectors {
  if (dims.length !== 2) throw new RangeError(`vectorsAlong: expected 2 dimensions, found ${dims.length}`);
  const [rows, cols] = dims;
  const [rowStep, colStep] = fastest === 'first' ? [1, rows] : [cols, 1];
  return axis === 'first'
    ? { data, count: rows, length: cols, offset: 0, vectorStep: rowStep, entryStep: colStep }
    : { data, count: cols, length: rows, offset: 0, vectorStep: colStep, entryStep: rowStep };
}

/** The same vectors without their first or last entry. */
export function withoutEntry(vectors: Vectors, at: 'first' | 'last'): Vectors {
  const offset = at === 'first' ? vectors.offset + vectors.entryStep : vectors.offset;
  return { ...vectors, offset, length: vectors.length - 1 };
}

/** Entry j of all vectors. */
export function entriesAt({ data, count, offset, vectorStep, entryStep }: Vectors, j: number): Float64Array {
  return Float64Array.from({ length: count }, (_, n) => data[offset + n * vectorStep + j * entryStep]);
}

/** The vectors' entries from `start` on, as many as each vector has up to `length`. */
export function partOf(vectors: Vectors, start: number, length: number): Vectors {
  return { ...vectors, offset: vectors.offset + start * vectors.entryStep, length };
}

/** Copies vector n, its values that are not finite as 0. */
export function readVector(vectors: Vectors, n: number, target: Float64Array): void {
  const { data, length, offset, vectorStep, entryStep } = vectors;
  for (let j = 0, position = offset + n * vectorStep; j < length; j++, position += entryStep) {
    const value = data[position];
    target[j] = Number.isFinite(value) ? value : 0;
  }
}

/** Indices of at most `most` of `count` items, evenly spread from the first on. */
export function evenlySpread(count: number, most: number): readonly number[] {
  const size = Math.min(count, Math.max(1, Math.floor(most)));
  return Array.from({ length: size }, (_, i) => Math.floor((i * count) / size));
}
