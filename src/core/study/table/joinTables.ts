/** Tables of several studies side by side: their conditions become the columns of one table. */
import type { Problem } from '../../methods/problems.ts';
import type { Condition } from '../../protocols/split.ts';
import type { StudyTable, TableEntry } from './table.ts';
import { databaseName } from './databaseNames.ts';
import { standings } from './standings.ts';
import { NO_NUMBERS } from './entry.ts';
import { listed, uncapitalised } from '../../text/phrases.ts';
import { withUnit } from '../../measures/measures.ts';

/** Why tables cannot be joined, a sentence each: a label must mean the same method everywhere. */
export function joinProblems(tables: readonly StudyTable[]): Problem[] {
  const firstUses = new Map<string, { methodId: string; study: string }>();
  return tables.flatMap(({ study, rows }) =>
    rows.flatMap(({ label, methodId }) => {
      const before = firstUses.get(label);
      firstUses.set(label, before ?? { methodId, study });
      if (!before || before.methodId === methodId) return [];
      const message = `"${label}" is ${before.methodId} in "${before.study}" and ${methodId} in "${study}": give them different labels.`;
      return [{ path: 'label', message }];
    }),
  );
}

/**
 * One table with the conditions of all, in the order of the tables; methods are matched by label. A method that a study
 * lacks has empty entries there. Comparisons stay within the conditions; counts and ranks run over all of them, but
 * conditions of the same images (`images`: the hash of each dataset) count once. `remarks`: sentences on the datasets.
 */
export function joinTables(
  tables: readonly StudyTable[],
  images: readonly string[],
  remarks: readonly string[] = [],
): StudyTable {
  if (tables.length === 1) return tables[0];
  const names = datasetNames(tables);
  const conditions = tables.flatMap(({ study, conditions: studyConditions }, t) =>
    studyConditions.map((condition) => joinedCondition(condition, study, names[t], images[t])),
  );
  const blocks = [...Map.groupBy(conditions.keys(), (column) => blockOf(conditions[column])).values()];
  const methods = Map.groupBy(
    tables.flatMap(({ rows }) => rows),
    ({ label }) => label,
  );
  const joined = [...methods].map(([label, [{ methodId, usesLabels }]]) => ({
    label,
    methodId,
    ...(usesLabels !== undefined && { usesLabels }),
    entries: tables.flatMap(
      ({ rows, conditions }) =>
        rows.find((row) => row.label === label)?.entries ?? conditions.map((): TableEntry => NOT_THERE),
    ),
  }));
  const counted = blocks.map((columns) => fullest(columns, joined));
  const once = joined.map((row) => ({ ...row, entries: counted.map((column) => row.entries[column]) }));
  const standing = joined.length > 1 ? standings(once, tables[0].measure.better, tables[0].options.selection) : [];
  const repeated = blocks.filter(({ length }) => length > 1);
  const sum = (count: (table: StudyTable) => number): number =>
    tables.reduce((total, table) => total + count(table), 0);
  const published = tables.flatMap((table) =>
    (table.published ?? []).map((number) => ({ ...number, condition: joinedKey(table.study, number.condition) })),
  );
  return {
    study: tables.map(({ study }) => study).join(' + '),
    dataset: [...new Set(tables.map(({ dataset }) => dataset))].join(', '),
    measure: tables[0].measure,
    options: tables[0].options,
    conditions,
    ...(tables.some(({ testImages }) => testImages) && {
      testImages: tables.flatMap(({ conditions, testImages }) => testImages ?? conditions.map(() => null)),
    }),
    rows: joined.map((row, r) => ({ ...row, ...standing[r] })),
    ...(published.length > 0 && { published }),
    footer: [
      ...joinedSentences(tables, names, 'footer'),
      ...repeated.map((columns) => sameImages(columns.map((column) => conditions[column].title))),
      ...remarks,
    ],
    essentials: [...joinedSentences(tables, names, 'essentials'), ...remarks],
    done: sum(({ done }) => done),
    total: sum(({ total }) => total),
  };
}

/** The datasets, followed by the study if several tables have the same dataset. */
function datasetNames(tables: readonly StudyTable[]): string[] {
  return tables.map(({ dataset, study }) => {
    const alone = tables.filter((table) => table.dataset === dataset).length === 1;
    return alone ? dataset : `${dataset} (${study})`;
  });
}

/** Key of a condition of a study in a joined table. */
export function joinedKey(study: string, key: string): string {
  return `${study}: ${key}`;
}

/** Key shared by columns of the same images under the same condition. */
export function blockOf({ title, parts }: Condition): string {
  return parts?.images === undefined ? title : JSON.stringify([parts.images, parts.training, parts.perturbation]);
}

