/** The verdict over several conditions of a database, which share images: they are described, not tested together. */
import { listed } from '../../text/phrases.ts';
import { blockOf } from '../table/joinTables.ts';
import { decidingNumber } from './decidingNumber.ts';
import {
  hasOneRepeat,
  isIdentical,
  leads,
  meanRanks,
  runnerUp,
  type Contest,
  type Finding,
  type VerdictContext,
} from './contests.ts';
import { trainedElsewhereOf } from './caveats.ts';
import { PLACE_FACTORS } from './terms.ts';
import { allOf, capitalised, decidedP, joinedPlaces, named } from './wording.ts';

/** A method and the conditions in which it has the best mean. */
interface Leader {
  readonly label: string;
  readonly led: readonly Contest[];
}

/** The lead of a method over several conditions: the first sentence, and how the others name the method. */
interface Overall {
  readonly first: readonly string[];
  /** The same without values, where they make the sentence too long for a headline. */
  readonly brief: readonly string[];
  readonly leader: Leader;
  /** It leads everywhere, in most conditions, at some levels of a factor, or nowhere in particular. */
  readonly span: 'all' | 'most' | 'levels' | 'none';
  /** "on clean images": the levels that it leads at. */
  readonly place?: string;
  /** The first sentence names other methods, so "it" would be ambiguous. */
  readonly ambiguous: boolean;
}

export function severalConditions(context: VerdictContext): Finding {
  const { contests, measure, table } = context;
  if (contests.every(isIdentical)) {
    const first = [
      `${named(context.methods)} have identical ${measure.plural} in ${allOf(contests.length)} ${compared(context)}, so there is nothing to test`,
    ];
    return { first, others: [], leading: null, tested: false };
  }
  const ranks = meanRanks(contests, table.measure.better);
  const leaders = leadersOf(context, ranks);
  const overall =
    inAll(context, leaders) ??
    ranksBest(context, leaders, ranks) ??
    byFactor(context, leaders) ??
    throughout(context, leaders);
  const { leader, first, brief } = overall;
  const contest = quoted(context, leader.led);
  const next = ranks.find(({ label }) => label !== leader.label)?.label ?? runnerUp(contest)?.label ?? null;
  const leading = { leader: leader.label, next, contest };
  if (hasOneRepeat(contests)) {
    return { first, brief, others: ['Each has one split, so nothing is tested.'], leading, tested: false };
  }
  if (contests.every(({ tested }) => tested.length === 0)) {
    return { first, brief, others: ['No test was possible.'], leading, tested: false };
  }
  const inAllUndecided = overall.span === 'all' && contests.every(({ worse }) => worse.length === 0);
  const undecided = (clauses: readonly string[]): string[] => [`${clauses[0]}, but no lead is significant`];
  return {
    first: inAllUndecided ? undecided(first) : first,
    brief: inAllUndecided ? undecided(brief) : brief,
    others: significance(context, overall, inAllUndecided),
    leading,
    tested: true,
  };
}

/** The description of the leaders alone, for unfinished studies. */
export function describedLeader(context: VerdictContext): Overall {
  const ranks = meanRanks(context.contests, context.table.measure.better);
  const leaders = leadersOf(context, ranks);
  return inAll(context, leaders) ?? byFactor(context, leaders) ?? throughout(context, leaders);
}

/** Those that lead in most conditions first, then by mean rank. */
function leadersOf({ contests }: VerdictContext, ranks: readonly { label: string; rank: number }[]): Leader[] {
  const labels = [...new Set(contests.flatMap((contest) => contest.leaders.map(({ label }) => label)))];
  const rank = (label: string): number => ranks.find((method) => method.label === label)?.rank ?? Infinity;
  return labels
    .map((label) => ({ label, led: contests.filter((contest) => leads(label, contest)) }))
    .sort((a, b) => b.led.length - a.led.length || rank(a.label) - rank(b.label));
}

/** The condition with the best mean of the leaders. */
function quoted({ table }: VerdictContext, contests: readonly Contest[]): Contest {
  const sign = table.measure.better === 'lower' ? 1 : -1;
  return contests.reduce((best, contest) =>
    sign * (contest.leaders[0].mean - best.leaders[0].mean) < 0 ? contest : best,
  );
}

