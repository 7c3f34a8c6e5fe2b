import { describe, expect, it } from 'vitest';
import { asVectors, centreImages, meanImage } from '../../../../src/core/images/imageSet.ts';
import {
  cholesky,
  columns,
  gramOfColumns,
  identity,
  multiply,
  orthonormalise,
  principalAngles,
  transpose,
} from '../../../../src/core/linalg/index.ts';
import { FitError, type Settings } from '../../../../src/core/methods/method.ts';
import { columnAngle } from '../../../../src/core/methods/vector/axisTrace.ts';
import { emEPca } from '../../../../src/core/methods/vector/emEPca.ts';
import { emPca } from '../../../../src/core/methods/vector/emPca.ts';
import {
  errorStep,
  integratedError,
  solveHierarchical,
  type Weights,
} from '../../../../src/core/methods/vector/integratedError.ts';
import { hierarchical } from '../../../../src/core/methods/vector/gha.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
import { largestDifference } from '../support/labelled.ts';
import { axisAngles, normalMatrix as start, rowsWithSpectrum } from '../support/axes.ts';
import { fitOf, parameterMatrix, plantedImages } from '../support/dense.ts';
import { fromRows } from '../../../support/matrices.ts';

const SPECTRUM = [9, 5, 3, 2, 1, 0.8, 0.6, 0.5, 0.4, 0.3];
const geometric = Float64Array.from({ length: 4 }, (_, k) => 0.8 ** (k + 1));
const all: [string, Weights][] = [
  ['EM-PCA', Float64Array.of(0, 0, 0, 1)],
  ['c_k = 0.8^k', geometric],
  ['equal weights', Float64Array.of(1, 1, 1, 1)],
  ['rising weights', Float64Array.of(1, 3, 2, 7)],
  ['the limit', 'limit'],
];

describe('The angle between two columns', () => {
  it('is exact for small angles and for directions that are almost opposite', () => {
    for (const angle of [1e-10, 0.3, 1.5, 3.1]) {
      const a = fromRows([
        [2, 3 * Math.cos(angle)],
        [0, 3 * Math.sin(angle)],
      ]);
      expect((columnAngle(a, 0, a, 1) * Math.PI) / 180 / angle).toBeCloseTo(1, 12);
    }
  });
});

describe('The operator L', () => {
  it('has the entries of eq. (10), and its solve inverts it', () => {
    const g = fromRows([
      [4, 1, 2],
      [1, 5, 3],
      [2, 3, 6],
    ]);
    const c = Float64Array.of(1, 2, 4);
    const l = fromRows([
      [4, 6 / 7, 8 / 7],
      [1, 5, 12 / 6],
      [2, 3, 6],
    ]);
    expect(largestDifference(hierarchical(g, c), l)).toBeLessThan(1e-15);
    const b = start('solve', 2, 3);
    for (const weights of [c, 'limit'] as const) {
      const solved = solveHierarchical(b, g, weights);
      const back = multiply(solved, transpose(hierarchical(g, weights)));
      expect(largestDifference(back, b)).toBeLessThan(1e-14);
    }
  });
});

describe.each(all)('An iteration with %s', (_title, weights) => {
  const { x } = rowsWithSpectrum('span', 40, SPECTRUM);

  it('multiplies the span of A by the covariance', () => {
    const resident = residentRows(x);
    const c = gramOfColumns(x);
    let a = start('span start', 10, 4);
    let expected = a;
    for (let t = 0; t < 6; t++) {
      a = errorStep(resident, a, weights).a;
      expected = orthonormalise(multiply(c, expected));
      expect(Math.max(...principalAngles(a, expected))).toBeLessThan(1e-10);
    }
    resident.release();
  });

  it('reports the errors of the truncated reconstructions', () => {
    const resident = residentRows(x);
    const { a, s, errors } = errorStep(resident, start('errors', 10, 4), weights);
    for (let k = 1; k <= 4; k++) {
      const back = multiply(columns(s, 0, k), columns(a, 0, k), { transposeB: true });
      const error = x.data.reduce((sum, value, i) => sum + (value - back.data[i]) ** 2, 0);
      expect(errors[k - 1] / error).toBeCloseTo(1, 11);
    }
    resident.release();
  });

  it('never raises the objective that is guaranteed: J_ISE, in the limit J_1', () => {
    const resident = residentRows(x);
    let a = start('monotone', 10, 4);
    let last = Infinity;
    for (let t = 0; t < 60; t++) {
      const state = errorStep(resident, a, weights);
      const value = weights === 'limit' ? state.errors[0] : integratedError(state.errors, weights);
      expect(value).toBeLessThan(last + 1e-10 * resident.energy);
      [a, last] = [state.a, value];
    }
    resident.release();
  });
});

