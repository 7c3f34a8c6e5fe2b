/** Pairs of verification that are decided wrongly at the threshold of equal error rates, the most confident first. */
import { sum } from '../../stats/describe.ts';
import { FitError } from '../../methods/method.ts';
import { equalErrors, eachPair, scoreCounts } from './scoreCounts.ts';
import type { OpenModel } from './openModel.ts';

/** Images by their index in the dataset. */
export interface WrongPair {
  readonly probe: number;
  readonly reference: number;
  readonly score: number;
}

/** The pairs that are shown, how many are wrong, and how many there are. */
export interface WrongDecisions {
  readonly shown: readonly WrongPair[];
  /** Whether pairs of other people are shown before more of the same that are farther from the threshold. */
  readonly spread: boolean;
  readonly wrong: number;
  readonly pairs: number;
}

export interface WrongPairs {
  /** Larger scores are accepted. */
  readonly threshold: number;
  /** Error rate there, from 0 to 1. */
  readonly rate: number;
  /** Scores of distances are negative. */
  readonly distances: boolean;
  readonly accepted: WrongDecisions;
  readonly rejected: WrongDecisions;
}

/** Pairs of the same people that are shown before those of others: their images are nearly the same. */
const OF_SAME_PEOPLE = 2;

/** At most so many of each kind. Throws FitError for a study without pairs, and as `scoreCounts`. */
export function wrongPairs(open: OpenModel, { most }: { readonly most: number }): WrongPairs {
  const { pairs, test, train, gallery = train } = open.split;
  if (!pairs) throw new FitError('The study compares no pairs.');
  const counts = scoreCounts(open);
  const { threshold, rate } = equalErrors(counts);
  const [accepted, rejected]: [WrongPair[], WrongPair[]] = [[], []];
  eachPair(open, (score, genuine, probe, reference) => {
    if (score > threshold === (genuine === 1)) return;
    (genuine === 1 ? rejected : accepted).push({ probe: test[probe], reference: gallery[reference], score });
  });
  // Of equals the first of the list comes first.
  accepted.sort((a, b) => b.score - a.score);
  rejected.sort((a, b) => a.score - b.score);
  const people = ({ probe, reference }: WrongPair): string =>
    [open.labels[probe], open.labels[reference]].sort((a, b) => a - b).join();
  const decisions = (found: readonly WrongPair[], bins: readonly number[]): WrongDecisions => {
    const shown = severalPeople(found, people).slice(0, most);
    const spread = shown.some((pair, n) => pair !== found[n]);
    return { shown, spread, wrong: found.length, pairs: sum(bins) };
  };
  return {
    ...{ threshold, rate, distances: counts.high <= 0 && threshold < 0 },
    accepted: decisions(accepted, counts.impostors),
    rejected: decisions(rejected, counts.genuine),
  };
}

/** In their order, but from the third pair of the same people on after all others. */
function severalPeople(pairs: readonly WrongPair[], people: (pair: WrongPair) => string): WrongPair[] {
  const seen = new Map<string, number>();
  const [first, later]: [WrongPair[], WrongPair[]] = [[], []];
  for (const pair of pairs) {
    const who = people(pair);
    const before = seen.get(who) ?? 0;
    seen.set(who, before + 1);
    (before < OF_SAME_PEOPLE ? first : later).push(pair);
  }
  return [...first, ...later];
}
