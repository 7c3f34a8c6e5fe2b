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

/** The smallest p that a test can give over few repeats, which is not below α. */
export interface AttainableFloor {
  readonly family: TestFamily;
  /** Before and after the correction, as text. */
  readonly least: string;
  readonly corrected: string;
  /** The fewest repeats over which p can be below α; null: more than are worth a sentence. */
  readonly needed: number | null;
}

/**
 * The floor of the family that is nearest to α, if no family can give a p below α, whatever the results; null if some
 * family can, or there is none. `side`: the alternative of each test.
 */
export function attainableFloor(
  { test, alpha, correction = 'none' }: ComparedBy,
  families: readonly TestFamily[],
  side: Alternative,
): AttainableFloor | null {
  const { leastP } = pairTest(test);
  if (!leastP || families.length === 0) return null;
  const lowest = ({ repeats, tests }: TestFamily): number => adjusted(correction, leastP(repeats, side), tests);
  if (families.some((each) => lowest(each) < alpha)) return null;
  const nearest = families.reduce((best, each) => (lowest(each) < lowest(best) ? each : best));
  const { repeats, tests } = nearest;
  let needed = repeats;
  while (needed < MOST_REPEATS && lowest({ repeats: needed, tests }) >= alpha) needed++;
  return {
    family: nearest,
    least: shortened(leastP(repeats, side)),
    corrected: shortened(lowest(nearest)),
    needed: needed < MOST_REPEATS ? needed : null,
  };
}

/** The floor as one sentence; null as there. */
export function unattainableSentence(
  comparison: ComparedBy,
  families: readonly TestFamily[],
  side: Alternative,
): string | null {
  const floor = attainableFloor(comparison, families, side);
  if (floor === null) return null;
  const { alpha, correction = 'none', family } = comparison;
  const { repeats, tests } = floor.family;
  const corrected =
    correction === 'none' || tests === 1
      ? ''
      : `, with ${correctionPhrase(correction, family)} (${plural(tests, 'test')}) at least ${floor.corrected}`;
  const { phrase } = pairTest(comparison.test);
  const takes = floor.needed === null ? '' : ` It takes at least ${floor.needed} repeats.`;
  const name = /^\p{Lu}/u.test(phrase) ? phrase : `the ${phrase}`;
  return (
    `No difference can be significant: over ${plural(repeats, 'repeat')} the p of ${name} is at least ` +
    `${floor.least}${corrected}, and α = ${alpha}.${takes}`
  );
}

function shortened(p: number): string {
  return String(Number(p.toPrecision(3)));
}

/** The smallest p of a family of equal p after the correction. */
function adjusted(correction: CorrectionName, p: number, tests: number): number {
  return correctionOf(correction).adjust(new Array<number>(Math.max(1, tests)).fill(p))[0];
}
