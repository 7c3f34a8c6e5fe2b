import { describe, expect, it } from 'vitest';
import { add, loadBatch, scale, symmetricEigen, trace } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { paperAxes, paperModel, sampleMatrixNormal } from '../../../src/core/synthetic/matrixNormal.ts';
import { frobeniusNorm } from '../../support/matrices.ts';

describe('the matrix normal of the bilinear PPCA paper', () => {
  it('has the printed standard deviations along orthonormal axes', () => {
    const { columnCovariance, rowCovariance } = paperModel(10, 12);
    const deviations = (values: Float64Array) => [...values].map((value) => Math.sqrt(value));
    deviations(symmetricEigen(columnCovariance).values).forEach((value, i) =>
      expect(value).toBeCloseTo([5, 4.5, 4][i] ?? 1, 10),
    );
    deviations(symmetricEigen(rowCovariance).values).forEach((value, i) =>
      expect(value).toBeCloseTo([10, 9, 8][i] ?? 2, 10),
    );
    expect(() => paperAxes(5)).toThrow(RangeError);
  });

  it('is sampled with its covariances', () => {
    const model = paperModel(6, 7);
    const count = 20_000;
    const batch = loadBatch(sampleMatrixNormal(stream('sample'), count, model));
    // E Σ X Xᵀ = N tr(Σ_r) Σ_c, and alike for the rows.
    const column = scale(batch.sumRight(), 1 / (count * trace(model.rowCovariance)));
    const row = scale(batch.sumLeft(), 1 / (count * trace(model.columnCovariance)));
    batch.release();
    expect(frobeniusNorm(add(column, model.columnCovariance, -1)) / frobeniusNorm(model.columnCovariance)).toBeLessThan(
      0.02,
    );
    expect(frobeniusNorm(add(row, model.rowCovariance, -1)) / frobeniusNorm(model.rowCovariance)).toBeLessThan(0.02);
  });
});
