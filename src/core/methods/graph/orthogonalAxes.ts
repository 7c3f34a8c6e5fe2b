/**
 * Orthonormal axes that maximise a ratio of quadratic forms one after another, from all solutions of the generalised
 * eigenproblem: in their coordinates both forms are diagonal, and an axis orthogonal to k others takes k × k matrices.
 */
import {
  add,
  columns,
  diagonal,
  fixColumnSigns,
  gramOfColumns,
  joinColumns,
  matrix,
  multiply,
  orthonormalise,
  scaleColumns,
  scaleRows,
  symmetricEigen,
  transpose,
  type Eigen,
  type Matrix,
} from '../../linalg/index.ts';
import { unitColumns } from '../axisScaling.ts';

/** Rounding of a ratio, which is at most 1. */
const ROUNDING = 16 * Number.EPSILON;

/**
 * The number of axes after which the problem is reduced to the directions that are left. A reduction takes O(r³), an
 * axis O(r k² + k³) after k others.
 */
export function axesPerReduction(r: number): number {
  return Math.max(4, Math.round(r / 20));
}

/**
 * Orthonormal axes, each of which maximises aᵀ N a / aᵀ D a among the directions orthogonal to the previous axes.
 * @param solutions all of N v = λ D v, with Vᵀ D V = I and |λ| ≤ 1
 * @param first r × any number, orthonormal: maximisers that are taken first, where several are equally good
 * @returns vectors, r × count, and the ratio of every axis, descending
 */
export function orthogonalRatioAxes(solutions: Eigen, count: number, first: Matrix, between?: () => void): Eigen {
  let left = solutions;
  let last = columns(first, 0, Math.min(count, first.cols));
  let axes = last;
  const ratios = new Float64Array(count);
  ratios.set(solutions.values.subarray(0, last.cols));
  while (axes.cols < count) {
    if (last.cols > 0) left = orthogonalTo(left, last);
    const next = axesWithin(left, Math.min(count - axes.cols, axesPerReduction(solutions.values.length)), between);
    last = next.vectors;
    ratios.set(next.values, axes.cols);
    axes = joinColumns(axes, last);
  }
  const vectors = orthonormalise(axes);
  fixColumnSigns(vectors);
  return { values: ratios, vectors };
}

/** The solutions among the directions that are orthogonal to the axes. */
function orthogonalTo({ values, vectors }: Eigen, axes: Matrix): Eigen {
  // a = V b is orthogonal to an axis if b is to its Vᵀ a. With Λ + 2 I, whose eigenvalues are at least 1, the removed
  // directions have the eigenvalue 0 and come last.
  const removed = orthonormalise(multiply(vectors, axes, { transposeA: true }));
  const shifted = values.map((value) => value + 2);
  const along = scaleRows(removed, shifted);
  const within = multiply(removed, along, { transposeA: true });
  const half = add(along, multiply(removed, within), -0.5);
  const crossed = multiply(half, removed, { transposeB: true });
  const rest = symmetricEigen(add(add(diagonal(shifted), crossed, -1), transpose(crossed), -1));
  const count = values.length - axes.cols;
  return {
    values: rest.values.slice(0, count).map((value) => value - 2),
    vectors: multiply(vectors, columns(rest.vectors, 0, count)),
  };
}

/** The next axes, of length 1, with their ratios. */
function axesWithin({ values, vectors }: Eigen, count: number, between?: () => void): Eigen {
  const size = values.length;
  const moments = gramOfColumns(vectors);
  const ratios = new Float64Array(count);
  /** An axis is V b. */
  const coefficients = matrix(count, size);
  /** Vᵀ a of the axes a, one per row, orthonormal. */
  const taken = new Float64Array(count * size);
  for (let k = 0; k < count; k++) {
    between?.();
    const directions = matrix(k, size, taken.subarray(0, k * size));
    const { value, vector } = leadingOutside(values, directions, ratios[k - 1]);
    ratios[k] = value;
    coefficients.data.set(vector, k * size);
    taken.set(unitOutside(directions, times(moments, vector)), k * size);
  }
  return { values: ratios, vectors: unitColumns(multiply(vectors, coefficients, { transposeB: true })) };
}

