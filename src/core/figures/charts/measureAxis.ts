/** Axes and scales of a measure: titles and ranges. */
import { withUnit, type Measure } from '../../measures/measures.ts';
import { uncapitalised } from '../../text/phrases.ts';
import { roundScale, type Scale } from './axis.ts';

/** 'near': the axis ends near the best value, for measures that support it. */
export type AxisRange = 'full' | 'near';

/** 'auto': near the best if more than half of the full axis would be empty. */
export type ValueRange = AxisRange | 'auto';

/** "Mean error rate (%)" */
export function meanTitle({ title, unit }: Pick<Measure, 'title' | 'unit'>): string {
  return `Mean ${withUnit({ title: uncapitalised(title), unit })}`;
}

/** Upper end of an error axis near the best value: 2.5 times the best, rounded up to 5%, at least 5%. */
export function nearBestMaximum(best: number): number {
  return Math.min(100, Math.max(5, Math.ceil((best * 2.5) / 5) * 5));
}

/** Worst value on a scale near the best; null for measures that are not shares. */
export function nearBestEnd({ unit, better }: Pick<Measure, 'unit' | 'better'>, best: number): number | null {
  if (unit !== '%') return null;
  return better === 'lower' ? nearBestMaximum(best) : 100 - nearBestMaximum(100 - best);
}

/** A drawn mean, with its standard deviation if that is drawn. */
interface Drawn {
  readonly y: number;
  readonly spread?: number | null;
}

/**
 * An axis that contains the drawn means of the measure. Error rates start at 0 unless the axis ends near the best. Bars
 * and bands of one standard deviation fit on the axis; near the best only those of the visible means, at the better
 * end. Without means it covers the whole range of a share.
 */
export function valueAxis(
  measure: Pick<Measure, 'id' | 'unit' | 'better'>,
  drawn: readonly Drawn[],
  range: ValueRange,
): Scale {
  if (drawn.length === 0) return { kind: 'linear', from: 0, to: measure.unit === '%' ? 100 : 1 };
  const values = drawn.map(({ y }) => y);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const empty = measure.id === 'error-rate' && 2 * (greatest - least) < greatest;
  const near = range === 'near' || (range === 'auto' && empty);
  const end = near ? nearBestEnd(measure, measure.better === 'lower' ? least : greatest) : null;
  if (end !== null && measure.better === 'higher') {
    const inSight = drawn.filter(({ y }) => y >= end);
    return roundScale(Math.max(end, least), withSpread(measure, inSight, 1), 7);
  }
  if (end !== null) {
    const inSight = drawn.filter(({ y }) => y <= end);
    return roundScale(withSpread(measure, inSight, -1), Math.min(end, greatest), 7);
  }
  const from = measure.id === 'error-rate' ? 0 : withSpread(measure, drawn, -1);
  return roundScale(from, withSpread(measure, drawn, 1), 7);
}

/**
 * An axis near the best of the values in sight: it contains them all, and of the drawn means so much more that the
 * worst of them is about in the middle. Bars and bands of the best fit on the axis.
 */
export function nearAxis(
  measure: Pick<Measure, 'unit' | 'better'>,
  inSight: readonly number[],
  drawn: readonly Drawn[],
): Scale {
  const lower = measure.better === 'lower';
  const ends = [Math.min(...inSight), Math.max(...inSight)];
  const [best, worst] = lower ? ends : ends.toReversed();
  const means = drawn.map(({ y }) => y);
  const isShare = measure.unit === '%';
  // Half an error more than the best is in sight, and at least five points.
  const least = isShare ? Math.max(5, (lower ? best : 100 - best) / 2) : (Math.max(...means) - Math.min(...means)) / 4;
  const room = Math.max(Math.abs(worst - best), least);
  if (lower) {
    const to = Math.min(worst + room, Math.max(...means));
    return roundScale(
      withSpread(
        measure,
        drawn.filter(({ y }) => y <= worst),
        -1,
      ),
      to,
      7,
    );
  }
  const from = Math.max(worst - room, Math.min(...means));
  return roundScale(
    from,
    withSpread(
      measure,
      drawn.filter(({ y }) => y >= worst),
      1,
    ),
    7,
  );
}

/**
 * The smallest mean − std or the largest mean + std, clamped to 0 and 100% for shares, and to 0 for nonnegative
 * measures.
 */
function withSpread({ unit }: Pick<Measure, 'unit'>, drawn: readonly Drawn[], sign: 1 | -1): number {
  const ends = drawn.map(({ y, spread }) => y + sign * (spread ?? 0));
  if (sign === 1) return unit === '%' ? Math.min(100, Math.max(...ends)) : Math.max(...ends);
  return drawn.every(({ y }) => y >= 0) ? Math.max(0, Math.min(...ends)) : Math.min(...ends);
}
