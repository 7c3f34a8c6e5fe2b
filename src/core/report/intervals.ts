/** Confidence intervals of verification measures, as text for tables and as CSV. */
import type { Interval } from '../stats/interval.ts';
import { measureOf, type MeasureId } from '../measures/measures.ts';
import { FEW_SUBJECTS } from '../measures/subjectIntervals.ts';
import type { MeasureInterval, MeasureIntervals } from '../measures/measureIntervals.ts';
import { csv, type Value } from './csv.ts';
import { numberText } from './numbers.ts';

/** Intervals of one method in one condition, at the shapes of one selection. */
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
  'remark',
];

/** One record per method, condition and measure, in full precision; fields without an interval are empty. */
export function csvIntervals(entries: readonly EntryIntervals[]): string {
  return csv(
    HEADER,
    entries.flatMap(({ label, condition, selection, lack, subjectCount, measures }) =>
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
        lack ?? (subjects === null ? noneBecause(measure) : null),
        subjects && fewSubjects(subjectCount),
      ]),
    ),
  );
}

/** "0.951 – 0.983" with the digits of the measure, clamped to its range; "–" without an interval. */
export function clampedIntervalText({ measure, ...row }: MeasureInterval, over: 'repeats' | 'subjects'): string {
  const { digits } = measureOf(measure);
  const interval = row[over];
  if (!interval) return '–';
  const [low, high] = shownEnds(measure, interval);
  return `${numberText(low, digits)} – ${numberText(high, digits)}`;
}

/** Ends of an interval, clamped to the range of the measure, which a t interval may exceed. */
function shownEnds(measure: MeasureId, { low, high }: Interval): readonly [number, number] {
  const [least, greatest] = measureOf(measure).range;
  return [Math.max(low, least ?? -Infinity), Math.min(high, greatest ?? Infinity)];
}

function isCut({ measure, repeats, subjects }: MeasureInterval): boolean {
  return [repeats, subjects].some((interval) => {
    if (!interval) return false;
    const [low, high] = shownEnds(measure, interval);
    return low !== interval.low || high !== interval.high;
  });
}

/** Heading of a row of intervals: "Equal error rate, %". */
export function intervalTitle({ measure }: Pick<MeasureInterval, 'measure'>): string {
  const { title, unit } = measureOf(measure);
  return unit === '' ? title : `${title}, ${unit}`;
}

/** Why a measure has no interval over subjects although others have; null if it has one. */
function noneBecause(measure: MeasureId): string | null {
  if (measureOf(measure).subjects) return null;
  return measure === 'false-acceptance' ? 'impostor pairs share the subjects of their probes too' : 'not drawn';
}

/** Remark on intervals over few subjects; null if there are enough. */
export function fewSubjects(count: number | null): string | null {
  if (count === null || count >= FEW_SUBJECTS) return null;
  return `With ${count} subjects, intervals over subjects are too short: with eight, intervals of the AUC cover about 89%.`;
}

/** Explanation of the intervals; `lack`: why there are none over subjects. */
export function intervalNote({
  lack,
  subjectCount,
  measures,
}: Pick<MeasureIntervals, 'lack' | 'subjectCount' | 'measures'>): string {
  const hasMeasure = (id: MeasureId): boolean => measures.some(({ measure }) => measure === id);
  const sentences = lack
    ? [`Subjects: none (${lack}).`]
    : [
        'Subjects: middle 95% of 999 draws of subjects and of their scores; thresholds as they were chosen.',
        hasMeasure('min-dcf') &&
          'The interval of the minimum cost is shifted to its mean, because draws lie lower. It holds for splits of this size: over more pairs the minimum is higher.',
        hasMeasure('false-acceptance') &&
          'The false acceptance rate has none: impostor pairs also share the subjects of their probes, and these are not resampled.',
        fewSubjects(subjectCount),
      ].filter((sentence) => typeof sentence === 'string');
  const cut = measures.some(isCut) ? ['Cut at the limits of the measure.'] : [];
  return ['Repeats: t interval of the mean, corrected for shared images.', ...cut, ...sentences].join(' ');
}
