/** The number that would decide an undecided lead: how large it has to be, or how many repeats the test takes. */
import { pairSamples } from '../../compare/repeatValues.ts';
import { attainableFloor } from '../../compare/attainable.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import { differenceLimit, requiredDifference } from '../../compare/power.ts';
import { exceedsAnyDifference } from '../../measures/practicalMargin.ts';
import { sampleStd } from '../../stats/describe.ts';
import { plural } from '../../text/phrases.ts';
import { familyOf, referenceOf, uncorrectedP, type Contender, type Contest, type VerdictContext } from './contests.ts';
import { treatsAsIndependent } from './caveats.ts';
import { repeatNoun } from './terms.ts';

/** Tests of the mean difference with a variance (1/n + r) s². */
const T_TESTS: readonly string[] = ['corrected-resampled-t', 'paired-t'];

/**
 * A clause without its full stop, in lower case, on the lead over a rival that the study leaves undecided; null if no
 * number decides it. `place`: the condition, in a study of several.
 */
export function decidingNumber(context: VerdictContext, contest: Contest, rival: Contender, place = ''): string | null {
  const { comparison } = context;
  if (contest.repeats.length < 2) return null;
  if (pairTest(comparison.test).leastP) return attainable(context, contest, place);
  if (!T_TESTS.includes(comparison.test)) return null;
  const bounds = boundsOn(context, contest, rival);
  // Holm tests a rival only if those with smaller p are rejected: the one that stops it decides.
  const blocking = bounds.lead > bounds.required ? stoppedBy(context, contest) : null;
  return blocking === null
    ? sentence(context, contest, rival, bounds, place)
    : sentence(context, contest, blocking, boundsOn(context, contest, blocking), place);
}

interface Bounds {
  readonly lead: number;
  /** What the lead must exceed with the repeats of the study, and with any number of them. */
  readonly required: number;
  readonly limit: number;
}

function boundsOn(context: VerdictContext, contest: Contest, rival: Contender): Bounds {
  const { comparison, facts, baseline } = context;
  const { differences } = pairSamples(rival.values, referenceOf(context, contest)!.values);
  const ratio = pairTest(comparison.test).needsRatio ? facts.testToTrain(contest.condition.key, contest.repeats) : 0;
  const alpha = comparison.alpha / comparisonsLeft(context, contest, rival) / (baseline === null ? 1 : 2);
  const spread = sampleStd(differences);
  return {
    lead: Math.abs(rival.mean - referenceOf(context, contest)!.mean),
    required: spread * requiredDifference(alpha, differences.length, ratio),
    limit: spread * differenceLimit(alpha, ratio),
  };
}

/** By Holm, those of the family whose p is not smaller; by Bonferroni all; without a correction the one. */
function comparisonsLeft(context: VerdictContext, contest: Contest, rival: Contender): number {
  const { correction = 'none' } = context.comparison;
  if (correction === 'none') return 1;
  const family = familyOf(context, contest);
  if (correction === 'bonferroni') return family.length;
  const p = uncorrectedP(context, { contest, rival });
  return family.filter((test) => uncorrectedP(context, test) >= p).length;
}

/** The undecided rival with the smallest p of a condition, unless its lead is large enough. */
function stoppedBy(context: VerdictContext, contest: Contest): Contender | null {
  const p = (rival: Contender): number => uncorrectedP(context, { contest, rival });
  const first = contest.undecided.reduce((least, rival) => (p(rival) < p(least) ? rival : least));
  const { lead, required } = boundsOn(context, contest, first);
  return lead > required ? null : first;
}

function sentence(
  { study, measure, table, methods, baseline }: VerdictContext,
  { contenders, repeats }: Contest,
  { label }: Contender,
  { lead, required, limit }: Bounds,
  place: string,
): string | null {
  const random = study.protocol.repeatsAre === 'random splits';
  const never = random && lead <= limit;
  const [least, bound] = never ? [limit, measure.bound(limit)] : [required, measure.bound(required)];
  const two = contenders.length === 2 && methods.length === 2;
  const over = two || baseline !== null ? '' : ` over ${label}`;
  if (exceedsAnyDifference(least, table.measure)) {
    const repeatsText = never ? 'however many splits' : `with ${plural(repeats.length, repeatNoun(study))}`;
    return `no lead${over} can reach significance ${place || 'here'}, ${repeatsText}`;
  }
  if (bound === null) return null;
  const what = baseline === null ? 'lead' : 'difference';
  if (never) {
    const subject = `${what}s${over} below ${bound} cannot reach significance`;
    return place === '' ? `${subject} here, however many splits` : `${place}, ${subject}, however many splits`;
  }
  const of = baseline === null ? over : ` between ${label} and ${baseline}`;
  return `${place === '' ? '' : `${place} `}the ${what}${of} would have to exceed ${bound}`;
}

/** "with 5 splits this test cannot fall below p = 0.0625; it takes at least 6" */
function attainable(context: VerdictContext, contest: Contest, place: string): string | null {
  const { comparison, study, baseline } = context;
  const tests = familyOf(context, contest).length;
  const side = baseline === null ? 'greater' : 'two-sided';
  const floor = attainableFloor(comparison, [{ repeats: contest.repeats.length, tests }], side);
  if (floor === null) return null;
  const number = plural(contest.repeats.length, repeatNoun(study));
  const takes = floor.needed === null ? '' : `; it takes at least ${floor.needed}`;
  const independent = treatsAsIndependent(context, contest);
  return (
    `${place === '' ? '' : `${place}, `}with ${number} this test cannot fall below p = ${floor.corrected}${takes}` +
    (independent === null ? '' : `${takes === '' ? '' : ','} and ${independent}`)
  );
}
