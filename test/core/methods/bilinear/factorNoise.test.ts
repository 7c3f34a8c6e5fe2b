import { describe, expect, it } from 'vitest';
import { add, diagonal, gramOfRows, matrixStack, scale } from '../../../../src/core/linalg/index.ts';
import { boundedNoise } from '../../../../src/core/methods/bilinear/axisNoise.ts';
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

  // One difference image: whole rows and columns are explained in full. A floor that moved with the mean noise of the
  // rows let the likelihood fall by 1e-6 of its size, and the fit counted as converged.
  it.each([1, 2, 3, 4, 5, 6])(
    'never lowers the likelihood of two images, and says which noise it raised: draw %i',
    (draw) => {
      const two = plantedImages(`two ${draw}`, 2, 9, 8, 3, 3).images;
      const fit = fitOf(factorNoisePhopca, two, [3, 3], { starts: 1 });
      // Measured by the scale of the problem, as the likelihood passes near zero.
      const falls = fit.trace.slice(1).map((value, i) => fit.trace[i] - value);
      expect(Math.max(...falls)).toBeLessThan(1e-9 * Math.max(Math.abs(fit.logLikelihood!), two.data.length));
      expect(fit.warnings.join()).not.toContain('wrong direction');
      for (const [name, what] of [
        ['Sigma0', 'rows'],
        ['Phi0', 'columns'],
      ]) {
        const noise = fit.parameters[name].data;
        const [least, most] = [Math.min(...noise), Math.max(...noise)];
        expect(least / most).toBeGreaterThan(0.999e-3);
        const floored = noise.filter((value) => value < least * 1.000001 && least / most < 1.001e-3).length;
        const warned = fit.warnings.find(
          (text) => text.endsWith('no maximum.') && text.includes(` ${what} was raised`),
        );
        expect(warned === undefined ? 0 : Number(/of (\d+) /.exec(warned)![1])).toBe(floored);
      }
    },
  );
});

describe('noise variances with bounds', () => {
  const objective = (values: Float64Array, free: Float64Array) =>
    values.reduce((sum, value, i) => sum - Math.log(value) - free[i] / value, 0);

  it('are as they come where no bound acts', () => {
    const free = Float64Array.of(1, 0.3, 2);
    expect(boundedNoise(free, 0.1)).toEqual({ values: free, floored: 0 });
  });

  it('are the best of all that keep the ratio of 1e-3 and the geometric mean', () => {
    const random = stream('bounded noise');
    for (const [free, least] of [
      [[0, 0, 5, 3, 0.001], 1e-9],
      [[0, 1e-7, 1e-5, 2, 40, 30], 1e-9],
      [[1e-9, 2e-9, 0], 1e-3],
      [[4, 3, 0], 2],
      [[0, 0], 0.5],
    ] as const) {
      const given = Float64Array.from(free);
      const { values } = boundedNoise(given, least);
      const mean = (list: Float64Array) =>
        Math.exp(list.reduce((sum, value) => sum + Math.log(value), 0) / list.length);
      expect(Math.min(...values) / Math.max(...values)).toBeGreaterThan(1e-3 * (1 - 1e-12));
      expect(mean(values)).toBeGreaterThan(least * (1 - 1e-12));
      const best = objective(values, given);
      for (let trial = 0; trial < 2000; trial++) {
        const size = 10 ** (-6 * random.uniform());
        let other = values.map((value) => value * Math.exp(size * random.normal()));
        const floor = 1e-3 * Math.max(...other);
        other = other.map((value) => Math.max(value, floor));
        const lift = Math.max(1, least / mean(other));
        expect(
          objective(
            other.map((value) => value * lift),
            given,
          ),
        ).toBeLessThanOrEqual(best + 1e-9 * Math.abs(best));
      }
    }
  });
});
