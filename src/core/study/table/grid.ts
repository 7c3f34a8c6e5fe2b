/** The written table of a study: titles of rows and columns, and every entry as text. */
import type { Condition } from '../../protocols/split.ts';
import { listed, uncapitalised } from '../../text/phrases.ts';
import { measureAtColumn } from './joinTables.ts';
import { publishedText } from './publishedNumber.ts';
import { databaseName } from './databaseNames.ts';
import type { StudyTable } from './table.ts';
import { tableFactors, type TableFactor } from './tableOptions.ts';
import { entryText, validatedSide, type EntryParts, type EntryText } from './entry.ts';
import { type GridColumn, type HeadFactor, methodColumns } from './gridHead.ts';

export interface GridRow {
  readonly title: string;
  /** Under the columns: entries, and plain text for facts about methods and for entries that a pivoted table lacks. */
  readonly cells: readonly (GridEntry | string)[];
  /** Contains published numbers, which are set in italics. */
  readonly published?: true;
}

/** Where an entry comes from. */
export interface EntryPlace {
  /** Indices of the method and the condition in the table. */
  readonly method: number;
  readonly condition: number;
  readonly selection: 'oracle' | 'validated';
}

export type GridEntry = EntryText & EntryPlace;

/** Rows under common headings: those of a table with methods within other factors. */
export interface RowGroups {
  /** The heading of the titles within the groups. */
  readonly heading: string;
  /** Per row: its group, and its title within it. */
  readonly rows: readonly { readonly group: string; readonly title: string }[];
}

export interface TableGrid {
  /** "Error rate in per cent on ORL.", "… on ORL, 422 of 3200 cells." */
  readonly caption: string;
  /** The heading of the row titles, then those of the columns. */
  readonly head: readonly string[];
  /** The columns of entries by their levels, for heads of several lines; facts about methods follow them. */
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Absent: the rows have no groups. */
  readonly groups?: RowGroups;
  /** Below a rule: facts about methods if these run across, and published numbers. */
  readonly summary: readonly GridRow[];
}

const HEADINGS: Readonly<Record<TableFactor, string>> = {
  method: 'Method',
  dataset: 'Dataset',
  training: 'Training',
  perturbation: 'Perturbation',
  measure: 'Measure',
};

/** The level of every factor; '' if there is none. */
type Levels = Readonly<Record<HeadFactor, string>>;

/** One condition under one way of choosing the shape; every method has an entry there. */
interface Place {
  readonly condition: number;
  readonly selection: EntryPlace['selection'];
  /** Without the level of the method. */
  readonly levels: Levels;
}

/** The grid of a table under its options. */
export function tableGrid(table: StudyTable): TableGrid {
  const { options, rows } = table;
  const places = tablePlaces(table);
  const down: readonly HeadFactor[] = options.rows;
  const across = ([...tableFactors, 'selection'] as const).filter((factor) => !down.includes(factor));
  const labels = rows.map(({ label }) => label);
  const headings = distinct(labels, places, across);
  const columns = headings.map(({ title }) => title);
  const entries = entriesByTitles(table, places, down, across);
  const titled = distinct(labels, places, down);
  const body = titled.map(({ title }) => ({
    title: title || 'none',
    cells: columns.map((column) => entries.get(title)?.get(column) ?? '–'),
  }));
  const said = methodColumns(table);
  const grouped = down.length > 1 && down.at(-1) === 'method';
  // Standings are over all conditions: only rows of whole methods have them.
  const ofRow = grouped ? methodColumns({ rows, options: { ...options, standings: false } }) : [];
  const beside = down.join() === 'method' ? said : ofRow;
  const below = rows.every(({ label }) => columns.includes(label)) ? said : [];
  return {
    caption: `${shownText(table)} on ${listed(table.dataset.split(', ').map(databaseName))}${pendingText(table)}.`,
    head: [
      options.rows.map((factor) => HEADINGS[factor]).join(', '),
      ...columns.map((title) => title || table.measure.title),
      ...beside.map(({ title }) => title),
    ],
    columns: gridColumns(headings, across),
    ...(grouped && { groups: groupsOf(titled, down.slice(0, -1)) }),
    rows: body.map((row, r) => {
      const method = rows[labels.indexOf(titled[r].levels.method)];
      return { ...row, cells: [...row.cells, ...beside.map(({ text }) => text(method))] };
    }),
    summary: [
      ...below.map(({ title, text }) => ({
        title,
        cells: columns.map((column) => {
          const row = rows.find(({ label }) => label === column);
          return row ? text(row) : '';
        }),
      })),
      ...publishedRows(table, body, beside.length),
    ],
  };
}