/** The column with the most methods that have results, the first among equals; it represents its block. */
function fullest(columns: readonly number[], rows: readonly { readonly entries: readonly TableEntry[] }[]): number {
  const methods = (column: number): number => rows.filter(({ entries }) => entries[column].mean !== null).length;
  return columns.reduce((best, column) => (methods(column) > methods(best) ? column : best));
}

function sameImages(titles: readonly string[]): string {
  return `The same images under the same condition count once in counts and ranks: ${titles.join('; ')}.`;
}

function joinedCondition({ key, title, parts }: Condition, study: string, dataset: string, images: string): Condition {
  return {
    key: joinedKey(study, key),
    title: `${dataset}, ${title}`,
    parts: { training: title, perturbation: '', ...parts, dataset, images },
  };
}

/**
 * Sentences that all tables share once, the others after the name of their table, unless they name their subject
 * themselves.
 */
export function joinedSentences(
  tables: readonly StudyTable[],
  names: readonly string[],
  of: 'footer' | 'essentials',
): string[] {
  const shared = tables[0][of].filter((sentence) => tables.every((table) => table[of].includes(sentence)));
  const placed = tables.flatMap((table, t) =>
    table[of].flatMap((sentence, place) => {
      if (shared.includes(sentence)) return t === 0 ? [{ sentence, place }] : [];
      const named = sentence.startsWith(names[t]) || sentence.startsWith('Bold: ');
      return [{ sentence: named ? sentence : `${databaseName(names[t])}: ${sentence}`, place }];
    }),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ sentence }) => sentence);
}

const SPREAD = /^(.+?), ((?:mean|one) [^,]*)\.$/;

/**
 * The sentences of tables of several measures: one for all on what the numbers are, if they differ in the measure only,
 * and one on bold type.
 */
function measureSentences(
  tables: readonly StudyTable[],
  names: readonly string[],
  of: 'footer' | 'essentials',
): string[] {
  const sentences = joinedSentences(tables, names, of);
  const numbers = sentences.flatMap((sentence) => {
    const [, measure, spread] = SPREAD.exec(sentence) ?? [];
    return names.some((name) => measure?.startsWith(name)) ? [{ sentence, measure, spread }] : [];
  });
  const together = numbers.length === tables.length && new Set(numbers.map(({ spread }) => spread)).size === 1;
  const what = listed(numbers.map(({ measure }, n) => (n === 0 ? measure : uncapitalised(measure))));
  const bold = sentences.filter((sentence) => sentence.startsWith('Bold: '));
  return sentences.flatMap((sentence) => {
    if (together && sentence === numbers[0].sentence) return [`${what}: ${numbers[0].spread}.`];
    if (together && numbers.some((each) => each.sentence === sentence)) return [];
    if (bold.length < 2 || !bold.includes(sentence)) return [sentence];
    return sentence === bold[0] ? ['Bold: best mean of each measure.'] : [];
  });
}

const NOT_THERE: TableEntry = { ...NO_NUMBERS, failed: 0, pending: 0, planned: 0 };

/**
 * Joins tables of the same studies under several measures: each measure of each condition becomes a column, methods
 * stay as they are. Comparisons stay within the columns; counts and ranks, which are over columns of one measure, and
 * published numbers are omitted.
 */
export function joinMeasures(tables: readonly StudyTable[]): StudyTable {
  if (tables.length === 1) return tables[0];
  const [{ published: _, ...first }] = tables;
  const columns = first.conditions.flatMap((condition, c) => tables.map((table) => ({ condition, c, table })));
  const names = tables.map(({ measure }) => measure.title);
  return {
    ...first,
    conditions: columns.map(({ condition: { key, title, parts }, table: { measure } }) => ({
      key: `${key}, ${measure.id}`,
      title: `${title}, ${measure.title}`,
      parts: { training: title, perturbation: '', ...parts, measure: withUnit(measure) },
    })),
    measures: columns.map(({ table }) => table.measure),
    ...(first.testImages && { testImages: columns.map(({ c }) => first.testImages![c]) }),
    rows: first.rows.map(({ tally: _tally, averageRank: _rank, ...row }, r) => ({
      ...row,
      entries: columns.map(({ c, table }) => table.rows[r].entries[c]),
    })),
    footer: measureSentences(tables, names, 'footer'),
    essentials: measureSentences(tables, names, 'essentials'),
  };
}

/** The measure of a column. */
export function measureAtColumn({ measure, measures }: Pick<StudyTable, 'measure' | 'measures'>, column: number) {
  return measures?.[column] ?? measure;
}
