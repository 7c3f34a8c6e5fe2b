import { describe, expect, it } from 'vitest';
import type { StudyTable, TableEntry } from '../../../src/core/study/result.ts';
import { tableColumns } from '../../../src/renderer/study/tableColumns.ts';
import { fakeResults, fakeStudy } from '../fakeData.ts';

const { table } = fakeResults(fakeStudy(1));

function withValidated(entry: TableEntry): TableEntry {
  const { values, repeats } = entry;
  const shapes = values.map(() => [3]);
  const numbers = { mean: 20, std: 2, shape: [3], shapes, values, repeats };
  return { ...entry, validated: { ...numbers, standing: 'tie', significant: false, p: 0.2 } };
}

describe('tableColumns', () => {
  it('has one column a condition where shapes were chosen on the test images only', () => {
    const columns = tableColumns(table);
    expect(columns.map((column) => [column.condition.title, column.selection])).toEqual([
      ['k = 2', 'oracle'],
      ['k = 3', 'oracle'],
      ['k = 4', 'oracle'],
    ]);
    expect(columns[1].entries[3]).toBe(table.rows[3].entries[1]);
  });

  it('sets the validated selection beside the oracle one, and nothing where a method has none', () => {
    const rows = table.rows.map((row, r) => ({
      ...row,
      entries: row.entries.map((entry, c) => (r === 0 && c === 0 ? withValidated(entry) : entry)),
    }));
    const changed: StudyTable = { ...table, rows };
    const [oracle, validated, next] = tableColumns(changed);
    expect([oracle.selection, validated.selection, next.condition.title]).toEqual(['oracle', 'validated', 'k = 3']);
    expect(validated.entries[0]).toMatchObject({ mean: 20, shape: [3], standing: 'tie', p: 0.2 });
    expect(validated.entries[1]).toMatchObject({ mean: null, values: [], standing: 'none' });
    expect(oracle.entries[0].mean).toBe(table.rows[0].entries[0].mean);
  });
});
