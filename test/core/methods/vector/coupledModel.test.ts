import { describe, expect, it } from 'vitest';
import {
  add,
  gramOfRows,
  identity,
  matrix,
  multiply,
  orthonormalise,
  scaleColumns,
  type Matrix,
  type MatrixStack,
} from '../../../../src/core/linalg/index.ts';
import type { Fit, ParameterValue } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { coupledModel, expectation, maximise } from '../../../../src/core/methods/vector/coupledModel.ts';
import { errorStep } from '../../../../src/core/methods/vector/integratedError.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { axisAngles, normalMatrix, rowsWithSpectrum } from '../support/axes.ts';
import { denseLogDensities, fitOf, largestFall, parameterMatrix } from '../support/dense.ts';
import { largestDifference } from '../support/labelled.ts';

const SPECTRUM = [9, 6, 4, 1, 0.5, 0.3];
const { x, axes } = rowsWithSpectrum('coupled', 60, SPECTRUM);
const images = { count: 60, rows: 3, cols: 2, data: x.data };

/** The q · d variables (A I_1; …; A I_q) s plus their noise, as one dense Gaussian at (x, …, x). */
function denseLikelihood(a: Matrix, sigma2: Float64Array): number {
  const [d, q] = [a.rows, a.cols];
  const stacked = matrix(q * d, q);
  const noise = matrix(q * d, q * d);
  for (let i = 0; i < q; i++) {
    for (let p = 0; p < d; p++) {
      noise.data[(i * d + p) * (q * d + 1)] = sigma2[i];
      for (let j = 0; j <= i; j++) stacked.data[(i * d + p) * q + j] = a.data[p * q + j];
    }
  }
  const repeated = new Float64Array(60 * q * d);
  for (let n = 0; n < 60; n++) {
    for (let i = 0; i < q; i++) repeated.set(x.data.subarray(n * d, (n + 1) * d), (n * q + i) * d);
  }
  const densities = denseLogDensities(
    { count: 60, rows: q * d, cols: 1, data: repeated },
    new Float64Array(q * d),
    add(gramOfRows(stacked), noise),
  );
  return densities.reduce((sum, value) => sum + value, 0);
}

function seededFit(data: MatrixStack, q: number, settings: Record<string, ParameterValue>, seed: string): Fit {
  return coupledModel.fit({ images: data, labels: null }, [q], resolveSettings(coupledModel, settings), {
    random: stream('coupled', seed),
    checkCancelled: () => undefined,
  });
}

/** Images whose covariance has these eigenvalues and no others. */
function imagesWithSpectrum(count: number, rows: number, cols: number, values: readonly number[]): MatrixStack {
  const { x: scores } = rowsWithSpectrum('images', count, values);
  const basis = orthonormalise(normalMatrix('basis', rows * cols, values.length));
  return { count, rows, cols, data: multiply(scores, basis, { transposeB: true }).data };
}

function squaredLength(a: Matrix, j: number): number {
  let sum = 0;
  for (let p = 0; p < a.rows; p++) sum += a.data[p * a.cols + j] ** 2;
  return sum;
}

