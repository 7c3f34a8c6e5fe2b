/** Brute-force counterparts of the structured computations, for small sizes. */
import {
  add,
  cholesky,
  gramOfRows,
  identity,
  kronecker,
  matrix,
  matrixStack,
  multiply,
  scale,
  stackItem,
  type Matrix,
  type MatrixStack,
} from '../../../../src/core/linalg/index.ts';
import type { Fit, Method, ParameterValue } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';

export { kronecker };

/** (C Cᵀ) ⊗ (R Rᵀ) + σ² I: the covariance of the pixels row by row. */
export function denseCovariance(c: Matrix, r: Matrix, sigma2: number): Matrix {
  const factor = kronecker(c, r);
  return add(gramOfRows(factor), identity(factor.rows), sigma2);
}

/** ln N(x; μ, Σ) of every image, pixels row by row. */
export function denseLogDensities(images: MatrixStack, mean: Float64Array, covariance: Matrix): number[] {
  const factor = cholesky(covariance);
  const d = covariance.rows;
  return Array.from({ length: images.count }, (_, n) => {
    const x = matrix(
      d,
      1,
      stackItem(images, n).data.map((value, i) => value - mean[i]),
    );
    const square = multiply(x, factor.solve(x), { transposeA: true }).data[0];
    return -0.5 * (d * Math.log(2 * Math.PI) + factor.logDeterminant + square);
  });
}

/** N images C Z Rᵀ + σ E with seeded loadings of full rank. */
export function plantedImages(
  seed: string,
  count: number,
  rows: number,
  cols: number,
  qc: number,
  qr: number,
  sigma = 0.5,
): { images: MatrixStack; c: Matrix; r: Matrix } {
  const random = stream(seed);
  const normal = (m: number, n: number) =>
    matrix(
      m,
      n,
      Float64Array.from({ length: m * n }, () => random.normal()),
    );
  const [c, r] = [normal(rows, qc), normal(cols, qr)];
  const images = matrixStack(count, rows, cols);
  for (let n = 0; n < count; n++) {
    const signal = multiply(multiply(c, normal(qc, qr)), r, { transposeB: true });
    const noise = scale(normal(rows, cols), sigma);
    stackItem(images, n).data.set(signal.data.map((value, i) => value + noise.data[i] + 3));
  }
  return { images, c, r };
}

export function fitOf(
  method: Method,
  images: MatrixStack,
  latent: readonly number[],
  settings: Record<string, ParameterValue> = {},
  labels: Int32Array | null = null,
): Fit {
  return method.fit({ images, labels }, latent, resolveSettings(method, settings), {
    random: stream('test', method.id),
    checkCancelled: () => undefined,
  });
}

export function parameterMatrix(fit: Fit, name: string): Matrix {
  const { shape, data } = fit.parameters[name];
  return { rows: shape[0], cols: shape[1] ?? 1, data };
}

/** Largest fall between neighbours of a trace that should rise, relative to its last entry; 0 when it never falls. */
export function largestFall(trace: readonly number[]): number {
  const scale = Math.abs(trace[trace.length - 1]);
  return Math.max(0, ...trace.slice(1).map((value, i) => (trace[i] - value) / scale));
}
