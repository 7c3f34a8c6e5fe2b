import { describe, expect, it } from 'vitest';
import {
  cholesky,
  matrix,
  matrixStack,
  multiply,
  principalAngles,
  stackItem,
} from '../../../../src/core/linalg/index.ts';
import { logGamma } from '../../../../src/core/stats/distributions/logGamma.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { robustPhopca } from '../../../../src/core/methods/bilinear/robustPhopca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseCovariance, fitOf, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';

const { images, c, r } = plantedImages('robust', 90, 6, 5, 2, 2, 0.4);

/** The planted images with the last 9 replaced by strong noise. */
function spoiled() {
  const random = stream('outliers');
  const data = images.data.map((value, i) => (i >= 81 * 30 ? 40 * random.normal() : value));
  return matrixStack(90, 6, 5, data);
}

describe('robust PHOPCA', () => {
  it('raises the exact t likelihood in every iteration, measured with the dense scatter', () => {
    const some = spoiled();
    let last = -Infinity;
    for (const maxIterations of [1, 2, 4, 8, 16]) {
      const fit = fitOf(robustPhopca, some, [2, 2], { maxIterations, tolerance: 0 });
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      const nu = fit.parameters.nu.data[0];
      const factor = cholesky(
        denseCovariance(parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'), fit.parameters.sigma2.data[0]),
      );
      let l = 0;
      for (let n = 0; n < 90; n++) {
        const x = matrix(
          30,
          1,
          stackItem(some, n).data.map((value, i) => value - fit.parameters.mean.data[i]),
        );
        const delta = multiply(x, factor.solve(x), { transposeA: true }).data[0];
        l +=
          logGamma((nu + 30) / 2) -
          logGamma(nu / 2) -
          15 * Math.log(nu * Math.PI) -
          0.5 * factor.logDeterminant -
          0.5 * (nu + 30) * Math.log(1 + delta / nu);
      }
      expect(fit.logLikelihood! / l).toBeCloseTo(1, 11);
      expect(l).toBeGreaterThan(last);
      last = l;
    }
  });

  it('down-weights outliers and keeps the planted subspaces that MVFA loses', () => {
    const some = spoiled();
    const fit = fitOf(robustPhopca, some, [2, 2]);
    const weights = fit.parameters.weights.data;
    expect(Math.max(...weights.subarray(81))).toBeLessThan(0.1 * Math.min(...weights.subarray(0, 81)));
    const angle = (fitted: ReturnType<typeof fitOf>) =>
      Math.max(
        ...principalAngles(parameterMatrix(fitted, 'C'), c),
        ...principalAngles(parameterMatrix(fitted, 'R'), r),
      );
    expect(angle(fit)).toBeLessThan(0.15);
    expect(angle(fitOf(mvfa, some, [2, 2]))).toBeGreaterThan(0.3);
  });

  it('becomes MVFA as ν grows', () => {
    const fit = fitOf(robustPhopca, images, [2, 2], { degrees: 1e6, estimateDegrees: false, tolerance: 1e-12 });
    const reference = fitOf(mvfa, images, [2, 2], { tolerance: 1e-12 });
    expect(fit.logLikelihood! / reference.logLikelihood!).toBeCloseTo(1, 4);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'C'), parameterMatrix(reference, 'C')))).toBeLessThan(1e-3);
  });
});
