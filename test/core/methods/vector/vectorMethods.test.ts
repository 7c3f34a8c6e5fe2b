import { describe, expect, it } from 'vitest';
import { asVectors, meanImage, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  gramOfColumns,
  gramOfRows,
  matrixStack,
  multiply,
  nearestOverShapes,
  principalAngles,
  svd,
  type MatrixStack,
} from '../../../../src/core/linalg/index.ts';
import { FitError, type Method } from '../../../../src/core/methods/method.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { codeDistances, reference, referenceImages, relativeDifference, sum } from '../reference.ts';
import { denseLogDensities, fitOf, parameterMatrix, plantedImages } from '../support/dense.ts';

/** The same images with the pixels repeated until there are more pixels than images: equal geometry, other route. */
function widened(images: MatrixStack, times: number): MatrixStack {
  const size = images.rows * images.cols;
  const wide = matrixStack(images.count, images.rows * times, images.cols);
  for (let n = 0; n < images.count; n++) {
    for (let t = 0; t < times; t++) {
      wide.data.set(images.data.subarray(n * size, (n + 1) * size), (n * times + t) * size);
    }
  }
  return wide;
}

describe('PPCA', () => {
  it.each(reference.ppca)('agrees with the dense reference at q = $q', (expected) => {
    const fit = fitOf(ppca, referenceImages, [expected.q]);
    expect(relativeDifference(fit.parameters.sigma2.data, [expected.sigma2])).toBeLessThan(1e-11);
    expect(relativeDifference(fit.parameters.eigenvalues.data, expected.eigenvalues)).toBeLessThan(1e-12);
    expect(relativeDifference(ppca.logLikelihood!(fit, referenceImages), expected.logLikelihoods)).toBeLessThan(1e-11);
    expect(fit.logLikelihood).toBeCloseTo(sum(expected.logLikelihoods), 8);
    expect(relativeDifference(codeDistances(ppca.encode(fit, referenceImages)), expected.codeDistances)).toBeLessThan(
      1e-11,
    );
  });

  it('has the likelihood of its dense covariance', () => {
    const { images } = plantedImages('ppca-dense', 40, 4, 3, 2, 1);
    const fit = fitOf(ppca, images, [2]);
    const covariance = gramOfRows(parameterMatrix(fit, 'C'));
    for (let i = 0; i < 12; i++) covariance.data[i * 13] += fit.parameters.sigma2.data[0];
    const dense = denseLogDensities(images, meanImage(images).data, covariance);
    expect(relativeDifference(ppca.logLikelihood!(fit, images), dense)).toBeLessThan(1e-11);
    expect(fit.logLikelihood).toBeCloseTo(sum(dense), 8);
  });

  it('counts the zeros of a rank-deficient covariance in σ²', () => {
    const { images } = plantedImages('ppca-zeros', 6, 5, 4, 2, 2);
    const fit = fitOf(ppca, images, [2]);
    const x = asVectors(images);
    const mean = meanImage(images).data;
    let total = 0;
    x.data.forEach((value, i) => (total += (value - mean[i % 20]) ** 2 / 6));
    expect(fit.parameters.sigma2.data[0]).toBeCloseTo((total - sum(fit.parameters.eigenvalues.data)) / 18, 10);
  });

  it('finds a planted subspace', () => {
    const { images, c, r } = plantedImages('ppca-planted', 3000, 4, 5, 2, 2, 0.1);
    const fit = fitOf(ppca, images, [4]);
    const planted = { rows: 20, cols: 4, data: new Float64Array(80) };
    for (let i = 0; i < 20; i++) {
      for (let j = 0; j < 4; j++) {
        planted.data[i * 4 + j] = c.data[Math.floor(i / 5) * 2 + Math.floor(j / 2)] * r.data[(i % 5) * 2 + (j % 2)];
      }
    }
    // First-order perturbation: the largest angle is about √(d − q) σ / (s_min √N).
    const expected = (Math.sqrt(16) * 0.1) / (svd(planted).values[3] * Math.sqrt(3000));
    const angle = principalAngles(parameterMatrix(fit, 'U'), planted)[3];
    expect(angle).toBeGreaterThan(expected / 3);
    expect(angle).toBeLessThan(2 * expected);
    expect(Math.sqrt(fit.parameters.sigma2.data[0])).toBeCloseTo(0.1, 2);
  });

  it('leaves at least one dimension to the noise', () => {
    expect(ppca.largestLatent(5, 4, 100)).toEqual([19]);
    expect(ppca.largestLatent(5, 4, 10)).toEqual([8]);
    expect(() => fitOf(ppca, referenceImages, [13])).toThrow(FitError);
    expect(() => fitOf(ppca, referenceImages, [0])).toThrow(FitError);
  });
});

