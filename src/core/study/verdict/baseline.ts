/** The verdict on methods that are compared with a named baseline instead of the best. */
import { decidingNumber } from './decidingNumber.ts';
import { referenceOf, type Contender, type Contest, type Finding, type VerdictContext } from './contests.ts';
import { allOf, capitalised, decidedP, named } from './wording.ts';

const OUTCOMES = ['significantly better', 'significantly worse', 'undecided'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** What the study says of a method in a condition. */
interface Judged {
  readonly outcome: Outcome;
  readonly contest: Contest;
  readonly contender: Contender;
}

/** null if nothing was tested against the baseline. */
export function againstBaseline(context: VerdictContext, baseline: string): Finding | null {
  const { contests } = context;
  const judged = contests.flatMap((contest) =>
    contest.tested.map((contender): Judged => ({
      outcome: outcomeOf(context, contest, contender),
      contest,
      contender,
    })),
  );
  if (judged.length === 0) return null;
  const methods = [...Map.groupBy(judged, ({ contender }) => contender.label)];
  const clauses = (text: (own: readonly Judged[]) => string): string[] => {
    const order = (own: readonly Judged[]): number => Math.min(...own.map(({ outcome }) => OUTCOMES.indexOf(outcome)));
    const groups = [...Map.groupBy(methods, ([, own]) => text(own))];
    groups.sort(([, [[, a]]], [, [[, b]]]) => order(a) - order(b));
    const [first, ...others] = groups.map(([said, alike]) => {
      const labels = alike.map(([label]) => label);
      return `${named(labels)} ${labels.length === 1 ? 'is' : 'are'} ${said}`;
    });
    return [`Against ${baseline}: ${first}`, ...others];
  };
  const deciding = judged.every(({ outcome }) => outcome === 'undecided') ? decider(context, judged) : null;
  return {
    first: clauses((own) => predicate(context, own)),
    brief: clauses(countedPredicate),
    others: deciding === null ? [] : [`${capitalised(deciding)}.`],
    leading: { leader: baseline, next: null, contest: contests[0] },
    tested: true,
  };
}

function outcomeOf(context: VerdictContext, contest: Contest, { p, mean }: Contender): Outcome {
  const reference = referenceOf(context, contest)!;
  if (!(p! < context.comparison.alpha) || mean === reference.mean) return 'undecided';
  return mean < reference.mean === (context.table.measure.better === 'lower')
    ? 'significantly better'
    : 'significantly worse';
}

/** "significantly better at k = 5 (p = 0.0497), undecided at k = 3" */
function predicate({ contests, places, comparison: { alpha } }: VerdictContext, judged: readonly Judged[]): string {
  const parts = OUTCOMES.flatMap((outcome) => {
    const contests = judged.filter((each) => each.outcome === outcome);
    if (contests.length === 0) return [];
    const where = placesText(contests);
    return [`${outcome}${where}${closeP(outcome, contests)}`];
  });
  return parts.join(', ');

  function placesText(own: readonly Judged[]): string {
    if (contests.length === 1) return '';
    // What is undecided throughout is so wherever it was tested.
    if (own.length === judged.length && own[0].outcome === 'undecided') return '';
    if (own.length === contests.length) return ` in ${allOf(own.length)} conditions`;
    return ` ${places.together(own.map(({ contest }) => contest.condition))}`;
  }

  /** The p of a single claim that is close to α. */
  function closeP(outcome: Outcome, own: readonly Judged[]): string {
    const [{ contender }] = own;
    const p = contender.p!;
    if (outcome === 'undecided' || own.length > 1 || alpha > 2 * p) return '';
    return ` (p ${decidedP(p, alpha)})`;
  }
}

/** "significantly better in 2 of 3 conditions, undecided in 1" */
function countedPredicate(judged: readonly Judged[]): string {
  const counts = OUTCOMES.map((outcome) => judged.filter((each) => each.outcome === outcome).length);
  const parts = OUTCOMES.flatMap((outcome, i) => (counts[i] === 0 ? [] : [{ outcome, count: counts[i] }]));
  if (parts.length === 1) return parts[0].outcome;
  const [first, ...rest] = parts;
  return [
    `${first.outcome} in ${first.count} of ${judged.length} conditions`,
    ...rest.map(({ outcome, count }) => `${outcome} in ${count}`),
  ].join(', ');
}

/** The number that would decide the largest difference. */
function decider(context: VerdictContext, judged: readonly Judged[]): string | null {
  const size = ({ contest, contender }: Judged): number =>
    Math.abs(contender.mean - referenceOf(context, contest)!.mean);
  const largest = judged.reduce((most, each) => (size(each) > size(most) ? each : most));
  const { contest, contender } = largest;
  return decidingNumber(
    context,
    contest,
    contender,
    context.contests.length > 1 ? context.places.phrase(contest.condition) : '',
  );
}
