/** Scores of the comparisons of verification. */
import { FitError } from '../methods/method.ts';
import type { PairList } from '../protocols/split.ts';
import type { Scores } from './scores.ts';

/** Scores of genuine and impostor comparisons; larger is more similar. */
export interface ScoreSamples {
  readonly genuine: Float64Array;
  readonly impostors: Float64Array;
}

/** Score of every pair, in the order of the list. Throws FitError like `pairScorer` and its result. */
export function pairScores(
  scores: Scores,
  { probes, references }: PairList,
  gallery: ArrayLike<number>,
  templates: boolean,
): Float64Array {
  const scoreOf = pairScorer(scores, gallery, templates);
  return Float64Array.from(probes, (probe, at) => scoreOf(probe, references[at]));
}

/**
 * Score of a pair: that of the reference candidate, or of the best candidate of its subject if references are
 * templates. `gallery`: the subject of each gallery image. Throws FitError if pairs are of images but candidates are
 * not gallery images, and for scores that are not numbers.
 */
export function pairScorer(
  scores: Scores,
  gallery: ArrayLike<number>,
  templates: boolean,
): (probe: number, reference: number) => number {
  if (!templates && scores.subjects.length !== gallery.length) {
    throw new FitError('Pairs of images need a score of every gallery image; this classifier scores subjects.');
  }
  const rowOf = lastRow(scores);
  const candidatesOf = Map.groupBy(
    Array.from({ length: scores.subjects.length }, (_, candidate) => candidate),
    (candidate) => scores.subjects[candidate],
  );
  const scoreOf = (probe: number, candidate: number): number =>
    scores.pair ? scores.pair(probe, candidate) : rowOf(probe)[candidate];
  return (probe, reference) => {
    let score = -Infinity;
    for (const candidate of templates ? (candidatesOf.get(gallery[reference]) ?? []) : [reference]) {
      const value = scoreOf(probe, candidate);
      if (Number.isNaN(value)) throw new FitError('The score of a pair is not a number.');
      score = Math.max(score, value);
    }
    return score;
  };
}

export function samplesOf(scores: Float64Array, { genuine }: Pick<PairList, 'genuine'>): ScoreSamples {
  return {
    genuine: scores.filter((_, at) => genuine[at] === 1),
    impostors: scores.filter((_, at) => genuine[at] === 0),
  };
}

/** Caches the scores of the last probe, because consecutive pairs often share it. */
function lastRow({ of }: Scores): (probe: number) => ArrayLike<number> {
  let cached: { readonly probe: number; readonly row: ArrayLike<number> } | null = null;
  return (probe) => {
    if (cached?.probe !== probe) cached = { probe, row: of(probe) };
    return cached.row;
  };
}
