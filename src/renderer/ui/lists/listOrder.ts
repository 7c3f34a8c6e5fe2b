/** Sorting and searching of lists on the page. */
export type Direction = 'ascending' | 'descending';

/** A sortable column. */
export interface ListColumn<T> {
  readonly key: string;
  readonly title: string;
  /** Right-aligned, for numbers. @default false */
  readonly right?: boolean;
  /** null: no value, such as the error of a study without results. */
  readonly value: (row: T) => string | number | null;
  /** Direction after the first click: names ascending, dates from the newest. @default 'ascending' */
  readonly first?: Direction;
}

export interface ListSort {
  readonly key: string;
  readonly direction: Direction;
}

export function opposite(direction: Direction): Direction {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

/**
 * The sort order after a click on a header: the column's first direction, then the other one, then the original order.
 */
export function nextListSort<T>(sort: ListSort | null, { key, first = 'ascending' }: ListColumn<T>): ListSort | null {
  if (sort?.key !== key) return { key, direction: first };
  return sort.direction === first ? { key, direction: opposite(first) } : null;
}

/** The sorted rows; rows without a value come last in either direction, ties keep their order. */
export function sortedRows<T>(rows: readonly T[], columns: readonly ListColumn<T>[], sort: ListSort | null): T[] {
  const column = columns.find(({ key }) => key === sort?.key);
  if (!column || sort === null) return [...rows];
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [column.value(a), column.value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** The rows with every word of the search in some column, ignoring case. */
export function matchingRows<T>(rows: readonly T[], textOf: (row: T) => string, search: string): readonly T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
