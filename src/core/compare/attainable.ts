/** Tests that cannot find any difference: with few repeats their p has a floor above the level. */
import { plural } from '../text/phrases.ts';
import { correctionPhrase, type FamilyName } from './testFamilies.ts';
import { correctionOf, type CorrectionName } from './corrections.ts';
import type { Alternative } from '../stats/tests/testResult.ts';
import { pairTest, type PairTestName } from './tests/registry.ts';

/** How the methods of a study are compared. */
export interface ComparedBy {
  readonly test: PairTestName;
  readonly alpha: number;
  readonly correction?: CorrectionName;
  readonly family?: FamilyName;
}

/** Tests that are corrected together, of methods with this number of common repeats. */
export interface TestFamily {
  readonly repeats: number;
  readonly tests: number;
}

/** Most repeats that a sentence recommends. */
const MOST_REPEATS = 1000;

/**
 * One sentence if no family can give a p below α, whatever the results: the floor, and how many repeats it takes; null
 * if some family can, or there is none. `side`: the alternative of each test.
 */
export function unattainableSentence(
  comparison: ComparedBy,
  families: readonly TestFamily[],
  side: Alternative,
): string | null {
  const { alpha, correction = 'none', family } = comparison;
  const { leastP, phrase } = pairTest(comparison.test);
  if (!leastP || families.length === 0) return null;
  const lowest = ({ repeats, tests }: TestFamily): number => adjusted(correction, leastP(repeats, side), tests);
  if (families.some((each) => lowest(each) < alpha)) return null;
  const nearest = families.reduce((best, each) => (lowest(each) < lowest(best) ? each : best));
  const { repeats, tests } = nearest;
  const least = leastP(repeats, side);
  const corrected =
    correction === 'none' || tests === 1
      ? ''
      : `, with ${correctionPhrase(correction, family)} (${plural(tests, 'test')}) at least ${shortened(lowest(nearest))}`;
  let needed = repeats;
  while (needed < MOST_REPEATS && lowest({ repeats: needed, tests }) >= alpha) needed++;
  const takes = needed < MOST_REPEATS ? ` It takes at least ${needed} repeats.` : '';
  const name = /^\p{Lu}/u.test(phrase) ? phrase : `the ${phrase}`;
  return (
    `No difference can be significant: over ${plural(repeats, 'repeat')} the p of ${name} is at least ` +
    `${shortened(least)}${corrected}, and α = ${alpha}.${takes}`
  );
}

function shortened(p: number): string {
  return String(Number(p.toPrecision(3)));
}

/** The smallest p of a family of equal p after the correction. */
function adjusted(correction: CorrectionName, p: number, tests: number): number {
  return correctionOf(correction).adjust(new Array<number>(Math.max(1, tests)).fill(p))[0];
}