function where({ places }: VerdictContext, list: readonly Contest[]): string {
  return places.together(list.map(({ condition }) => condition));
}

/** A condition with results of fewer than two methods is not compared. */
function compared({ contests, table }: VerdictContext): string {
  const all = new Set(table.conditions.map(blockOf)).size;
  return contests.length === all ? 'conditions' : 'compared conditions';
}

function inAll(context: VerdictContext, leaders: readonly Leader[]): Overall | null {
  const { contests, measure, methods } = context;
  const all = leaders.filter(({ led }) => led.length === contests.length);
  if (all.length === 0) return null;
  const [leader] = all;
  const labels = all.map(({ label }) => label);
  const degree = methods.length === 2 ? measure.better : measure.best;
  const verb = labels.length === 1 ? `has the ${degree}` : `share the ${measure.best}`;
  const best = quoted(context, contests);
  const values =
    contests.length === 2
      ? listed(contests.map((contest) => measure.value(contest.leaders[0].mean)))
      : `${measure.value(best.leaders[0].mean)} ${where(context, [best])}`;
  const described = `${named(labels)} ${verb} ${measure.name} in ${allOf(contests.length)} ${compared(context)}`;
  const ambiguous = labels.length > 1;
  return { first: [`${described} (${values})`], brief: [described], leader, span: 'all', ambiguous };
}

function ranksBest(
  context: VerdictContext,
  [leader, ...others]: readonly Leader[],
  ranks: readonly { label: string; rank: number }[],
): Overall | null {
  const { contests, measure, methods } = context;
  const [best, next] = ranks;
  if (2 * leader.led.length <= contests.length || best?.label !== leader.label || next?.rank === best.rank) return null;
  const count = `${leader.led.length} of ${contests.length} ${compared(context)}`;
  const among = ranks.length < methods.length ? ` among ${ranks.length} methods` : '';
  const main = `${leader.label} ranks best: ${measure.best} ${measure.name} in ${count} (mean rank ${rankText(best.rank, next?.rank)}${among})`;
  const rest = others.map(({ label, led }) => ({ label, led: led.filter((contest) => !leads(leader.label, contest)) }));
  const columns = ({ led }: Leader): string => led.map(({ column }) => column).join();
  const clauses = [...Map.groupBy(rest, columns).values()].flatMap((sharing) => {
    const [{ led }] = sharing;
    if (led.length === 0) return [];
    const group = context.places.level(led.map(({ condition }) => condition));
    const lead = `${named(sharing.map(({ label }) => label))} ${sharing.length === 1 ? 'leads' : 'share the lead'}`;
    if (group === null) return [`${lead} in ${led.length}`];
    return [`${group} ${lead}${led.length === 1 ? '' : ` in ${allOf(led.length)}`}`];
  });
  const first = [main, ...clauses];
  return { first, brief: first, leader, span: 'most', ambiguous: clauses.length > 0 };
}

/** One decimal, or as many as separate it from the next. */
function rankText(rank: number, next = Infinity): string {
  let digits = 1;
  while (digits < 3 && rank.toFixed(digits) === next.toFixed(digits)) digits++;
  return rank.toFixed(digits);
}

