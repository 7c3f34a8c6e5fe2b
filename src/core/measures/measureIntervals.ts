/** A measure of one method in one condition with its intervals of 95 %. Plain data: it crosses processes. */
import type { Interval } from '../stats/interval.ts';
import type { MeasureId } from './measures.ts';

export interface MeasureInterval {
  readonly measure: MeasureId;
  /** Mean over the repeats. */
  readonly mean: number;
  /** Of the mean over the repeats, Student's t with the corrected variance; null below two, and without spread. */
  readonly repeats: Interval | null;
  /** By the bootstrap over subjects; null where it has none of this measure. */
  readonly subjects: Interval | null;
}

export interface MeasureIntervals {
  readonly measures: readonly MeasureInterval[];
  /** How many subjects those over subjects draw from; null where there are none. */
  readonly subjectCount: number | null;
  /** Why there are none over subjects; null: there are. */
  readonly lack: string | null;
}
