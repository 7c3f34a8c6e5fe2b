/** What the view of a study shows, as a part of its address: kept by a reload, linked, bookmarked. */
import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import type { EntryPlace } from '../../core/study/grid/grid.ts';
import type { StudyTable } from '../../core/study/table/table.ts';
import { tableFactors, type TableFactor } from '../../core/study/table/tableFactors.ts';
import type { TableOptionsInput } from '../../core/study/table/tableOptions.ts';
import { panels, type PanelName } from './panels.ts';
import { selectionChoices } from './tableChoices.ts';
import type { Sort } from './tableOrder.ts';

/** An entry by names, which hold whatever the order of the table is. */
export interface NamedEntry {
  readonly method: string;
  /** Key of the condition. */
  readonly condition: string;
  readonly selection: EntryPlace['selection'];
}

export interface StudyViewState {
  readonly options: Pick<TableOptionsInput, 'measure' | 'rows' | 'selection'>;
  readonly sort: Sort | null;
  readonly entry: NamedEntry | null;
  /** null: the one that opens by itself. */
  readonly panel: PanelName | null;
  /** Labels of at most two methods. */
  readonly pair: readonly string[];
}

/** The state in words of an address; what is as it comes by itself is left out. */
export function addressOfView({ options, sort, entry, panel, pair }: StudyViewState): LocationQueryRaw {
  const query: Record<string, string | readonly string[] | undefined> = {
    measure: options.measure,
    rows: options.rows?.join(','),
    shapes: options.selection,
    sort: sort?.column,
    order: sort?.direction,
    method: entry?.method,
    condition: entry?.condition,
    by: entry?.selection,
    panel: panel ?? undefined,
    pair: pair.length > 0 ? pair : undefined,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as LocationQueryRaw;
}

/** The state of an address. What is not understood, such as an unknown panel, is left as it comes by itself. */
export function viewOfAddress(query: LocationQuery): StudyViewState {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [measure, column, order] = [text('measure'), text('sort'), text('order')];
  const rows = text('rows')?.split(',') ?? [];
  const shapes = selectionChoices.find(({ value }) => value === text('shapes'))?.value;
  const [method, condition, by] = [text('method'), text('condition'), text('by')];
  const sorts = column !== undefined && (order === 'ascending' || order === 'descending');
  const names = method !== undefined && condition !== undefined && (by === 'oracle' || by === 'validated');
  return {
    options: {
      // Whether the study has measured it, the engine says.
      ...(measure !== undefined && { measure: measure as TableOptionsInput['measure'] }),
      ...(isFactors(rows) && { rows }),
      ...(shapes && { selection: shapes }),
    },
    sort: sorts ? { column, direction: order } : null,
    entry: names ? { method, condition, selection: by } : null,
    panel: panels.find(({ value }) => value === text('panel'))?.value ?? null,
    pair: [query.pair ?? []]
      .flat()
      .filter((label) => label !== null)
      .slice(0, 2),
  };
}

/** The entry of a table that names mean; null where the table does not have it. */
export function placeOfEntry({ rows, conditions }: StudyTable, entry: NamedEntry | null): EntryPlace | null {
  if (entry === null) return null;
  const method = rows.findIndex(({ label }) => label === entry.method);
  const condition = conditions.findIndex(({ key }) => key === entry.condition);
  return method < 0 || condition < 0 ? null : { method, condition, selection: entry.selection };
}

/** The names of an entry of a table. */
export function entryOfPlace({ rows, conditions }: StudyTable, place: EntryPlace): NamedEntry {
  const { method, condition, selection } = place;
  return { method: rows[method].label, condition: conditions[condition].key, selection };
}

function isFactors(words: readonly string[]): words is TableFactor[] {
  const known = words.filter((word) => tableFactors.some((factor) => factor === word));
  return words.length > 0 && new Set(known).size === words.length;
}
