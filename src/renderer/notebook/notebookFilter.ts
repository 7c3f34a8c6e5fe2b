/** Filters a list by star and tag. */
import type { NotebookEntry } from '../../core/contract/notebook.ts';

export interface NotebookFilter {
  readonly starred: boolean;
  /** All of them must match. */
  readonly tags: readonly string[];
}

export const everything: NotebookFilter = { starred: false, tags: [] };

export function filtered<T extends NotebookEntry>(rows: readonly T[], filter: NotebookFilter): T[] {
  return rows.filter((row) => (row.starred || !filter.starred) && filter.tags.every((tag) => row.tags.includes(tag)));
}

/** Tags in use, in alphabetical order. */
export function tagsOf(rows: readonly NotebookEntry[]): string[] {
  return [...new Set(rows.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Starred items first; otherwise in the original order. */
export function starsFirst<T extends Pick<NotebookEntry, 'starred'>>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => Number(b.starred) - Number(a.starred));
}