describe('The coupled model', () => {
  it('has the likelihood of the dense Gaussian of its coupled observations', () => {
    const resident = residentRows(x);
    const a = normalMatrix('likelihood', 6, 3);
    const sigma2 = Float64Array.of(2, 0.7, 0.3);
    const { logLikelihood } = expectation(resident, { a, sigma2 });
    expect(logLikelihood / denseLikelihood(a, sigma2)).toBeCloseTo(1, 11);
    resident.release();
  });

  it('raises it in every iteration of EM', () => {
    const fit = fitOf(coupledModel, images, [3], { algorithm: 'em', tolerance: 0, maxIterations: 300 });
    expect(largestFall(fit.trace)).toBeLessThan(1e-13);
    expect(fit.trace[299]).toBeGreaterThan(fit.trace[0]);
  });

  it.each([
    ['in closed form', { algorithm: 'closed' }, 'x', 1e-10],
    ['by EM from one start', { algorithm: 'em', tolerance: 0, maxIterations: 3000 }, 'one', 1e-8],
    ['by EM from another', { algorithm: 'em', tolerance: 0, maxIterations: 3000 }, 'two', 1e-8],
    ['by EM from a third', { algorithm: 'em', tolerance: 0, maxIterations: 3000 }, 'three', 1e-8],
  ])(
    'ends at a_j = ±√(λ_j − 1 / G_j) φ_j and the noise variances that follow, %s',
    (_how, settings, seed, tolerance) => {
      const fit = seededFit(images, 3, settings, seed);
      const a = parameterMatrix(fit, 'A');
      const sigma2 = fit.parameters.sigma2.data;
      expect(Math.max(...axisAngles(a, axes))).toBeLessThan(tolerance * 100);
      const g = [0, 1, 2].map((j) => sigma2.slice(j).reduce((sum, value) => sum + 1 / value, 0));
      for (let j = 0; j < 3; j++) {
        expect(Math.abs(squaredLength(a, j) - (SPECTRUM[j] - 1 / g[j]))).toBeLessThan(tolerance);
        const left = SPECTRUM.slice(j + 1).reduce((sum, value) => sum + value, 0);
        const noise = (left + g.slice(0, j + 1).reduce((sum, value) => sum + 1 / value, 0)) / 6;
        expect(Math.abs(sigma2[j] - noise)).toBeLessThan(tolerance);
      }
    },
  );

  it('is not higher anywhere around its closed form', () => {
    const fit = seededFit(images, 3, {}, 'x');
    const resident = residentRows(x);
    const [a, sigma2] = [parameterMatrix(fit, 'A'), fit.parameters.sigma2.data];
    const best = expectation(resident, { a, sigma2 }).logLikelihood;
    expect(fit.parameters.coupledLogLikelihood.data[0]).toBe(best);
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const step = normalMatrix(seed, 6, 3);
      const near = matrix(
        6,
        3,
        a.data.map((value, at) => value + 1e-3 * step.data[at]),
      );
      const noises = sigma2.map((value, i) => value * (1 + 1e-3 * step.data[i]));
      expect(expectation(resident, { a: near, sigma2: noises }).logLikelihood).toBeLessThan(best);
    }
    resident.release();
  });

  // 1024 pixels and 100 images of a planted spectrum: the first version stopped with |a_1|² some hundred times λ_1.
  it.each(['one', 'two', 'three'])('has loadings at the scale of the eigenvalues by default EM, start %s', (seed) => {
    const spectrum = Array.from({ length: 1024 }, (_, j) => (j < 99 ? 100 / (j + 1) ** 1.5 : 0));
    const many = imagesWithSpectrum(100, 32, 32, spectrum.slice(0, 99));
    const [exact, em] = [seededFit(many, 4, {}, seed), seededFit(many, 4, { algorithm: 'em' }, seed)];
    expect(em.converged).toBe(true);
    const likelihood = (fit: Fit) => fit.parameters.coupledLogLikelihood.data[0];
    expect(Math.abs(likelihood(em) / likelihood(exact) - 1)).toBeLessThan(1e-8);
    for (let j = 0; j < 4; j++) {
      const [planted, found] = [exact, em].map((fit) => squaredLength(parameterMatrix(fit, 'A'), j));
      expect(planted / spectrum[j]).toBeGreaterThan(0.9);
      expect(planted / spectrum[j]).toBeLessThan(1);
      expect(Math.abs(found / planted - 1)).toBeLessThan(1e-3);
    }
  });

  it('refuses images that the axes explain in full', () => {
    const flat = imagesWithSpectrum(20, 3, 4, [5, 3, 2]);
    for (const algorithm of ['closed', 'em']) {
      expect(() => seededFit(flat, 3, { algorithm }, 'x')).toThrow('span no more than 3 dimensions');
    }
    expect(seededFit(flat, 2, {}, 'x').converged).toBe(true);
  });

  it('becomes EM-ePCA with c_i = σ_q² / σ_i² as the noise vanishes', () => {
    const resident = residentRows(x);
    const a = normalMatrix('limit', 6, 3);
    const c = Float64Array.of(1, 0.8, 0.64);
    const sigma2 = c.map((value) => 1e-10 / value);
    const coupled = maximise(resident, expectation(resident, { a, sigma2 }), 0).a;
    expect(largestDifference(coupled, errorStep(resident, a, c).a)).toBeLessThan(1e-8);
    resident.release();
  });

  it('encodes by the posterior mean M⁻¹ Qᵀ Aᵀ (x − μ)', () => {
    const fit = fitOf(coupledModel, images, [2]);
    const a = parameterMatrix(fit, 'A');
    const sigma2 = fit.parameters.sigma2.data;
    const precision = [1 / sigma2[0] + 1 / sigma2[1], 1 / sigma2[1]];
    const gram = multiply(a, a, { transposeA: true });
    const m = add(
      identity(2),
      matrix(
        2,
        2,
        gram.data.map((value, at) => value * (at === 0 ? precision[0] : precision[1])),
      ),
    );
    const codes = coupledModel.encode(fit, images);
    const back = multiply(matrix(60, 2, codes.data), m);
    const mean = fit.parameters.mean.data;
    const centred = matrix(
      60,
      6,
      x.data.map((value, i) => value - mean[i % 6]),
    );
    expect(largestDifference(back, scaleColumns(multiply(centred, a), precision))).toBeLessThan(1e-9);
  });
});
