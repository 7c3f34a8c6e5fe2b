/**
 * Evaluation of the test images by kind of split: closed set, open set, or pairs. Each kind fills its own part of the
 * cell result.
 */
import type { ShapeEvaluation, ShapeObserver } from '../../classify/shapeEvaluation.ts';
import { int32Bytes, sha256Hex } from '../../hash.ts';
import { judgedDevelopment } from '../../measures/developmentJudge.ts';
import type { MeasureId } from '../../measures/measures.ts';
import { pairMeter, type PairMeter } from '../../measures/pairMeter.ts';
import type { SweepInput } from '../../methods/method.ts';
import type { Split } from '../../protocols/split.ts';
import type { CellResult } from './cellResult.ts';

type Part = Pick<CellResult, 'wrong' | 'nearest' | 'testCount' | 'predictionHash' | 'warnings'>;

export interface Outcome {
  /** Additional input of the evaluation. */
  readonly input: Pick<SweepInput, 'undecided'>;
  /** Looks at every shape. */
  readonly observe?: ShapeObserver;
  readonly part: (evaluation: ShapeEvaluation) => Part;
  /** Comparisons, of verification. */
  readonly pairs: PairMeter | null;
}

/** `judge`: what development pairs are judged by where they choose shapes. */
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
    judge && ((samples, rule) => judgedDevelopment(samples, rule, judge)),
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
 * Errors over the test images of known subjects: an answer without a threshold takes every unknown one for somebody.
 * Which images they are is not kept.
 */
function knownOnly({ train, gallery = train, test }: Split, labels: ArrayLike<number>, part: Part): Part {
  const known = new Set(Array.from(gallery, (image) => labels[image]));
  const unknown = test.reduce((count, image) => count + (known.has(labels[image]) ? 0 : 1), 0);
  return {
    ...part,
    wrong: part.wrong.map((wrong) => wrong - unknown),
    testCount: part.testCount - unknown,
    nearest: part.nearest.subarray(0, 0),
  };
}

/** Shows each shape to all of them. */
export function observers(...all: readonly (ShapeObserver | undefined)[]): ShapeObserver | undefined {
  const asked = all.filter((observe) => observe !== undefined);
  return asked.length === 0 ? undefined : (view) => asked.forEach((observe) => observe(view));
}