function groupsOf(rows: readonly Heading[], outer: readonly HeadFactor[]): RowGroups {
  return {
    heading: HEADINGS.method,
    rows: rows.map(({ levels }) => ({
      group: outer.map((factor) => levels[factor] || UNNAMED[factor]).join(', '),
      title: levels.method,
    })),
  };
}

/**
 * A row of published numbers for each row that has some, in the same columns, followed by this number of empty cells.
 */
function publishedRows(table: StudyTable, body: readonly GridRow[], empty: number): GridRow[] {
  const { published, rows, conditions, measure, options } = table;
  if (!published) return [];
  const digits = options.digits ?? measure.digits;
  return body.flatMap(({ title, cells }): GridRow[] => {
    const texts = cells.map((cell) => {
      if (typeof cell === 'string') return '';
      const [{ label }, { key }] = [rows[cell.method], conditions[cell.condition]];
      const number = published.find(({ method, condition }) => method === label && condition === key);
      return number ? publishedText(number, entryParts(table, cell).mean, digits) : '';
    });
    if (texts.every((text) => text === '')) return [];
    return [{ title: `${title}, published`, cells: [...texts, ...Array<string>(empty).fill('')], published: true }];
  });
}

/** The numbers of an entry. */
export function entryParts({ rows }: StudyTable, { method, condition, selection }: EntryPlace): EntryParts {
  const entry = rows[method].entries[condition];
  return selection === 'oracle' ? entry : validatedSide(entry);
}

/** "Error rate in per cent", "Verification AUC" */
function measureText({ title, unit }: Pick<StudyTable['measure'], 'title' | 'unit'>): string {
  if (unit === '') return title;
  return `${title} in ${unit === '%' ? 'per cent' : unit}`;
}

/** "Error rate in per cent"; for several measures, whose columns have units: "Verification EER and TAR at FAR 1%" */
export function shownText({ measure, measures }: Pick<StudyTable, 'measure' | 'measures'>): string {
  if (!measures) return measureText(measure);
  const [first, ...others] = new Set(measures.map(({ title }) => title));
  return listed([first, ...others.map(uncapitalised)]);
}

/** ", 422 of 3200 cells" for a study that has not finished, else ''. */
/** ", 422 of 3200 cells" while cells are pending; failed ones are explained in the notes. */
function pendingText({ done, total, rows }: StudyTable): string {
  const failed = rows.reduce((sum, { entries }) => sum + entries.reduce((count, entry) => count + entry.failed, 0), 0);
  return done + failed < total ? finishedText({ done, total }) : '';
}

export function finishedText({ done, total }: Pick<StudyTable, 'done' | 'total'>): string {
  return done < total ? `, ${done} of ${total} cells` : '';
}

function tablePlaces({ conditions, rows, options }: StudyTable): Place[] {
  const validated = rows.some(({ entries }) => entries.some((entry) => entry.validated));
  const sides = (['oracle', 'validated'] as const).filter(
    (side) => (options.selection === 'both' || options.selection === side) && (side === 'oracle' || validated),
  );
  return conditions.flatMap((described, condition) =>
    sides.map((selection): Place => {
      const named = selection === 'validated' && sides.length > 1 ? selection : '';
      return { condition, selection, levels: { method: '', ...conditionLevels(described), selection: named } };
    }),
  );
}