describe('EM-ePCA', () => {
  it.each(all.slice(1))('finds the axes themselves with %s', (_title, weights) => {
    const { x, axes } = rowsWithSpectrum('axes', 40, SPECTRUM);
    const resident = residentRows(x);
    let a = start('axes start', 10, 4);
    for (let t = 0; t < 1500; t++) a = errorStep(resident, a, weights).a;
    expect(Math.max(...axisAngles(a, axes))).toBeLessThan(1e-5);
    resident.release();
  });

  it('can raise J_q on the way: only J_ISE is monotone', () => {
    let rises = 0;
    for (let seed = 0; seed < 20; seed++) {
      const { x } = rowsWithSpectrum(`rise ${seed}`, 40, SPECTRUM);
      const resident = residentRows(x);
      let a = start(`rise start ${seed}`, 10, 4);
      let last = Infinity;
      for (let t = 0; t < 30; t++) {
        const state = errorStep(resident, a, 'limit');
        if (state.errors[3] > last + 1e-9 * resident.energy) rises++;
        [a, last] = [state.a, state.errors[3]];
      }
      resident.release();
    }
    expect(rises).toBeGreaterThan(0);
  });

  it('separates axis i from j > i at the rate derived for two factors', () => {
    // ρ = λ_2 / λ_1, r = C_2 / C_1: μ = ([(1 − r) √ρ + √((1 − r)² ρ + 4 r)] / 2)²; ρ itself in the limit.
    const { x, axes } = rowsWithSpectrum('rate', 40, [4, 2, 1e-6, 1e-6]);
    const r = 0.5 / 1.5;
    const rho = 0.5;
    const root = ((1 - r) * Math.sqrt(rho) + Math.sqrt((1 - r) ** 2 * rho + 4 * r)) / 2;
    for (const [weights, expected] of [
      ['limit', rho],
      [Float64Array.of(1, 0.5), root ** 2],
    ] as const) {
      const resident = residentRows(x);
      let a = start('rate start', 4, 2);
      let angle = 1;
      let ratio = 0;
      for (let t = 0; t < 22; t++) {
        a = errorStep(resident, a, weights).a;
        const next = principalAngles(columns(a, 0, 1), columns(axes, 0, 1))[0];
        ratio = next / angle;
        angle = next;
      }
      expect(Math.abs(ratio - expected)).toBeLessThan(0.01);
      resident.release();
    }
  });
});

describe('EM-PCA', () => {
  it('finds the subspace but leaves a rotation in it', () => {
    const { x, axes } = rowsWithSpectrum('subspace', 40, SPECTRUM);
    const resident = residentRows(x);
    let a = start('subspace start', 10, 4);
    for (let t = 0; t < 1500; t++) a = errorStep(resident, a, Float64Array.of(0, 0, 0, 1)).a;
    expect(Math.max(...principalAngles(a, columns(axes, 0, 4)))).toBeLessThan(1e-7);
    expect(Math.max(...axisAngles(a, axes))).toBeGreaterThan(5);
    resident.release();
  });
});

describe.each([emPca, emEPca])('The method $title', (method) => {
  const settings = { tolerance: 1e-15, maxIterations: 20_000 };

  it.each([
    ['more images than pixels', plantedImages('em axes', 60, 4, 3, 2, 2).images],
    ['more pixels than images', plantedImages('em axes', 12, 8, 7, 2, 2).images],
  ])('has the span and the reconstruction of PCA: %s', (_title, images) => {
    const fit = fitOf(method, images, [4], settings);
    const exact = fitOf(pca, images, [4]);
    expect(fit.converged).toBe(true);
    const u = parameterMatrix(fit, 'U');
    expect(Math.max(...principalAngles(u, parameterMatrix(exact, 'U')))).toBeLessThan(1e-4);
    expect(largestDifference(gramOfColumns(u), identity(4))).toBeLessThan(1e-12);
    const back = method.reconstruct!(fit, method.encode(fit, images));
    const expected = pca.reconstruct!(exact, pca.encode(exact, images));
    back.data.forEach((value, i) => expect(value).toBeCloseTo(expected.data[i], 3));
    const x = asVectors(centreImages(images, meanImage(images)));
    const total = x.data.reduce((sum, value) => sum + value * value, 0);
    const explained = exact.parameters.eigenvalues.data.reduce((sum, value) => sum + value * images.count, 0);
    const errors = fit.parameters.Jq.data;
    expect(errors[errors.length - 1] / (total - explained)).toBeCloseTo(1, 8);
  });

  it('names the rank when it is below q', () => {
    const { images } = plantedImages('em rank', 5, 3, 3, 1, 1, 0);
    expect(() => fitOf(method, images, [4], settings)).toThrow(FitError);
  });
});

