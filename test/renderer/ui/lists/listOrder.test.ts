import { describe, expect, it } from 'vitest';
import {
  matchingRows,
  nextListSort,
  sortedRows,
  type ListColumn,
} from '../../../../src/renderer/ui/lists/listOrder.ts';

interface Row {
  readonly name: string;
  readonly error: number | null;
}

const rows: readonly Row[] = [
  { name: 'ORL 10', error: 4 },
  { name: 'ORL 9', error: null },
  { name: 'Yale', error: 2.5 },
];
const columns: readonly ListColumn<Row>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'error', title: 'Error', value: ({ error }) => error, first: 'descending' },
];
const names = (list: readonly Row[]): string[] => list.map(({ name }) => name);

describe('a list', () => {
  it('is sorted by numbers as numbers, also in names; rows without a value come last in either direction', () => {
    expect(names(sortedRows(rows, columns, { key: 'name', direction: 'ascending' }))).toEqual([
      'ORL 9',
      'ORL 10',
      'Yale',
    ]);
    expect(names(sortedRows(rows, columns, { key: 'error', direction: 'ascending' }))).toEqual([
      'Yale',
      'ORL 10',
      'ORL 9',
    ]);
    expect(names(sortedRows(rows, columns, { key: 'error', direction: 'descending' }))).toEqual([
      'ORL 10',
      'Yale',
      'ORL 9',
    ]);
    expect(sortedRows(rows, columns, null)).toEqual(rows);
  });

  it('goes by clicks to the first direction of its column, to the other, and back to its own order', () => {
    const first = nextListSort(null, columns[1]);
    expect(first).toEqual({ key: 'error', direction: 'descending' });
    const second = nextListSort(first, columns[1]);
    expect(second).toEqual({ key: 'error', direction: 'ascending' });
    expect(nextListSort(second, columns[1])).toBeNull();
    expect(nextListSort(second, columns[0])).toEqual({ key: 'name', direction: 'ascending' });
  });

  it('leaves the rows with every word of a search, in any order and case', () => {
    const found = (search: string): string[] => names(matchingRows(rows, ({ name }) => name, search));
    expect(found(' 10 orl')).toEqual(['ORL 10']);
    expect(found('  ')).toEqual(names(rows));
    expect(found('faces')).toEqual([]);
  });
});
