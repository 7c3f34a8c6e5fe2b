import { describe, expect, it } from 'vitest';
import {
  columns,
  gramOfColumns,
  identity,
  leadingOfOperator,
  matrix,
  multiply,
  orthonormalise,
  scaleColumns,
  suitsOperator,
  symmetricEigen,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { gap, randomMatrix } from '../support.ts';

const n = 600;
const ε = Number.EPSILON;

/** V diag(λ) Vᵀ with random orthonormal V, exactly symmetric. */
function withSpectrum(values: readonly number[], seed: number): Matrix {
  const v = orthonormalise(randomMatrix(values.length, values.length, seed));
  const a = multiply(scaleColumns(v, Float64Array.from(values)), v, { transposeB: true });
  for (let i = 0; i < a.rows; i++) for (let j = 0; j < i; j++) a.data[j * a.rows + i] = a.data[i * a.rows + j];
  return a;
}

const spectrum = (value: (i: number) => number): number[] =>
  Array.from({ length: n }, (_, i) => value(i)).sort((a, b) => b - a);

const operatorOf = (a: Matrix) => ({ order: a.rows, apply: (v: Matrix) => multiply(a, v) });

/** ‖U Uᵀ − V Vᵀ‖ by its largest entry. */
const projectorGap = (u: Matrix, v: Matrix): number =>
  gap(multiply(u, u, { transposeB: true }), multiply(v, v, { transposeB: true }));

const settling: readonly (readonly [string, number, readonly number[]])[] = [
  ['falling like i^-1.5', 12, spectrum((i) => (1 + i) ** -1.5)],
  ['falling like 1 / i', 8, spectrum((i) => 1 / (1 + i))],
  ['a few large over noise', 6, spectrum((i) => (i < 6 ? 20 - i : 1 + i / n))],
  ['repeated at the top', 8, spectrum((i) => (i < 3 ? 50 : i < 6 ? 20 : 1 / (1 + i)))],
  ['repeated across the cut', 8, spectrum((i) => (i < 5 ? 9 - i : i < 10 ? 3 : 1 / (1 + i)))],
  ['clustered to 1e-9', 10, spectrum((i) => (i < 12 ? 5 + 1e-9 * i : 1 / (1 + i)))],
  ['graded over twelve decades', 10, spectrum((i) => 10 ** (-i / 5))],
  ['of rank 20', 18, spectrum((i) => (i < 20 ? 20 - i : 0))],
  ['huge', 6, spectrum((i) => 1e140 / (1 + i) ** 2)],
];

describe('leading eigenpairs of an operator by its products', () => {
  it.each(settling)('are those of the full decomposition: %s', (_, k, values) => {
    const a = withSpectrum(values, 3);
    const found = leadingOfOperator(operatorOf(a), k)!;
    expect(found).not.toBeNull();
    const all = symmetricEigen(a);
    const norm = all.values[0];
    for (let i = 0; i < k; i++) expect(Math.abs(found.values[i] - all.values[i])).toBeLessThan(n * ε * norm);
    expect(gap(gramOfColumns(found.vectors), identity(k))).toBeLessThan(n * ε);
    const residual = gap(multiply(a, found.vectors), scaleColumns(found.vectors, found.values));
    expect(residual / norm).toBeLessThan(n * ε);
    if ((all.values[k - 1] - all.values[k]) / norm > 1e-3) {
      expect(projectorGap(found.vectors, columns(all.vectors, 0, k))).toBeLessThan(1e-10);
    }
  });

  it('needs products with far fewer vectors than the order', () => {
    const a = withSpectrum(
      spectrum((i) => (1 + i) ** -2),
      4,
    );
    let products = 0;
    const apply = (v: Matrix): Matrix => {
      products += v.cols;
      return multiply(a, v);
    };
    expect(leadingOfOperator({ order: n, apply }, 10)).not.toBeNull();
    expect(products).toBeLessThan(n / 4);
  });

  it('gives up on a spectrum without a gap', () => {
    const a = withSpectrum(
      spectrum((i) => 1 - i / n),
      5,
    );
    expect(leadingOfOperator(operatorOf(a), 6)).toBeNull();
  });

  it('returns all copies of an eigenvalue that is repeated far more often than the block is wide, or nothing', () => {
    const copies = (count: number) =>
      withSpectrum(
        spectrum((i) => (i < count ? 1000 : 1 / (1 + i))),
        6,
      );
    expect(leadingOfOperator(operatorOf(copies(14)), 14)!.values.every((value) => Math.abs(value - 1000) < 1e-9)).toBe(
      true,
    );
    const found = leadingOfOperator(operatorOf(copies(30)), 16);
    expect(found === null || found.values.every((value) => Math.abs(value - 1000) < 1e-9)).toBe(true);
  });

  it('sees an eigenvector that its start is orthogonal to', () => {
    const v = orthonormalise(randomMatrix(n, n, 7));
    let start: Matrix | null = null;
    const record = (block: Matrix): Matrix => {
      start ??= block;
      return scaleColumns(block, new Float64Array(block.cols).fill(1));
    };
    leadingOfOperator({ order: n, apply: record }, 2);
    // u: a random direction outside the first block; S has it as an eigenvector, and the iteration never meets it.
    const hidden = columns(v, 0, 1);
    const inside = multiply(start!, multiply(start!, hidden, { transposeA: true }));
    const u = orthonormalise(
      matrix(
        n,
        1,
        hidden.data.map((value, i) => value - inside.data[i]),
      ),
    );
    const without = (w: Matrix): Matrix => {
      const along = multiply(u, multiply(u, w, { transposeA: true }));
      return matrix(
        n,
        w.cols,
        w.data.map((value, i) => value - along.data[i]),
      );
    };
    const base = withSpectrum(
      spectrum((i) => 100 / (1 + i) ** 2),
      8,
    );
    const operator = (weight: number) => ({
      order: n,
      apply: (w: Matrix): Matrix => {
        const part = without(multiply(base, without(w)));
        const along = multiply(u, multiply(u, w, { transposeA: true }));
        return matrix(
          n,
          w.cols,
          part.data.map((value, i) => value + weight * along.data[i]),
        );
      },
    });
    // Below the five that are wanted, and among them.
    for (const weight of [1, 15]) {
      const exact = symmetricEigen(operator(weight).apply(identity(n))).values;
      const found = leadingOfOperator(operator(weight), 5)!.values;
      for (let i = 0; i < 5; i++) expect(found[i]).toBeCloseTo(exact[i], 9);
    }
  });

  it('gives the same bits in every call', () => {
    const a = withSpectrum(
      spectrum((i) => (1 + i) ** -1.5),
      9,
    );
    const [once, again] = [leadingOfOperator(operatorOf(a), 7)!, leadingOfOperator(operatorOf(a), 7)!];
    expect(again.values).toEqual(once.values);
    expect(again.vectors.data).toEqual(once.vectors.data);
  });

  it('gives up on zero at once', () => {
    let calls = 0;
    const apply = (v: Matrix): Matrix => {
      calls++;
      return matrix(v.rows, v.cols);
    };
    expect(leadingOfOperator({ order: n, apply }, 6)).toBeNull();
    expect(calls).toBeLessThan(4);
  });

  it('is for few pairs of large operators', () => {
    expect([suitsOperator(999, 1), suitsOperator(1024, 32), suitsOperator(1024, 33), suitsOperator(4096, 40)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