describe('Fits of EM-ePCA', () => {
  it('order the axes and carry the traces of the error and of the angle between the first two', () => {
    const { images } = plantedImages('em traces', 60, 4, 3, 2, 2);
    const fit = fitOf(emEPca, images, [3], { weights: 'limit', tolerance: 0, maxIterations: 400 });
    const exact = fitOf(pca, images, [3]);
    expect(Math.max(...axisAngles(parameterMatrix(fit, 'A'), parameterMatrix(exact, 'U')))).toBeLessThan(1e-5);
    const angles = fit.parameters.angle12.data;
    expect(angles).toHaveLength(400);
    expect(angles[399]).toBeCloseTo(90, 6);
    expect(Math.abs(angles[0] - 90)).toBeGreaterThan(1);
    expect(fit.trace).toEqual([...fit.parameters.Jq.data]);
  });

  it('carry on demand the angle of every axis to the exact one, after every iteration', () => {
    const { images } = plantedImages('em exact', 60, 4, 3, 2, 2);
    const settings = { weights: 'limit', tolerance: 0, maxIterations: 50, exactAxes: true };
    const fit = fitOf(emEPca, images, [3], settings);
    const { shape, data } = fit.parameters.exactAngles;
    expect(shape).toEqual([50, 3]);
    const last = axisAngles(parameterMatrix(fit, 'A'), parameterMatrix(fitOf(pca, images, [3]), 'U'));
    for (let j = 0; j < 3; j++) expect(data[49 * 3 + j]).toBeCloseTo(last[j], 5);
    expect(Math.max(...data.slice(147))).toBeLessThan(Math.max(...data.slice(0, 3)));
    expect(fitOf(emEPca, images, [3], { ...settings, exactAxes: false }).parameters).not.toHaveProperty('exactAngles');
  });

  it('take any positive weights as a list, of which the first q count', () => {
    const { images } = plantedImages('em list', 60, 4, 3, 2, 2);
    const of = (settings: Settings, q = 3) =>
      fitOf(emEPca, images, [q], { maxIterations: 40, tolerance: 0, ...settings });
    const coefficients = [0.8, 0.64, 0.512, 7];
    const listed = of({ weights: 'list', coefficients });
    // 0.8^k from k = 1, where the geometric weights begin with 1: the same ratios.
    expect(largestDifference(parameterMatrix(listed, 'A'), parameterMatrix(of({ ratio: 0.8 }), 'A'))).toBeLessThan(
      1e-9,
    );
    const rising = of({ weights: 'list', coefficients: [1, 3, 2], maxIterations: 4000 });
    const exact = parameterMatrix(fitOf(pca, images, [3]), 'U');
    expect(Math.max(...axisAngles(parameterMatrix(rising, 'A'), exact))).toBeLessThan(1e-3);
    expect(() => of({ weights: 'list', coefficients: [1, 1] })).toThrow(
      'EM-ePCA: 2 weights are listed, found q = 3. List as many as q.',
    );
  });

  it('depend on ratios of weights only', () => {
    const { x } = rowsWithSpectrum('ratios', 20, SPECTRUM);
    const resident = residentRows(x);
    const a = errorStep(resident, start('ratios', 10, 4), geometric).a;
    const b = errorStep(
      resident,
      start('ratios', 10, 4),
      geometric.map((value) => 1e6 * value),
    ).a;
    expect(largestDifference(a, b)).toBeLessThan(1e-12);
    resident.release();
  });

  it('see the data through the covariance only', () => {
    const { x } = rowsWithSpectrum('covariance', 40, SPECTRUM);
    const root = transpose(cholesky(gramOfColumns(x)).lower);
    const [full, small] = [residentRows(x), residentRows(root)];
    let [a, b] = [start('covariance', 10, 4), start('covariance', 10, 4)];
    for (let t = 0; t < 10; t++) {
      a = errorStep(full, a, geometric).a;
      b = errorStep(small, b, geometric).a;
    }
    expect(largestDifference(a, b)).toBeLessThan(1e-10);
    full.release();
    small.release();
  });
});
