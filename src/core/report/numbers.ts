/** Numbers in running text and tables. */
import type { Interval } from '../stats/interval.ts';
import { isUnavailable, type TestUnavailable } from '../stats/tests/testResult.ts';

/** Fixed decimals with a minus sign; "–" without a value. */
export function numberText(value: number | null, digits = 2): string {
  return value === null ? '–' : value.toFixed(digits).replace(/^-/, '−');
}

/** An estimate as `numberText`, or the reason for its absence. */
export function estimateText(value: number | TestUnavailable): string {
  return isUnavailable(value) ? value : numberText(value);
}

/** "−1.20 to 3.40", or the reason for its absence. */
export function intervalText(interval: Interval | TestUnavailable, digits = 2): string {
  return isUnavailable(interval)
    ? interval
    : `${numberText(interval.low, digits)} to ${numberText(interval.high, digits)}`;
}

/** "p = 0.032", "p < 0.001"; "–" without a value. */
export function pText(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? `p ${pValue(p)}` : `p = ${pValue(p)}`;
}

/** "0.032", "< 0.001"; "–" without a value: for columns of p values. */
export function pValue(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
