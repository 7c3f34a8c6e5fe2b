import { matrix, type Matrix } from '../linalg/index.ts';
import type { Random } from '../random/stream.ts';

/**
 * `count` rows of two independent Laplace variables with these standard deviations, rotated by `angle` (radians): heavy
 * tails along both axes.
 */
export function correlatedLaplace(
  random: Random,
  count: number,
  [first, second]: readonly [number, number],
  angle: number,
): Matrix {
  const laplace = (deviation: number): number => {
    const u = random.uniform() - 0.5;
    return (-deviation / Math.SQRT2) * Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
  };
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const points = matrix(count, 2);
  for (let n = 0; n < count; n++) {
    const [a, b] = [laplace(first), laplace(second)];
    points.data.set([cosine * a - sine * b, sine * a + cosine * b], 2 * n);
  }
  return points;
}
