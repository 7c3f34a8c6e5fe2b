/** Squared extrapolation of a slow iteration over subspaces: squarem.ts with orthonormal bases as parameters. */
import { add, multiply, orthonormalise, svd, type Matrix } from '../../../linalg/index.ts';

/** The bases that an iteration starts from, some of them extrapolated. */
export interface BasisPath {
  /** The basis to continue from after an iteration that resulted in `basis`. */
  readonly next: (basis: Matrix) => Matrix;
  /** The basis before the extrapolation that the last iteration started from; null: it was not extrapolated. */
  readonly fallback: () => Matrix | null;
}

/** Extrapolates from every three successive bases after the first `patience` iterations. */
export function extrapolatedPath(patience: number): BasisPath {
  let iterations = 0;
  let path: Matrix[] = [];
  let fallback: Matrix | null = null;
  return {
    next(basis) {
      fallback = null;
      iterations++;
      if (iterations < patience) return basis;
      path.push(basis);
      if (path.length < 3) return basis;
      const extrapolated = extrapolatedBasis(path[0], path[1], path[2]);
      path = [];
      if (extrapolated) fallback = basis;
      return extrapolated ?? basis;
    },
    fallback: () => fallback,
  };
}

/**
 * An orthonormal basis further along the path of three successive ones; null if the path does not slow down. Each is
 * first rotated within its span to be as close as possible to the first.
 */
export function extrapolatedBasis(first: Matrix, second: Matrix, third: Matrix): Matrix | null {
  const step = add(closestBasis(second, first), first, -1);
  const change = add(add(closestBasis(third, first), first, -1), step, -2);
  const alpha = -Math.hypot(...step.data) / Math.hypot(...change.data);
  // α = −1 is the third itself.
  if (!(alpha < -1) || !Number.isFinite(alpha)) return null;
  return orthonormalise(add(add(first, step, -2 * alpha), change, alpha * alpha));
}

/** The orthonormal basis of the same span that is closest to `reference`. */
function closestBasis(basis: Matrix, reference: Matrix): Matrix {
  const { u, v } = svd(multiply(basis, reference, { transposeA: true }));
  return multiply(basis, multiply(u, v, { transposeB: true }));
}