/** If one factor parts the conditions between two leaders: who leads at which of its levels. */
function byFactor(context: VerdictContext, leaders: readonly Leader[]): Overall | null {
  const { contests, places, measure } = context;
  if (leaders.length !== 2) return null;
  const [a, b] = leaders;
  if (a.led.length + b.led.length !== contests.length) return null;
  for (const factor of PLACE_FACTORS) {
    const level = ({ condition }: Contest): string => places.of(condition)[factor];
    const [first, second] = [a, b].map(({ led }) => [...new Set(led.map(level))]);
    if (first.some((value) => second.includes(value)) || !isOrdered(contests, level)) continue;
    if (first.length > 3 || second.length > 3) continue;
    const values = (led: readonly Contest[], named: boolean): string => {
      const quotedContests = led.length > 2 ? [quoted(context, led)] : led;
      const texts = quotedContests.map((contest) => {
        const place = named || led.length > 2 ? places.phrase(contest.condition, factor) : '';
        return `${measure.value(contest.leaders[0].mean)}${place === '' ? '' : ` ${place}`}`;
      });
      return texts.every((text) => text.includes(' ')) ? texts.join(', ') : listed(texts);
    };
    const [start, other] = [a, b].sort((x, y) => contests.indexOf(x.led[0]) - contests.indexOf(y.led[0]));
    const [ofStart, ofOther] = start === a ? [first, second] : [second, first];
    const [here, there] = [ofStart, ofOther].map(joinedPlaces);
    const subject = `${start.label} has the ${measure.best} ${measure.name} ${here}`;
    return {
      first: [`${subject} (${values(start.led, true)}), ${other.label} ${there} (${values(other.led, false)})`],
      brief: [`${subject}, ${other.label} ${there}`],
      leader: start,
      span: 'levels',
      place: here,
      ambiguous: true,
    };
  }
  return null;
}

/** Whether the leaders change once along conditions of one factor, where any pattern would follow it. */
function isOrdered(contests: readonly Contest[], level: (contest: Contest) => string): boolean {
  const levels = contests.map(level);
  if (new Set(levels).size < contests.length) return true;
  const changes = contests.filter(
    (contest, i) => i > 0 && contest.leaders[0].label !== contests[i - 1].leaders[0].label,
  );
  return changes.length === 1;
}

function throughout(context: VerdictContext, leaders: readonly Leader[]): Overall {
  const all = `${context.contests.length} ${compared(context)}`;
  const namedLeaders = leaders.length > 3 ? leaders.slice(0, 2) : leaders;
  const texts = namedLeaders.map(({ label, led }) => `${label} in ${led.length}`);
  const rest = leaders.length - namedLeaders.length;
  const first = [
    `No method leads throughout: ${[...texts, ...(rest > 0 ? [`${rest} others elsewhere`] : [])].join(', ')} of ${all}`,
  ];
  const brief = [`No method leads throughout: ${texts[0]} of ${all}`];
  return { first, brief, leader: leaders[0], span: 'none', ambiguous: true };
}

/** The sentences on what is significant; `told`: the first sentence says already that nothing is. */
function significance(context: VerdictContext, overall: Overall, told: boolean): string[] {
  const { contests } = context;
  const { led } = overall.leader;
  const fitted = amongFitted(context);
  const sentences = (...clauses: readonly (string | null)[]): string[] =>
    clauses.flatMap((clause) => (clause === null ? [] : [`${capitalised(clause)}.`]));
  const joined = (...clauses: readonly (string | null)[]): string[] =>
    sentences(clauses.filter((clause) => clause !== null).join('; '));
  if (contests.every(({ worse }) => worse.length === 0)) {
    return sentences(told ? null : 'no lead is significant', deciderOf(context, led), fitted);
  }
  if (contests.every(isDecided)) return joined(`every lead is significant${closeP(context, contests)}`, fitted);
  if (overall.span === 'none') return joined(countedLeads(context), fitted);
  return joined(...leadsOf(context, overall), fitted);
}

/** Whether the leader is significantly better than all others. */
function isDecided({ worse, tested }: Contest): boolean {
  return tested.length > 0 && worse.length === tested.length;
}

