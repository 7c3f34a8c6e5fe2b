import { describe, expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { standings, standingOrder } from '../../../../src/core/study/table/standings.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import type { TableEntry, StudyTable, ValidatedEntry } from '../../../../src/core/study/table/table.ts';
import { methodColumns } from '../../../../src/core/study/table/gridHead.ts';
import { markdownTable } from '../../../../src/core/report/markdown.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';
import { tableOf } from '../tableOf.ts';

const entry = (mean: number | null, standing: TableEntry['standing'], significant = false): TableEntry => ({
  mean,
  standing,
  significant,
  std: null,
  shape: [1],
  values: [],
  repeats: [],
  failed: 0,
  pending: 0,
  planned: 1,
  compared: mean === null ? null : { mean, repeats: 1 },
  p: null,
});

describe('standings', () => {
  it('count verdicts and average the ranks over the conditions, ties sharing ranks', () => {
    const rows = [
      { entries: [entry(1, 'best', true), entry(4, 'best'), entry(9, 'best')] },
      { entries: [entry(2, 'worse'), entry(4, 'best'), entry(null, 'none')] },
      { entries: [entry(3, 'worse'), entry(7, 'tie'), entry(10, 'tie')] },
    ];
    expect(standings(rows)).toEqual([
      { tally: { better: 1, same: 2, worse: 0 }, averageRank: 1.25 },
      { tally: { better: 0, same: 1, worse: 1 }, averageRank: 1.75 },
      { tally: { better: 0, same: 2, worse: 1 }, averageRank: 3 },
    ]);
  });

  it('are of the greater means where greater is better, and of nothing without rows', () => {
    const rows = [{ entries: [entry(1, 'tie'), entry(5, 'tie')] }, { entries: [entry(2, 'best'), entry(5, 'tie')] }];
    expect(standings(rows, 'higher').map(({ averageRank }) => averageRank)).toEqual([1.75, 1.25]);
    expect(standings(rows, 'lower').map(({ averageRank }) => averageRank)).toEqual([1.25, 1.75]);
    expect(standings([])).toEqual([]);
  });

  it('are of the validated side where the table shows no other, which not every entry has', () => {
    const both = (mean: number, validated: TableEntry | null): TableEntry => {
      return { ...entry(mean, 'best'), ...(validated && { validated: { ...validated, shapes: [] } }) };
    };
    const rows = [
      { entries: [both(1, entry(9, 'worse')), both(1, entry(3, 'best'))] },
      { entries: [both(2, entry(8, 'best', true)), both(2, null)] },
    ];
    expect(standings(rows, 'lower', 'validated')).toEqual([
      { tally: { better: 0, same: 1, worse: 1 }, averageRank: 2 },
      { tally: { better: 1, same: 0, worse: 0 }, averageRank: 1 },
    ]);
    for (const selection of ['oracle', 'both'] as const) {
      expect(standings(rows, 'lower', selection)).toEqual([
        { tally: null, averageRank: 1 },
        { tally: null, averageRank: 2 },
      ]);
    }
  });

  it('have no rank while no condition is complete', () => {
    const rows = [{ entries: [entry(1, 'best')] }, { entries: [entry(null, 'none')] }];
    expect(standings(rows).map((row) => row.averageRank)).toEqual([null, null]);
  });

  it('have no counts before anything was tested, and no rank from the first of several repeats', () => {
    const first = (mean: number, planned: number): TableEntry => ({
      ...entry(mean, mean === 1 ? 'best' : 'tie'),
      p: null,
      significant: false,
      planned,
      compared: { mean, repeats: 1 },
    });
    const rows = (planned: number) => [{ entries: [first(1, planned)] }, { entries: [first(2, planned)] }];
    expect(standings(rows(8))).toEqual([
      { tally: null, averageRank: null },
      { tally: null, averageRank: null },
    ]);
    const untested = rows(8).map((row, r) => ({ ...row, label: `${r}`, methodId: 'pca', ...standings(rows(8))[r] }));
    const columns = methodColumns({ rows: untested, options: defaultTableOptions });
    expect(columns.map(({ text }) => text(untested[0]))).toEqual(['–', '–']);
    // A study of one split has its ranks.
    expect(standings(rows(1)).map(({ averageRank }) => averageRank)).toEqual([1, 2]);
  });

  it('stand beside the conditions of a table and are explained under it', () => {
    const spec = smallSpec({ comparison: { test: 'corrected-resampled-t', correction: 'holm', baseline: 'PCA' } });
    const plan = planCells(planStudy(spec), facts);
    const table = summariseStudy(plan, evaluateAll(spec, facts, data, plan), undefined, { testToTrain: () => 1.5 });
    expect(table.rows[0].tally).toEqual({ better: 0, same: 2, worse: 0 });
    expect(table.rows[1].entries[0].p).toBeGreaterThan(0);
    expect(textTable(table)).toMatch(/\(•\/=\/\*\) +Rank$/m);
    expect(markdownTable(table)).toContain('Rank');
    const footer = table.footer.join(' ');
    expect(footer).toContain('significantly better, * significantly worse than PCA');
    expect(footer).toContain("two-sided corrected resampled t-test of Nadeau and Bengio, α = 0.05, Holm's correction");
    expect(footer).toContain('n_test/n_train');
  });
});

const means = [
  [3, 1, null, 2],
  [5, 5, 4, 5],
];

it('methods stand by their means in a condition, the best first, equal ones as listed; without a mean in no place', () => {
  const errors = tableOf(means);
  expect(standingOrder(errors, 0, 'oracle')).toEqual(['LDA', 'FPCA', 'PCA']);
  expect(standingOrder(errors, 1, 'oracle')).toEqual(['2DPCA', 'PCA', 'LDA', 'FPCA']);
  expect(standingOrder(errors, 2, 'oracle')).toEqual([]);
  expect(standingOrder(tableOf(means, { measure: 'accuracy' }), 0, 'oracle')).toEqual(['PCA', 'FPCA', 'LDA']);
  expect(standingOrder(tableOf(means, { measure: 'accuracy' }), 1, 'oracle')).toEqual(['PCA', 'LDA', 'FPCA', '2DPCA']);
});

it('methods stand by what was chosen inside the training images where that is asked for', () => {
  const table = tableOf(means);
  const validated = [7, null, 6, undefined].map((mean) => (mean === undefined ? undefined : { mean }));
  const rows = table.rows.map((row, r) => ({
    ...row,
    entries: row.entries.map((entry) => ({ ...entry, validated: validated[r] as ValidatedEntry | undefined })),
  })) as StudyTable['rows'];
  expect(standingOrder({ ...table, rows }, 0, 'validated')).toEqual(['2DPCA', 'PCA']);
  expect(standingOrder({ ...table, rows }, 2, 'validated')).toEqual([]);
  expect(standingOrder(table, 0, 'validated')).toEqual([]);
});
