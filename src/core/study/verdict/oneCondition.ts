/** The verdict on one condition: the leader, its rivals, and the number that would decide what is undecided. */
import type { RepeatKind } from '../../protocols/protocol.ts';
import { decidingNumber } from './decidingNumber.ts';
import { isIdentical, runnerUp, type Contender, type Contest, type Finding, type VerdictContext } from './contests.ts';
import { allOf, capitalised, decidedP, named } from './wording.ts';

/** Repeats that test different images, whose errors add up to those of all images. */
const TEST_EACH_IMAGE_ONCE: readonly RepeatKind[] = ['folds', 'held-out groups', 'test images'];

export function oneCondition(context: VerdictContext, contest: Contest): Finding {
  const { contenders, leaders, repeats, tested, worse, undecided } = contest;
  const { measure } = context;
  const next = runnerUp(contest);
  const leading = { leader: leaders[0].label, next: next?.label ?? null, contest };
  const where = placeOf(context, contest);
  if (isIdentical(contest)) {
    const all = named(context.methods.filter((method) => contenders.some(({ label }) => label === method)));
    const subject = contenders.length > 3 ? `All ${all}` : all;
    const times = repeats.length === 1 ? 'on this split' : `in all ${repeats.length} repeats`;
    const first = [`${subject} have identical ${measure.plural}${where} ${times}, so there is nothing to test`];
    return { first, others: [], leading: null, tested: false };
  }
  if (repeats.length === 1) {
    const place = `${where} on this split`;
    return {
      first: [lead(context, contest, { place, counts: true })],
      brief: [lead(context, contest, { place })],
      others: ['One split supports no test over repeats.'],
      leading,
      tested: false,
    };
  }
  const clauses = (counts: boolean): string[] => {
    const main = lead(context, contest, { place: where, counts });
    if (next === null) return [`${main}, so there is nothing to test`];
    if (tested.length === 0) return [main, untested(contest)];
    const [first, ...others] = leaders.length > 1 ? shared(contest) : rivals(context, contest);
    return [main + first, ...others];
  };
  const rival = next && undecided.includes(next) ? next : undecided[0];
  const needsNumber = leaders.length === 1 && undecided.length > 0 && (worse.length === 0 || rival === next);
  const deciding = needsNumber ? decidingNumber(context, contest, rival) : null;
  return {
    first: clauses(true),
    brief: clauses(false),
    others: [...(deciding === null ? [] : [`${capitalised(deciding)}.`]), ...aloneRight(context, contest)],
    leading,
    tested: tested.length > 0,
  };
}

/** " at k = 5", if methods can be compared in this condition alone; '' if it is the only one. */
export function placeOf({ table, places }: VerdictContext, { condition }: Contest): string {
  return table.conditions.length === 1 ? '' : ` ${places.phrase(condition)}`;
}

/** "LDA has the lowest error rate, 25.6% against 37.3% for GLRAM"; `place` follows the measure. */
export function lead(
  { measure, study, methods }: Pick<VerdictContext, 'measure' | 'study' | 'methods'>,
  contest: Contest,
  { place = '', counts = false }: { readonly place?: string; readonly counts?: boolean } = {},
): string {
  const { leaders, contenders } = contest;
  const [first] = leaders;
  const next = runnerUp(contest);
  const counted = counts && countsImages(study, contest);
  const total = (of: 'counts' | 'of', { values }: Contender): string =>
    (values.counts?.[of].reduce((sum, count) => sum + count, 0) ?? 0).toLocaleString('en-GB');
  const number = (contender: Contender, text: string, tests = ''): string =>
    contender.values.counts && counted ? ` (${text}${tests})` : '';
  const outOf = (contender: Contender): string =>
    number(contender, total('counts', contender), ` of ${total('of', contender)} ${measure.tests}`);
  const degree = contenders.length === 2 && methods.length === 2 ? measure.better : measure.best;
  if (leaders.length > 1) {
    const rest = next === null ? '' : ` against ${measure.second(next.mean)} for ${next.label}`;
    return `${named(leaders.map(({ label }) => label))} share the ${measure.best} ${measure.name}${place}, ${measure.value(first.mean)}${rest}`;
  }
  const subject = `${first.label} has the ${degree} ${measure.name}${place}`;
  const difference = Math.abs(first.mean - next!.mean);
  if (measure.negligible(difference)) {
    const value = measure.standsAlone ? `${measure.value(first.mean)}, ` : '';
    return `${subject}, ${value}${measure.difference(difference)} ${measure.ahead} ${next!.label}`;
  }
  return (
    `${subject}, ${measure.value(first.mean)}${outOf(first)} against ${measure.second(next!.mean)} for ${next!.label}` +
    number(next!, total('counts', next!))
  );
}