/** Clauses on the leads of the leader, some of which are significant and some not. */
function leadsOf(context: VerdictContext, { leader: { led, label }, place, ambiguous }: Overall): (string | null)[] {
  const prefix = place === undefined ? '' : `${place} `;
  if (led.every(isDecided)) {
    return [`${prefix}${label} is significantly better than ${rivalsOf(context, led)}${closeP(context, led)}`];
  }
  const its = ambiguous ? `${label}'s` : 'its';
  if (led.every(({ worse }) => worse.length === 0)) return [`${prefix}none of ${its} leads is significant`];
  const beaten = Map.groupBy(
    led.flatMap((contest) => contest.worse.map((rival) => ({ label: rival.label, contest }))),
    (lead) => lead.label,
  );
  if (beaten.size <= 2) {
    const where = [...beaten].map(([rival, leads]) => [rival, leads.map(({ contest }) => contest)] as const);
    return [onlyLeads(context, where, its), deciderOf(context, led)];
  }
  const counts = led.map(({ worse }) => worse.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const rivals = Math.max(...led.map(({ tested }) => tested.length));
  const range =
    least === most
      ? `${most} of ${rivals} others wherever it leads`
      : `${least} to ${most} of ${rivals} others, depending on the condition`;
  const tested = new Set(led.flatMap((contest) => contest.tested.map((rival) => rival.label)));
  const never = [...tested].filter((rival) => !beaten.has(rival));
  const stay = `${named(never, 'others')} ${never.length === 1 ? 'stays' : 'stay'} undecided`;
  const subject = ambiguous ? label : 'it';
  return [`${prefix}${subject} is significantly better than ${range}`, never.length === 0 ? null : stay];
}

/** The number that would decide the lead over the next method, in the best condition where it is undecided. */
function deciderOf(context: VerdictContext, led: readonly Contest[]): string | null {
  const open = led.filter((contest) => {
    const next = runnerUp(contest);
    return next !== null && contest.leaders.length === 1 && contest.undecided.includes(next);
  });
  if (open.length === 0) return null;
  const contest = quoted(context, open);
  return decidingNumber(context, contest, runnerUp(contest)!, where(context, [contest]));
}

/** The leads over one or two rivals, each with the conditions in which it is significant. */
function onlyLeads(
  context: VerdictContext,
  [[label, at], second]: readonly (readonly [label: string, at: readonly Contest[]])[],
  its: string,
): string {
  if (context.methods.length === 2) return `${its} lead is significant only ${where(context, at)}`;
  if (second === undefined) return `only ${its} lead over ${label} is significant, ${where(context, at)}`;
  const [other, there] = second;
  return at.length === there.length && at.every((contest) => there.includes(contest))
    ? `only ${its} leads over ${label} and ${other} are significant, ${where(context, at)}`
    : `only ${its} leads over ${label} (${where(context, at)}) and ${other} (${where(context, there)}) are significant`;
}

/** "all 3 others"; "all others that finished", if the conditions differ in the methods that have results. */
function rivalsOf({ table }: VerdictContext, led: readonly Contest[]): string {
  const [{ tested }] = led;
  const alike = led.every((contest) => contest.tested.length === tested.length);
  if (!alike || tested.length < table.rows.length - 1) return 'all others that finished';
  return tested.length === 1 ? tested[0].label : `${allOf(tested.length)} others`;
}

function countedLeads({ contests }: VerdictContext): string {
  const count = contests.filter(isDecided).length;
  if (count === 0) return 'no leader is significantly better than all others';
  return `in ${count} of ${contests.length} conditions the leader is significantly better than all others`;
}

function closeP({ comparison: { alpha } }: VerdictContext, led: readonly Contest[]): string {
  const largest = Math.max(...led.flatMap(({ worse }) => worse.map(({ p }) => p!)));
  return alpha <= 2 * largest ? ` (largest p ${decidedP(largest, alpha)})` : '';
}

/** Who leads among the methods fitted to these images, if one trained elsewhere leads somewhere. */
export function amongFitted(context: VerdictContext): string | null {
  const { contests } = context;
  const elsewhere = trainedElsewhereOf(context);
  if (!contests.some(({ leaders }) => leaders.some(({ label }) => elsewhere.includes(label)))) return null;
  const best = contests.flatMap(({ contenders }) => contenders.find(({ label }) => !elsewhere.includes(label)) ?? []);
  if (best.length === 0) return null;
  const counts = [...Map.groupBy(best, ({ label }) => label)].sort(([, a], [, b]) => b.length - a.length);
  const [[label, led]] = counts;
  const span =
    contests.length === 1
      ? ''
      : led.length === contests.length
        ? ' throughout'
        : ` in ${led.length} of ${contests.length} conditions`;
  return `among methods fitted to these images, ${label} leads${span}`;
}
