/**
 * What a group of measures is: measured together, asked for by one entry of a study. Adding one means adding one file
 * to groups/ with one declaration and one line in measures.ts; the schema of specs, the form, the check, the table and
 * its footer, the command line and the documentation follow.
 */
import type { Scores } from '../classify/scores.ts';
import type { ShapeView } from '../classify/shapeEvaluation.ts';
import type { ImageSet } from '../images/imageSet.ts';
import type { Region } from '../images/maskRegions.ts';
import type { CurveId } from './curves.ts';
import type { ComparedPairs } from './pairMeter.ts';
import type { ScoreSamples } from '../classify/pairScores.ts';

/** Results at one latent shape, computed lazily; null if unavailable. */
export interface EvaluatedShape {
  readonly view: ShapeView;
  /** The test images, and their subjects. */
  readonly probes: ImageSet;
  readonly truth: Int32Array;
  readonly scores: () => Scores | null;
  /** Of verification: the scores of its comparisons; null where test images are recognised. */
  readonly pairs: () => ComparedPairs | null;
  readonly rebuilt: () => ImageSet | null;
  readonly densities: () => Float64Array | null;
}

export interface MeasuredCurve {
  /** What the counts are of. */
  readonly of: number;
  readonly counts: readonly number[];
}

/** What a group measured at one latent shape, by measure and by curve. */
export interface Measured {
  readonly values: Readonly<Partial<Record<string, number | null>>>;
  readonly curves: Readonly<Partial<Record<CurveId, MeasuredCurve | null>>>;
}

/** The part of a result that all measures can be read from; what comes last is there where it is shown. */
export interface ReadableCell {
  readonly testCount: number;
  readonly iterations?: readonly number[];
  readonly converged?: readonly boolean[];
  readonly wrong: ArrayLike<number>;
}

/** What is said of a measure; plain data. */
export interface MeasureFacts<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  /** '' for pure numbers. */
  readonly unit: '%' | 'grey levels' | 'nats' | 's' | '';
  readonly better: 'lower' | 'higher';
  /** Lowest and highest possible value; null: there is no bound. */
  readonly range: readonly [number | null, number | null];
  /** Differences up to this count as practically equal, in its unit; null: none suits all data, it must be stated. */
  readonly margin: number | null;
  /**
   * How draws of subjects give an interval: their middle 95 %; or that shifted to the estimate, of what is least over
   * the drawn comparisons themselves, which lies lower in every draw. Absent: they give none that covers what it
   * says.
   */
  readonly subjects?: 'middle' | 'shifted middle';
  /** Decimal places in tables. */
  readonly digits: number;
  /** One sentence: what exactly the number is. */
  readonly meaning: string;
}

export interface MeasureDeclaration<Id extends string = string> extends MeasureFacts<Id> {
  /** As papers name what was measured, with the article: "the error rate, the share of test images that …". */
  readonly prose: string;
  /** The same of verification, where it is something else. */
  readonly pairProse?: string;
  /** The value at one of a cell's shapes, null where there is none. Absent: the one that the group measured. */
  readonly read?: (cell: ReadableCell, at: number) => number | null;
  /** How many test images it counts; absent: as `isShareOfTests` says. */
  readonly count?: (cell: ReadableCell, at: number) => number | null;
  /** A measured share of the test images in per cent, so that its count follows. */
  readonly isShareOfTests?: true;
}

interface Group {
  readonly kind: string;
  /** As a form lists it. */
  readonly title: string;
  readonly measures: readonly MeasureDeclaration[];
}

export type MeasureGroupDeclaration = Group &
  (
    | {
        /** Every cell has it, whatever a study asks for. */
        readonly asked: 'never';
      }
    | {
        /** By its kind, or by a region of interest. */
        readonly asked: 'by name' | 'by region';
        /** Scores of the classifier, or one model of all training images; null: neither. */
        readonly needs: 'scores' | 'model' | null;
        /** Of two subjects only. */
        readonly twoSubjects?: true;
        /** Of protocols that recognise images, compare pairs, or turn unknown subjects away; absent: of all. */
        readonly of?: 'recognition' | 'verification' | 'open set';
        readonly measure: (look: EvaluatedShape, region: Region | undefined) => Measured;
      }
  );

/** The scale of rates: a percentage point is practically equal. */
export const PERCENT = { unit: '%', range: [0, 100], margin: 1 } as const;

/** The scale of shares and costs that are pure numbers: a hundredth is practically equal. */
export const PURE = { unit: '', range: [0, 1], margin: 0.01 } as const;

/** The scale of what is counted or timed: how much of it matters depends on the study. */
export const COUNTED = { range: [0, null], margin: null } as const;

/** Of what measures of scores are. */
export const SCORES = 'scores of the classifier';

/** Values without curves. */
export function valuesOnly(values: Measured['values']): Measured {
  return { values, curves: {} };
}

/** The measures and the curve as null. */
export function unavailableMeasures(ids: readonly string[], curve: CurveId): Measured {
  return { values: Object.fromEntries(ids.map((id) => [id, null])), curves: { [curve]: null } };
}

// Genuine and impostor comparisons, whatever the protocol.

/**
 * Of verification the pairs that are evaluated; else every candidate with every probe, genuine where the subjects are
 * one. null where there are no scores.
 */
export function comparisonsOf({
  pairs,
  scores: given,
  truth,
}: Pick<EvaluatedShape, 'pairs' | 'scores' | 'truth'>): ScoreSamples | null {
  const compared = pairs();
  if (compared) return compared.evaluation;
  const scores = given();
  if (!scores) return null;
  // Genuine scores fill up from the front, impostors from the back.
  const all = new Float64Array(truth.length * scores.subjects.length);
  let [front, back] = [0, all.length];
  truth.forEach((subject, probe) => {
    const values = scores.of(probe);
    for (let c = 0; c < values.length; c++) all[scores.subjects[c] === subject ? front++ : --back] = values[c];
  });
  return { genuine: all.subarray(0, front), impostors: all.subarray(back) };
}
