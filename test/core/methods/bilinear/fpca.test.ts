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

  it('names a singular factor', () => {
    const flat = { ...images, data: images.data.map((value, i) => (i % 5 === 0 ? 1 : value)) };
    expect(() => fitOf(fpca, flat, [1, 1])).toThrow(/singular/);
  });
});
