/** The order of a list on the page, and what of it a search leaves. */
export type Direction = 'ascending' | 'descending';

/** A column that a list is sorted by. */
export interface ListColumn<T> {
  readonly key: string;
  readonly title: string;
  /** Numbers stand at the right. @default false */
  readonly right?: boolean;
  /** null: nothing to sort by, such as the error of a study that has none yet. */
  readonly value: (row: T) => string | number | null;
  /** What the first click leads to: names from A, dates from the newest. @default 'ascending' */
  readonly first?: Direction;
}

export interface ListSort {
  readonly key: string;
  readonly direction: Direction;
}

export function opposite(direction: Direction): Direction {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

/** What a click on a head leads to: the column's first direction, then the other one, then the order of the list. */
export function nextListSort<T>(sort: ListSort | null, { key, first = 'ascending' }: ListColumn<T>): ListSort | null {
  if (sort?.key !== key) return { key, direction: first };
  return sort.direction === first ? { key, direction: opposite(first) } : null;
}

/** The rows in order; those without a value come last in either direction, equal ones stay as they were. */
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

/** The rows of which some column holds each word of the search, whatever the case. */
export function matchingRows<T>(rows: readonly T[], textOf: (row: T) => string, search: string): readonly T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
