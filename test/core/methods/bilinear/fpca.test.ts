import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { asVectors, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  cholesky,
  expand,
  gramOfRows,
  identity,
  loadBatch,
  matrixStack,
  principalAngles,
  scale,
  trace,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { fpca } from '../../../../src/core/methods/bilinear/fpca.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';
import { codeDistances, relativeDifference, sum } from '../reference.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const { images } = plantedImages('fpca', 40, 6, 5, 2, 2);

describe('FPCA', () => {
  it('raises the likelihood in every iteration and scores like the dense separable Gaussian', () => {
    const fit = fitOf(fpca, images, [2, 2], { tolerance: 1e-13 });
    expect(fit.converged).toBe(true);
    expect(largestFall(fit.trace)).toBeLessThan(1e-13);
    const covariance = kronecker(parameterMatrix(fit, 'Sigmac'), parameterMatrix(fit, 'Sigmar'));
    const dense = denseLogDensities(images, fit.parameters.mean.data, covariance);
    fpca.logLikelihood!(fit, images).forEach((value, n) => expect(value).toBeCloseTo(dense[n], 8));
    expect(fit.logLikelihood).toBeCloseTo(
      dense.reduce((sum, value) => sum + value, 0),
      6,
    );
  });

  it('satisfies both likelihood equations at the end, with tr Σ_r = d_r', () => {
    const fit = fitOf(fpca, images, [2, 2], { tolerance: 1e-15 });
    const [sigmaC, sigmaR] = [parameterMatrix(fit, 'Sigmac'), parameterMatrix(fit, 'Sigmar')];
    expect(trace(sigmaR)).toBeCloseTo(5, 12);
    const whole = fitOf(bppca, images, [6, 5], {});
    // BPPCA with q = d in both modes is the same model.
    expect(fit.logLikelihood! / whole.logLikelihood!).toBeCloseTo(1, 9);
    const batch = loadBatch(images, parameterMatrix(fit, 'mean'));
    const right = scale(batch.sumRight(cholesky(sigmaR).inverse()), 1 / (40 * 5));
    right.data.forEach((value, i) => expect(value).toBeCloseTo(sigmaC.data[i], 6));
    const left = scale(batch.sumLeft(cholesky(sigmaC).inverse()), 1 / (40 * 6));
    left.data.forEach((value, i) => expect(value).toBeCloseTo(sigmaR.data[i], 6));
    batch.release();
  });

  it('gives every shape of a sweep the errors of a fit at that shape', () => {
    const labels = Int32Array.from({ length: 40 }, (_, n) => n % 8);
    const train = Int32Array.from({ length: 24 }, (_, n) => n);
    const test = Int32Array.from({ length: 16 }, (_, n) => 24 + n);
    const shapes = [
      [1, 1],
      [2, 3],
      [6, 5],
    ];
    const context = { random: stream('fpca'), checkCancelled: () => undefined };
    const settings = resolveSettings(fpca, {});
    const result = evaluateShapes(fpca, {
      images,
      labels,
      train,
      test,
      shapes,
      settings,
      context,
      gram: () => gramOfRows(asVectors(images)),
    });
    shapes.forEach((shape, s) => {
      const fit = fitOf(fpca, selectImages(images, train), shape);
      const nearest = nearestNeighbours(
        fpca.encode(fit, selectImages(images, train)),
        fpca.encode(fit, selectImages(images, test)),
      );
      expect([...result.nearest.subarray(s * 16, (s + 1) * 16)]).toEqual([...nearest]);
    });
  });

  it('finds the planted subspaces', () => {
    const { c, r } = plantedImages('fpca planted', 1, 10, 9, 3, 2);
    const root = (a: Matrix) => cholesky(add(gramOfRows(a), identity(a.rows), 0.05)).lower;
    const white = matrixStack(500, 10, 9);
    const random = stream('fpca white');
    for (let i = 0; i < white.data.length; i++) white.data[i] = random.normal();
    const many = expand(white, root(c), root(r));
    const fit = fitOf(fpca, many, [3, 2]);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'Uc'), c))).toBeLessThan(0.02);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'Ur'), r))).toBeLessThan(0.02);
  });

  it('has no latent shape when the images are too few for the likelihood to be bounded', () => {
    expect(fpca.largestLatent(30, 10, 4)).toEqual([0, 0]);
    expect(fpca.largestLatent(30, 10, 5)).toEqual([30, 10]);
    expect(() => fitOf(fpca, selectImages(images, [0, 1]), [1, 1])).toThrow(/more training images/i);
  });

  describe('over constant borders', () => {
    /** The images with two constant columns before them and a constant row below. */
    const padded = matrixStack(40, 7, 7, new Float64Array(40 * 49).fill(0.1));
    for (let n = 0; n < 40; n++) {
      for (let r = 0; r < 6; r++) {
        for (let c = 0; c < 5; c++) padded.data[n * 49 + r * 7 + c + 2] = images.data[n * 30 + r * 5 + c];
      }
    }

    it('has the axes, eigenvalues and trace of the images without them', () => {
      const [own, cropped] = [fitOf(fpca, padded, [7, 7]), fitOf(fpca, images, [6, 5])];
      expect(own.iterations).toBe(cropped.iterations);
      expect(relativeDifference(own.trace, cropped.trace)).toBeLessThan(1e-12);
      const small = fitOf(fpca, padded, [3, 2]);
      const codes = fpca.encode(small, padded);
      expect(
        relativeDifference(codeDistances(codes), codeDistances(fpca.encode(fitOf(fpca, images, [3, 2]), images))),
      ).toBeLessThan(1e-9);
      const [c, r] = [own.parameters.eigenvaluesC.data, own.parameters.eigenvaluesR.data];
      expect([c[6] / sum(c.subarray(0, 6)), r[5] / sum(r.subarray(0, 5)), r[6] / r[5]]).toEqual([
        expect.closeTo(1e-6 / 6, 12),
        expect.closeTo(1e-6 / 5, 12),
        1,
      ]);
      expect(sum(r)).toBeCloseTo(7, 12);
      expect(own.warnings).toEqual([expect.stringContaining('vary in 6 of 7 directions, their rows in 5 of 7')]);
      expect(cropped.warnings).toEqual([]);
    });

    it('has a density that scores like the dense one', () => {
      const fit = fitOf(fpca, padded, [2, 2], { ridge: 1e-3 });
      const covariance = kronecker(parameterMatrix(fit, 'Sigmac'), parameterMatrix(fit, 'Sigmar'));
      const dense = denseLogDensities(padded, fit.parameters.mean.data, covariance);
      fpca.logLikelihood!(fit, padded).forEach((value, n) => expect(value).toBeCloseTo(dense[n], 6));
      expect(fit.logLikelihood).toBeCloseTo(sum(dense), 5);
    });

    it('has noise of the ridge where one image alone would take the likelihood to infinity', () => {
      const narrow = plantedImages('narrow', 40, 8, 4, 2, 2).images;
      const wide = matrixStack(40, 8, 6, new Float64Array(40 * 48).fill(0.1));
      for (let n = 0; n < 40; n++) {
        for (let i = 0; i < 32; i++) wide.data[n * 48 + Math.floor(i / 4) * 6 + (i % 4) + 1] = narrow.data[n * 32 + i];
      }
      // The borders of the fourth image have another grey value than those of the others.
      for (let r = 0; r < 8; r++) for (const c of [0, 5]) wide.data[3 * 48 + r * 6 + c] = 2;
      const fit = fitOf(fpca, wide, [2, 2], { ridge: 1e-3, tolerance: 1e-8, maxIterations: 2000 });
      expect(fit.converged).toBe(true);
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      expect(fit.amounts).toMatchObject([{ setting: 'ridge', name: 'noise' }]);
      const covariance = kronecker(parameterMatrix(fit, 'Sigmac'), parameterMatrix(fit, 'Sigmar'));
      const dense = sum(denseLogDensities(wide, fit.parameters.mean.data, covariance));
      expect(fit.logLikelihood! / dense).toBeCloseTo(1, 8);
      expect(sum(fpca.logLikelihood!(fit, wide)) / dense).toBeCloseTo(1, 8);
      // Its variance is the ridge times the mean variance.
      expect(fitOf(fpca, wide, [2, 2]).amounts![0].value / fit.amounts![0].value).toBeCloseTo(1e-3, 12);
      expect(() => fitOf(fpca, wide, [2, 2], { ridge: 0 })).toThrow('vary in 8 of 8 directions, their rows in 5 of 6');
    });

    it('names what does not vary, without a ridge', () => {
      expect(() => fitOf(fpca, padded, [1, 1], { ridge: 0 })).toThrow(
        'the columns of the training images vary in 6 of 7 directions, their rows in 5 of 7. Crop constant borders, use more training images, or give a ridge.',
      );
      const equal = matrixStack(6, 3, 3, new Float64Array(54).fill(2));
      expect(() => fitOf(fpca, equal, [1, 1])).toThrow('all training images are equal');
    });
  });

  it('takes no ridge where every direction varies', () => {
    const [without, large] = [0, 10].map((ridge) => fitOf(fpca, images, [2, 2], { ridge }));
    expect(large.parameters).toEqual(without.parameters);
  });
});
