/** Cells of results as text. */
import type { ResultCell, ResultTable } from '../result.ts';

/** "18.1 ± 2.2 (10, 3)"; "–" without a number. */
export function cellText({ value, deviation, note }: ResultCell, { digits }: Pick<ResultTable, 'digits'>): string {
  if (value === null) return note ?? '–';
  const number = withSpread(value, deviation, digits);
  return note === undefined ? number : `${number} ${note}`;
}

/** "19.8 ± 2.7"; null where the paper has none in this place. */
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
