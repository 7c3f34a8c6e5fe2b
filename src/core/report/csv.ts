/** Comma-separated values (RFC 4180): full precision, one record a line, a header first. */
import type { LongRow } from '../study/longRows.ts';
import type { StudyTable } from '../study/result.ts';
import { shapeKey } from '../study/shapes.ts';

type Value = string | number | boolean | null;

/** One record per method and condition. */
export function csvTable(table: StudyTable): string {
  const records: Value[][] = table.rows.flatMap((row) =>
    row.entries.map((entry, column) => [
      row.label,
      row.methodId,
      table.conditions[column].key,
      entry.mean,
      entry.std,
      entry.shape === null ? null : shapeKey(entry.shape),
      entry.errors.length,
      entry.failed,
      entry.pending,
      entry.standing,
      entry.significant,
      entry.p,
    ]),
  );
  return csv(
    [
      'label',
      'method',
      'condition',
      'mean_error_percent',
      'std_percent',
      'latent_shape',
      'repeats',
      'failed',
      'pending',
      'standing',
      'significantly_best',
      'p',
    ],
    records,
  );
}

/** One record per method, condition, repeat and latent shape. */
export function csvLong(rows: readonly LongRow[]): string {
  return csv(
    ['label', 'method', 'condition', 'repeat', 'latent_shape', 'wrong', 'tests', 'error_percent'],
    rows.map((row) => [
      row.label,
      row.methodId,
      row.condition,
      row.repeat,
      shapeKey(row.shape),
      row.wrong,
      row.tests,
      row.errorPercent,
    ]),
  );
}

function csv(header: readonly string[], records: readonly (readonly Value[])[]): string {
  return [header, ...records].map((record) => `${record.map(field).join(',')}\r\n`).join('');
}

function field(value: Value): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
