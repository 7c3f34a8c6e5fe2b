/** Images drawn from fitted densities have the moments of these densities. */
import { describe, expect, it } from 'vitest';
import { asVectors, centreImages, meanImage } from '../../../src/core/images/imageSet.ts';
import {
  cholesky,
  gramOfColumns,
  matrix,
  matrixStack,
  multiply,
  scale,
  stackItem,
  type Matrix,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { readArrays } from '../../../src/core/methods/learnedArrays.ts';
import { FitError, type Fit, type Method, type Settings } from '../../../src/core/methods/method.ts';
import { findMethod, methods } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { gamma } from '../../../src/core/random/sampling.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { denseCovariance, plantedImages } from './support/dense.ts';

const [ROWS, COLS] = [4, 3];
const PIXELS = ROWS * COLS;
const DRAWN = 20_000;
/** Five standard errors of a sample covariance in units of the true one. */
const NEAR = 5 * Math.sqrt(2 / DRAWN);

function fitted(method: Method, settings: Settings = {}, images = plantedImages('draws', 60, ROWS, COLS, 2, 1).images) {
  const latent = method.latentKind === 'matrix' ? [2, 1] : [1];
  const context = { random: stream('draws', method.id), checkCancelled: () => undefined };
  const all = resolveSettings(method, settings);
  return method.fit({ images, labels: null }, latent, all, context);
}

/** −∂² ln p / ∂x_i ∂x_j at the mean: the inverse covariance of a normal density, whose logarithm is quadratic. */
function precisionOf(method: Method, fit: Fit) {
  const mean = readArrays({ mean: 'matrix' }, fit).mean.data;
  const step = 1;
  const places: number[][] = [[]];
  for (let i = 0; i < PIXELS; i++) places.push([i]);
  for (let i = 0; i < PIXELS; i++) for (let j = 0; j <= i; j++) places.push([i, j]);
  const x = matrixStack(places.length, ROWS, COLS);
  places.forEach((at, n) => {
    const one = stackItem(x, n).data;
    one.set(mean);
    for (const i of at) one[i] += step;
  });
  const values = method.logLikelihood!(fit, x);
  const precision = matrix(PIXELS, PIXELS);
  for (let i = 0, n = PIXELS + 1; i < PIXELS; i++) {
    for (let j = 0; j <= i; j++, n++) {
      const second = (values[n] - values[1 + i] - values[1 + j] + values[0]) / (step * step);
      precision.data[i * PIXELS + j] = precision.data[j * PIXELS + i] = -second;
    }
  }
  return precision;
}

function covarianceOf(images: MatrixStack, mean: Float64Array) {
  const centred = asVectors(centreImages(images, matrix(ROWS, COLS, mean)));
  return scale(gramOfColumns(centred), 1 / images.count);
}

/** Greatest entry of Lᵀ S L − I with L Lᵀ the precision: 0 where S is the covariance. */
function deviation(precision: Matrix, fit: Fit, images: MatrixStack): number {
  const { lower } = cholesky(precision);
  const seen = covarianceOf(images, readArrays({ mean: 'matrix' }, fit).mean.data);
  const white = multiply(multiply(lower, seen, { transposeA: true }), lower);
  return Math.max(...white.data.map((value, at) => Math.abs(value - (at % (PIXELS + 1) === 0 ? 1 : 0))));
}

const declares = ({ parameters }: Method, name: string): boolean => parameters.some((each) => each.name === name);
/** Densities that are one normal distribution: neither a mixture nor one with degrees of freedom. */
const normal = methods.filter((method) => method.sample && !method.components && !declares(method, 'degrees'));

describe('images drawn from a density', () => {
  it('are declared by every method that has a density', () => {
    for (const { id, logLikelihood, sample } of methods) {
      expect(`${id}: ${sample !== undefined}`).toBe(`${id}: ${logLikelihood !== undefined}`);
    }
  });

  it.each(normal.map((method) => [method.id, method] as const))(
    'have the covariance of the density: %s',
    (_, method) => {
      const fit = fitted(method, declares(method, 'planes') ? { planes: 1 } : {});
      const { images, means } = method.sample!(fit, DRAWN, stream('drawn', method.id));
      expect(deviation(precisionOf(method, fit), fit, images)).toBeLessThan(NEAR);
      const off = meanImage(images).data.map((value, i) => value - readArrays({ mean: 'matrix' }, fit).mean.data[i]);
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.1);
      if (means) {
        // The means lie in the span of the model: their covariance is that of the images less the noise.
        const [all, some] = [images, means].map((set) =>
          covarianceOf(set, readArrays({ mean: 'matrix' }, fit).mean.data),
        );
        for (let i = 0; i < PIXELS; i++) {
          expect(some.data[i * (PIXELS + 1)]).toBeLessThan(all.data[i * (PIXELS + 1)] * (1 + NEAR));
        }
      }
    },
  );

  it('have the heavier covariance ν / (ν − 2) Σ where the density is a t distribution', () => {
    const method = findMethod('phopca-t')!;
    const fit = fitted(method, { degrees: 12, estimateDegrees: false });
    const nu = readArrays({ nu: 'scalar' }, fit).nu;
    const { images } = method.sample!(fit, DRAWN, stream('drawn', method.id));
    const scatter = denseCovariance(
      readArrays({ C: 'matrix' }, fit).C,
      readArrays({ R: 'matrix' }, fit).R,
      readArrays({ sigma2: 'scalar' }, fit).sigma2,
    );
    const precision = scale(cholesky(scatter).inverse(), (nu - 2) / nu);
    expect(deviation(precision, fit, images)).toBeLessThan(2 * NEAR);
  });

  it('come from the components of a mixture by their weights', () => {
    const parts = [0, 40].map((shift, k) => {
      const { images } = plantedImages(`part ${k}`, k === 0 ? 60 : 20, ROWS, COLS, 2, 1);
      return images.data.map((value) => value + shift);
    });
    const data = Float64Array.from([...parts[0], ...parts[1]]);
    for (const method of methods.filter(({ sample, components }) => sample && components)) {
      const fit = fitted(method, { components: 2 }, matrixStack(80, ROWS, COLS, data));
      const { images, means } = method.sample!(fit, 4000, stream('drawn', method.id));
      const drawn = method.components!(fit, images);
      const high = drawn.means.data[0] > drawn.means.data[PIXELS] ? 0 : 1;
      expect(drawn.weights[high]).toBeCloseTo(0.25, 10);
      const share = meanImage(matrixStack(4000, 2, 1, drawn.responsibilities.data)).data;
      expect(Math.abs(share[high] - 0.25)).toBeLessThan(5 * Math.sqrt((0.25 * 0.75) / 4000));
      for (let n = 0; n < 8; n++) {
        const [first, second] = drawn.responsibilities.data.subarray(2 * n, 2 * n + 2);
        expect(first + second).toBeCloseTo(1, 12);
        expect(Math.round(first) === (high === 0 ? 1 : 0)).toBe(stackItem(means!, n).data[0] > 20);
      }
    }
  });

  it('are the same for one seed, and the first ones whatever their number', () => {
    for (const method of methods) {
      if (!method.sample || method.demanding) continue;
      const fit = fitted(method);
      const [few, many] = [3, 5].map((count) => method.sample!(fit, count, stream(7)).images);
      expect(Array.from(many.data.subarray(0, few.data.length))).toEqual(Array.from(few.data));
    }
  });

  it('cannot be had of a fit without noise', () => {
    const method = findMethod('psopca')!;
    const fit = fitted(method, { noise: 'zero' });
    expect(() => method.sample!(fit, 1, stream(1))).toThrow(FitError);
  });
});

describe('a gamma variate', () => {
  it.each([0.4, 1, 3.5])('has mean and variance of its shape %d', (shape) => {
    const random = stream('gamma', shape);
    const values = Float64Array.from({ length: 40_000 }, () => gamma(random, shape));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean - shape)).toBeLessThan(5 * Math.sqrt(shape / values.length));
    expect(Math.abs(variance / shape - 1)).toBeLessThan(0.08);
  });

  it('needs a positive shape', () => {
    expect(() => gamma(stream(1), 0)).toThrow('expected a shape above 0, found 0');
  });
});
