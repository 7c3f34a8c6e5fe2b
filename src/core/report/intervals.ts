/** Intervals of the measures of verification as records, for tables and for programs that read CSV. */
import { measureOf } from '../measures/measures.ts';
import type { MeasureInterval, MeasureIntervals } from '../measures/measureIntervals.ts';
import { csv, type Value } from './csv.ts';
import { numberText } from './numbers.ts';

/** The intervals of one method in one condition, at the shapes of one selection. */
export interface EntryIntervals extends MeasureIntervals {
  readonly label: string;
  readonly condition: string;
  readonly selection: 'oracle' | 'validated';
}

const HEADER = [
  'label',
  'condition',
  'selection',
  'measure',
  'unit',
  'mean',
  'repeats_low',
  'repeats_high',
  'subjects_low',
  'subjects_high',
  'no_subjects_because',
];

/** One record per method, condition and measure, in full precision; fields are empty where there is no interval. */
export function csvIntervals(entries: readonly EntryIntervals[]): string {
  return csv(
    HEADER,
    entries.flatMap(({ label, condition, selection, lack, measures }) =>
      measures.map(({ measure, mean, repeats, subjects }): Value[] => [
        label,
        condition,
        selection,
        measure,
        measureOf(measure).unit,
        mean,
        repeats && repeats.low,
        repeats && repeats.high,
        subjects && subjects.low,
        subjects && subjects.high,
        lack,
      ]),
    ),
  );
}

/** "0.951 – 0.983" in the digits of the measure; "–" where there is none. */
export function intervalText({ measure, ...row }: MeasureInterval, over: 'repeats' | 'subjects'): string {
  const { digits } = measureOf(measure);
  const interval = row[over];
  return interval ? `${numberText(interval.low, digits)} – ${numberText(interval.high, digits)}` : '–';
}

/** "Equal error rate, %": what a row of intervals is of. */
export function intervalTitle({ measure }: Pick<MeasureInterval, 'measure'>): string {
  const { title, unit } = measureOf(measure);
  return unit === '' ? title : `${title}, ${unit}`;
}

/** What the intervals are; `lack`: why there are none over subjects. */
export function intervalNote({ lack }: Pick<MeasureIntervals, 'lack'>): string {
  const subjects = lack
    ? `none (${lack}).`
    : 'middle 95 % of 999 draws of subjects and of their scores; thresholds as they were chosen.';
  return `Repeats: t interval of the mean, corrected for shared images. Subjects: ${subjects}`;
}
