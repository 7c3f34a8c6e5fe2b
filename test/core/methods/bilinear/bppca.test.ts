import { describe, expect, it } from 'vitest';
import { meanImage, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  gramOfRows,
  identity,
  matrix,
  matrixStack,
  multiply,
  principalAngles,
  scale,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { bppca } from '../../../../src/core/methods/bilinear/bppca.ts';
import { FitError, type Fit } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { paperAxes, paperModel, sampleMatrixNormal } from '../../../../src/core/synthetic/matrixNormal.ts';
import { codeDistances, reference, referenceImages, relativeDifference, sum } from '../reference.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';

/** L Lᵀ + σ² I of one mode. */
function modeCovariance(fit: Fit, loadings: 'C' | 'R'): Matrix {
  const factor = gramOfRows(parameterMatrix(fit, loadings));
  return add(factor, identity(factor.rows), fit.parameters[loadings === 'C' ? 'sigma2c' : 'sigma2r'].data[0]);
}

describe('BPPCA', () => {
  it.each(reference.bppca)('agrees with the dense reference at $latent', (expected) => {
    const fit = fitOf(bppca, referenceImages, expected.latent, { tolerance: 1e-15, maxIterations: 3000 });
    const covariance = kronecker(modeCovariance(fit, 'C'), modeCovariance(fit, 'R'));
    expect(relativeDifference(covariance.data, expected.covariance)).toBeLessThan(1e-6);
    expect(fit.logLikelihood).toBeCloseTo(sum(expected.logLikelihoods), 8);
    expect(relativeDifference(bppca.logLikelihood!(fit, referenceImages), expected.logLikelihoods)).toBeLessThan(1e-6);
    expect(relativeDifference(codeDistances(bppca.encode(fit, referenceImages)), expected.codeDistances)).toBeLessThan(
      1e-6,
    );
  });

  it.each([
    [2, 2],
    [4, 2],
    [1, 3],
    [4, 3],
  ])('has at (%i, %i) the likelihood of the dense Kronecker Gaussian, eq. (25)', (qc, qr) => {
    const { images } = plantedImages('bppca-dense', 40, 4, 3, 2, 2, 1);
    const fit = fitOf(bppca, images, [qc, qr]);
    const covariance = kronecker(modeCovariance(fit, 'C'), modeCovariance(fit, 'R'));
    const dense = denseLogDensities(images, meanImage(images).data, covariance);
    expect(relativeDifference(bppca.logLikelihood!(fit, images), dense)).toBeLessThan(1e-11);
    expect(relativeDifference([fit.logLikelihood!], [sum(dense)])).toBeLessThan(1e-11);
  });

  it('encodes by eq. (42)', () => {
    const fit = fitOf(bppca, referenceImages, [3, 2]);
    const [c, r] = [parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R')];
    const mean = meanImage(referenceImages).data;
    const codes = bppca.encode(fit, referenceImages);
    const m = add(multiply(c, c, { transposeA: true }), identity(3), fit.parameters.sigma2c.data[0]);
    const k = add(multiply(r, r, { transposeA: true }), identity(2), fit.parameters.sigma2r.data[0]);
    for (let n = 0; n < referenceImages.count; n++) {
      const x = matrix(
        5,
        4,
        referenceImages.data.slice(n * 20, (n + 1) * 20).map((value, i) => value - mean[i]),
      );
      const z = matrix(3, 2, codes.data.slice(n * 6, (n + 1) * 6));
      // M_c Z M_r = Cᵀ (X − W) R
      const left = multiply(multiply(m, z), k);
      const right = multiply(multiply(c, x, { transposeA: true }), r);
      expect(relativeDifference(left.data, right.data)).toBeLessThan(1e-11);
    }
  });

  it('fixes the free scale by σ_c = σ_r', () => {
    const fit = fitOf(bppca, referenceImages, [3, 2]);
    expect(relativeDifference(fit.parameters.sigma2c.data, fit.parameters.sigma2r.data)).toBeLessThan(1e-14);
    const full = fitOf(bppca, referenceImages, [5, 2]);
    const mean = (s: Matrix) => sum(Array.from({ length: s.rows }, (_, i) => s.data[i * (s.rows + 1)])) / s.rows;
    expect(full.parameters.sigma2c.data[0]).toBe(0);
    expect(mean(modeCovariance(full, 'C'))).toBeCloseTo(mean(modeCovariance(full, 'R')), 10);
  });

  it('does not depend on the grey scale: scaled images give scaled loadings and the same codes', () => {
    const scaled = matrixStack(
      14,
      5,
      4,
      referenceImages.data.map((value) => value / 255),
    );
    const [a, b] = [fitOf(bppca, referenceImages, [3, 2]), fitOf(bppca, scaled, [3, 2])];
    expect(
      relativeDifference(scale(parameterMatrix(b, 'C'), Math.sqrt(255)).data, parameterMatrix(a, 'C').data),
    ).toBeLessThan(1e-6);
    expect(relativeDifference(bppca.encode(b, scaled).data, bppca.encode(a, referenceImages).data)).toBeLessThan(1e-6);
  });

  it('never lowers the likelihood', () => {
    const { images } = plantedImages('bppca-trace', 25, 9, 8, 3, 3, 2);
    for (const start of ['identity', 'random']) {
      const fit = fitOf(bppca, images, [3, 4], { start });
      expect(fit.converged).toBe(true);
      expect(fit.trace.length).toBeGreaterThan(2);
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      expect(fit.warnings).toEqual([]);
    }
  });

  it('is PPCA for images of one column', () => {
    const { images } = plantedImages('bppca-column', 40, 8, 1, 3, 1, 0.7);
    const [bilinear, vector] = [fitOf(bppca, images, [3, 1]), fitOf(ppca, images, [3])];
    const covariance = kronecker(modeCovariance(bilinear, 'C'), modeCovariance(bilinear, 'R'));
    const expected = add(gramOfRows(parameterMatrix(vector, 'C')), identity(8), vector.parameters.sigma2.data[0]);
    expect(relativeDifference(covariance.data, expected.data)).toBeLessThan(1e-10);
    expect(bilinear.logLikelihood).toBeCloseTo(vector.logLikelihood!, 8);
    expect(
      relativeDifference(codeDistances(bppca.encode(bilinear, images)), codeDistances(ppca.encode(vector, images))),
    ).toBeLessThan(1e-9);
  });

  it('reconstructs by biorthogonal projection', () => {
    const fit = fitOf(bppca, referenceImages, [3, 2]);
    const [uc, ur] = [parameterMatrix(fit, 'Uc'), parameterMatrix(fit, 'Ur')];
    const back = bppca.reconstruct!(fit, bppca.encode(fit, referenceImages));
    const mean = meanImage(referenceImages).data;
    const [pc, pr] = [gramOfRows(uc), gramOfRows(ur)];
    for (let n = 0; n < referenceImages.count; n++) {
      const x = matrix(
        5,
        4,
        referenceImages.data.slice(n * 20, (n + 1) * 20).map((value, i) => value - mean[i]),
      );
      const expected = multiply(multiply(pc, x), pr).data.map((value, i) => value + mean[i]);
      expect(relativeDifference(back.data.subarray(n * 20, (n + 1) * 20), expected)).toBeLessThan(1e-11);
    }
  });

  it('gives the same fit warm and fresh where there is one optimum', () => {
    const images = sampleMatrixNormal(stream('warm'), 200, paperModel());
    const session = bppca.open!({ images, labels: null }, resolveSettings(bppca, { restart: 'warm' }), {
      random: stream('x'),
      checkCancelled: () => undefined,
    });
    const neighbour = session.fit([4, 3]);
    const [fresh, warm] = [session.fit([3, 3]), session.fit([3, 3], neighbour)];
    session.release();
    expect(warm.trace[0]).not.toBe(fresh.trace[0]);
    expect(relativeDifference([warm.logLikelihood!], [fresh.logLikelihood!])).toBeLessThan(1e-9);
    expect(relativeDifference(parameterMatrix(warm, 'C').data, parameterMatrix(fresh, 'C').data)).toBeLessThan(1e-4);
  });

  it('ignores neighbours unless told to start warm', () => {
    const neighbour = fitOf(bppca, referenceImages, [2, 2]);
    const session = bppca.open!({ images: referenceImages, labels: null }, resolveSettings(bppca, {}), {
      random: stream('x'),
      checkCancelled: () => undefined,
    });
    expect(session.fit([3, 2], neighbour)).toEqual(session.fit([3, 2]));
    session.release();
  });
});

describe('BPPCA on the synthetic data of its paper', () => {
  const images = sampleMatrixNormal(stream('table I'), 200, paperModel());

  it('reaches one likelihood and one subspace from every start (Table I)', () => {
    const first = fitOf(bppca, images, [3, 3], { tolerance: 1e-13 });
    const random = stream('starts');
    const session = bppca.open!(
      { images, labels: null },
      resolveSettings(bppca, { start: 'random', tolerance: 1e-13 }),
      { random, checkCancelled: () => undefined },
    );
    for (let trial = 0; trial < 9; trial++) {
      const fit = session.fit([3, 3]);
      expect(Math.abs(fit.logLikelihood! - first.logLikelihood!)).toBeLessThan(1e-6);
      for (const name of ['Uc', 'Ur']) {
        expect(principalAngles(parameterMatrix(fit, name), parameterMatrix(first, name))[2]).toBeLessThan(1e-5);
      }
    }
    session.release();
    // The paper prints 60168.0 for its draw, an independent implementation gave 60093.6 for another; draws spread by
    // 100.
    expect(Math.abs(-first.logLikelihood! - 60130)).toBeLessThan(300);
  });

  it('takes about three iterations by the published rule', () => {
    const larger = sampleMatrixNormal(stream('figure 3'), 500, paperModel());
    const fit = fitOf(bppca, larger, [3, 3], { restart: 'cold', start: 'random' });
    expect(fit.converged).toBe(true);
    expect(fit.iterations).toBeLessThanOrEqual(4);
  });

  it('finds the planted axes', () => {
    const many = sampleMatrixNormal(stream('planted'), 1000, paperModel());
    const fit = fitOf(bppca, many, [3, 3]);
    // Fig. 2 at N = 1000: arc length .026 over nine angles, hence about .01 an angle.
    expect(principalAngles(parameterMatrix(fit, 'Uc'), paperAxes(10))[2]).toBeLessThan(0.03);
    expect(principalAngles(parameterMatrix(fit, 'Ur'), paperAxes(10))[2]).toBeLessThan(0.03);
    const noise = fit.parameters.sigma2c.data[0] * fit.parameters.sigma2r.data[0];
    expect(noise / (1 * 4)).toBeGreaterThan(0.95);
    expect(noise / (1 * 4)).toBeLessThan(1.05);
  });
});

describe('BPPCA at its limits', () => {
  it('names a singular covariance when q = d', () => {
    const few = selectImages(referenceImages, [0, 1]);
    expect(() => fitOf(bppca, few, [5, 2])).toThrow(/column covariance is singular \(rank 4 of 5\)/);
  });

  it('raises a vanishing noise variance and says so', () => {
    const { images } = plantedImages('bppca-floor', 30, 6, 5, 2, 2, 0);
    const fit = fitOf(bppca, images, [2, 2], { maxIterations: 30 });
    expect(fit.warnings.some((warning) => warning.includes('was raised to 1e-12'))).toBe(true);
    expect(Number.isFinite(fit.logLikelihood)).toBe(true);
  });

  it('refuses constant images and shapes outside the image', () => {
    const constant = matrixStack(4, 3, 3, new Float64Array(36).fill(7));
    expect(() => fitOf(bppca, constant, [1, 1])).toThrow('all training images are equal');
    expect(() => fitOf(bppca, referenceImages, [6, 1])).toThrow(FitError);
    expect(() => fitOf(bppca, referenceImages, [2])).toThrow(FitError);
  });

  it('stops when the user cancels', () => {
    let calls = 0;
    const cancel = () => {
      if (++calls === 3) throw new Error('cancelled');
    };
    expect(() =>
      bppca.fit({ images: referenceImages, labels: null }, [2, 2], resolveSettings(bppca, {}), {
        random: stream('x'),
        checkCancelled: cancel,
      }),
    ).toThrow('cancelled');
  });
});
