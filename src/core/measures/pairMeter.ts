/** Decisions of verification in one cell: a threshold from the development pairs, errors of the evaluation pairs. */
import { pairScores, samplesOf, type ScoreSamples } from '../classify/pairScores.ts';
import type { ShapeObserver, ShapeView } from '../classify/shapeEvaluation.ts';
import { int32Bytes, sha256Hex } from '../hash.ts';
import { shapeKey } from '../methods/latent/latentShape.ts';
import { FitError, type LatentShape } from '../methods/method.ts';
import type { SplitPairs, ThresholdRule } from '../protocols/split.ts';
import { rangeWithin, separation, thresholdBy, type ErrorCounts, UNDECIDED } from './threshold.ts';
import { plural } from '../text/phrases.ts';

/** Scores of the comparisons of a split at one latent shape. */
export interface ComparedPairs {
  readonly evaluation: ScoreSamples;
  readonly development: ScoreSamples;
}

/** Criterion on development pairs; lower is better. */
export type DevelopmentCriterion = (samples: ScoreSamples, rule: ThresholdRule) => number;

interface Decided {
  /** 1 if a pair is accepted; null: no threshold is determined. */
  readonly accepted: Uint8Array | null;
  /** If no threshold is determined: minimum and maximum share of wrong decisions, in per cent, over the thresholds. */
  readonly range: readonly [number, number] | null;
  /** Dense rank of the score of every evaluation pair, from 0. */
  readonly ranks: Uint32Array;
  readonly judged: number;
}

export interface PairMeter {
  readonly observe: ShapeObserver;
  /** Comparisons at the shape of the view. */
  readonly compared: (view: ShapeView) => ComparedPairs;
  /** Criterion at each shape. */
  readonly judged: (shapes: readonly LatentShape[]) => number[];
  /** Stored results of a cell: wrong decisions, ranks of the scores shape by shape, and the hash of all decisions. */
  readonly results: (shapes: readonly LatentShape[]) => {
    readonly wrong: number[];
    readonly nearest: Uint32Array;
    readonly testCount: number;
    readonly predictionHash: string;
  };
  /** One sentence about the shapes at which no threshold is determined. */
  readonly warnings: (shapes: readonly LatentShape[]) => string[];
}

/** Code of an undetermined decision; decisions are 1 or 0. */
const NO_DECISION = 2;

/**
 * `gallery`: the subject of every gallery image; `judge`: criterion on the development pairs, if these choose shapes.
 */
export function pairMeter(
  pairs: SplitPairs,
  gallery: ArrayLike<number>,
  judge: DevelopmentCriterion | null = null,
): PairMeter {
  const { evaluation, development, threshold: rule, templates = false } = pairs;
  const decided = new Map<string, Decided>();
  let latest: { readonly view: ShapeView; readonly compared: ComparedPairs; readonly scores: Float64Array } | null =
    null;

  const compare = (view: ShapeView): NonNullable<typeof latest> => {
    if (latest?.view === view) return latest;
    const scores = view.scores();
    if (!scores) throw new FitError('The rule of the method gives no scores to verify by.');
    const [evaluationScores, developmentScores] = [evaluation, development].map((list) =>
      pairScores(scores, list, gallery, templates),
    );
    const compared = {
      evaluation: samplesOf(evaluationScores, evaluation),
      development: samplesOf(developmentScores, development),
    };
    latest = { view, compared, scores: evaluationScores };
    return latest;
  };

  return {
    observe(view) {
      const { compared, scores } = compare(view);
      const gap = separation(compared.development);
      const threshold = thresholdBy(rule, compared.development);
      const wrongShare = ({ misses, falseAlarms }: ErrorCounts): number =>
        (100 * (misses + falseAlarms)) / evaluation.genuine.length;
      decided.set(shapeKey(view.shape), {
        accepted: gap ? null : Uint8Array.from(scores, (score) => (score > threshold ? 1 : 0)),
        range: gap && rangeWithin(compared.evaluation, gap, wrongShare),
        ranks: denseRanks(scores),
        judged: judge === null ? Number.NaN : judge(compared.development, rule),
      });
    },
    compared: (view) => compare(view).compared,
    judged: (shapes) => shapes.map((shape) => decided.get(shapeKey(shape))!.judged),
    results(shapes) {
      const count = evaluation.genuine.length;
      const nearest = new Uint32Array(shapes.length * count);
      const decisions = new Int32Array(shapes.length * count);
      const wrong = shapes.map((shape, s) => {
        const { accepted, ranks } = decided.get(shapeKey(shape))!;
        nearest.set(ranks, s * count);
        if (!accepted) {
          decisions.fill(NO_DECISION, s * count, (s + 1) * count);
          return UNDECIDED;
        }
        decisions.set(accepted, s * count);
        return accepted.reduce((sum, value, at) => sum + (value === evaluation.genuine[at] ? 0 : 1), 0);
      });
      return { wrong, nearest, testCount: count, predictionHash: sha256Hex(int32Bytes(decisions)) };
    },
    warnings(shapes) {
      const ranges = shapes.flatMap((shape) => decided.get(shapeKey(shape))!.range ?? []);
      if (ranges.length === 0) return [];
      const where = ranges.length === 2 * shapes.length ? '' : ` at ${plural(ranges.length / 2, 'latent shape')}`;
      const [least, most] = [Math.min(...ranges), Math.max(...ranges)].map((share) => share.toFixed(1));
      return [
        `No threshold is determined${where}: the scores of the development pairs are separated completely. ` +
          `Thresholds between them decide ${least} to ${most}% of the pairs wrongly.`,
      ];
    },
  };
}

/** Ranks without gaps; equal scores have equal ranks. */
function denseRanks(scores: Float64Array): Uint32Array {
  const distinct = scores.toSorted();
  let count = 0;
  for (const score of distinct) if (count === 0 || score !== distinct[count - 1]) distinct[count++] = score;
  return Uint32Array.from(scores, (score) => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (distinct[middle] < score) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}
