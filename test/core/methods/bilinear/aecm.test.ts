import { describe, expect, it } from 'vitest';
import { add, gramOfRows, identity, principalAngles, type Matrix } from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import type { Fit } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { paperModel, sampleMatrixNormal } from '../../../../src/core/synthetic/matrixNormal.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';

function covarianceOf(fit: Fit): Matrix {
  const mode = (loadings: 'C' | 'R', sigma2: 'sigma2c' | 'sigma2r') => {
    const factor = gramOfRows(parameterMatrix(fit, loadings));
    return add(factor, identity(factor.rows), fit.parameters[sigma2].data[0]);
  };
  return kronecker(mode('C', 'sigma2c'), mode('R', 'sigma2r'));
}

describe('AECM', () => {
  it('raises the exact likelihood in every iteration, measured with the dense Gaussian', () => {
    const { images } = plantedImages('aecm', 50, 5, 6, 2, 2);
    let last = -Infinity;
    for (let maxIterations = 1; maxIterations <= 3; maxIterations++) {
      const fit = fitOf(bppca, images, [2, 2], { algorithm: 'aecm', tolerance: 1e-15, maxIterations });
      const dense = denseLogDensities(images, fit.parameters.mean.data, covarianceOf(fit));
      const l = dense.reduce((sum, value) => sum + value, 0);
      expect(fit.trace[fit.trace.length - 1] / l).toBeCloseTo(1, 11);
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      expect(l).toBeGreaterThan(last);
      last = l;
    }
  });

  it('reaches the likelihood and the subspaces of CM from every start (Tables I and II of the paper)', () => {
    const images = sampleMatrixNormal(stream('aecm', 'tables'), 200, paperModel());
    const reference = fitOf(bppca, images, [3, 3]);
    for (let trial = 0; trial < 10; trial++) {
      for (const algorithm of ['cm', 'aecm']) {
        const settings = resolveSettings(bppca, { algorithm, start: 'random', tolerance: 1e-13 });
        const context = { random: stream('aecm', 'start', trial), checkCancelled: () => undefined };
        const fit = bppca.fit({ images, labels: null }, [3, 3], settings, context);
        expect(fit.logLikelihood!).toBeCloseTo(reference.logLikelihood!, 3);
        for (const loadings of ['C', 'R']) {
          const angles = principalAngles(parameterMatrix(fit, loadings), parameterMatrix(reference, loadings));
          expect(Math.max(...angles)).toBeLessThan(1e-4);
        }
      }
    }
  });

  it('takes tens of iterations where CM takes three (Fig. 3)', () => {
    const images = sampleMatrixNormal(stream('aecm', 'fig 3'), 500, paperModel());
    const settings = { start: 'random', restart: 'cold' };
    const cm = fitOf(bppca, images, [3, 3], { ...settings, algorithm: 'cm' });
    const aecm = fitOf(bppca, images, [3, 3], { ...settings, algorithm: 'aecm' });
    expect(cm.iterations).toBeLessThanOrEqual(4);
    expect(aecm.iterations).toBeGreaterThan(20);
    expect(aecm.iterations).toBeLessThan(200);
    expect(aecm.logLikelihood! / cm.logLikelihood!).toBeCloseTo(1, 3);
  });

  it('refuses a mode without noise', () => {
    const { images } = plantedImages('aecm', 20, 4, 3, 2, 2);
    expect(() => fitOf(bppca, images, [4, 2], { algorithm: 'aecm' })).toThrow(/needs noise in both modes/);
  });
});
