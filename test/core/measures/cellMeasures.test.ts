import { expect, it } from 'vitest';
import { countAt, measureAt, type MeasuredCell } from '../../../src/core/measures/cellMeasures.ts';
import { curveAxis, FALSE_ACCEPTANCE } from '../../../src/core/measures/curves.ts';
import { differenceUnit, exceedsAnyDifference } from '../../../src/core/measures/practicalMargin.ts';
import { countedErrors, isUndecided, UNDECIDED } from '../../../src/core/measures/threshold.ts';

const cell = {
  wrong: [2, UNDECIDED],
  testCount: 8,
  measures: { values: { rmse: [1.5, null], 'rank-1': [37.5, null] } },
} as unknown as MeasuredCell;

it('a measure of a cell is read at a shape, and counted where it is a share of the test images', () => {
  expect([measureAt('error-rate', cell, 0), measureAt('error-rate', cell, 1)]).toEqual([25, null]);
  expect([measureAt('rmse', cell, 0), measureAt('rmse', cell, 1), measureAt('rank-5', cell, 0)]).toEqual([
    1.5,
    null,
    null,
  ]);
  expect(measureAt('rmse', { ...cell, measures: undefined }, 0)).toBeNull();
  expect([countAt('error-rate', cell, 0), countAt('error-rate', cell, 1)]).toEqual([2, null]);
  expect([countAt('rank-1', cell, 0), countAt('rank-1', cell, 1), countAt('rmse', cell, 0)]).toEqual([3, null, null]);
});

it('errors without a threshold are not counted', () => {
  expect([countedErrors(cell, 0), countedErrors(cell, 1)]).toEqual([2, null]);
  expect([isUndecided(cell), isUndecided({ wrong: [2, 0] })]).toEqual([true, false]);
});

it('differences of percentages are points, of which there are a hundred at most', () => {
  expect([differenceUnit({ unit: '%' }), differenceUnit({ unit: 'nats' })]).toEqual(['pp', 'nats']);
  const beyond = (difference: number, unit: '%' | 's') => exceedsAnyDifference(difference, { unit });
  expect([beyond(100, '%'), beyond(100.5, '%'), beyond(200, 's')]).toEqual([false, true, false]);
});

it('curves run over ranks, weights and false acceptance rates', () => {
  expect(curveAxis('cmc', 3)).toEqual([1, 2, 3]);
  expect(curveAxis('epc', 3)).toEqual([0, 0.02, 0.04]);
  const rates = curveAxis('roc', 1000);
  expect(rates.slice(0, 13).map((rate) => Number(rate.toPrecision(12)))).toEqual([
    0, 1e-4, 2e-4, 3e-4, 5e-4, 7e-4, 1e-3, 2e-3, 3e-3, 5e-3, 7e-3, 0.01, 0.02,
  ]);
  expect([rates.length, rates[60], rates[61], rates[85], curveAxis('dir', 2)]).toEqual([86, 0.5, 0.52, 1, [0, 1e-4]]);
  expect(FALSE_ACCEPTANCE).toEqual(rates.toSorted((a, b) => a - b));
});