/** Whether the counts of the repeats add up to those of different images. */
function countsImages({ spec, protocol }: VerdictContext['study'], { repeats }: Contest): boolean {
  if (repeats.length === 1) return true;
  const again = 'repeats' in spec.protocol && (spec.protocol.repeats ?? 1) > 1;
  return !again && TEST_EACH_IMAGE_ONCE.includes(protocol.repeatsAre);
}

function untested({ contenders }: Contest): string {
  return contenders.some((contender) => contender.untested === 'no spread')
    ? 'the difference is identical in every repeat, so there is nothing to test'
    : 'no test was possible';
}

/** The end of the first clause, and further clauses, on a single leader. */
function rivals({ comparison, methods }: VerdictContext, contest: Contest): string[] {
  const { tested, worse, undecided, contenders, leaders } = contest;
  const next = runnerUp(contest)!;
  const [{ label }] = leaders;
  if (contenders.length === 2 && methods.length === 2) {
    return worse.length === 1
      ? ['', `the difference is significant${closeP(worse, comparison.alpha, 'p')}`]
      : [', but the lead is undecided'];
  }
  if (worse.length === 0) return [', but no lead is significant'];
  if (undecided.length === 0) {
    const all = contenders.length - 1 === tested.length ? othersOf(tested) : testedOnly(tested);
    return [`, and is significantly better than ${all}${closeP(worse, comparison.alpha, 'largest p')}`];
  }
  const names = (list: readonly Contender[], of: string): string =>
    named(
      list.map((each) => each.label),
      of,
    );
  const counted = `of ${tested.length} others`;
  if (undecided.includes(next)) {
    return [', but that lead is undecided', `${label} is significantly better than ${names(worse, counted)}`];
  }
  const be = undecided.length === 1 ? 'is' : 'are';
  return [
    `, and is significantly better than ${worse.length} ${counted}`,
    `${names(undecided, 'others')} ${be} undecided`,
  ];
}

/** "both others", "all 3 others" */
function othersOf(tested: readonly Contender[]): string {
  return tested.length === 1 ? tested[0].label : `${allOf(tested.length)} others`;
}

function testedOnly(tested: readonly Contender[]): string {
  return tested.length === 1 ? tested[0].label : `${allOf(tested.length)} tested`;
}

/** The same on several leaders, which are not tested against each other. */
function shared({ tested, worse, undecided }: Contest): string[] {
  if (worse.length === 0) return [', but no lead is significant'];
  const clauses = `, and ${worse.length === tested.length ? othersOf(tested) : `${worse.length} of ${tested.length} others`}`;
  const be = worse.length === 1 ? 'is' : 'are';
  const rest = undecided.map(({ label }) => label);
  return [
    `${clauses} ${be} significantly worse`,
    ...(rest.length > 0 ? [`${named(rest, 'others')} ${rest.length === 1 ? 'is' : 'are'} undecided`] : []),
  ];
}

/** " (largest p = 0.048, one-sided)", if the two-sided test would not claim it; else ''. */
function closeP(worse: readonly Contender[], alpha: number, name: string): string {
  const largest = Math.max(...worse.map(({ p }) => p!));
  return alpha <= 2 * largest ? ` (${name} ${decidedP(largest, alpha)}, one-sided)` : '';
}

/** If every repeat tests one image: how many images only the leader, or only the next method gets right. */
function aloneRight({ study, table: { measure } }: VerdictContext, contest: Contest): string[] {
  const next = runnerUp(contest);
  const [{ label, values }] = contest.leaders;
  const oneImage = values.counts?.of.every((tests) => tests === 1) ?? false;
  if (!oneImage || study.protocol.repeatsAre !== 'test images' || !next?.values.counts) return [];
  const right = ({ counts }: Contender['values'], i: number): boolean =>
    counts!.counts[i] === (measure.better === 'lower' ? 0 : 1);
  const alone = (own: Contender['values'], other: Contender['values']): number =>
    contest.repeats.filter((_, i) => right(own, i) && !right(other, i)).length;
  const [first, second] = [alone(values, next.values), alone(next.values, values)];
  return [`${label} alone is right on ${first} ${first === 1 ? 'image' : 'images'}, ${next.label} alone on ${second}.`];
}
