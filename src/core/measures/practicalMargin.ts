/** The margin within which two methods count as practically equal by a measure. */
import type { Measure } from './measures.ts';

type Scale = Pick<Measure, 'title' | 'unit' | 'range'>;

/** Largest possible difference of two values; null: unbounded. */
function widestDifference({ range: [low, high] }: Scale): number | null {
  return low === null || high === null ? null : high - low;
}

/** Why a margin is meaningless: it is not below the range, so all methods would be practically equal; else null. */
export function marginProblem(measure: Scale, margin: number): string | null {
  const widest = widestDifference(measure);
  if (widest === null || margin < widest) return null;
  const [low, high] = measure.range;
  const unit = unitSuffix(measure);
  return (
    `The margin ±${margin} is not below the range of “${measure.title}” (${low} to ${high}${unit}): any two methods ` +
    `would be practically equal. Expected a margin below ${widest}.`
  );
}

/** Message if a margin is needed and the measure has no default. */
export function requestedMargin({ title, unit }: Scale): string {
  const within = unit === '' ? '' : ` in ${unit}`;
  return `“${title}” has no usual margin of practical equality: state one${within} (--rope).`;
}

/** The unit after a number: "%" closed up, " s", "" for none. */
export function unitSuffix({ unit }: Pick<Measure, 'unit'>): string {
  return unit === '' || unit === '%' ? unit : ` ${unit}`;
}

/** The unit of a difference of two values of a measure: differences of percentages are percentage points. */
export function differenceUnit({ unit }: Pick<Measure, 'unit'>): string {
  return unit === '%' ? 'pp' : unit;
}

/** Whether a difference exceeds the range of the measure. */
export function exceedsAnyDifference(difference: number, measure: Pick<Measure, 'unit'>): boolean {
  return measure.unit === '%' && difference > 100;
}