describe.each([pca, ppca])('$title', (method: Method) => {
  it('gives the same model by the covariance and by the Gram matrix of the samples', () => {
    const { images } = plantedImages('routes', 30, 4, 5, 2, 2);
    const wide = widened(images, 3);
    const [small, large] = [fitOf(method, images, [3]), fitOf(method, wide, [3])];
    // Tripled pixels triple the eigenvalues and leave the coordinates up to √3.
    expect(
      relativeDifference(
        large.parameters.eigenvalues.data.map((value) => value / 3),
        small.parameters.eigenvalues.data,
      ),
    ).toBeLessThan(1e-12);
    const [u, tall] = [parameterMatrix(small, 'U'), parameterMatrix(large, 'U')];
    const first = { rows: 20, cols: 3, data: tall.data.slice(0, 60).map((value) => value * Math.sqrt(3)) };
    expect(relativeDifference(first.data, u.data)).toBeLessThan(1e-10);
    expect(relativeDifference(gramOfColumns(tall).data, gramOfColumns(u).data)).toBeLessThan(1e-12);
  });

  it.each([
    { name: 'more images than pixels', count: 60, rows: 4, cols: 5 },
    { name: 'more pixels than images', count: 24, rows: 8, cols: 7 },
  ])('sweeps to the neighbours of separate fits, $name', ({ count, rows, cols }) => {
    const { images } = plantedImages('sweep', count, rows, cols, 3, 3, 1);
    const train = Int32Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 !== 0);
    const test = Int32Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 === 0);
    const shapes = Array.from({ length: method.largestLatent(rows, cols, train.length)[0] }, (_, i) => [i + 1]);
    const sweep = method.sweep!({
      images,
      labels: new Int32Array(count),
      train,
      test,
      shapes,
      settings: {},
      context: { random: stream('x'), checkCancelled: () => undefined },
      gram: () => gramOfRows(asVectors(images)),
    })!;
    const swept = nearestOverShapes(sweep.gallery, sweep.probes, shapes, sweep.metric);
    const [gallery, probes] = [selectImages(images, train), selectImages(images, test)];
    shapes.forEach((shape, s) => {
      const fit = fitOf(method, gallery, shape);
      const single = nearestNeighbours(method.encode(fit, gallery), method.encode(fit, probes));
      expect([...swept.subarray(s * test.length, (s + 1) * test.length)]).toEqual([...single]);
      expect(sweep.failure!(shape)).toBeNull();
      const { logLikelihood } = sweep.facts(shape);
      if (fit.logLikelihood === null) expect(logLikelihood).toBeNull();
      else expect(relativeDifference([logLikelihood!], [fit.logLikelihood])).toBeLessThan(1e-10);
    });
  });

  it('reconstructs by orthogonal projection', () => {
    const { images } = plantedImages('projection', 50, 4, 5, 2, 2, 0.3);
    const fit = fitOf(method, images, [4]);
    const u = parameterMatrix(fit, 'U');
    const back = method.reconstruct!(fit, method.encode(fit, images));
    const mean = meanImage(images).data;
    const centred = { rows: 50, cols: 20, data: images.data.map((value, i) => value - mean[i % 20]) };
    const expected = multiply(multiply(centred, u), u, { transposeB: true }).data.map(
      (value, i) => value + mean[i % 20],
    );
    expect(relativeDifference(back.data, expected)).toBeLessThan(1e-12);
  });

  it('names the rank when training images repeat', () => {
    const { images } = plantedImages('rank', 6, 5, 4, 2, 2);
    const repeated = selectImages(images, [0, 1, 2, 3, 3, 3]);
    expect(() => fitOf(method, repeated, [4])).toThrow(/rank 3/);
    const sweep = method.sweep!({
      images: repeated,
      labels: new Int32Array(6),
      train: Int32Array.of(0, 1, 2, 3, 4),
      test: Int32Array.of(5),
      shapes: [[2], [3]],
      settings: {},
      context: { random: stream('x'), checkCancelled: () => undefined },
      gram: () => gramOfRows(asVectors(repeated)),
    })!;
    expect(sweep.failure!([2])).toBeNull();
    expect(sweep.failure!([4])).toMatch(/rank 3/);
  });

  it('refuses images of another shape', () => {
    const fit = fitOf(method, referenceImages, [2]);
    expect(() => method.encode(fit, matrixStack(1, 4, 5))).toThrow('fitted to images of 5 × 4, found 4 × 5');
  });
});
