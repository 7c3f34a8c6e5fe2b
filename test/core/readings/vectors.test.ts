import { describe, expect, it } from 'vitest';
import {
  entriesAt,
  evenlySpread,
  partOf,
  readVector,
  vectorsAlong,
  withoutEntry,
  type Vectors,
} from '../../../src/core/readings/vectors.ts';

function textOf(vectors: Vectors): string {
  const row = new Float64Array(vectors.length);
  return Array.from({ length: vectors.count }, (_, n) => {
    readVector(vectors, n, row);
    return row.join('');
  }).join(' ');
}

describe('vectors of a matrix', () => {
  // 1 2 3
  // 4 5 6
  const numpy = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6), fastest: 'last' } as const;
  const matlab = { dims: [2, 3], data: Uint8Array.of(1, 4, 2, 5, 3, 6), fastest: 'first' } as const;

  it.each([numpy, matlab])('are its rows or columns in either order of memory', (array) => {
    const rows = vectorsAlong(array, 'first');
    expect(textOf(rows)).toBe('123 456');
    expect(textOf(vectorsAlong(array, 'last'))).toBe('14 25 36');
    expect(textOf(withoutEntry(rows, 'first'))).toBe('23 56');
    expect(textOf(withoutEntry(rows, 'last'))).toBe('12 45');
    expect(textOf(withoutEntry(withoutEntry(rows, 'first'), 'last'))).toBe('2 5');
    expect(textOf(partOf(rows, 1, 1))).toBe('2 5');
    expect([...entriesAt(rows, 2)]).toEqual([3, 6]);
    expect([...entriesAt(withoutEntry(rows, 'first'), 0)]).toEqual([2, 5]);
  });

  it('need two dimensions', () => {
    const stack = { dims: [1, 2, 3], data: numpy.data, fastest: 'last' } as const;
    expect(() => vectorsAlong(stack, 'first')).toThrow('expected 2 dimensions, found 3');
  });

  it('are read with 0 for what is not finite', () => {
    const data = Float64Array.of(1, NaN, Infinity, -Infinity, 5, 6);
    expect(textOf(vectorsAlong({ dims: [2, 3], data, fastest: 'last' }, 'first'))).toBe('100 056');
  });
});

describe('evenlySpread', () => {
  it('takes all, or steps from the first item to the last part', () => {
    expect(evenlySpread(3, 5)).toEqual([0, 1, 2]);
    expect(evenlySpread(10, 4.9)).toEqual([0, 2, 5, 7]);
    expect(evenlySpread(10, 0.2)).toEqual([0]);
    expect(evenlySpread(0, 4)).toEqual([]);
  });
});
