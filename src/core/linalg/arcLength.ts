/** Arc length between subspaces: √Σ θ² over their principal angles, in radians. */
import { principalAngles } from './angles.ts';
import type { Matrix } from './matrix.ts';

/** Between the column spans of A and B. Throws RangeError when the rows differ. */
export function arcLength(a: Matrix, b: Matrix): number {
  return Math.sqrt(principalAngles(a, b).reduce((sum, angle) => sum + angle * angle, 0));
}

/**
 * Between the spans of R ⊗ C and R' ⊗ C' without these products: the cosines of their angles are the products of those
 * of the modes, cos θ = cos α cos β. Sines keep small angles accurate.
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
