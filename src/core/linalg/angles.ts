/** Principal angles between subspaces. */
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
