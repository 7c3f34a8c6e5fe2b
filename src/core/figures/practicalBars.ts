/**
 * Data of a bar chart, one bar per pair: probabilities that one of two methods is better over conditions or datasets,
 * or that both are practically equal.
 */
import { blockTest } from '../compare/blockTests.ts';
import { differenceUnit } from '../measures/practicalMargin.ts';
import type { Appearance } from '../methods/appearance.ts';
import type { RankReport } from '../study/comparison/ranks.ts';
import { plural } from '../text/phrases.ts';

export interface PracticalBar {
  readonly first: string;
  readonly second: string;
  /** Probabilities, in the order of the bar; their sum is 1. */
  readonly firstBetter: number;
  readonly equivalent: number;
  readonly secondBetter: number;
  /** Undefined for methods that are not registered. */
  readonly appearances: readonly [Appearance | undefined, Appearance | undefined];
}

export interface PracticalBars {
  readonly description: string;
  /** In the order of the report: pairs of the method with the best average rank first. */
  readonly bars: readonly PracticalBar[];
  readonly note: string;
}

/** null for a report without a region of practical equivalence, or without pairs. `appearances` are by label. */
export function practicalBars(
  { practical, methods, blocks, per, measure }: RankReport,
  appearances: ReadonlyMap<string, Appearance>,
): PracticalBars | null {
  if (!practical || practical.pairs.length === 0) return null;
  const bars = practical.pairs.map(({ first, second, ...probabilities }) => {
    const [a, b] = [methods[first].label, methods[second].label];
    return { first: a, second: b, ...probabilities, appearances: [appearances.get(a), appearances.get(b)] as const };
  });
  const within = `± ${practical.halfWidth} ${differenceUnit(measure)}`.trim();
  return {
    description: bars
      .map(
        ({ first, second, firstBetter, equivalent, secondBetter }) =>
          `${first} better ${share(firstBetter)}, practically equal ${share(equivalent)}, ${second} better ${share(secondBetter)}`,
      )
      .join('; '),
    bars,
    note:
      `Probability that the left method is better, that both are practically equal (grey, within ${within}), and that ` +
      `the right one is better: ${blockTest(practical.test).phrase} over ${plural(blocks.length, per)}`,
  };
}

/** Probability as text. */
export function share(probability: number): string {
  return probability.toFixed(2);
}
