import { describe, expect, it } from 'vitest';
import { centreImages, meanImage } from '../../../../src/core/images/imageSet.ts';
import { matrixStack, stackItem, type Matrix, type MatrixStack } from '../../../../src/core/linalg/index.ts';
import { mvfa } from '../../../../src/core/methods/bilinear/mvfa.ts';
import type { Method } from '../../../../src/core/methods/method.ts';
import { psopca } from '../../../../src/core/methods/bilinear/psopca.ts';
import { mixtureOfMvfa, mixtureOfPhopca } from '../../../../src/core/methods/mixture/mixtures.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseCovariance, denseLogDensities, fitOf, largestFall, plantedImages } from '../support/dense.ts';

/** Three groups of images with loadings of their own, means apart by `gap`. */
function groups(gap: number) {
  const parts = [0, 1, 2].map((g) => plantedImages(`group ${g}`, 40, 6, 5, 2, 2, 0.4).images);
  const images = matrixStack(120, 6, 5);
  const truth = Array.from({ length: 120 }, (_, n) => n % 3);
  truth.forEach((g, n) => {
    const source = stackItem(parts[g], Math.floor(n / 3)).data;
    stackItem(images, n).data.set(source.map((value, i) => value + (i % 3 === g ? gap : 0)));
  });
  return { images, truth };
}

/** Images of which the first twelve are six pairs of identical ones. */
function pairsAmong(count: number, rows: number, cols: number, seed: number) {
  const random = stream('pairs', seed);
  const images = matrixStack(count, rows, cols);
  for (let n = 0; n < count; n++) {
    const image = stackItem(images, n).data;
    if (n < 12 && n % 2 === 1) image.set(stackItem(images, n - 1).data);
    else for (let i = 0; i < image.length; i++) image[i] = random.integer(256);
  }
  return images;
}

/** Of a pixel, over all images. */
function meanVariance(images: MatrixStack): number {
  const { data } = centreImages(images, meanImage(images));
  return data.reduce((sum, value) => sum + value ** 2, 0) / data.length;
}

const matrixPart = (array: { shape: readonly number[]; data: Float64Array }, c: number): Matrix => {
  const size = array.shape[1] * array.shape[2];
  return { rows: array.shape[1], cols: array.shape[2], data: array.data.slice(c * size, (c + 1) * size) };
};

describe.each([
  [mixtureOfMvfa, mvfa],
  [mixtureOfPhopca, psopca],
])('$id', (method, single) => {
  it('with one component is the single model', () => {
    const { images } = groups(0);
    const one = fitOf(method, images, [2, 2], { components: 1, tolerance: 1e-12 });
    const reference = fitOf(single, images, [2, 2], { tolerance: 1e-12 });
    expect(one.logLikelihood! / reference.logLikelihood!).toBeCloseTo(1, 10);
    expect(one.parameters.sigma2.data[0] / reference.parameters.sigma2.data[0]).toBeCloseTo(1, 6);
    const [a, b] = [method.encode(one, images), single.encode(reference, images)];
    a.data.forEach((value, i) => expect(Math.abs(value)).toBeCloseTo(Math.abs(b.data[i]), 4));
  });

  it('raises its objective in every iteration and scores like the dense mixture', () => {
    const { images } = groups(2);
    const fit = fitOf(method, images, [2, 2], { components: 3, starts: 1, tolerance: 0, maxIterations: 25 });
    expect(largestFall(fit.trace)).toBeLessThan(1e-12);
    const { pi, means, C, R, sigma2 } = fit.parameters;
    const densities = Array.from(pi.data, (_, c) =>
      denseLogDensities(
        images,
        matrixPart(means, c).data,
        denseCovariance(matrixPart(C, c), matrixPart(R, c), sigma2.data[c]),
      ),
    );
    const own = method.logLikelihood!(fit, images);
    own.forEach((value, n) => {
      const terms = densities.map((list, c) => Math.log(pi.data[c]) + list[n]);
      const top = Math.max(...terms);
      expect(value).toBeCloseTo(top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0)), 7);
    });
    expect(fit.logLikelihood! / own.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 11);
  });

  it('separates groups that are apart, with responsibilities that sum to one', () => {
    const { images, truth } = groups(12);
    const fit = fitOf(method, images, [2, 2], { components: 3, starts: 6 });
    const { data } = fit.parameters.responsibilities;
    const found = truth.map((_, n) => {
      const row = Array.from(data.subarray(3 * n, 3 * n + 3));
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
      return row.indexOf(Math.max(...row));
    });
    let agree = 0;
    let pairs = 0;
    for (let i = 0; i < 120; i++) {
      for (let j = 0; j < i; j++) {
        pairs++;
        if ((truth[i] === truth[j]) === (found[i] === found[j])) agree++;
      }
    }
    expect(agree / pairs).toBeGreaterThan(0.95);
  });

  it('reconstructs better than the single model', () => {
    const { images } = groups(4);
    const error = (m: Method, settings: Record<string, number>) => {
      const fit = fitOf(m, images, [2, 2], settings);
      const back = m.reconstruct!(fit, m.encode(fit, images));
      return back.data.reduce((sum, value, i) => sum + (value - images.data[i]) ** 2, 0);
    };
    expect(error(method, { components: 3, starts: 4 })).toBeLessThan(error(single, {}));
  });

  it.each([
    { rows: 8, cols: 6, q: 6 },
    { rows: 20, cols: 20, q: 2 },
  ])('keeps components of identical images, with rising objective: $rows × $cols', ({ rows, cols, q }) => {
    for (const seed of [0, 1, 2]) {
      const images = pairsAmong(32, rows, cols, seed);
      for (const start of ['seeds', 'random']) {
        const fit = fitOf(method, images, [q, q], { components: 8, start, starts: 1, maxIterations: 60 });
        expect(largestFall(fit.trace)).toBeLessThan(1e-9);
        for (const array of Object.values(fit.parameters)) expect(array.data.every(Number.isFinite)).toBe(true);
        expect(method.encode(fit, images).data.every(Number.isFinite)).toBe(true);
        const leastNoise = 1e-3 * meanVariance(images);
        expect(fit.parameters.sigma2.data.every((value) => value > 0.999 * leastNoise)).toBe(true);
      }
    }
  });

  it('begins empty components anew or says that they stayed empty', () => {
    const { images } = plantedImages('few', 14, 6, 5, 1, 1, 0.3);
    const fit = fitOf(method, images, [1, 1], { components: 6, starts: 1 });
    expect(fit.parameters.pi.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
    expect(fit.trace.every(Number.isFinite)).toBe(true);
    expect(() => fitOf(method, images, [1, 1], { components: 8 })).toThrow(/at least 16 training images/);
  });
});
