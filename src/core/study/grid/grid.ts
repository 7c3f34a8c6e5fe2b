/** The table of a study as it is written: what runs down, what runs across, every entry in words. */
import type { Condition } from '../../protocols/condition.ts';
import { listed, uncapitalised } from '../../text/words.ts';
import { measureAtColumn } from '../table/joinMeasures.ts';
import { publishedText } from '../table/publishedNumber.ts';
import type { StudyTable } from '../table/table.ts';
import { tableFactors, type TableFactor } from '../table/tableFactors.ts';
import { databaseName } from './databaseName.ts';
import { entryText, validatedSide, type EntryParts, type EntryText } from './entry.ts';
import type { GridColumn, HeadFactor } from './gridHead.ts';
import { methodColumns } from './methodColumns.ts';

export interface GridRow {
  readonly title: string;
  /** Under the columns: entries, and plain text for what is said of methods and what a pivoted table does not have. */
  readonly cells: readonly (GridEntry | string)[];
  /** Holds published numbers, which are set in italics. */
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

export interface TableGrid {
  /** "Error rate in per cent on ORL.", "… on ORL, 422 of 3200 cells." */
  readonly caption: string;
  /** The heading of the row titles, then those of the columns. */
  readonly head: readonly string[];
  /** The columns of entries by their levels, for heads of several lines; what is said of methods follows them. */
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  /** Below a rule: what is said of methods where these run across, and published numbers. */
  readonly summary: readonly GridRow[];
}

const HEADINGS: Readonly<Record<TableFactor, string>> = {
  method: 'Method',
  dataset: 'Dataset',
  training: 'Training',
  perturbation: 'Perturbation',
  measure: 'Measure',
};

/** One method in one condition under one way of choosing the shape. */
interface Item {
  /** The level of every factor; '' where there is nothing to say. */
  readonly levels: Readonly<Record<HeadFactor, string>>;
  readonly entry: GridEntry;
}

/** The grid of a table under its options. */
export function tableGrid(table: StudyTable): TableGrid {
  const { options, rows } = table;
  const items = tableItems(table);
  const down: readonly HeadFactor[] = options.rows;
  const across = ([...tableFactors, 'selection'] as const).filter((factor) => !down.includes(factor));
  const entries = new Map(items.map((item) => [`${titleOf(item, down)}\n${titleOf(item, across)}`, item.entry]));
  const headings = distinct(items, across);
  const columns = headings.map(({ title }) => title);
  const body = distinct(items, down).map(({ title }) => ({
    title: title || 'none',
    cells: columns.map((column) => entries.get(`${title}\n${column}`) ?? '–'),
  }));
  const said = methodColumns(table);
  const beside = down.join() === 'method' ? said : [];
  const below = rows.every(({ label }) => columns.includes(label)) ? said : [];
  return {
    caption: `${shownText(table)} on ${table.dataset.split(', ').map(databaseName).join(', ')}${finishedText(table)}.`,
    head: [
      options.rows.map((factor) => HEADINGS[factor]).join(', '),
      ...columns.map((title) => title || table.measure.title),
      ...beside.map(({ title }) => title),
    ],
    columns: gridColumns(headings, across),
    rows: body.map((row, r) => ({ ...row, cells: [...row.cells, ...beside.map(({ text }) => text(rows[r]))] })),
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

/** A row for each one that has published numbers, in the same columns, then so many empty cells. */
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

/** "Error rate in per cent"; of several measures, whose columns have units: "Verification EER and TAR at FAR 1 %" */
export function shownText({ measure, measures }: Pick<StudyTable, 'measure' | 'measures'>): string {
  if (!measures) return measureText(measure);
  const [first, ...others] = new Set(measures.map(({ title }) => title));
  return listed([first, ...others.map(uncapitalised)]);
}

/** ", 422 of 3200 cells" of a study that has not finished, else ''. */
export function finishedText({ done, total }: Pick<StudyTable, 'done' | 'total'>): string {
  return done < total ? `, ${done} of ${total} cells` : '';
}

function tableItems(table: StudyTable): Item[] {
  const { conditions, rows, options } = table;
  const validated = rows.some(({ entries }) => entries.some((entry) => entry.validated));
  const sides = (['oracle', 'validated'] as const).filter(
    (side) => (options.selection === 'both' || options.selection === side) && (side === 'oracle' || validated),
  );
  return rows.flatMap(({ label }, method) =>
    conditions.flatMap((described, condition) =>
      sides.map((selection): Item => {
        const place = { method, condition, selection };
        const named = selection === 'validated' && sides.length > 1 ? selection : '';
        return {
          levels: { method: label, ...conditionLevels(described), selection: named },
          entry: {
            ...entryText(entryParts(table, place), { measure: measureAtColumn(table, condition), options }),
            ...place,
          },
        };
      }),
    ),
  );
}

function conditionLevels({ title, parts }: Condition): Omit<Item['levels'], 'method' | 'selection'> {
  return { dataset: '', perturbation: '', measure: '', training: title, ...parts };
}

/** The levels of these factors, as "k = 2, validated". */
function titleOf({ levels }: Item, factors: readonly HeadFactor[]): string {
  return factors
    .map((factor) => levels[factor])
    .filter((level) => level !== '')
    .join(', ');
}

interface Heading {
  readonly title: string;
  readonly levels: Item['levels'];
}

/** What these factors distinguish, in the order in which their levels first occur, the first factor outermost. */
function distinct(items: readonly Item[], factors: readonly HeadFactor[]): Heading[] {
  const orders = factors.map((factor) => [...new Set(items.map((item) => item.levels[factor]))]);
  const places = (item: Item): number[] => factors.map((factor, f) => orders[f].indexOf(item.levels[factor]));
  const sorted = items
    .map((item) => ({ item, at: places(item) }))
    .sort((a, b) => a.at.map((place, f) => place - b.at[f]).find((difference) => difference !== 0) ?? 0);
  const found = new Map<string, Heading>();
  for (const { item } of sorted) {
    const title = titleOf(item, factors);
    if (!found.has(title)) found.set(title, { title, levels: item.levels });
  }
  return [...found.values()];
}

/** The columns by those factors that have something to say of any of them. */
function gridColumns(headings: readonly Heading[], across: readonly HeadFactor[]): GridColumn[] {
  const factors = across.filter((factor) => headings.some(({ levels }) => levels[factor] !== ''));
  return headings.map(({ levels }) => factors.map((factor) => ({ factor, title: levels[factor] || UNNAMED[factor] })));
}

/** What a level without a title is called where others of its factor have one. */
const UNNAMED: Readonly<Record<HeadFactor, string>> = {
  method: '',
  dataset: '',
  training: '',
  perturbation: 'clean',
  measure: '',
  selection: 'oracle',
};
