import { describe, expect, it } from 'vitest';
import type { LatentShape } from '../../../../src/core/methods/method.ts';
import type { TunedSettings } from '../../../../src/core/study/spec/settingsGrid.ts';
import {
  mostChosen,
  oracleChoice,
  selectedCell,
  selectedEntry,
  validatedChoice,
} from '../../../../src/core/study/table/chosenShapes.ts';
import type { TableCell } from '../../../../src/core/study/table/measuredRepeats.ts';
import type { RowRepeats } from '../../../../src/core/study/table/rowRepeats.ts';
import type { TableEntry } from '../../../../src/core/study/table/table.ts';

const tuned = (label: string): TunedSettings => ({ label, settings: {} }) as unknown as TunedSettings;

/** A cell of 10 test images with so many wrong ones at each shape. */
const cellOf = (shapes: readonly LatentShape[], wrong: readonly number[], more: Partial<TableCell> = {}): TableCell =>
  ({ shapes, wrong, testCount: 10, ...more }) as unknown as TableCell;

/** A row of combinations, one list of cells for each repeat. */
function rowOf(combinations: readonly (TunedSettings | undefined)[], ...repeats: (TableCell | null)[][]): RowRepeats {
  const finished = repeats.map((results, r) => ({ repeat: r + 1, results }));
  return { combinations, finished, failed: 0, pending: 0, planned: finished.length };
}

