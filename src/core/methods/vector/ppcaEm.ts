import { asVectors, centreImages, meanImage, type ImageSet } from '../../images/imageSet.ts';
import {
  add,
  cholesky,
  gramOfColumns,
  innerProduct,
  matrix,
  multiply,
  scale,
  scaleColumns,
  svd,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import { watchObjective } from '../bilinear/iteration/iteration.ts';
import { iterationTimes } from '../iterationTimes.ts';
import type { ArrayKinds } from '../learnedArrays.ts';
import type { Learned } from '../declareMethod.ts';
import type { StopSettings } from '../probabilisticSettings.ts';
import { FitError, type FitContext } from '../method.ts';
import { LIKELIHOOD } from '../sharedDeclarations.ts';

export const PPCA_ARRAYS = {
  mean: 'matrix',
  C: 'matrix',
  sigma2: 'scalar',
  U: 'matrix',
  eigenvalues: 'vector',
  imputed: 'stack?',
} as const satisfies ArrayKinds;

/**
 * PPCA by EM (Tipping, Bishop 1999, appendix B; Zhao, Yu, Kwok 2012, section II-A), O(N d q) per iteration, from
 * C ~ N(0, s²), σ² = s² with s² the mean pixel variance. The prior of z is widened to N(0, Γ) in the M-step
 * (Liu, Rubin, Wu 1998). The fit is rotated to the closed form's axes: parameters as in ppca.ts. The trace holds the
 * exact log-likelihood.
 */
export function fitByEm(
  images: ImageSet,
  q: number,
  { tolerance, maxIterations }: StopSettings,
  context: FitContext,
): Learned<typeof PPCA_ARRAYS> {
  const mean = meanImage(images);
  const x = asVectors(centreImages(images, mean));
  const [count, d] = [x.rows, x.cols];
  const energy = innerProduct(x, x);
  if (energy === 0) throw new FitError('PPCA: all training images are equal.');
  const variance = energy / (count * d);
  let sigma2 = variance;
  let c = matrix(
    d,
    q,
    Float64Array.from({ length: d * q }, () => Math.sqrt(variance) * context.random.normal()),
  );
  const watch = watchObjective('PPCA', 'log-likelihood', 'maximise');
  const trace: number[] = [];
  const times = iterationTimes(context);
  let converged = false;
  let state = expectation(x, c, sigma2, energy);
  let previous = state.logLikelihood;
  do {
    context.checkCancelled();
    const moment = add(gramOfColumns(state.means), state.covariance, count);
    const cross = multiply(x, state.means, { transposeA: true });
    c = transpose(cholesky(moment).solve(transpose(cross)));
    sigma2 = Math.max((energy - innerProduct(c, cross)) / (count * d), 1e-14 * variance);
    c = multiply(c, cholesky(scale(moment, 1 / count)).lower);
    state = expectation(x, c, sigma2, energy);
    watch.step(state.logLikelihood, count * d);
    trace.push(state.logLikelihood);
    times.mark();
    const change = Math.abs(state.logLikelihood - previous);
    converged = change <= tolerance * Math.max(Math.abs(state.logLikelihood), count * d);
    previous = state.logLikelihood;
  } while (!converged && trace.length < maxIterations);
  const { u, values } = svd(c);
  return {
    arrays: {
      mean,
      C: scaleColumns(u, values),
      sigma2,
      U: u,
      eigenvalues: values.map((value) => value * value + sigma2),
    },
    trace,
    ...times.kept(),
    objective: LIKELIHOOD,
    iterations: trace.length,
    converged,
    logLikelihood: previous,
    warnings: watch.warnings(),
  };
}

/** E[z_n | x_n] as rows, their common covariance σ² M⁻¹, and the log-likelihood, by M = CᵀC + σ² I. */
function expectation(
  x: Matrix,
  c: Matrix,
  sigma2: number,
  energy: number,
): { means: Matrix; covariance: Matrix; logLikelihood: number } {
  const [count, d, q] = [x.rows, x.cols, c.cols];
  const m = gramOfColumns(c);
  for (let i = 0; i < q; i++) m.data[i * q + i] += sigma2;
  const factor = cholesky(m);
  const projected = multiply(x, c);
  const inverse = factor.inverse();
  const means = multiply(projected, inverse);
  return {
    means,
    covariance: scale(inverse, sigma2),
    logLikelihood:
      -0.5 *
      (count * (d * Math.log(2 * Math.PI) + factor.logDeterminant + (d - q) * Math.log(sigma2)) +
        (energy - innerProduct(projected, means)) / sigma2),
  };
}
