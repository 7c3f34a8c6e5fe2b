/** Histograms of the scores of genuine and impostor pairs, counted pair by pair without a list of pairs. */
import { pairScorer } from '../../classify/pairScores.ts';
import { FitError } from '../../methods/method.ts';
import type { OpenModel } from './openModel.ts';
import { sum } from '../../stats/describe.ts';

export interface ScoreCounts {
  /** Minimum and maximum score; larger is more alike. */
  readonly low: number;
  readonly high: number;
  /** Pairs per bin; the bins are equally wide, from the minimum to the maximum. */
  readonly genuine: readonly number[];
  readonly impostors: readonly number[];
}

/** Number of bins, large enough that a threshold between two of them is practically exact. */
export const SCORE_BINS = 4096;

/**
 * Counts the evaluated pairs in verification, else every test image with every candidate. Throws FitError without
 * scores, or if all are equal.
 */
export function scoreCounts(open: OpenModel): ScoreCounts {
  let [low, high] = [Infinity, -Infinity];
  eachPair(open, (score) => {
    low = Math.min(low, score);
    high = Math.max(high, score);
  });
  if (!(high > low)) throw new FitError('All pairs have the same score.');
  const counts = [0, 1].map(() => new Array<number>(SCORE_BINS).fill(0));
  const scale = SCORE_BINS / (high - low);
  eachPair(open, (score, genuine) => counts[genuine][Math.min(SCORE_BINS - 1, Math.floor((score - low) * scale))]++);
  return { low, high, impostors: counts[0], genuine: counts[1] };
}

/** `probe`: index among the test images; `reference`: index among the candidates. Throws FitError without scores. */
export function eachPair(
  { scores: scoresOf, split, labels }: OpenModel,
  onPair: (score: number, genuine: 0 | 1, probe: number, reference: number) => void,
): void {
  const scores = scoresOf();
  if (!scores) throw new FitError("The method's own rule gives subjects without scores.");
  const { pairs, test, train, gallery = train } = split;
  if (pairs) {
    const owners = Array.from(gallery, (image) => labels[image]);
    const scoreOf = pairScorer(scores, owners, pairs.templates === true);
    const { probes, references, genuine } = pairs.evaluation;
    for (let n = 0; n < probes.length; n++) {
      const [probe, reference] = [probes[n], references[n]];
      onPair(scoreOf(probe, reference), genuine[n] === 1 ? 1 : 0, probe, reference);
    }
    return;
  }
  for (let probe = 0; probe < scores.probes; probe++) {
    const values = scores.of(probe);
    const subject = labels[test[probe]];
    for (let image = 0; image < values.length; image++)
      onPair(values[image], scores.subjects[image] === subject ? 1 : 0, probe, image);
  }
}

export interface EqualErrors {
  /** Scores above it are accepted. */
  readonly threshold: number;
  /** Mean of both error rates there, from 0 to 1. */
  readonly rate: number;
}

/**
 * The threshold at which the rates of false acceptance and false rejection differ least; the middle of all such
 * thresholds.
 */
export function equalErrors({ low, high, genuine, impostors }: ScoreCounts): EqualErrors {
  const [genuineCount, impostorCount] = [sum(genuine), sum(impostors)];
  let [missed, accepted] = [0, impostorCount];
  let best = { gap: Infinity, first: 0, last: 0, rate: 0 };
  for (let edge = 0; edge <= genuine.length; edge++) {
    const [rejection, acceptance] = [missed / genuineCount, accepted / impostorCount];
    const gap = Math.abs(rejection - acceptance);
    if (gap < best.gap) best = { gap, first: edge, last: edge, rate: (rejection + acceptance) / 2 };
    // The difference grows from edge to edge: equal distances from 0 are neighbours.
    else if (gap === best.gap) best.last = edge;
    missed += genuine[edge] ?? 0;
    accepted -= impostors[edge] ?? 0;
  }
  return { threshold: low + ((best.first + best.last) / 2 / genuine.length) * (high - low), rate: best.rate };
}