describe('the oracle’s choice', () => {
  it('is the best mean, the smallest shape and the first combination among equals', () => {
    const shapes = [[8], [2], [4]];
    const row = rowOf(
      [tuned('a'), tuned('b')],
      [cellOf(shapes, [2, 3, 2]), cellOf(shapes, [2, 3, 2])],
      [cellOf(shapes, [2, 3, 2]), cellOf(shapes, [2, 3, 2])],
    );
    const choice = oracleChoice(row, 'error-rate');
    expect(choice.shape).toEqual([4]);
    expect(choice.tuned?.label).toBe('a');
    expect(choice.chosen.map(({ repeat, at }) => [repeat, at])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('takes a later combination where it is better, or as good at a smaller shape', () => {
    const better = rowOf([tuned('a'), tuned('b')], [cellOf([[2]], [3]), cellOf([[9]], [2])]);
    expect(oracleChoice(better, 'error-rate').tuned?.label).toBe('b');
    const smaller = rowOf([tuned('a'), tuned('b')], [cellOf([[5]], [3]), cellOf([[4]], [3])]);
    expect(oracleChoice(smaller, 'error-rate')).toMatchObject({ shape: [4], tuned: { label: 'b' } });
  });

  it('leaves out shapes that a repeat lacks, however good, and says so', () => {
    const row = rowOf([undefined], [cellOf([[2], [3]], [5, 0])], [cellOf([[2]], [5])]);
    expect(oracleChoice(row, 'error-rate')).toMatchObject({ shape: [2], lackingShapes: [[3]] });
  });

  it('has the settings of its combination in every repeat, and none where a row has one combination', () => {
    const both = rowOf([tuned('a'), tuned('b')], [cellOf([[2]], [3]), cellOf([[2]], [1])]);
    expect(oracleChoice(both, 'error-rate').chosen[0]).toMatchObject({ repeat: 1, tuned: { label: 'b' } });
    const one = oracleChoice(rowOf([undefined], [cellOf([[2]], [3])]), 'error-rate');
    expect(one).not.toHaveProperty('tuned');
    expect(one.chosen[0]).not.toHaveProperty('tuned');
  });

  it('leaves out combinations that failed in a repeat', () => {
    const row = rowOf([tuned('a'), tuned('b')], [null, cellOf([[2]], [3])], [cellOf([[2]], [0]), cellOf([[2]], [3])]);
    expect(oracleChoice(row, 'error-rate')).toMatchObject({ tuned: { label: 'b' }, lackingShapes: [[2]] });
  });

  it('goes by another measure where it is asked to, to the greater or the smaller side', () => {
    const measured = (auc: number[], rmse: number[]) =>
      cellOf([[2], [3]], [0, 9], { measures: { values: { 'verification-auc': auc, rmse } } });
    const row = rowOf([undefined], [measured([0.5, 0.9], [7, 3])], [measured([0.6, 0.7], [1, 2])]);
    expect(oracleChoice(row, 'error-rate').shape).toEqual([2]);
    expect(oracleChoice(row, 'verification-auc').shape).toEqual([3]);
    expect(oracleChoice(row, 'rmse').shape).toEqual([3]);
    const other = rowOf([undefined], [measured([0.9, 0.5], [3, 7])]);
    expect(oracleChoice(other, 'verification-auc').shape).toEqual([2]);
    expect(oracleChoice(other, 'rmse').shape).toEqual([2]);
    expect(oracleChoice(rowOf([undefined], [cellOf([[2]], [0])]), 'rmse')).toMatchObject({ shape: null, chosen: [] });
  });
});

describe('the validated choice', () => {
  const validated = (shape: number, inner: number) => cellOf([[shape]], [1], { selected: 0, inner });

  it('is the combination that did best on the inner splits, in each repeat', () => {
    const row = rowOf(
      [tuned('a'), tuned('b')],
      [validated(3, 12), validated(3, 11)],
      [validated(3, 11), validated(3, 12)],
    );
    expect(validatedChoice(row).map(({ repeat, tuned: chosen }) => [repeat, chosen?.label])).toEqual([
      [1, 'b'],
      [2, 'a'],
    ]);
  });

  it('has the smallest shape among equals, and of equal shapes the first combination', () => {
    const row = rowOf([tuned('a'), tuned('b'), tuned('c')], [validated(5, 10), validated(4, 10), validated(4, 10)]);
    expect(validatedChoice(row)[0].tuned?.label).toBe('b');
  });

  it('leaves out what selected nothing', () => {
    const none = cellOf([[2]], [1], { selected: null });
    expect(validatedChoice(rowOf([tuned('a'), tuned('b')], [none, validated(9, 40)], [none, null]))).toMatchObject([
      { repeat: 1, tuned: { label: 'b' } },
    ]);
  });
});

describe('the combination that was chosen most often', () => {
  it('is the one chosen first among equals', () => {
    expect(mostChosen(['a', 'b', 'b'].map(tuned))?.label).toBe('b');
    expect(mostChosen(['b', 'a', 'a', 'b'].map(tuned))?.label).toBe('b');
    expect(mostChosen([])).toBeUndefined();
  });
});

describe('the cell that an entry shows of a repeat', () => {
  const entry = { repeats: [2, 5], shape: [7] };

  it('is that of its row at its shape, of repeats that it has', () => {
    expect(selectedCell('PCA', entry, 2)).toEqual({ label: 'PCA', shape: [7] });
    expect(selectedCell('PCA', entry, 5)).toEqual({ label: 'PCA', shape: [7] });
    expect(selectedCell('PCA', entry, 1)).toBeNull();
    expect(selectedCell('PCA', { ...entry, shape: null }, 2)).toBeNull();
  });

  it('is that of the combination and shape of the repeat, where these were chosen by repeat', () => {
    expect(selectedCell('LPP', { ...entry, tuned: tuned('a') }, 5)).toEqual({ label: 'a', shape: [7] });
    const validated = { ...entry, tuned: tuned('a'), tunedRepeats: [tuned('a'), tuned('b')], shapes: [[3], [4]] };
    expect(selectedCell('LPP', validated, 5)).toEqual({ label: 'b', shape: [4] });
    expect(selectedCell('LPP', { ...entry, full: [[8], [9]] }, 5)).toEqual({ label: 'LPP', shape: [9] });
    expect(selectedCell('LPP', { ...validated, full: [[8], [9]] }, 2)).toEqual({ label: 'a', shape: [3] });
  });
});

describe('the side of an entry', () => {
  const oracle = { mean: 1 } as unknown as TableEntry;
  const both = { ...oracle, validated: { mean: 2 } } as unknown as TableEntry;

  it('is the validated one only where that is asked for and there', () => {
    expect(selectedEntry(both, 'validated')).toEqual({ mean: 2 });
    expect(selectedEntry(both, 'oracle')).toEqual({ mean: 1 });
    expect(selectedEntry(oracle, 'validated')).toEqual({ mean: 1 });
  });
});
