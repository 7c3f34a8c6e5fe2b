/** Pairs of verification that are decided wrongly at the equal-error threshold, the most confident first. */
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

/** The pairs shown, the number of wrong pairs, and the number of all pairs. */
export interface WrongDecisions {
  readonly shown: readonly WrongPair[];
  /**
   * Whether pairs of other people are shown before further pairs of the same people that are farther from the
   * threshold.
   */
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

/** Pairs of the same people that are shown before pairs of others, because their images are nearly the same. */
const OF_SAME_PEOPLE = 2;

/** At most `most` pairs of each kind. Throws FitError for a study without pairs, and like `scoreCounts`. */
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
  // The sort is stable: equal scores keep their order.
  accepted.sort((a, b) => b.score - a.score);
  rejected.sort((a, b) => a.score - b.score);
  const people = ({ probe, reference }: WrongPair): string =>
    [open.labels[probe], open.labels[reference]].sort((a, b) => a - b).join();
  const decisions = (wrong: readonly WrongPair[], bins: readonly number[]): WrongDecisions => {
    const shown = severalPeople(wrong, people).slice(0, most);
    const spread = shown.some((pair, n) => pair !== wrong[n]);
    return { shown, spread, wrong: wrong.length, pairs: sum(bins) };
  };
  return {
    ...{ threshold, rate, distances: counts.high <= 0 && threshold < 0 },
    accepted: decisions(accepted, counts.impostors),
    rejected: decisions(rejected, counts.genuine),
  };
}

/** Keeps the order, but moves the third and further pairs of the same people to the end. */
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
