/** Numbers in running text and tables. */
import type { Interval } from '../stats/interval.ts';
import { isUnavailable, type TestUnavailable } from '../stats/tests/testResult.ts';

/** With a minus sign and fixed decimals; "–" without a value. */
export function numberText(value: number | null, digits = 2): string {
  return value === null ? '–' : value.toFixed(digits).replace(/^-/, '−');
}

/** An estimate as `numberText`; else why there is none. */
export function estimateText(value: number | TestUnavailable): string {
  return isUnavailable(value) ? value : numberText(value);
}

/** "−1.20 to 3.40"; else why there is no interval. */
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

/** "0.032", "< 0.001"; "–" without a value: for columns of p. */
export function pValue(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
