/** Comma-separated values (RFC 4180) in full precision: a header, then one record per line. */
import type { LongTable } from '../study/table/longTable.ts';
import type { Measure } from '../measures/measures.ts';
import type { PublishedNumber } from '../study/table/publishedNumber.ts';
import type { StudyTable, TableEntry } from '../study/table/table.ts';
import { escapeFormula } from '../formats/tables/cellText.ts';
import { shapeKey } from '../methods/latent/latentShape.ts';
import type { LatentShape } from '../methods/method.ts';
import type { CurveId } from '../measures/curves.ts';

export type Value = string | number | boolean | null;

/** One record per method and condition, regardless of the layout of the table. */
export function csvTable(table: StudyTable): string {
  const { header, records } = tableRecords(table);
  return csv(header, records);
}

/** Header and records of a table, numbers in full precision. */
export function tableRecords(table: StudyTable): { header: string[]; records: Value[][] } {
  const { measures } = table;
  const quantity = measures ? 'value' : columnName(table.measure);
  const spread = `std_${!measures && table.measure.unit === '%' ? 'percent' : quantity}`;
  const validated = table.rows.some((row) => row.entries.some((entry) => entry.validated));
  const tuned = table.rows.some((row) => row.entries.some((entry) => entry.tuned));
  const degenerate = table.rows.some((row) =>
    row.entries.some((entry) => entry.degenerate ?? entry.validated?.degenerate),
  );
  const unconverged = table.rows.some((row) => row.entries.some((entry) => entry.unconverged));
  const records: Value[][] = table.rows.flatMap((row) =>
    row.entries.map((entry, column) => [
      row.label,
      row.methodId,
      table.conditions[column].key,
      ...(measures ? [measures[column].id] : []),
      entry.mean,
      entry.std,
      entry.shape === null ? null : shapeKey(entry.shape),
      entry.values.length,
      entry.failed,
      entry.pending,
      entry.standing,
      entry.significant,
      entry.p,
      entry.planned,
      ...comparedFields(entry),
      ...(tuned ? [settingsField(entry)] : []),
      ...(validated ? validatedFields(entry) : []),
      ...(validated && tuned ? [settingsField(entry.validated)] : []),
      ...(table.published ? publishedFields(table.published, row.label, table.conditions[column].key) : []),
      ...(degenerate ? [entry.degenerate === true] : []),
      ...(degenerate && validated ? [entry.validated?.degenerate === true] : []),
      ...(unconverged ? [entry.unconverged ?? 0] : []),
      ...(table.testImages ? testImageFields(table.testImages[column]) : []),
    ]),
  );
  const header = [
    'label',
    'method',
    'condition',
    ...(measures ? ['measure'] : []),
    `mean_${quantity}`,
    spread,
    'latent_shape',
    'repeats',
    'failed',
    'pending',
    'standing',
    'significantly_best',
    'p',
    'planned_repeats',
    ...comparedHeadings(quantity),
    ...(tuned ? ['settings'] : []),
    ...(validated ? validatedHeadings(quantity, spread) : []),
    ...(validated && tuned ? ['validated_most_chosen_settings'] : []),
    ...(table.published ? [`published_${quantity}`, `published_${spread}`, 'published_source'] : []),
    ...(degenerate ? ['degenerate'] : []),
    ...(degenerate && validated ? ['validated_degenerate'] : []),
    ...(unconverged ? ['unconverged_fits'] : []),
    ...(table.testImages ? ['unrecognisable_images', 'of_test_images'] : []),
  ];
  return { header, records };
}

/** As JSON; null if no settings were selected. */
function settingsField(entry: Pick<TableEntry, 'tuned'> | undefined): Value {
  if (!entry?.tuned) return null;
  const { values, classifier } = entry.tuned;
  return JSON.stringify({ ...values, ...(classifier && { classifier }) });
}

/** Headings of the comparison: see `TableEntry.compared`. */
function comparedHeadings(quantity: string): string[] {
  return ['compared_repeats', `compared_mean_${quantity}`, 'untested'];
}

function comparedFields({ compared, untested }: Pick<TableEntry, 'compared' | 'untested'>): Value[] {
  return [compared && compared.repeats, compared && compared.mean, untested ?? null];
}

