/** What the view of a study shows, as a part of its address: kept by a reload, linked, bookmarked. */
import { type LocationQuery, type LocationQueryRaw, useRoute, useRouter } from 'vue-router';
import { ref, shallowRef, watch } from 'vue';
import type { EntryPlace } from '../../core/study/table/grid.ts';
import type { StudyTable } from '../../core/study/table/table.ts';
import {
  tableFactors,
  type TableFactor,
  columnFields,
  type TableOptionsInput,
} from '../../core/study/table/tableOptions.ts';
import type { Sort } from './table/tableOrder.ts';

/**
 * What table, inspector and panels look at together, by names, which hold whatever the order of the table is. null:
 * what comes by itself, of methods the best one, with no entry of the table selected.
 */
export interface Focus {
  /** Label. */
  readonly method: string | null;
  /** Key of the condition. */
  readonly condition: string | null;
  readonly selection: EntryPlace['selection'] | null;
}

export interface StudyViewState {
  readonly options: Pick<TableOptionsInput, 'measure' | 'rows' | 'selection' | 'knownOnly'>;
  readonly sort: Sort | null;
  readonly focus: Focus;
  /** null: the one that opens by itself. */
  readonly panel: string | null;
  /** Of the panel of curves, by the value of its choice; null: the first there is. */
  readonly figure: string | null;
  /** Labels of at most two methods. */
  readonly pair: readonly string[];
  /** Of the cell that is inspected; null: the first that has finished. */
  readonly repeat: number | null;
}

const KNOWN = 'known';

/** The state in words of an address; what is as it comes by itself is left out. */
export function addressOfView({ options, sort, focus, panel, figure, pair, repeat }: StudyViewState): LocationQueryRaw {
  const query: Record<string, string | readonly string[] | undefined> = {
    measure: options.measure,
    rows: options.rows?.join(','),
    shapes: options.selection,
    subjects: options.knownOnly ? KNOWN : undefined,
    sort: sort?.column,
    order: sort?.direction,
    method: focus.method ?? undefined,
    condition: focus.condition ?? undefined,
    by: focus.selection ?? undefined,
    panel: panel ?? undefined,
    figure: figure ?? undefined,
    pair: pair.length > 0 ? pair : undefined,
    repeat: repeat === null ? undefined : String(repeat),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as LocationQueryRaw;
}

/** Parses an address. Unknown values, such as an unknown order, keep their defaults. */
export function viewOfAddress(query: LocationQuery): StudyViewState {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [measure, column, order] = [text('measure'), text('sort'), text('order')];
  const rows = text('rows')?.split(',') ?? [];
  const shapes = columnFields.selection.unwrap().options.find((value) => value === text('shapes'));
  const by = text('by');
  const sorts = column !== undefined && (order === 'ascending' || order === 'descending');
  return {
    options: {
      // Whether the study has measured it, the engine says.
      ...(measure !== undefined && { measure: measure as TableOptionsInput['measure'] }),
      ...(isFactors(rows) && { rows }),
      ...(shapes && { selection: shapes }),
      ...(text('subjects') === KNOWN && { knownOnly: true }),
    },
    sort: sorts ? { column, direction: order } : null,
    focus: {
      method: text('method') ?? null,
      condition: text('condition') ?? null,
      selection: by === 'oracle' || by === 'validated' ? by : null,
    },
    panel: text('panel') ?? null,
    // Ranks had a panel of their own.
    figure: text('figure') ?? (text('panel') === 'ranks' ? 'ranks' : null),
    pair: [query.pair ?? []]
      .flat()
      .filter((label) => label !== null)
      .slice(0, 2),
    repeat: /^[1-9]\d{0,5}$/.test(text('repeat') ?? '') ? Number(query.repeat) : null,
  };
}

/** The condition and the selection of shapes that a table is looked at in: those in focus where it has them. */
export function viewpoint({ conditions, rows, options }: StudyTable, { condition, selection }: Focus): Viewpoint {
  const validates = rows.some(({ entries }) => entries.some(({ validated }) => validated !== undefined));
  // The verdict is on what was chosen without the test images.
  const usual = options.selection === 'oracle' ? 'oracle' : 'validated';
  return {
    condition: Math.max(
      0,
      conditions.findIndex(({ key }) => key === condition),
    ),
    selection: validates ? (selection ?? usual) : 'oracle',
  };
}

export type Viewpoint = Pick<EntryPlace, 'condition' | 'selection'>;

/** The entry of a table that is in focus; null where no method is, or none that the table has. */
export function placeInFocus(table: StudyTable, focus: Focus): EntryPlace | null {
  const method = table.rows.findIndex(({ label }) => label === focus.method);
  return method < 0 ? null : { method, ...viewpoint(table, focus) };
}

/** The names of an entry of a table. */
export function focusOn({ rows, conditions }: StudyTable, { method, condition, selection }: EntryPlace): Focus {
  return { method: rows[method].label, condition: conditions[condition].key, selection };
}

function isFactors(words: readonly string[]): words is TableFactor[] {
  const known = words.filter((word) => tableFactors.some((factor) => factor === word));
  return words.length > 0 && new Set(known).size === words.length;
}

// The state of a study's view, in step with its address: what is chosen is written, what is opened is read.

export function useStudyAddress() {
  const [route, router] = [useRoute(), useRouter()];
  const first = viewOfAddress(route.query);
  /** How the table is asked for; the page shows what exports write. */
  const options = shallowRef<TableOptionsInput>(first.options);
  const sort = shallowRef<Sort | null>(first.sort);
  /** What table, inspector and panels look at together. */
  const focus = shallowRef<Focus>(first.focus);
  /** The panel that was chosen; null: the first there is. */
  const panel = ref<string | null>(first.panel);
  /** The figure of the panel of curves that was chosen; null: the first there is. */
  const figure = ref<string | null>(first.figure);
  /** Labels of at most two methods, which are compared. */
  const pair = shallowRef<readonly string[]>(first.pair);
  /** Of the cell that is inspected. */
  const repeat = ref<number | null>(first.repeat);

  const query = () => {
    const state = { options: options.value, sort: sort.value, focus: focus.value, figure: figure.value };
    return addressOfView({ ...state, panel: panel.value, pair: pair.value, repeat: repeat.value });
  };
  const same = (): boolean => JSON.stringify(query()) === JSON.stringify(addressOfView(viewOfAddress(route.query)));
  const study = route.params.id;

  watch([options, sort, focus, panel, figure, pair, repeat], () => {
    if (!same()) void router.replace({ query: query() });
  });
  watch(
    () => route.query,
    (now) => {
      // On the way to another page its query is seen here, too.
      if (route.name !== 'study' || route.params.id !== study || same()) return;
      const next = viewOfAddress(now);
      options.value = { ...options.value, measure: undefined, rows: undefined, selection: undefined, ...next.options };
      sort.value = next.sort;
      focus.value = next.focus;
      panel.value = next.panel;
      figure.value = next.figure;
      pair.value = next.pair;
      repeat.value = next.repeat;
    },
  );
  return { options, sort, focus, panel, figure, pair, repeat };
}
