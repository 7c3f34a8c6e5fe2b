import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { fitRandom } from '../../../../src/core/study/cells/cellTask.ts';
import { refitCell } from '../../../../src/core/study/cells/refitCell.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { shapeIndex } from '../../../../src/core/methods/latentShape.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const spec = smallSpec({ methods: [{ method: 'pca' }, { method: 'glram' }, { method: 'bppca' }] });
const plan = planStudy(spec, facts);
const [pca, glram, bppca] = plan.cells.slice(0, 3).map((cell) => taskOf(spec, facts, plan, cell));
const ignore = (): void => undefined;

describe('refitCell', () => {
  it('takes the test images for what the cell of a closed form takes them for, at every shape', () => {
    const { shapes, nearest } = evaluateCell(pca, data, ignore);
    for (const shape of shapes) {
      const at = shapeIndex(shapes, shape) * pca.split.test.length;
      expect(refitCell(pca, shape, data, ignore).nearest).toEqual(nearest.slice(at, at + pca.split.test.length));
    }
  });

  it('shows the axes of vector methods as their basis images', () => {
    const { basis } = refitCell(pca, [3], data, ignore);
    const images = selectImages(data.images, pca.split.train);
    const context = { random: fitRandom(pca), checkCancelled: ignore };
    const { U } = findMethod('pca')!.fit({ images, labels: null }, [3], pca.settings, context).parameters;
    expect(basis?.entries).toEqual([[1], [2], [3]]);
    const size = data.images.rows * data.images.cols;
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < size; i++) expect(basis?.images.data[k * size + i]).toBeCloseTo(U.data[i * 3 + k], 9);
    }
  });

  it('shows outer products of rank 1 for bilinear methods, and the trace of their objective', () => {
    const { basis, fit } = refitCell(glram, [2, 2], data, ignore);
    expect(basis?.entries).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]);
    const { rows, cols, data: pixels } = basis!.images;
    const at = (i: number, j: number): number => pixels[i * cols + j];
    for (let i = 1; i < rows; i++) {
      for (let j = 1; j < cols; j++) expect(at(i, j) * at(0, 0) - at(i, 0) * at(0, j)).toBeCloseTo(0, 12);
    }
    const [trace] = fit!.traces;
    expect(trace.values.length).toBe(fit!.iterations);
    expect(trace.quantity).toMatchObject({ name: 'mean squared reconstruction error', sense: 'minimise' });
    expect(fit!.iterationSeconds).toHaveLength(trace.values.length);
  });

  it('sets some test images beside their reconstructions, which come nearer with a larger shape', () => {
    const [small, large] = [[1], [4]].map((shape) => refitCell(pca, shape, data, ignore).rebuilt!);
    expect(small.tests).toEqual(large.tests);
    expect(new Set(small.tests).size).toBe(small.tests.length);
    small.rmse.forEach((rmse, n) => expect(large.rmse[n]!).toBeLessThan(rmse!));
    const first = selectImages(data.images, pca.split.test.slice(small.tests[0], small.tests[0] + 1));
    expect(small.originals.data.slice(0, first.data.length)).toEqual(first.data);
  });

  it('looks for a cancellation while it iterates', () => {
    let calls = 0;
    refitCell(bppca, [1, 1], data, () => calls++);
    expect(calls).toBeGreaterThan(1);
  });
});
