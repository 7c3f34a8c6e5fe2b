/** A measure of one method in one condition with its 95% intervals. Plain data that crosses processes. */
import type { Interval } from '../stats/interval.ts';
import type { MeasureId } from './measures.ts';

export interface MeasureInterval {
  readonly measure: MeasureId;
  /** Mean over the repeats. */
  readonly mean: number;
  /** Of the mean over the repeats: Student's t with the corrected variance; null below two, and without spread. */
  readonly repeats: Interval | null;
  /** By the bootstrap over subjects; null if it gives none for this measure. */
  readonly subjects: Interval | null;
}

export interface MeasureIntervals {
  readonly measures: readonly MeasureInterval[];
  /** Number of subjects that the bootstrap draws from; null without intervals over subjects. */
  readonly subjectCount: number | null;
  /** Why there are no intervals over subjects; null if there are. */
  readonly lack: string | null;
}