/**
 * The leading eigenpair of diag(values) on the complement of the directions (rows, orthonormal), by inverse iteration
 * between bounds. With G(t) = T (Λ − t)⁻¹ Tᵀ, the number of eigenvalues above t is that of Λ less that of positive
 * eigenvalues of G(t), which proves that the pair leads.
 * @param values descending
 * @param most a bound of the eigenvalue
 */
function leadingOutside(
  values: Float64Array,
  directions: Matrix,
  most: number,
): { readonly value: number; readonly vector: Float64Array } {
  const { rows: k, cols: size } = directions;
  if (k === 0) return { value: values[0], vector: Float64Array.from(values, (_, i) => (i === 0 ? 1 : 0)) };
  let low = values[k];
  let high = most + ROUNDING;
  let vector = unitOutside(directions, new Float64Array(size).fill(1));
  for (let t = high; ;) {
    const inverse = values.map((value) => 1 / (value === t ? ROUNDING ** 2 : value - t));
    const g = symmetricEigen(multiply(scaleColumns(directions, inverse), directions, { transposeB: true }));
    const above = countAbove(values, t) - countAbove(g.values, 0);
    if (above > 0) low = Math.max(low, t);
    else high = t;
    for (let repeat = 0; repeat < 2; repeat++) {
      // (Λ − t) y + Tᵀ z = x and T y = 0.
      const solved = vector.map((value, i) => value * inverse[i]);
      const onSpectrum = combined(g.vectors, times(directions, solved));
      const z = times(
        g.vectors,
        onSpectrum.map((value, i) => value / (g.values[i] || ROUNDING ** 2)),
      );
      const constraint = combined(directions, z);
      vector = unitOutside(
        directions,
        solved.map((value, i) => value - constraint[i] * inverse[i]),
      );
    }
    const image = vector.map((value, i) => value * values[i]);
    const value = dot(vector, image);
    low = Math.max(low, value);
    if (high - value <= 2 * ROUNDING || high - low <= ROUNDING) return { value, vector };
    const outside = withoutAll(directions, image);
    t = value + Math.max(Math.sqrt(Math.max(0, dot(outside, outside) - value ** 2)), ROUNDING);
    if (above > 0 || t >= high) t = low + 0.5 * (high - low);
  }
}

function countAbove(values: Float64Array, bound: number): number {
  return values.reduce((count, value) => count + (value > bound ? 1 : 0), 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** A v. */
function times({ rows, cols, data }: Matrix, v: Float64Array): Float64Array {
  return Float64Array.from({ length: rows }, (_, k) => dot(data.subarray(k * cols, (k + 1) * cols), v));
}

/** Aᵀ v. */
function combined({ cols, data }: Matrix, v: Float64Array): Float64Array {
  const sum = new Float64Array(cols);
  v.forEach((value, k) => {
    for (let i = 0, at = k * cols; i < cols; i++, at++) sum[i] += value * data[at];
  });
  return sum;
}

/** The part of v that is orthogonal to the directions. */
function withoutAll(directions: Matrix, v: Float64Array): Float64Array {
  const inside = combined(directions, times(directions, v));
  return v.map((value, i) => value - inside[i]);
}

/** The same with length 1; directions are removed twice, the second time from what rounding left. */
function unitOutside(directions: Matrix, v: Float64Array): Float64Array {
  const once = withoutAll(directions, v);
  const size = Math.hypot(...once);
  const rest = withoutAll(
    directions,
    once.map((value) => value / size),
  );
  const length = Math.sqrt(dot(rest, rest));
  return rest.map((value) => value / length);
}
