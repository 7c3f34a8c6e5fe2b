/** Data of the contract: studies. */
import type { Appearance } from '../methods/appearance.ts';
import type { LatentShape } from '../methods/method.ts';
import type { Progress } from '../progress.ts';
import type { Condition } from '../protocols/condition.ts';
import type { PairReport } from '../compare/pairReport.ts';
import type { Measure } from '../measures/measures.ts';
import type { StudySpec } from '../study/spec/spec.ts';
import type { Curve } from '../study/table/curve.ts';
import type { StudyTable } from '../study/table/table.ts';

/** The size of a study before it runs. */
export interface StudyPreview {
  readonly cells: number;
  readonly fits: number;
  readonly conditions: readonly Condition[];
  readonly methods: readonly { readonly label: string; readonly shapes: number; readonly largest: LatentShape }[];
  readonly warnings: readonly string[];
}

export type StudyState = 'ready' | 'running' | 'stopped' | 'finished';

export interface StudySummary {
  readonly id: number;
  readonly name: string;
  readonly dataset: string;
  readonly state: StudyState;
  readonly cells: { readonly total: number; readonly done: number; readonly failed: number };
  readonly createdAt: string;
  /** Seconds of computing so far, over all workers. */
  readonly seconds: number;
  /** Why its last run ended before it was finished, as the end of a sentence ("the disk is full"); null: it was not. */
  readonly fault: string | null;
}

export interface StudyDetails extends StudySummary {
  readonly spec: StudySpec;
  readonly methods: readonly { readonly label: string; readonly methodId: string; readonly appearance: Appearance }[];
  /** What its cells measure, the error rate first. */
  readonly measures: readonly Measure[];
}

export interface FailedCell {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly reason: string;
}

/** Sent while a study is watched: the state, and a revision that grows whenever the table has changed. */
export interface StudyEvent {
  readonly state: StudyState;
  readonly progress: Progress;
  readonly revision: number;
  /** Paused, but the cells that were running then are not finished yet. */
  readonly pausing: boolean;
  /** Why the last run ended before it was finished, as the end of a sentence; null: it did not. */
  readonly fault: string | null;
}

export interface StudyResults {
  readonly table: StudyTable;
  readonly curves: readonly Curve[];
  readonly failed: readonly FailedCell[];
}

/** Test images of one cell that were taken for another subject. */
export interface StudyMistakes {
  readonly datasetId: number;
  /** Test images of the cell. */
  readonly tests: number;
  readonly mistakes: readonly {
    /** Positions in the dataset: the test image, and the image of the gallery that it was taken for. */
    readonly image: number;
    readonly nearest: number;
    readonly truth: string;
    readonly predicted: string;
    /** The first image of the true subject in the gallery; null where it has none there. */
    readonly right: number | null;
  }[];
}

/** Two methods in one condition of a study. */
export interface PairComparison {
  readonly condition: string;
  readonly title: string;
  readonly report: PairReport;
}

/** 0-based indices of the images of one split; `gallery` is null where the training images are the gallery. */
export interface StudySplit {
  readonly datasetId: number;
  /** Number of repeats that every condition of the study has. */
  readonly repeats: number;
  readonly train: readonly number[];
  readonly test: readonly number[];
  readonly gallery: readonly number[] | null;
  /** SHA-256 (hex) of the index lists, as in the manifest. */
  readonly hash: string;
}
