import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../../src/core/field.ts';
import {
  checkTableOptions,
  defaultTableOptions,
  leadingMeasure,
  shownMeasure,
  tableComparison,
  tableFields,
  tableOptionsSchema,
  type TableOptionsInput,
} from '../../../../src/core/study/table/tableOptions.ts';
import { smallSpec } from '../smallDataset.ts';

const fits = (options: object): boolean => tableOptionsSchema.safeParse(options).success;

describe('what a table shows', () => {
  it('is, where nothing is asked for, the leading measure of methods down the rows, with marks and standings', () => {
    expect(defaultTableOptions).toMatchObject({
      ...{
        rows: ['method'],
        selection: 'both',
        labels: true,
        standings: true,
        knownOnly: false,
      },
      ...{ bold: 'best', underline: false, marks: true, comparison: {} },
    });
  });

  it('leads with the EER where every study compares pairs and measures it', () => {
    const pairs = { protocol: smallSpec({ protocol: { kind: 'pairs', folds: 2 } }).protocol };
    const measured = { ...pairs, measures: ['verification' as const] };
    const recognition = { protocol: smallSpec({}).protocol, measures: ['verification' as const] };
    expect(leadingMeasure(measured)).toBe('verification-eer');
    expect(leadingMeasure(pairs)).toBe('error-rate');
    expect(leadingMeasure(recognition)).toBe('error-rate');
    expect(leadingMeasure(measured, pairs)).toBe('error-rate');
    expect(shownMeasure([measured], { measure: 'error-rate' })).toBe('error-rate');
  });

  it('has up to six decimal places, each factor once down its rows, and no other option', () => {
    expect([0, 6, undefined].map((digits) => fits({ digits }))).toEqual([true, true, true]);
    expect([-1, 7, 1.5].map((digits) => fits({ digits }))).toEqual([false, false, false]);
    const rows = [['method'], ['training', 'method', 'perturbation', 'dataset', 'measure']];
    expect(rows.map((factors) => fits({ rows: factors }))).toEqual([true, true]);
    const refused = [{ rows: [] }, { rows: ['method', 'dataset', 'method'] }, { rows: ['subject'] }, { marked: true }];
    expect(refused.map(fits)).toEqual([false, false, false, false]);
  });

  it('is asked for on the command line as a number of digits and as factors between commas', () => {
    expect(factsOf(tableFields.rows).read!('training, method ,measure')).toEqual(['training', 'method', 'measure']);
    expect(factsOf(tableFields.digits).read!('3')).toBe(3);
  });

  it('is compared as it says, at a level between 0 and a half, else as the study does', () => {
    const levels = [0, 0.001, 0.499, 0.5].map((alpha) => fits({ comparison: { alpha } }));
    expect(levels).toEqual([false, true, true, false]);
    const labels = ['', 'a'.repeat(60), 'a'.repeat(61)].map((baseline) => fits({ comparison: { baseline } }));
    expect(labels).toEqual([false, true, false]);
    const spec = smallSpec({ comparison: { test: 'welch', alpha: 0.01 } });
    const comparison = { test: 'sign', baseline: 'PCA' } as const;
    expect(tableComparison(spec, tableOptionsSchema.parse({ comparison }))).toEqual({
      ...{ test: 'sign', alpha: 0.01, baseline: 'PCA' },
    });
    expect(tableComparison(spec, defaultTableOptions)).toEqual({ test: 'welch', alpha: 0.01 });
  });
});

describe('options of a table', () => {
  const problemsOf = (options: TableOptionsInput, change: Parameters<typeof smallSpec>[0] = {}) =>
    checkTableOptions(smallSpec(change), tableOptionsSchema.parse(options));

  it('are those of the study, which has what is shown and the method that others are compared with', () => {
    expect(problemsOf({})).toEqual([]);
    for (const baseline of ['best', 'PCA', 'GLRAM']) expect(problemsOf({ comparison: { baseline } })).toEqual([]);
    expect(problemsOf({ measure: 'rmse' }, { measures: ['reconstruction'] })).toEqual([]);
    expect(problemsOf({ selection: 'oracle' })).toEqual([]);
    expect(problemsOf({ selection: 'validated' }, { selection: { innerSplits: 2 } })).toEqual([]);
  });

  it('are refused in a sentence each', () => {
    const options = { measure: 'rmse', selection: 'validated', comparison: { baseline: 'Fisher' } } as const;
    expect(problemsOf(options)).toEqual([
      {
        path: 'measure',
        message: 'measure: the study did not measure "rmse"; it has error-rate, accuracy, iterations, converged.',
      },
      {
        path: 'comparison.baseline',
        message: 'comparison.baseline: there is no method labelled "Fisher"; expected "best" or one of "PCA", "GLRAM".',
      },
      {
        path: 'selection',
        message: 'selection: the study chose no shapes inside the training images; expected "oracle" or "both".',
      },
    ]);
    expect(problemsOf({ comparison: { baseline: 'glram' } })).toEqual([
      {
        path: 'comparison.baseline',
        message: 'comparison.baseline: there is no method labelled "glram"; did you mean "GLRAM"?',
      },
    ]);
  });
});
