import { describe, expect, it } from 'vitest';
import {
  gramOfColumns,
  identity,
  multiply,
  orthonormalise,
  principalAngles,
  scaleRows,
  type Matrix,
} from '../../../../../src/core/linalg/index.ts';
import {
  extrapolatedBasis,
  extrapolatedPath,
} from '../../../../../src/core/methods/bilinear/iteration/extrapolatedBasis.ts';
import { normalMatrix } from '../../support/axes.ts';
import { largestDifference } from '../../support/labelled.ts';

/** A step of the power iteration with these eigenvalues, whose slowest angle shrinks to 0.97 of itself. */
const values = [1, 0.99, 0.96, 0.3, 0.2, 0.1];
const step = (basis: Matrix): Matrix => orthonormalise(scaleRows(basis, values));
const limit = identity(6, 2);
const distance = (basis: Matrix): number =>
  principalAngles(basis, limit).reduce((most, angle) => Math.max(most, angle));

function after(steps: number): Matrix {
  let basis = orthonormalise(normalMatrix('start of a path', 6, 2));
  for (let n = 0; n < steps; n++) basis = step(basis);
  return basis;
}

describe('a basis extrapolated from three', () => {
  it('is orthonormal and closer to the limit than the last, however the three are rotated', () => {
    const path = [after(80), after(81), after(82)] as const;
    const extrapolated = extrapolatedBasis(...path)!;
    expect(largestDifference(gramOfColumns(extrapolated), identity(2))).toBeLessThan(1e-14);
    expect(distance(extrapolated)).toBeLessThan(0.4 * distance(path[2]));
    const turns = ['a', 'b', 'c'].map((seed) => orthonormalise(normalMatrix(seed, 2, 2)));
    const [first, second, third] = path.map((basis, n) => multiply(basis, turns[n]));
    expect(Math.max(...principalAngles(extrapolatedBasis(first, second, third)!, extrapolated))).toBeLessThan(1e-12);
  });

  it('is none where the path stands still or speeds up', () => {
    const basis = after(20);
    expect(extrapolatedBasis(basis, basis, basis)).toBeNull();
    expect(extrapolatedBasis(after(60), after(59), after(50))).toBeNull();
  });
});

describe('a path of bases', () => {
  it('is extrapolated from every three after the patient iterations, with the last of them to fall back on', () => {
    const path = extrapolatedPath(4);
    const results = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((steps) => {
      const basis = after(steps);
      const next = path.next(basis);
      const fallback = path.fallback();
      if (fallback) expect(fallback).toBe(basis);
      return next === basis ? fallback : 'extrapolated';
    });
    const [none, far] = [null, 'extrapolated'];
    expect(results).toEqual([none, none, none, none, none, far, none, none, far]);
  });
});
