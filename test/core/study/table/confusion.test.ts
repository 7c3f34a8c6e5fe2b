import { describe, expect, it } from 'vitest';
import { addConfusion, confusedPairs, emptyConfusion } from '../../../../src/core/study/table/confusion.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';

describe('the confusion of subjects', () => {
  it('has as many errors off its diagonal as the cells of all repeats', () => {
    const spec = smallSpec({ methods: [{ method: 'pca' }] });
    const plan = planCells(planStudy(spec), facts);
    const outcomes = evaluateAll(spec, facts, data, plan);
    const counts = emptyConfusion(5);
    let wrong = 0;
    for (const cell of plan.cells.filter(({ condition }) => condition === 'k=2')) {
      const { result } = outcomes.get(cell.key)!;
      const split = splitOf(spec, facts, cell.condition, cell.repeat);
      const at = 3;
      addConfusion(counts, result.nearest.slice(at * result.testCount, (at + 1) * result.testCount), split, labels);
      wrong += result.wrong[at];
    }
    const total = counts.flat().reduce((sum, count) => sum + count, 0);
    const right = counts.reduce((sum, row, subject) => sum + row[subject], 0);
    expect(total).toBe(3 * 20);
    expect(total - right).toBe(wrong);
    expect(confusedPairs(counts).reduce((sum, { count }) => sum + count, 0)).toBe(wrong);
    // Every subject is tested four times a repeat.
    expect(counts.map((row) => row.reduce((sum, count) => sum + count, 0))).toEqual([12, 12, 12, 12, 12]);
  });

  it('looks predictions up in the gallery where there is one', () => {
    const counts = emptyConfusion(5);
    const split = { train: Int32Array.of(0), gallery: Int32Array.of(6, 12), test: Int32Array.of(7, 11) };
    addConfusion(counts, [1, 0], split, labels);
    expect(confusedPairs(counts)).toEqual([]);
    expect(counts[2][2] + counts[1][1]).toBe(2);
    expect(() => addConfusion(counts, [0], split, labels)).toThrow('1 predictions for 2 test images');
  });

  it('lists pairs by frequency', () => {
    expect(
      confusedPairs([
        [5, 1, 3],
        [0, 9, 3],
        [0, 0, 9],
      ]),
    ).toEqual([
      { truth: 0, predicted: 2, count: 3, tests: 9 },
      { truth: 1, predicted: 2, count: 3, tests: 12 },
      { truth: 0, predicted: 1, count: 1, tests: 9 },
    ]);
  });

  it('lists pairs of equal frequency by the subject that was shown, then by the one that it was recognised as', () => {
    const pairs = confusedPairs([
      [0, 2, 2, 3],
      [2, 0, 0, 2],
      [0, 3, 9, 2],
      [2, 0, 2, 0],
    ]);
    expect(pairs.map(({ truth, predicted, count }) => `${truth}${predicted}×${count}`).join(' ')).toBe(
      '03×3 21×3 01×2 02×2 10×2 13×2 23×2 30×2 32×2',
    );
    expect(confusedPairs(emptyConfusion(3))).toEqual([]);
  });
});
