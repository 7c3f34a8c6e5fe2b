/** Samples of matrix-variate factor analysis with planted loadings, as in the experiments of its paper. */
import { normalMatrix } from '../images/noise.ts';
import { matrixStack, multiply, stackItem, type Matrix, type MatrixStack, matrix } from '../linalg/index.ts';
import type { Random } from '../random/stream.ts';

export interface MatrixFactorSample {
  readonly images: MatrixStack;
  /** U, rows × q_c, standard normal. */
  readonly u: Matrix;
  /** V, cols × q_r, standard normal. */
  readonly v: Matrix;
}

/**
 * `count` images U Z Vᵀ + E with standard normal U, V, Z and E (Xie, Yan, Kwok, Huang 2008, eq. (2), section VI-A), of
 * size × size with latent q × q.
 */
export function sampleMatrixFactors(random: Random, count: number, size: number, q: number): MatrixFactorSample {
  const normal = (rows: number, cols: number): Matrix => normalMatrix(rows, cols, random);
  const [u, v] = [normal(size, q), normal(size, q)];
  const images = matrixStack(count, size, size);
  for (let n = 0; n < count; n++) {
    const signal = multiply(multiply(u, normal(q, q)), v, { transposeB: true });
    stackItem(images, n).data.set(signal.data.map((value) => value + random.normal()));
  }
  return { images, u, v };
}

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
