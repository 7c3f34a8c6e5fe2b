import type { Measure } from './measures.ts';

/** The unit of a difference of two values of a measure: differences of percentages are percentage points. */
export function differenceUnit({ unit }: Pick<Measure, 'unit'>): string {
  return unit === '%' ? 'pp' : unit;
}

/** Whether a difference exceeds the range of the measure. */
export function exceedsAnyDifference(difference: number, measure: Pick<Measure, 'unit'>): boolean {
  return measure.unit === '%' && difference > 100;
}
