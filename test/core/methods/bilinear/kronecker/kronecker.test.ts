import { describe, expect, it } from 'vitest';
import { meanImage } from '../../../../../src/core/images/imageSet.ts';
import {
  add,
  gramOfRows,
  matrix,
  multiply,
  principalAngles,
  scale,
  stackItem,
  type Matrix,
} from '../../../../../src/core/linalg/index.ts';
import { glram } from '../../../../../src/core/methods/bilinear/glram.ts';
import { mvfa } from '../../../../../src/core/methods/bilinear/mvfa.ts';
import { psopca } from '../../../../../src/core/methods/bilinear/psopca.ts';
import { ppca } from '../../../../../src/core/methods/vector/ppca.ts';
import {
  denseCovariance,
  denseLogDensities,
  fitOf,
  kronecker,
  largestFall,
  parameterMatrix,
  plantedImages,
} from '../../support/dense.ts';

const planted = plantedImages('kronecker', 60, 7, 6, 3, 2);
const { images } = planted;
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const covarianceOf = (fit: ReturnType<typeof fitOf>): Matrix =>
  denseCovariance(parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'), fit.parameters.sigma2.data[0]);

describe.each([
  ['PSOPCA', psopca, {}],
  ['MVFA direct', mvfa, { algorithm: 'direct' }],
  ['MVFA with expansion', mvfa, { algorithm: 'px' }],
  ['MVFA by ECM', mvfa, { algorithm: 'ecm' }],
] as const)('%s', (_title, method, settings) => {
  it('raises its objective in every iteration', () => {
    for (const start of ['glram', 'identity', 'random']) {
      const fit = fitOf(method, images, [3, 2], { ...settings, start, tolerance: 0, maxIterations: 40 });
      expect(fit.trace).toHaveLength(40);
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      expect(fit.warnings).toEqual([]);
    }
  });

  it('scores images like the dense Gaussian with Kronecker covariance', () => {
    const fit = fitOf(method, images, [3, 2], settings);
    const dense = denseLogDensities(images, fit.parameters.mean.data, covarianceOf(fit));
    const own = method.logLikelihood!(fit, images);
    dense.forEach((value, n) => expect(own[n]).toBeCloseTo(value, 8));
    expect(fit.logLikelihood! / sum(dense)).toBeCloseTo(1, 12);
  });
});

describe('the exact likelihood', () => {
  it('rises in every single iteration of MVFA, measured with the dense Gaussian', () => {
    let last = -Infinity;
    for (let maxIterations = 1; maxIterations <= 12; maxIterations++) {
      const fit = fitOf(mvfa, images, [2, 2], { start: 'random', maxIterations, tolerance: 0 });
      const l = sum(denseLogDensities(images, fit.parameters.mean.data, covarianceOf(fit)));
      expect(l).toBeGreaterThan(last);
      expect(fit.trace[fit.trace.length - 1] / l).toBeCloseTo(1, 12);
      last = l;
    }
  });

  it('is stationary at the end: no step along any loading or the noise raises it', () => {
    const fit = fitOf(mvfa, images, [2, 2], { tolerance: 1e-14 });
    const [c, r, sigma2] = [parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'), fit.parameters.sigma2.data[0]];
    const l = (cc: Matrix, rr: Matrix, s: number) =>
      sum(denseLogDensities(images, fit.parameters.mean.data, denseCovariance(cc, rr, s)));
    const h = 1e-4;
    const moved = (a: Matrix, i: number, by: number) =>
      matrix(
        a.rows,
        a.cols,
        a.data.map((value, k) => (k === i ? value + by : value)),
      );
    for (let i = 0; i < c.data.length; i++) {
      expect(Math.abs((l(moved(c, i, h), r, sigma2) - l(moved(c, i, -h), r, sigma2)) / (2 * h))).toBeLessThan(2e-2);
    }
    for (let i = 0; i < r.data.length; i++) {
      expect(Math.abs((l(c, moved(r, i, h), sigma2) - l(c, moved(r, i, -h), sigma2)) / (2 * h))).toBeLessThan(2e-2);
    }
    expect(Math.abs((l(c, r, sigma2 + h) - l(c, r, sigma2 - h)) / (2 * h))).toBeLessThan(2e-2);
    // The scale of those slopes: a loading off by 1 % costs far more.
    expect(l(c, r, sigma2) - l(moved(c, 0, 0.01 * c.data[0]), r, sigma2)).toBeGreaterThan(0);
  });

  it('is lowered by the CM-step as printed, which ends below the maximum', () => {
    const printed = fitOf(mvfa, images, [3, 2], { algorithm: 'printed-ecm', start: 'random', maxIterations: 300 });
    const direct = fitOf(mvfa, images, [3, 2], {});
    expect(printed.logLikelihood!).toBeLessThan(direct.logLikelihood! - 1);
  });

  it('is bounded from below by the variational bound of PSOPCA', () => {
    const fit = fitOf(psopca, images, [3, 2]);
    const bound = fit.trace[fit.trace.length - 1];
    expect(bound).toBeLessThan(fit.logLikelihood!);
    expect(fit.logLikelihood! - bound).toBeLessThan(1e-2 * Math.abs(bound));
  });
});

describe('the posterior', () => {
  it('has the mean of the dense linear Gaussian model', () => {
    const fit = fitOf(mvfa, images, [3, 2]);
    const [c, r, sigma2] = [parameterMatrix(fit, 'C'), parameterMatrix(fit, 'R'), fit.parameters.sigma2.data[0]];
    const w = kronecker(c, r);
    const codes = mvfa.encode(fit, images);
    const mean = meanImage(images);
    const x = matrix(
      42,
      1,
      stackItem(images, 5).data.map((value, i) => value - mean.data[i]),
    );
    const wx = multiply(w, x, { transposeA: true });
    const m = add(
      multiply(w, w, { transposeA: true }),
      { rows: 6, cols: 6, data: Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1 : 0)) },
      sigma2,
    );
    const back = multiply(m, matrix(6, 1, stackItem(codes, 5).data.slice()));
    wx.data.forEach((value, i) => expect(back.data[i]).toBeCloseTo(value, 8));
  });
});

