import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { centreImages, meanImage, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  gramOfColumns,
  gramOfRows,
  identity,
  leadingEigen,
  matrix,
  type Matrix,
  matrixStack,
  multiply,
  nearestOverShapes,
  principalAngles,
  stackItem,
  transpose,
} from '../../../../src/core/linalg/index.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import { twoDPca } from '../../../../src/core/methods/bilinear/twoDPca.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { codeDistances, reference, referenceImages, relativeDifference } from '../reference.ts';
import { normalMatrix } from '../support/axes.ts';
import { fitOf, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';

describe('2DPCA', () => {
  it.each(reference.twoDPca)('agrees with the dense reference at q = $q', (expected) => {
    const fit = fitOf(twoDPca, referenceImages, [expected.q]);
    expect(relativeDifference(fit.parameters.eigenvalues.data, expected.eigenvalues)).toBeLessThan(1e-12);
    expect(
      relativeDifference(codeDistances(twoDPca.encode(fit, referenceImages)), expected.codeDistances),
    ).toBeLessThan(1e-12);
  });

  it('sweeps to the neighbours of separate fits', () => {
    const { images } = plantedImages('sweep-2d', 40, 7, 6, 3, 3, 1);
    const train = Int32Array.from({ length: 25 }, (_, n) => n);
    const test = Int32Array.from({ length: 15 }, (_, n) => 25 + n);
    const shapes = [1, 2, 3, 4, 5, 6].map((q) => [q]);
    const sweep = twoDPca.sweep!({
      images,
      labels: new Int32Array(40),
      train,
      test,
      shapes,
      settings: {},
      context: { random: stream('x'), checkCancelled: () => undefined },
      gram: () => matrix(0, 0),
    })!;
    const swept = nearestOverShapes(sweep.gallery, sweep.probes, shapes, sweep.metric);
    const [gallery, probes] = [selectImages(images, train), selectImages(images, test)];
    shapes.forEach((shape, s) => {
      const fit = fitOf(twoDPca, gallery, shape);
      const single = nearestNeighbours(twoDPca.encode(fit, gallery), twoDPca.encode(fit, probes));
      expect([...swept.subarray(s * 15, (s + 1) * 15)]).toEqual([...single]);
    });
  });

  it('reconstructs exactly with all columns', () => {
    const fit = fitOf(twoDPca, referenceImages, [4]);
    const back = twoDPca.reconstruct!(fit, twoDPca.encode(fit, referenceImages));
    expect(relativeDifference(back.data, referenceImages.data)).toBeLessThan(1e-13);
  });
});

describe('GLRAM', () => {
  it.each(reference.glram)('agrees with the dense reference at $latent', (expected) => {
    const fit = fitOf(glram, referenceImages, expected.latent, { tolerance: 1e-15 });
    expect(relativeDifference([fit.trace.at(-1)!], [expected.error])).toBeLessThan(1e-11);
    expect(relativeDifference(codeDistances(glram.encode(fit, referenceImages)), expected.codeDistances)).toBeLessThan(
      1e-6,
    );
  });

  it('never increases the reconstruction error, and the error is that of its reconstructions', () => {
    const { images } = plantedImages('glram-trace', 30, 8, 7, 4, 4, 1);
    const fit = fitOf(glram, images, [3, 2], { start: 'random' });
    expect(fit.converged).toBe(true);
    expect(fit.trace.length).toBeGreaterThan(2);
    expect(largestFall(fit.trace.map((error) => -error))).toBeLessThan(1e-12);
    const back = glram.reconstruct!(fit, glram.encode(fit, images));
    const error = images.data.reduce((total, value, i) => total + (value - back.data[i]) ** 2, 0) / 30;
    expect(relativeDifference([fit.trace.at(-1)!], [error])).toBeLessThan(1e-10);
  });

  it('has orthonormal bases', () => {
    const fit = fitOf(glram, referenceImages, [3, 2]);
    expect(relativeDifference(gramOfColumns(parameterMatrix(fit, 'Uc')).data, identity(3).data)).toBeLessThan(1e-13);
    expect(relativeDifference(gramOfColumns(parameterMatrix(fit, 'Ur')).data, identity(2).data)).toBeLessThan(1e-13);
  });

  it('fits a few tall images as it fits their transposes, which have no short way to the column axes', () => {
    const { images } = plantedImages('tall', 6, 90, 5, 3, 2, 0.5);
    const turned = matrixStack(6, 5, 90);
    for (let n = 0; n < 6; n++) stackItem(turned, n).data.set(transpose(stackItem(images, n)).data);
    const settings = { tolerance: 1e-14, maxIterations: 2000 };
    const [tall, wide] = [fitOf(glram, images, [3, 2], settings), fitOf(glram, turned, [2, 3], settings)];
    expect(relativeDifference(tall.trace.slice(-1), wide.trace.slice(-1))).toBeLessThan(1e-12);
    const angles = principalAngles(parameterMatrix(tall, 'Uc'), parameterMatrix(wide, 'Ur'));
    expect(Math.max(...angles)).toBeLessThan(1e-6);
  });

  it('is PCA for images of one column', () => {
    const { images } = plantedImages('one-column', 30, 9, 1, 4, 1, 0.5);
    const [bilinear, vector] = [fitOf(glram, images, [3, 1]), fitOf(pca, images, [3])];
    expect(principalAngles(parameterMatrix(bilinear, 'Uc'), parameterMatrix(vector, 'U'))[2]).toBeLessThan(1e-10);
  });

  it('is 2DPCA when all rows are kept', () => {
    const [both, right] = [fitOf(glram, referenceImages, [5, 2]), fitOf(twoDPca, referenceImages, [2])];
    expect(principalAngles(parameterMatrix(both, 'Ur'), parameterMatrix(right, 'Ur'))[1]).toBeLessThan(1e-9);
  });

  it('settles slow iterations in a part of the steps, at no larger error, and leaves quick ones alone', () => {
    const noise = matrixStack(60, 24, 20, normalMatrix('glram noise', 60, 24 * 20).data);
    const mean = meanImage(noise);
    const centred = centreImages(noise, mean);
    const summed = (of: (x: Matrix) => Matrix): Matrix =>
      Array.from({ length: 60 }, (_, n) => of(stackItem(centred, n))).reduce((sum, term) => add(sum, term));
    /** The error after each iteration of alternating eigenproblems alone. */
    const plain = (tolerance: number, [qc, qr]: readonly [number, number]): number[] => {
      const energy = centred.data.reduce((sum, value) => sum + value * value, 0);
      const errors: number[] = [];
      let right = identity(20, qr);
      while (errors.length < 2 || errors.at(-2)! - errors.at(-1)! >= (tolerance * energy) / 60) {
        const left = leadingEigen(
          summed((x) => gramOfRows(multiply(x, right))),
          qc,
        ).vectors;
        const rows = leadingEigen(
          summed((x) => gramOfColumns(multiply(left, x, { transposeA: true }))),
          qr,
        );
        right = rows.vectors;
        errors.push((energy - rows.values.reduce((kept, value) => kept + value, 0)) / 60);
      }
      return errors;
    };
    const slow = fitOf(glram, noise, [4, 4]);
    const expected = plain(1e-10, [4, 4]);
    expect(expected.length).toBeGreaterThan(80);
    expect(slow.iterations).toBeLessThan(expected.length / 2);
    expect(slow.converged).toBe(true);
    expect(slow.warnings).toEqual([]);
    expect(largestFall(slow.trace.map((error) => -error))).toBe(0);
    expect(slow.trace.at(-1)!).toBeLessThan(expected.at(-1)! * (1 + 1e-9));
    // The first ten iterations are those of the publication.
    expect(relativeDifference(slow.trace.slice(0, 10), expected.slice(0, 10))).toBeLessThan(1e-12);
    const published = fitOf(glram, noise, [4, 4], { restart: 'cold' });
    const compared = Math.min(published.iterations, 20);
    expect(relativeDifference(published.trace, expected.slice(0, compared))).toBeLessThan(1e-12);
  });

  it('keeps the published protocol to 20 iterations and 1e-5', () => {
    const { images } = plantedImages('glram-cold', 30, 8, 7, 4, 4, 1);
    const fit = fitOf(glram, images, [3, 2], { restart: 'cold', maxIterations: 1, tolerance: 1 });
    const [before, last] = fit.trace.slice(-2);
    expect(fit.iterations).toBeGreaterThan(1);
    expect(fit.converged ? Math.abs(1 - before / last) <= 1e-5 : fit.iterations === 20).toBe(true);
  });
});