/**
 * The entries by the title of their row, then by that of their column. Titles are made separately for methods and
 * places, because a title usually names only one of them: the first grid of 2,000 entries took 48 ms with a title per
 * entry, now 5 ms.
 */
function entriesByTitles(
  table: StudyTable,
  places: readonly Place[],
  down: readonly HeadFactor[],
  across: readonly HeadFactor[],
): Map<string, Map<string, GridEntry>> {
  const entriesByRow = new Map<string, Map<string, GridEntry>>();
  const [rowTitles, columnTitles] = [titles(places, down), titles(places, across)];
  const measures = places.map(({ condition }) => measureAtColumn(table, condition));
  const { options } = table;
  table.rows.forEach(({ label }, method) => {
    places.forEach(({ condition, selection }, p) => {
      const place = { method, condition, selection };
      const title = rowTitles(label, p);
      const row = entriesByRow.get(title) ?? new Map<string, GridEntry>();
      entriesByRow.set(title, row);
      const text = entryText(entryParts(table, place), { measure: measures[p], options });
      row.set(columnTitles(label, p), Object.assign(text, place));
    });
  });
  return entriesByRow;
}

/** The title, by these factors, of a method in one of the places. */
function titles(places: readonly Place[], factors: readonly HeadFactor[]): (label: string, p: number) => string {
  if (factors.join() === 'method') return (label) => label;
  if (factors.includes('method')) return (label, p) => titleOf({ ...places[p].levels, method: label }, factors);
  const placeTitles = places.map(({ levels }) => titleOf(levels, factors));
  return (_, p) => placeTitles[p];
}

function conditionLevels({ title, parts }: Condition): Omit<Levels, 'method' | 'selection'> {
  const levels = { dataset: '', perturbation: '', measure: '', training: title, ...parts };
  return { ...levels, dataset: databaseName(levels.dataset) };
}

/** The levels of these factors, as "k = 2, validated". */
function titleOf(levels: Levels, factors: readonly HeadFactor[]): string {
  return factors
    .map((factor) => levels[factor])
    .filter((level) => level !== '')
    .join(', ');
}

interface Heading {
  readonly title: string;
  readonly levels: Levels;
}

/** Distinct headings by these factors, in the order in which their levels first occur, the first factor outermost. */
function distinct(labels: readonly string[], places: readonly Place[], factors: readonly HeadFactor[]): Heading[] {
  // Methods or places that the factors do not distinguish need only their first element.
  const methods = factors.includes('method') ? labels : labels.slice(0, 1);
  const apart = factors.some((factor) => factor !== 'method') ? places : places.slice(0, 1);
  const all = methods.flatMap((method) => apart.map(({ levels }): Levels => ({ ...levels, method })));
  const orders = factors.map((factor) => {
    return new Map([...new Set(all.map((levels) => levels[factor]))].map((level, at) => [level, at]));
  });
  const sorted = all
    .map((levels) => ({ levels, at: factors.map((factor, f) => orders[f].get(levels[factor])!) }))
    .sort((a, b) => a.at.map((place, f) => place - b.at[f]).find((difference) => difference !== 0) ?? 0);
  const headingsByTitle = new Map<string, Heading>();
  for (const { levels } of sorted) {
    const title = titleOf(levels, factors);
    if (!headingsByTitle.has(title)) headingsByTitle.set(title, { title, levels });
  }
  return [...headingsByTitle.values()];
}

/** The columns by the factors with a level in any of them. */
function gridColumns(headings: readonly Heading[], across: readonly HeadFactor[]): GridColumn[] {
  const factors = across.filter((factor) => headings.some(({ levels }) => levels[factor] !== ''));
  return headings.map(({ levels }) => factors.map((factor) => ({ factor, title: levels[factor] || UNNAMED[factor] })));
}

/** Title of a level without one if others of its factor have titles. */
const UNNAMED: Readonly<Record<HeadFactor, string>> = {
  method: '',
  dataset: '',
  training: '',
  perturbation: 'clean',
  measure: '',
  selection: 'oracle',
};
