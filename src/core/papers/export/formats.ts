/** Export formats of experiment results; resultFile.ts writes them. */
import { slug } from '../../report/slug.ts';
import type { ExperimentRecord } from '../record.ts';
import type { ResultCell, ResultTable } from '../result.ts';

export const paperFormats = [
  { id: 'svg', title: 'Figure', hint: 'SVG', ending: '.svg' },
  { id: 'png', title: 'Figure', hint: 'PNG', ending: '.png' },
  { id: 'latex', title: 'Tables', hint: 'LaTeX', ending: '.tex' },
  { id: 'csv', title: 'All numbers', hint: 'CSV', ending: '.csv' },
  { id: 'markdown', title: 'Statements and tables', hint: 'Markdown', ending: '.md' },
  { id: 'json', title: 'Result with its manifest', hint: 'JSON', ending: '.json' },
] as const;

export type PaperFormat = (typeof paperFormats)[number]['id'];

/** File name of a result, without extension. */
export function resultName({ experiment, size, data }: Pick<ExperimentRecord, 'experiment' | 'size' | 'data'>): string {
  return slug([experiment, ...(data ? [data.database] : []), size].join(' '));
}

// Cells of results as text.

/** "18.1 ± 2.2 (10, 3)"; "–" without a number. */
export function cellText({ value, deviation, note }: ResultCell, { digits }: Pick<ResultTable, 'digits'>): string {
  if (value === null) return note ?? '–';
  const number = withSpread(value, deviation, digits);
  return note === undefined ? number : `${number} ${note}`;
}

/** "19.8 ± 2.7"; null if the paper has no number here. */
export function publishedCellText(
  { published, publishedDeviation }: ResultCell,
  { digits }: Pick<ResultTable, 'digits'>,
): string | null {
  return published === undefined ? null : withSpread(published, publishedDeviation, digits);
}

function withSpread(value: number, deviation: number | null | undefined, digits: number): string {
  const fixed = (number: number): string => number.toFixed(digits).replace('-', '−');
  return typeof deviation === 'number' ? `${fixed(value)} ± ${fixed(deviation)}` : fixed(value);
}
