import {
  add,
  cholesky,
  columns,
  identity,
  leadingEigen,
  matrix,
  multiply,
  orthonormalise,
  solveLower,
  solveLowerTransposed,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';

/**
 * Orthonormal axes of which each maximises aᵀ N a / aᵀ D a among those orthogonal to the axes before it, for symmetric
 * N with |aᵀ N a| ≤ aᵀ D a and positive definite D. Throws NotPositiveDefiniteError. O(r³) an axis.
 * @param first r × any number, orthonormal: maximisers that are taken first, where several are equally good
 * @returns vectors, r × count, and the ratio of every axis, descending
 */
export function orthogonalRatioAxes(
  n: Matrix,
  d: Matrix,
  count: number,
  first: Matrix,
  between?: () => void,
): { readonly vectors: Matrix; readonly ratios: Float64Array } {
  const r = n.rows;
  const { lower } = cholesky(d);
  // With b = Lᵀ a, D = L Lᵀ: bᵀ C b / bᵀ b for C = L⁻¹ N L⁻ᵀ, b orthogonal to L⁻¹ a of the axes before. C + I has no
  // negative eigenvalue, so that the directions that are taken away, with 0, never lead.
  let c = add(solveLower(lower, transpose(solveLower(lower, n))), identity(r));
  const taken: Float64Array[] = [];
  const axes = matrix(r, count);
  const ratios = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    between?.();
    const { values, vectors } = leadingEigen(c, 1);
    ratios[k] = values[0] - 1;
    const a =
      k < first.cols
        ? columns(first, k, k + 1)
        : solveLowerTransposed(lower, matrix(r, 1, withoutAll(vectors.data, taken)));
    const length = Math.hypot(...a.data);
    for (let i = 0; i < r; i++) axes.data[i * count + k] = a.data[i] / length;
    const direction = withoutAll(solveLower(lower, a).data, taken);
    const size = Math.hypot(...direction);
    const unit = direction.map((value) => value / size);
    taken.push(unit);
    c = withoutDirection(c, unit);
  }
  return { vectors: orthonormalise(axes), ratios };
}

/** The part of v that is orthogonal to the unit vectors, which are so to each other. */
function withoutAll(v: Float64Array, units: readonly Float64Array[]): Float64Array {
  const rest = v.slice();
  for (const unit of units) {
    let along = 0;
    for (let i = 0; i < rest.length; i++) along += unit[i] * rest[i];
    for (let i = 0; i < rest.length; i++) rest[i] -= along * unit[i];
  }
  return rest;
}

/** P C P with P = I − u uᵀ. */
function withoutDirection(c: Matrix, u: Float64Array): Matrix {
  const r = c.rows;
  const w = multiply(c, matrix(r, 1, u)).data;
  let along = 0;
  for (let i = 0; i < r; i++) along += u[i] * w[i];
  const result = matrix(r, r);
  for (let i = 0, at = 0; i < r; i++) {
    for (let j = 0; j < r; j++, at++) result.data[at] = c.data[at] - u[i] * w[j] - w[i] * u[j] + along * u[i] * u[j];
  }
  return result;
}