describe('limits and special cases', () => {
  it('gives the subspaces of GLRAM without noise (Corollary 4)', () => {
    const zero = fitOf(psopca, images, [2, 2], {
      noise: 'zero',
      start: 'random',
      tolerance: 1e-15,
      maxIterations: 5000,
    });
    const reference = fitOf(glram, images, [2, 2], {});
    expect(Math.max(...principalAngles(parameterMatrix(zero, 'C'), parameterMatrix(reference, 'Uc')))).toBeLessThan(
      1e-5,
    );
    expect(Math.max(...principalAngles(parameterMatrix(zero, 'R'), parameterMatrix(reference, 'Ur')))).toBeLessThan(
      1e-5,
    );
    expect(zero.trace[zero.trace.length - 1] / reference.trace[reference.trace.length - 1]).toBeCloseTo(1, 9);
  });

  it('is PPCA when images are columns', () => {
    const { images: tall } = plantedImages('columns', 80, 9, 1, 3, 1);
    const reference = fitOf(ppca, tall, [3]);
    for (const method of [mvfa, psopca]) {
      const fit = fitOf(method, tall, [3, 1], { tolerance: 1e-14 });
      expect(fit.logLikelihood! / reference.logLikelihood!).toBeCloseTo(1, 9);
      const [r] = parameterMatrix(fit, 'R').data;
      const both = scale(gramOfRows(parameterMatrix(fit, 'C')), r * r);
      const expected = gramOfRows(parameterMatrix(reference, 'C'));
      both.data.forEach((value, i) => expect(value).toBeCloseTo(expected.data[i], 4));
    }
  });

  it('finds the planted subspaces', () => {
    const { images: many, c, r } = plantedImages('planted', 600, 12, 10, 3, 2, 0.3);
    for (const method of [mvfa, psopca]) {
      const fit = fitOf(method, many, [3, 2]);
      expect(Math.max(...principalAngles(parameterMatrix(fit, 'C'), c))).toBeLessThan(0.02);
      expect(Math.max(...principalAngles(parameterMatrix(fit, 'R'), r))).toBeLessThan(0.02);
      expect(fit.parameters.sigma2.data[0]).toBeCloseTo(0.09, 2);
    }
  });

  it('reaches one likelihood from every start', () => {
    const values = ['glram', 'identity', 'random'].map(
      (start) => fitOf(mvfa, images, [3, 2], { start, tolerance: 1e-12 }).logLikelihood!,
    );
    for (const value of values) expect(value / values[0]).toBeCloseTo(1, 8);
  });

  it('does not depend on the scale of the pixels under the converged protocol', () => {
    const small = { ...images, data: images.data.map((value) => value / 255) };
    const [a, b] = [fitOf(psopca, images, [2, 2]), fitOf(psopca, small, [2, 2])];
    expect(Math.max(...principalAngles(parameterMatrix(a, 'C'), parameterMatrix(b, 'C')))).toBeLessThan(1e-3);
  });

  it('names the cause where a fit cannot be had', () => {
    expect(() => fitOf(mvfa, images, [7, 6])).toThrow(/no dimension is left for the noise/);
    expect(() => fitOf(mvfa, images, [8, 2])).toThrow(/outside/);
    expect(() => fitOf(psopca, { ...images, data: images.data.map(() => 5) }, [2, 2])).toThrow(
      /all training images are equal/,
    );
  });
});

describe('reconstruction', () => {
  it('is the orthogonal projection, or the posterior mean where asked', () => {
    const orthogonal = fitOf(mvfa, images, [3, 2]);
    const posterior = fitOf(mvfa, images, [3, 2], { reconstruction: 'posterior' });
    const codes = mvfa.encode(orthogonal, images);
    const once = mvfa.reconstruct!(orthogonal, codes);
    const twice = mvfa.reconstruct!(orthogonal, mvfa.encode(orthogonal, once));
    once.data.forEach((value, i) => expect(twice.data[i]).toBeCloseTo(value, 8));
    const error = (fit: typeof orthogonal) => {
      const back = mvfa.reconstruct!(fit, mvfa.encode(fit, images));
      return sum(back.data.map((value, i) => (value - images.data[i]) ** 2));
    };
    expect(error(orthogonal)).toBeLessThan(error(posterior));
  });
});
