import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { tableGrid } from '../../../../src/core/study/table/grid.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { fittingDensity, partWidths } from '../../../../src/renderer/study/table/tableDensity.ts';
import { nextSort, rowOrder } from '../../../../src/renderer/study/table/tableOrder.ts';
import { fakeResults, fakeStudy } from '../../fakeData.ts';

const means = [20, null, 5, 20, 100];
const before = fakeResults(fakeStudy(1)).table;
const table: StudyTable = {
  ...before,
  rows: before.rows.map((row, r) => ({
    ...row,
    entries: row.entries.map((entry, c) => (c === 0 ? { ...entry, mean: means[r] } : entry)),
    tally: { better: r === 3 ? 2 : 0, same: 1, worse: r === 1 ? 2 : 0 },
    averageRank: [3, 5, 1.5, 1.5, 4][r],
  })),
};
const grid = tableGrid(table);

describe('the order of rows', () => {
  it('is by number and not by text, rows without one last in either direction, equal ones as in the study', () => {
    expect(rowOrder(grid, table, { column: 'k = 2', direction: 'ascending' })).toEqual([2, 0, 3, 4, 1]);
    expect(rowOrder(grid, table, { column: 'k = 2', direction: 'descending' })).toEqual([4, 0, 3, 2, 1]);
    expect(rowOrder(grid, table, null)).toEqual([0, 1, 2, 3, 4]);
  });

  it('can be by name, by rank and by counts', () => {
    const by = (column: string) => rowOrder(grid, table, nextSort(null, column, grid, table));
    expect(by('Method').map((row) => table.rows[row].label)).toEqual(['2DPCA', 'BPPCA', 'GLRAM', 'PCA', 'PPCA']);
    expect(by('Rank')).toEqual([2, 3, 0, 4, 1]);
    expect(by('(•/=/*)')).toEqual([3, 0, 2, 4, 1]);
  });

  it('begins with the best, which is the highest of some measures', () => {
    const accuracy = { ...table, measure: measureOf('accuracy') };
    expect(nextSort(null, 'k = 2', grid, accuracy)?.direction).toBe('descending');
    const first = nextSort(null, 'k = 2', grid, table);
    expect(first).toEqual({ column: 'k = 2', direction: 'ascending' });
    expect(nextSort(first, 'k = 3', grid, table)).toEqual({ column: 'k = 3', direction: 'ascending' });
    const second = nextSort(first, 'k = 2', grid, table);
    expect(second?.direction).toBe('descending');
    expect(nextSort(second, 'k = 2', grid, table)).toBeNull();
  });

  it('stays that of the study where the column is not there any more', () => {
    expect(rowOrder(grid, table, { column: 'k = 9', direction: 'descending' })).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('the parts of an entry', () => {
  it('are as many as fit', () => {
    const parts = { mean: 4, std: 5, shape: 8, count: 0 };
    const fitting = (columns: number, room: number, more = {}): string =>
      fittingDensity(grid, columns, { ...parts, ...more }, room);
    expect([4, 5, 10].map((columns) => fitting(columns, 1000))).toEqual(['full', 'spread', 'value']);
    expect([480, 640, 1000].map((room) => fitting(4, room))).toEqual(['value', 'spread', 'full']);
    // Shapes that take more letters, counts of what is missing.
    expect(fitting(4, 1000, { shape: '(61; neighbours 7)'.length })).toBe('spread');
    expect(fitting(4, 500, { count: '10 of 10'.length })).toBe('value');
  });

  it('keep room for counts while cells are missing, and for shapes of two dimensions', () => {
    expect(partWidths(table)).toEqual({ mean: 5, std: 5, shape: 8, count: 0 });
    expect(partWidths({ ...table, done: table.total - 1 }).count).toBe('10 of 10'.length);
    const vectors = table.rows.filter(({ label }) => label === 'PCA');
    expect(partWidths({ ...table, rows: vectors }).shape).toBe(5);
    const tuned = { label: 'PCA neighbours=7', values: { neighbours: 7 } };
    const rows = vectors.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => ({ ...entry, shape: [61], tuned })),
    }));
    expect(partWidths({ ...table, rows }).shape).toBe('(61; neighbours 7)'.length);
  });
});
