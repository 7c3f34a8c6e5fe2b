import { describe, expect, it } from 'vitest';
import { add, gramOfColumns, identity, matrix, multiply, scale, transpose } from '../../../../src/core/linalg/index.ts';
import { batchStep, gha, hierarchical, onePass } from '../../../../src/core/methods/vector/gha.ts';
import { residentRows } from '../../../../src/core/methods/vector/residentRows.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { axisAngles, normalMatrix, rowsWithSpectrum } from '../support/axes.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { largestDifference } from '../support/labelled.ts';

const { x, axes } = rowsWithSpectrum('gha', 60, [9, 6, 4, 1, 0.5, 0.3]);
const images = { count: 60, rows: 3, cols: 2, data: x.data };

describe('GHA', () => {
  it.each(['limit', 'geometric', 'equal'])('in batches reaches the axes and AᵀA = I (weights: %s)', (weights) => {
    const fit = fitOf(gha, images, [3], { weights, tolerance: 1e-15, maxIterations: 5000 });
    const a = parameterMatrix(fit, 'A');
    expect(fit.converged).toBe(true);
    expect(Math.max(...axisAngles(a, axes))).toBeLessThan(1e-10);
    expect(largestDifference(gramOfColumns(a), identity(3))).toBeLessThan(1e-12);
    expect(fit.trace[fit.trace.length - 1]).toBeCloseTo(60 * 1.8, 8);
  });

  it('online comes within a few degrees with a decaying rate', () => {
    const fit = fitOf(gha, images, [3], { mode: 'online', rate: 0.5, decay: 0.5, tolerance: 0, maxIterations: 150 });
    const angles = axisAngles(parameterMatrix(fit, 'A'), axes);
    expect(Math.max(...angles)).toBeLessThan(4);
    expect(fit.iterations).toBe(150);
  });

  it.each([['limit' as const], [Float64Array.of(1, 0.5, 2)]])('takes the step of eq. (21)', (weights) => {
    const resident = residentRows(x);
    const a = normalMatrix('step', 6, 3);
    const s = multiply(x, a);
    const l = hierarchical(gramOfColumns(s), weights);
    const gradient = add(multiply(s, x, { transposeA: true }), multiply(l, transpose(a)), -1);
    const expected = add(transpose(a), scale(gradient, 0.01 / 60));
    expect(largestDifference(transpose(batchStep(resident, a, weights, 0.01)), expected)).toBeLessThan(1e-13);
    resident.release();
  });

  it.each([['limit' as const], [Float64Array.of(0.8, 0.64, 0.5)]])(
    'takes the same step online as in a batch',
    (weights) => {
      const one = matrix(1, 6, x.data.slice(0, 6));
      const resident = residentRows(one);
      const a = normalMatrix('one', 6, 3);
      const online = onePass(one, a, weights, 0.05, stream('one'));
      expect(largestDifference(online, batchStep(resident, a, weights, 0.05))).toBeLessThan(1e-13);
      resident.release();
    },
  );

  it('gives study codes of unit axes', () => {
    const fit = fitOf(gha, images, [2]);
    expect(largestDifference(gramOfColumns(parameterMatrix(fit, 'U')), identity(2))).toBeLessThan(1e-12);
    expect(gha.encode(fit, images).rows).toBe(2);
  });
});