function validatedHeadings(quantity: string, spread: string): string[] {
  return [
    `mean_${quantity}`,
    spread,
    'most_chosen_shape',
    'repeats',
    'standing',
    'significantly_best',
    'p',
    ...comparedHeadings(quantity),
  ].map((heading) => `validated_${heading}`);
}

/** A measure as part of a column name: "error_percent", "verification_auc". */
export function columnName({ id, unit }: Measure): string {
  const name = (id === 'error-rate' ? 'error' : id).replaceAll('-', '_');
  return unit === '%' ? `${name}_percent` : name;
}

function validatedFields({ validated }: TableEntry): Value[] {
  if (!validated) return validatedHeadings('', '').map(() => null);
  const { mean, std, shape, values, standing, significant, p } = validated;
  return [mean, std, shape && shapeKey(shape), values.length, standing, significant, p, ...comparedFields(validated)];
}

/** The published number for an entry; empty if there is none. */
function publishedFields(published: readonly PublishedNumber[], label: string, condition: string): Value[] {
  const number = published.find((one) => one.method === label && one.condition === condition);
  return [number?.value ?? null, number?.deviation ?? null, number?.source ?? null];
}

/**
 * Test images of the condition that no method can recognise, and all test images; empty if it has none of the former.
 */
function testImageFields(images: NonNullable<StudyTable['testImages']>[number]): Value[] {
  return [images?.unrecognisable ?? null, images?.tests ?? null];
}

const TIDY_HEADER = [
  'study',
  'dataset',
  'label',
  'method',
  'condition',
  'k',
  'perturbation',
  'level',
  'repeat',
  'latent_shape',
  'q',
  'q_c',
  'q_r',
  'measure',
  'value',
];

/**
 * Tidy format: one record per method, condition, repeat, latent shape and measure, with every factor in a separate
 * column. The counts of misclassified and of all test images are the measures `wrong` and `tests`.
 */
export function csvLong({ study, dataset, rows, measures }: LongTable): string {
  const names = ['wrong', 'tests', ...measures.map(columnName)];
  return csv(
    TIDY_HEADER,
    rows.flatMap((row) => {
      const { k, perturbation, level } = row.factors;
      const size = (name: string): Value => row.shape[row.latentNames.indexOf(name)] ?? null;
      const cell: Value[] = [
        study,
        dataset,
        row.label,
        row.methodId,
        row.condition,
        k,
        perturbation,
        level,
        row.repeat,
      ];
      const fields = [...cell, shapeKey(row.shape), size('q'), size('q_c'), size('q_r')];
      return [row.wrong, row.tests, ...row.values].map((value, i) => [...fields, names[i], value]);
    }),
  );
}

/** Curve of a cell at one latent shape. */
export interface CurvePoints {
  readonly label: string;
  /** Key. */
  readonly condition: string;
  readonly repeat: number;
  readonly shape: LatentShape;
  readonly curve: CurveId | 'det';
  /** Ranks, false acceptance rates, or weights of false acceptance. */
  readonly axis: readonly number[];
  /** Successes up to each point, out of `of`; for `epc` half total error rates. */
  readonly counts: readonly number[];
  readonly of: number;
}

/**
 * One record per method, condition, repeat and point of a curve, with the share of the point; the detection error
 * trade-off is 1 − y of `roc`.
 */
export function csvCurves(curves: readonly CurvePoints[]): string {
  return csv(
    ['label', 'condition', 'repeat', 'latent_shape', 'curve', 'x', 'y', 'count', 'of'],
    curves.flatMap(({ label, condition, repeat, shape, curve, axis, counts, of }) =>
      counts.map((count, at) => [label, condition, repeat, shapeKey(shape), curve, axis[at], count / of, count, of]),
    ),
  );
}

/**
 * One record per line after the header. Fields are quoted if necessary, and text that starts like a formula is escaped.
 */
export function csv(header: readonly string[], records: readonly (readonly Value[])[]): string {
  return [header, ...records].map((record) => `${record.map(field).join(',')}\r\n`).join('');
}

function field(value: Value): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? escapeFormula(value) : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
