import { describe, expect, it } from 'vitest';
import { growingCholesky } from '../../../src/core/classify/lasso.ts';
import { cholesky, gramOfRows, matrix, type Matrix } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';

const [COUNT, SIZE] = [8, 12];
const random = stream('growing');
const rows = matrix(
  COUNT,
  SIZE,
  Float64Array.from({ length: COUNT * SIZE }, () => random.normal()),
);
const gram = gramOfRows(rows);

/** K_SS⁻¹ b by a factorisation of its own. */
function direct(of: Matrix, members: readonly number[], b: Float64Array): number[] {
  const k = members.length;
  const own = matrix(k, k, Float64Array.from(members.flatMap((i) => members.map((j) => of.data[i * of.rows + j]))));
  return [...cholesky(own).solve(matrix(k, 1, b)).data];
}

function expectClose(found: Float64Array, expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 10));
}

describe('a factor that grows and shrinks', () => {
  it('solves the system of its members, whichever came and went', () => {
    const factor = growingCholesky(gram);
    const expectSystem = (members: readonly number[]): void => {
      expect(factor.members).toEqual(members);
      const b = Float64Array.from(members, (_, i) => 1 + i * i);
      expectClose(factor.solve(b), direct(gram, members, b));
      const across = Float64Array.from(members, (member) => gram.data[7 * COUNT + member]);
      expectClose(factor.combinationOf(7), direct(gram, members, across));
    };
    for (const member of [3, 0, 5, 6, 1]) expect(factor.append(member)).toBe(true);
    expectSystem([3, 0, 5, 6, 1]);
    factor.remove(1);
    expectSystem([3, 5, 6, 1]);
    factor.remove(0);
    expectSystem([5, 6, 1]);
    factor.append(2);
    expectSystem([5, 6, 1, 2]);
    factor.remove(3);
    expectSystem([5, 6, 1]);
  });

  it('takes no column that its members add up to, and says how they do', () => {
    const dependent = matrix(3, SIZE);
    dependent.data.set(rows.data.subarray(0, 2 * SIZE));
    for (let c = 0; c < SIZE; c++) dependent.data[2 * SIZE + c] = 2 * rows.data[c] - 3 * rows.data[SIZE + c];
    const factor = growingCholesky(gramOfRows(dependent));
    expect([0, 1, 2].map((member) => factor.append(member))).toEqual([true, true, false]);
    expect(factor.members).toEqual([0, 1]);
    expectClose(factor.combinationOf(2), [2, -3]);
    // Without one of the two it adds to the span.
    factor.remove(0);
    expect(factor.append(2)).toBe(true);
    expect(factor.members).toEqual([1, 2]);
    expectClose(factor.combinationOf(0), [1.5, 0.5]);
  });
});
