import type { Matrix } from '../linalg/index.ts';

/** Squared sine of the least angle between a column and the span of the others. */
const DEPENDENT = 1e-12;

/** The factor of K_SS = L Lᵀ for a set S that grows and shrinks by one index at a time, in k² steps for k of them. */
export interface GrowingCholesky {
  /** S, in the order of the rows of L. */
  readonly members: readonly number[];
  /** False, and nothing done, where the new column depends on those of the set. */
  append(index: number): boolean;
  /** Takes out the member at a position. */
  remove(position: number): void;
  /** K_SS⁻¹ b. */
  solve(b: Float64Array): Float64Array;
  /** K_SS⁻¹ K_Sj: the weights by which the columns of the set make that of j. */
  combinationOf(index: number): Float64Array;
}

/** @param gram K, symmetric and positive semidefinite, with 1 on its diagonal where an index may be appended */
export function growingCholesky(gram: Matrix): GrowingCholesky {
  const n = gram.rows;
  const members: number[] = [];
  /** Rows of L, each as long as its position + 1. */
  const rows: Float64Array[] = [];
  const across = (index: number): Float64Array => Float64Array.from(members, (member) => gram.data[index * n + member]);

  const forward = (b: Float64Array): Float64Array => {
    const x = Float64Array.from(b);
    for (let i = 0; i < x.length; i++) {
      const row = rows[i];
      let value = x[i];
      for (let k = 0; k < i; k++) value -= row[k] * x[k];
      x[i] = value / row[i];
    }
    return x;
  };
  const solve = (b: Float64Array): Float64Array => {
    const x = forward(b);
    for (let i = x.length - 1; i >= 0; i--) {
      const row = rows[i];
      const value = (x[i] /= row[i]);
      for (let k = 0; k < i; k++) x[k] -= row[k] * value;
    }
    return x;
  };
  const append = (index: number): boolean => {
    const own = gram.data[index * (n + 1)];
    const below = forward(across(index));
    const pivot = below.reduce((rest, value) => rest - value * value, own);
    if (!(pivot > DEPENDENT)) return false;
    const row = new Float64Array(members.length + 1);
    row.set(below);
    row[members.length] = Math.sqrt(pivot);
    members.push(index);
    rows.push(row);
    return true;
  };
  const remove = (position: number): void => {
    members.splice(position, 1);
    rows.splice(position, 1);
    // The rows below have an entry to the right of their diagonal now; rotations of two columns take it out.
    for (let i = position; i < rows.length; i++) {
      const [a, b] = [rows[i][i], rows[i][i + 1]];
      const length = Math.hypot(a, b);
      const [cosine, sine] = [a / length, b / length];
      for (let r = i; r < rows.length; r++) {
        const row = rows[r];
        const [left, right] = [row[i], row[i + 1]];
        row[i] = cosine * left + sine * right;
        row[i + 1] = cosine * right - sine * left;
      }
      rows[i] = rows[i].subarray(0, i + 1);
    }
  };
  return { members, append, remove, solve, combinationOf: (index) => solve(across(index)) };
}
