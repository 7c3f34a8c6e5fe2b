/** How the scores of genuine and of impostor pairs are spread, counted pair by pair: no list of them is made. */
import { pairScorer } from '../../classify/pairScores.ts';
import { FitError } from '../../methods/method.ts';
import type { OpenModel } from './openModel.ts';
import { sum } from '../../stats/describe.ts';

export interface ScoreCounts {
  /** Least and greatest score; larger is more alike. */
  readonly low: number;
  readonly high: number;
  /** Pairs in each of equally wide bins from the least score to the greatest. */
  readonly genuine: readonly number[];
  readonly impostors: readonly number[];
}

/** Bins that scores are counted in: so many that a threshold between two of them is as good as exact. */
export const SCORE_BINS = 4096;

/**
 * Of verification the pairs that are evaluated, else every test image with every candidate. Throws FitError where there
 * are no scores, or all are equal.
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

/** `probe` is a place among the test images, `reference` one among the candidates. Throws FitError without scores. */
export function eachPair(
  { scores: scoresOf, split, labels }: OpenModel,
  tell: (score: number, genuine: 0 | 1, probe: number, reference: number) => void,
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
      tell(scoreOf(probe, reference), genuine[n] === 1 ? 1 : 0, probe, reference);
    }
    return;
  }
  for (let probe = 0; probe < scores.probes; probe++) {
    const values = scores.of(probe);
    const own = labels[test[probe]];
    for (let at = 0; at < values.length; at++) tell(values[at], scores.subjects[at] === own ? 1 : 0, probe, at);
  }
}

// The threshold at which as large a share of genuine pairs is rejected as of impostor pairs is accepted.

export interface EqualErrors {
  /** Scores above it are accepted. */
  readonly threshold: number;
  /** Mean of both error rates there, from 0 to 1. */
  readonly rate: number;
}

/** Where the rates of false acceptance and of false rejection differ least; in the middle of all such places. */
export function equalErrors({ low, high, genuine, impostors }: ScoreCounts): EqualErrors {
  const [own, others] = [sum(genuine), sum(impostors)];
  let [missed, accepted] = [0, others];
  let best = { gap: Infinity, first: 0, last: 0, rate: 0 };
  for (let edge = 0; edge <= genuine.length; edge++) {
    const [rejection, acceptance] = [missed / own, accepted / others];
    const gap = Math.abs(rejection - acceptance);
    if (gap < best.gap) best = { gap, first: edge, last: edge, rate: (rejection + acceptance) / 2 };
    // The difference grows from edge to edge: equal distances from 0 are neighbours.
    else if (gap === best.gap) best.last = edge;
    missed += genuine[edge] ?? 0;
    accepted -= impostors[edge] ?? 0;
  }
  return { threshold: low + ((best.first + best.last) / 2 / genuine.length) * (high - low), rate: best.rate };
}
