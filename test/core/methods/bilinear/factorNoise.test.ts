import { describe, expect, it } from 'vitest';
import { add, diagonal, gramOfRows, matrixStack, scale } from '../../../../src/core/linalg/index.ts';
import { factorNoisePhopca } from '../../../../src/core/methods/bilinear/factorNoise.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';

const { images } = plantedImages('factor noise', 60, 6, 5, 2, 2);
const region = { noise: 'region', firstRow: 2, lastRow: 4, firstColumn: 2, lastColumn: 3, inside: 0.2, outside: 1 };

describe('PHOPCA with factor-analysis noise', () => {
  it.each([[{ noise: 'learned' }], [region], [{ ...region, noise: 'fixed' }]])(
    'raises the exact likelihood in every iteration, measured with the dense Gaussian: %o',
    (settings) => {
      let last = -Infinity;
      for (const maxIterations of [1, 2, 4, 8]) {
        const fit = fitOf(factorNoisePhopca, images, [2, 2], { ...settings, maxIterations, tolerance: 0 });
        expect(largestFall(fit.trace)).toBeLessThan(1e-12);
        const w = kronecker(parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'));
        const { Sigma0, Phi0, sigma2 } = fit.parameters;
        const noise = scale(kronecker(diagonal(Sigma0.data), diagonal(Phi0.data)), sigma2.data[0]);
        const dense = denseLogDensities(images, fit.parameters.mean.data, add(gramOfRows(w), noise));
        const l = dense.reduce((sum, value) => sum + value, 0);
        expect(fit.logLikelihood! / l).toBeCloseTo(1, 11);
        factorNoisePhopca.logLikelihood!(fit, images).forEach((value, n) => expect(value).toBeCloseTo(dense[n], 8));
        // Once converged, equal up to rounding.
        if (last > -Infinity) expect((l - last) / Math.abs(l)).toBeGreaterThan(-1e-13);
        last = l;
      }
    },
  );

  it('with equal levels everywhere is MVFA', () => {
    const fit = fitOf(factorNoisePhopca, images, [2, 2], { ...region, inside: 1, tolerance: 1e-12 });
    const reference = fitOf(mvfa, images, [2, 2], { tolerance: 1e-12 });
    expect(fit.logLikelihood! / reference.logLikelihood!).toBeCloseTo(1, 10);
  });

  it('learns which rows and columns are noisy', () => {
    const { images: clean } = plantedImages('noisy rows', 500, 6, 5, 2, 2, 0.3);
    const random = stream('noisy rows');
    const noisy = matrixStack(
      500,
      6,
      5,
      clean.data.map((value, i) => value + (Math.floor(i / 5) % 6 === 0 ? 2 * random.normal() : 0)),
    );
    const { Sigma0 } = fitOf(factorNoisePhopca, noisy, [2, 2], { tolerance: 1e-10 }).parameters;
    for (let i = 1; i < 6; i++) expect(Sigma0.data[0] / Sigma0.data[i] / (4.09 / 0.09)).toBeGreaterThan(0.8);
    for (let i = 1; i < 6; i++) expect(Sigma0.data[0] / Sigma0.data[i] / (4.09 / 0.09)).toBeLessThan(1.25);
  });

  it('reconstructs the region better and the rest worse than even noise does', () => {
    const error = (settings: Record<string, number | string>) => {
      const fit = fitOf(factorNoisePhopca, images, [1, 1], settings);
      const back = factorNoisePhopca.reconstruct!(fit, factorNoisePhopca.encode(fit, images));
      let [inside, outside] = [0, 0];
      back.data.forEach((value, i) => {
        const [row, column] = [Math.floor(i / 5) % 6, i % 5];
        const square = (value - images.data[i]) ** 2;
        if (row >= 1 && row <= 3 && column >= 1 && column <= 2) inside += square;
        else outside += square;
      });
      return { inside, outside };
    };
    const [focused, even] = [error({ ...region, inside: 0.02 }), error({ ...region, inside: 1 })];
    expect(focused.inside).toBeLessThan(even.inside);
    expect(focused.outside).toBeGreaterThan(even.outside);
  });
});
