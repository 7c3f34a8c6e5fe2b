/** Samples of matrix-variate factor analysis with planted loadings, as in the experiments of its paper. */
import { normalMatrix } from '../images/noise.ts';
import {
  gramOfColumns,
  matrix,
  matrixStack,
  multiply,
  scaleColumns,
  stackItem,
  symmetricEigen,
  transpose,
  type Matrix,
  type MatrixStack,
} from '../linalg/index.ts';
import type { Random } from '../random/stream.ts';
import { mean } from '../stats/describe.ts';

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
 * `count` rows of two Laplace variables, rotated by `angle` (radians): heavy tails along both axes. Draws are centred
 * and standardised, so their sample covariance (divisor `count`), not only that of the distribution, has exactly these
 * standard deviations along the two axes.
 */
export function correlatedLaplace(
  random: Random,
  count: number,
  deviations: readonly [number, number],
  angle: number,
): Matrix {
  const laplace = (): number => {
    const u = random.uniform() - 0.5;
    return -Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
  };
  const draws = matrix(
    count,
    2,
    Float64Array.from({ length: 2 * count }, () => laplace()),
  );
  const means = [0, 1].map((column) => mean(Array.from({ length: count }, (_, n) => draws.data[2 * n + column])));
  for (let offset = 0; offset < draws.data.length; offset++) draws.data[offset] -= means[offset % 2];
  // C^(−½) is the whitening that changes the draws least.
  const { values, vectors } = symmetricEigen(gramOfColumns(draws));
  const roots = values.map((value) => Math.sqrt(count / value));
  const standard = multiply(multiply(draws, scaleColumns(vectors, roots)), transpose(vectors));
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const axes = matrix(2, 2, Float64Array.of(cosine, sine, -sine, cosine));
  return multiply(scaleColumns(standard, deviations), axes);
}
