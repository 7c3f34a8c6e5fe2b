/** Axes and scales of a measure: their names, and what they cover. */
import type { Measure } from '../measures/measures.ts';
import { roundScale, type Scale } from './axis.ts';

/** 'near': the axis ends near the best, where that is known for the measure. */
export type AxisRange = 'full' | 'near';

/** "Mean error rate (%)" */
export function meanTitle({ title, unit }: Pick<Measure, 'title' | 'unit'>): string {
  return `Mean ${title[0].toLowerCase()}${title.slice(1)}${unit === '' ? '' : ` (${unit})`}`;
}

/**
 * Upper end of an error axis that shows what lies near the best: 2.5 times the best, rounded up to 5 %, at least 5 %.
 */
export function nearBestMaximum(best: number): number {
  return Math.min(100, Math.max(5, Math.ceil((best * 2.5) / 5) * 5));
}

/** The worst value that a scale near the best shows; null for measures that are not shares. */
export function nearBestEnd({ unit, better }: Pick<Measure, 'unit' | 'better'>, best: number): number | null {
  if (unit !== '%') return null;
  return better === 'lower' ? nearBestMaximum(best) : 100 - nearBestMaximum(100 - best);
}

/**
 * An axis that holds values of the measure; error rates start at 0, near the best at the best. Without values it covers
 * the whole of a share.
 */
export function valueAxis(
  measure: Pick<Measure, 'id' | 'unit' | 'better'>,
  values: readonly number[],
  range: AxisRange,
): Scale {
  if (values.length === 0) return { kind: 'linear', from: 0, to: measure.unit === '%' ? 100 : 1 };
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const end = range === 'near' ? nearBestEnd(measure, measure.better === 'lower' ? least : greatest) : null;
  if (end !== null) {
    return measure.better === 'higher'
      ? roundScale(Math.max(end, least), greatest, 7)
      : roundScale(least, Math.min(end, greatest), 7);
  }
  return roundScale(measure.id === 'error-rate' ? 0 : least, greatest, 7);
}
