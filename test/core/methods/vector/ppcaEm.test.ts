import { describe, expect, it } from 'vitest';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { add, gramOfRows, identity, principalAngles } from '../../../../src/core/linalg/index.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseLogDensities, fitOf, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const { images } = plantedImages('ppca em', 60, 4, 3, 2, 2);

describe('PPCA by EM', () => {
  it.each([
    ['more images than pixels', plantedImages('ppca em', 60, 4, 3, 2, 2).images],
    ['more pixels than images', plantedImages('ppca em', 20, 9, 8, 2, 2).images],
  ])('ends at the closed form: %s', (_title, some) => {
    const closed = fitOf(ppca, some, [3]);
    const em = fitOf(ppca, some, [3], { algorithm: 'em', tolerance: 1e-15, maxIterations: 20_000 });
    expect(em.logLikelihood! / closed.logLikelihood!).toBeCloseTo(1, 10);
    expect(em.parameters.sigma2.data[0] / closed.parameters.sigma2.data[0]).toBeCloseTo(1, 6);
    expect(Math.max(...principalAngles(parameterMatrix(em, 'U'), parameterMatrix(closed, 'U')))).toBeLessThan(1e-5);
    em.parameters.eigenvalues.data.forEach((value, i) =>
      expect(value / closed.parameters.eigenvalues.data[i]).toBeCloseTo(1, 6),
    );
  });

  it('raises the exact likelihood in every iteration, measured with the dense Gaussian', () => {
    let last = -Infinity;
    for (let maxIterations = 1; maxIterations <= 8; maxIterations++) {
      const fit = fitOf(ppca, images, [2], { algorithm: 'em', tolerance: 0, maxIterations });
      expect(largestFall(fit.trace)).toBe(0);
      const covariance = add(gramOfRows(parameterMatrix(fit, 'C')), identity(12), fit.parameters.sigma2.data[0]);
      const l = denseLogDensities(images, fit.parameters.mean.data, covariance).reduce((sum, value) => sum + value, 0);
      expect(fit.logLikelihood! / l).toBeCloseTo(1, 11);
      expect(l).toBeGreaterThan(last);
      last = l;
    }
  });

  it('gives a study the predictions of the closed form', () => {
    const labels = Int32Array.from({ length: 60 }, (_, n) => n % 6);
    const input = (algorithm: string) => ({
      images,
      labels,
      train: Int32Array.from({ length: 36 }, (_, n) => n),
      test: Int32Array.from({ length: 24 }, (_, n) => 36 + n),
      shapes: [[1], [3]],
      settings: resolveSettings(ppca, { algorithm, tolerance: 1e-15, maxIterations: 20_000 }),
      context: { random: stream('ppca em'), checkCancelled: () => undefined },
      gram: () => gramOfRows(asVectors(images)),
    });
    const [closed, em] = [evaluateShapes(ppca, input('closed')), evaluateShapes(ppca, input('em'))];
    expect([...em.nearest]).toEqual([...closed.nearest]);
    expect([closed.fits, em.fits]).toEqual([1, 2]);
    expect(em.iterations.every((count) => count > 1)).toBe(true);
  });

  it('reconstructs by projection or by the posterior mean, which is the shorter', () => {
    const length = (reconstruction: string) => {
      const fit = fitOf(ppca, images, [3], { reconstruction });
      const back = ppca.reconstruct!(fit, ppca.encode(fit, images));
      return back.data.reduce((sum, value, i) => sum + (value - fit.parameters.mean.data[i % 12]) ** 2, 0);
    };
    expect(length('posterior')).toBeLessThan(length('orthogonal'));
  });
});
