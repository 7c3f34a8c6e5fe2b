/** The threshold at which as large a share of genuine pairs is rejected as of impostor pairs is accepted. */
import { sum } from '../../stats/describe.ts';
import type { ScoreCounts } from './scoreCounts.ts';

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
