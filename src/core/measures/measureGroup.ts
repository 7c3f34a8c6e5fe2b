/**
 * Declaration of a group of measures, which are measured together and requested by one entry of a study. To add one,
 * add a file with its declaration to groups/ and a line to measures.ts; the schema of specs, the form, the check, the
 * table and its footer, the command line and the documentation follow.
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
  /** Verification: scores of its comparisons; null if test images are recognised. */
  readonly pairs: () => ComparedPairs | null;
  readonly rebuilt: () => ImageSet | null;
  readonly densities: () => Float64Array | null;
}

export interface MeasuredCurve {
  /** Total of the counts. */
  readonly of: number;
  readonly counts: readonly number[];
}

/** Results of a group at one latent shape, by measure and by curve. */
export interface Measured {
  readonly values: Readonly<Partial<Record<string, number | null>>>;
  readonly curves: Readonly<Partial<Record<CurveId, MeasuredCurve | null>>>;
}

/** The part of a result that all measures can be read from; optional fields are present where they are shown. */
export interface ReadableCell {
  readonly testCount: number;
  readonly iterations?: readonly number[];
  readonly converged?: readonly boolean[];
  readonly wrong: ArrayLike<number>;
}

/** Facts about a measure; plain data. */
export interface MeasureFacts<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  /** '' for pure numbers. */
  readonly unit: '%' | 'grey levels' | 'nats' | 's' | '';
  readonly better: 'lower' | 'higher';
  /** Lowest and highest possible value; null: unbounded. */
  readonly range: readonly [number | null, number | null];
  /**
   * Differences up to this count as practically equal, in its unit; null: no margin suits all data, so it must be
   * stated.
   */
  readonly margin: number | null;
  /**
   * How draws of subjects give an interval: their middle 95%; or that interval shifted to the estimate, for minima
   * over the drawn comparisons themselves, which are lower in every draw. Absent: draws give no interval with the
   * stated coverage.
   */
  readonly subjects?: 'middle' | 'shifted middle';
  /** Decimal places in tables. */
  readonly digits: number;
  /** One sentence: the definition of the number. */
  readonly meaning: string;
}

export interface MeasureDeclaration<Id extends string = string> extends MeasureFacts<Id> {
  /** Name in papers, with the article: "the error rate, the share of test images that …". */
  readonly prose: string;
  /** The same for verification, if it differs. */
  readonly pairProse?: string;
  /** Reads the value at one of a cell's shapes; null if undefined. Absent: the value measured by the group. */
  readonly read?: (cell: ReadableCell, at: number) => number | null;
  /** Number of test images that it counts; absent: see `isShareOfTests`. */
  readonly count?: (cell: ReadableCell, at: number) => number | null;
  /** The value is a percentage of the test images, from which its count follows. */
  readonly isShareOfTests?: true;
}

interface Group {
  readonly kind: string;
  /** Title in forms. */
  readonly title: string;
  readonly measures: readonly MeasureDeclaration[];
}

export type MeasureGroupDeclaration = Group &
  (
    | {
        /** Every cell has it, requested or not. */
        readonly requested: 'never';
      }
    | {
        /** Requested by its kind, or by a region of interest. */
        readonly requested: 'by name' | 'by region';
        /** Needs scores of the classifier, or one model of all training images; null: neither. */
        readonly needs: 'scores' | 'model' | null;
        /** For two subjects only. */
        readonly twoSubjects?: true;
        /** For protocols that recognise images, compare pairs, or reject unknown subjects; absent: for all. */
        readonly of?: 'recognition' | 'verification' | 'open set';
        readonly measure: (evaluated: EvaluatedShape, region: Region | undefined) => Measured;
      }
  );

/** Scale of rates: differences up to a percentage point are practically equal. */
export const PERCENT = { unit: '%', range: [0, 100], margin: 1 } as const;

/** Scale of shares and costs that are pure numbers: differences up to a hundredth are practically equal. */
export const PURE = { unit: '', range: [0, 1], margin: 0.01 } as const;

/** Scale of counts and times: which differences matter varies from study to study. */
export const COUNTED = { range: [0, null], margin: null } as const;

/** Phrase for the scores that measures are computed from. */
export const SCORES = 'scores of the classifier';

/** Values without curves. */
export function valuesOnly(values: Measured['values']): Measured {
  return { values, curves: {} };
}

/** The measures and the curve as null. */
export function unavailableMeasures(ids: readonly string[], curve: CurveId): Measured {
  return { values: Object.fromEntries(ids.map((id) => [id, null])), curves: { [curve]: null } };
}

/**
 * Genuine and impostor comparisons of any protocol: in verification the evaluated pairs; else every candidate with
 * every probe, genuine if of one subject. null without scores.
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
