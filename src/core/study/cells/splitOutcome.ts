/**
 * Evaluation of the test images by kind of split: closed set, open set, or pairs. Each kind fills its own part of the
 * cell result.
 */
import type { ShapeEvaluation, ShapeObserver } from '../../classify/shapeEvaluation.ts';
import { int32Bytes, sha256Hex } from '../../hash.ts';
import { developmentCriterion } from '../../measures/developmentCriterion.ts';
import type { MeasureId } from '../../measures/measures.ts';
import { pairMeter, type PairMeter } from '../../measures/pairMeter.ts';
import type { SweepInput } from '../../methods/method.ts';
import type { Split } from '../../protocols/split.ts';
import type { CellResult } from './cellResult.ts';

type Part = Pick<CellResult, 'wrong' | 'nearest' | 'testCount' | 'predictionHash' | 'warnings'>;

export interface Outcome {
  /** Additional input of the evaluation. */
  readonly input: Pick<SweepInput, 'undecided'>;
  /** Called for every shape. */
  readonly observe?: ShapeObserver;
  readonly part: (evaluation: ShapeEvaluation) => Part;
  /** Comparisons, in verification. */
  readonly pairs: PairMeter | null;
}

/** `judge`: criterion on the development pairs, if these choose shapes. */
export function outcomeOf(split: Split, labels: ArrayLike<number>, judge: MeasureId | null = null): Outcome {
  if (split.pairs) return compared(split, split.pairs, labels, judge);
  const recognised: Outcome = { input: {}, part: (evaluation) => identified(split, labels, evaluation), pairs: null };
  if (!split.open) return recognised;
  return { ...recognised, part: (evaluation) => knownOnly(split, labels, recognised.part(evaluation)) };
}

function compared(
  { train, gallery = train }: Split,
  lists: NonNullable<Split['pairs']>,
  labels: ArrayLike<number>,
  judge: MeasureId | null,
): Outcome {
  const pairs = pairMeter(
    lists,
    Array.from(gallery, (image) => labels[image]),
    judge && ((samples, rule) => developmentCriterion(samples, rule, judge)),
  );
  return {
    input: { undecided: true },
    observe: pairs.observe,
    part: ({ shapes, warnings }) => ({
      ...pairs.results(shapes),
      warnings: [...warnings, ...pairs.warnings(shapes)],
    }),
    pairs,
  };
}

function identified(
  { train, gallery = train, test }: Split,
  labels: ArrayLike<number>,
  { wrong, nearest, warnings }: ShapeEvaluation,
): Part {
  const predicted = Int32Array.from(nearest, (position) => labels[gallery[position]]);
  return { wrong, nearest, warnings, testCount: test.length, predictionHash: sha256Hex(int32Bytes(predicted)) };
}

/**
 * Counts errors over the test images of known subjects only: without a threshold every unknown subject is identified as
 * a known one. Which images these are is not stored.
 */
function knownOnly({ train, gallery = train, test }: Split, labels: ArrayLike<number>, part: Part): Part {
  const gallerySubjects = new Set(Array.from(gallery, (image) => labels[image]));
  const unknown = test.reduce((count, image) => count + (gallerySubjects.has(labels[image]) ? 0 : 1), 0);
  return {
    ...part,
    wrong: part.wrong.map((wrong) => wrong - unknown),
    testCount: part.testCount - unknown,
    nearest: part.nearest.subarray(0, 0),
  };
}

/** Combines observers into one; undefined without any. */
export function observers(...all: readonly (ShapeObserver | undefined)[]): ShapeObserver | undefined {
  const defined = all.filter((observe) => observe !== undefined);
  return defined.length === 0 ? undefined : (view) => defined.forEach((observe) => observe(view));
}
