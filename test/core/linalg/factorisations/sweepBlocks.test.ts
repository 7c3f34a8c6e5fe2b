/** Galleries that are gone through block by block give the neighbours of one sweep, tie for tie. */
import { describe, expect, it } from 'vitest';
import { matrixStack, nearestOverShapes, streamedStack, type MatrixStack } from '../../../../src/core/linalg/index.ts';
import { randomMatrix } from '../support.ts';

/** Codes with duplicates, and with items that differ from others in the tenth digit only. */
function codes(count: number, rows: number, cols: number, seed: number): MatrixStack {
  const size = rows * cols;
  const { data } = randomMatrix(count, size, seed);
  for (let n = 3; n < count; n++) {
    const of = (n * 7) % n;
    if (n % 3 === 0) data.copyWithin(n * size, of * size, (of + 1) * size);
    if (n % 6 === 0) data[n * size + (n % size)] *= 1 + 1e-10;
  }
  return matrixStack(count, rows, cols, data);
}

function elsewhere({ count, rows, cols, data }: MatrixStack): MatrixStack {
  const size = rows * cols;
  return streamedStack(count, rows, cols, (from, to, target, at) =>
    target.set(data.subarray(from * size, to * size), at),
  );
}

const grid = (rows: number, cols: number): number[][] =>
  Array.from({ length: rows * cols }, (_, i) => [1 + Math.floor(i / cols), 1 + (i % cols)]);
const column = (rows: number): number[][] => Array.from({ length: rows }, (_, i) => [i + 1]);

const metric = (terms: number, size: number) => ({
  weights: Array.from({ length: terms }, (_, t) => randomMatrix(1, size, 20 + t).data.map(Math.abs)),
  coefficients: ([q]: readonly number[]) => [1, -0.01 / q].slice(0, terms),
});

const cases: readonly (readonly [string, number, number, readonly number[][], number])[] = [
  ['vectors at every length', 9, 1, column(9), 0],
  ['vectors of one term', 9, 1, column(9), 1],
  ['vectors of two terms', 9, 1, column(9), 2],
  ['whole rows', 5, 4, column(5), 0],
  ['whole rows in no order', 5, 4, [[4], [1], [5], [2]], 0],
  ['whole codes', 5, 4, [[5, 4]], 0],
  ['leading blocks', 5, 4, grid(5, 4), 0],
  ['leading blocks of two terms', 5, 4, grid(5, 4), 2],
];

describe.each(cases)('nearest neighbours block by block: %s', (_, rows, cols, shapes, terms) => {
  const [gallery, probes] = [codes(101, rows, cols, 1), codes(67, rows, cols, 2)];
  // Probes that are gallery items meet several at distance 0.
  probes.data.set(gallery.data.subarray(0, 10 * rows * cols));
  const weighed = terms > 0 ? metric(terms, rows * cols) : undefined;
  const expected = nearestOverShapes(gallery, probes, shapes, weighed, Infinity);
  const bytesOf = (items: number): number => items * rows * cols * 8;

  // The least is a block of eight items; four times as many probes.
  it.each([8, 13, 16, 50, 100, 101])('in blocks of %i', (items) => {
    expect(nearestOverShapes(gallery, probes, shapes, weighed, bytesOf(items))).toEqual(expected);
    expect(nearestOverShapes(elsewhere(gallery), elsewhere(probes), shapes, weighed, bytesOf(items))).toEqual(expected);
  });
});

describe('codes without numbers', () => {
  it('are nearest to nothing, in one sweep and in blocks', () => {
    const gallery = matrixStack(20, 2, 1, new Float64Array(40).fill(NaN));
    gallery.data.set([1, 2], 24);
    const probes = matrixStack(2, 2, 1, Float64Array.of(1, 1, NaN, 1));
    const expected = nearestOverShapes(gallery, probes, [[1], [2]], undefined, Infinity);
    expect([...expected]).toEqual([12, 0, 12, 0]);
    expect(nearestOverShapes(gallery, probes, [[1], [2]], undefined, 1)).toEqual(expected);
  });
});
