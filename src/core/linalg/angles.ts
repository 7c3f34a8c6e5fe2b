/** Principal angles and arc lengths between subspaces. */
import type { Matrix } from './matrix.ts';
import { add, multiply, shapeOf } from './products.ts';
import { orthonormalise } from './factorisations/qr.ts';
import { svd } from './factorisations/svd.ts';

/**
 * The min(p, q) principal angles in radians, ascending, between the column spans of A (d × p) and B (d × q), both of
 * full column rank. Angles below 45° come from sines, the others from cosines (Björck and Golub 1973), so that an
 * angle of 1e-12 is accurate where arccos would give 1e-8. Throws RangeError when the rows differ.
 */
export function principalAngles(a: Matrix, b: Matrix): Float64Array {
  if (a.rows !== b.rows)
    throw new RangeError(`principalAngles: columns differ in length, ${shapeOf(a)} and ${shapeOf(b)}`);
  if (a.cols < b.cols) return principalAngles(b, a);
  const qa = orthonormalise(a);
  const qb = orthonormalise(b);
  const cross = multiply(qa, qb, { transposeA: true });
  const cosines = svd(cross).values;
  const sines = svd(add(qb, multiply(qa, cross), -1)).values;
  const last = cosines.length - 1;
  return cosines.map((cosine, i) =>
    cosine * cosine < 0.5 ? Math.acos(cosine) : Math.asin(Math.min(1, sines[last - i])),
  );
}

/** Arc length between the column spans of A and B, √Σ θ² over their principal angles, in radians. Throws as they do. */
export function arcLength(a: Matrix, b: Matrix): number {
  return Math.sqrt(principalAngles(a, b).reduce((sum, angle) => sum + angle * angle, 0));
}

/**
 * The same between the spans of R ⊗ C and R' ⊗ C' without these products: the cosines of their angles are the products
 * of those of the modes, cos θ = cos α cos β. Sines keep small angles accurate.
 */
export function kroneckerArcLength(
  [c, r]: readonly [Matrix, Matrix],
  [trueC, trueR]: readonly [Matrix, Matrix],
): number {
  let sum = 0;
  const rowAngles = principalAngles(r, trueR);
  for (const alpha of principalAngles(c, trueC)) {
    for (const beta of rowAngles) {
      const [a, b] = [Math.sin(alpha) ** 2, Math.sin(beta) ** 2];
      sum += Math.asin(Math.min(1, Math.sqrt(a + b - a * b))) ** 2;
    }
  }
  return Math.sqrt(sum);
}
