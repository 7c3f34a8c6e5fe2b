import { describe, expect, it } from 'vitest';
import {
  add,
  gramOfRows,
  identity,
  matrix,
  multiply,
  scaleColumns,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { coupledModel, expectation, maximise } from '../../../../src/core/methods/vector/coupledModel.ts';
import { errorStep } from '../../../../src/core/methods/vector/integratedError.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
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

describe('The coupled model', () => {
  it('has the likelihood of the dense Gaussian of its coupled observations', () => {
    const resident = residentRows(x);
    const a = normalMatrix('likelihood', 6, 3);
    const sigma2 = Float64Array.of(2, 0.7, 0.3);
    const { logLikelihood } = expectation(resident, { a, sigma2 });
    expect(logLikelihood / denseLikelihood(a, sigma2)).toBeCloseTo(1, 11);
    resident.release();
  });

  it('raises it in every iteration', () => {
    const fit = fitOf(coupledModel, images, [3], { tolerance: 0, maxIterations: 300 });
    expect(largestFall(fit.trace)).toBeLessThan(1e-13);
    expect(fit.trace[299]).toBeGreaterThan(fit.trace[0]);
  });

  it('ends at a_j = ±√(λ_j − 1 / G_j) φ_j and the noise variances that follow', () => {
    const fit = fitOf(coupledModel, images, [3], { tolerance: 0, maxIterations: 15_000 });
    const a = parameterMatrix(fit, 'A');
    const sigma2 = fit.parameters.sigma2.data;
    expect(Math.max(...axisAngles(a, axes))).toBeLessThan(1e-8);
    const g = [0, 1, 2].map((j) => sigma2.slice(j).reduce((sum, value) => sum + 1 / value, 0));
    for (let j = 0; j < 3; j++) {
      let length = 0;
      for (let p = 0; p < 6; p++) length += a.data[p * 3 + j] ** 2;
      expect(length).toBeCloseTo(SPECTRUM[j] - 1 / g[j], 10);
      const left = SPECTRUM.slice(j + 1).reduce((sum, value) => sum + value, 0);
      const noise = (left + g.slice(0, j + 1).reduce((sum, value) => sum + 1 / value, 0)) / 6;
      expect(sigma2[j]).toBeCloseTo(noise, 10);
    }
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
