/** What a reader of a verdict has to know: one clause, or two on copies, failures and training elsewhere. */
import { pairTest } from '../../compare/tests/registry.ts';
import { plural } from '../../text/phrases.ts';
import { sideOf, type Contest, type Leading, type VerdictContext } from './contests.ts';
import { repeatNoun } from './terms.ts';
import { capitalised, named } from './wording.ts';

/** A clause without its full stop. */
interface Caveat {
  readonly text: string;
  /** Shorter, beside another clause. */
  readonly brief?: string;
  /** It is about a leading method. */
  readonly leads?: boolean;
}

/** Fewest repeats whose differences have a usable spread. */
const FEW = 5;

/**
 * The sentence on the caveat that matters most; none without any. `tested`: whether the verdict rests on a test;
 * `said`: its sentences, which may say already that the test takes repeats as independent.
 */
export function caveatSentences(
  context: VerdictContext,
  leading: Leading | null,
  { tested, said }: { readonly tested: boolean; readonly said: readonly string[] },
): string[] {
  const grave = [copies(context), failures(context), trainedElsewhere(context)].filter((caveat) => caveat !== null);
  if (grave.length > 1) {
    // The clause on a leading method comes first.
    const [first, second] = grave.slice(0, 2).sort((a, b) => Number(b.leads ?? false) - Number(a.leads ?? false));
    return [`${first.brief ?? first.text}; ${second.brief ?? second.text}.`];
  }
  if (grave.length === 1) return [`${grave[0].text}.`];
  if (context.pending > 0 || leading === null) return [];
  const others = [
    tested ? independence(context, leading.contest, said) : null,
    oracle(context, leading),
    tested ? fewRepeats(context, leading.contest) : null,
    unequalCodes(context, leading.contest),
    unconverged(context),
    unrecognised(context),
  ];
  const first = others.find((text) => text !== null);
  return first === undefined ? [] : [`${first}.`];
}

function copies({ facts: { copies }, measure }: VerdictContext): Caveat | null {
  if (copies === undefined) return null;
  const kind = copies.identical ? 'identical images' : 'identical or nearly identical images';
  const count = copies.groups === 1 ? `one group of ${kind} gives` : `${copies.groups} groups of ${kind} give`;
  const groups = copies.dataset === undefined ? capitalised(count) : `On ${copies.dataset}, ${count}`;
  return { text: `${groups} test images copies in training, so ${measure.plural} are optimistic` };
}

/** Methods that failed in every repeat of a condition, or in some. */
function failures({ table, validated, places, contests }: VerdictContext): Caveat | null {
  const several = table.conditions.length > 1;
  const failed = table.rows.flatMap(({ label, entries }) => {
    const columns = [...entries.keys()].filter((column) => entries[column].failed > 0);
    if (columns.length === 0) return [];
    const [count, planned] = [
      columns.reduce((sum, column) => sum + entries[column].failed, 0),
      columns.reduce((sum, column) => sum + entries[column].planned, 0),
    ];
    const apart = columns.some((column) => (sideOf(entries[column], validated)?.compared ?? null) === null);
    const where =
      several && columns.length < entries.length
        ? ` ${places.together(columns.map((column) => table.conditions[column]))}`
        : '';
    const much = count === planned ? '' : ` in ${count} of ${plural(planned, 'repeat')}`;
    return [{ label, what: `failed${much}${where}`, apart }];
  });
  if (failed.length === 0) return null;
  const [[what, alike], ...others] = [...Map.groupBy(failed, (failure) => failure.what)];
  const labels = (others.length === 0 ? alike : failed).map(({ label }) => label);
  const brief = `${named(labels)} ${others.length === 0 ? what : 'failed in some repeats'}`;
  const left = failed.every(({ apart }) => apart)
    ? ` and ${labels.length === 1 ? 'is' : 'are'} not ${several ? 'ranked' : 'compared'}`
    : '';
  const leads = contests.some(({ leaders }) => leaders.some(({ label }) => labels.includes(label)));
  return { text: `${brief}${left}`, brief, leads };
}

function trainedElsewhere({ facts, contests }: VerdictContext): Caveat | null {
  const labels = trainedElsewhereOf({ facts, contests });
  if (labels.length === 0) return null;
  const leads = contests.some(({ leaders }) => leaders.some(({ label }) => labels.includes(label)));
  const verb = labels.length === 1 ? 'was' : 'were';
  return { text: `${named(labels)} ${verb} trained on other photographs, possibly of these people`, leads };
}

/** The compared methods that were trained on other photographs. */
export function trainedElsewhereOf({ facts, contests }: Pick<VerdictContext, 'facts' | 'contests'>): string[] {
  const compared = new Set(contests.flatMap(({ contenders }) => contenders.map(({ label }) => label)));
  return (facts.trainedElsewhere ?? []).filter((label) => compared.has(label));
}

/** "treats overlapping splits as independent", if the test does so; else null. */
export function treatsAsIndependent({ comparison, facts, study }: VerdictContext, contest: Contest): string | null {
  if (pairTest(comparison.test).needsRatio || facts.testToTrain(contest.condition.key, contest.repeats) === 0)
    return null;
  return `treats overlapping ${trainingSets(study)} as independent`;
}

/** Folds do not share test images. */
function trainingSets(study: VerdictContext['study']): string {
  return ['split', 'draw'].includes(repeatNoun(study)) ? `${repeatNoun(study)}s` : 'training sets';
}

function independence(context: VerdictContext, contest: Contest, said: readonly string[]): string | null {
  const treats = treatsAsIndependent(context, contest);
  return treats === null || said.some((sentence) => sentence.includes(treats)) ? null : `The test ${treats}`;
}

/** The best dimension on the test images favours the leader if it was chosen from more than the next method. */
function oracle({ validated, facts, contests, measure }: VerdictContext, { leader, next }: Leading): string | null {
  const { candidates } = facts;
  if (validated || next === null || !candidates || candidates(leader) <= candidates(next)) return null;
  const favoured = contests.length > 1 ? 'methods with more candidates' : leader;
  return `Dimensions were chosen on the test ${measure.tests}, which favours ${favoured}`;
}

function fewRepeats({ study }: VerdictContext, { repeats }: Contest): string | null {
  if (repeats.length >= FEW) return null;
  return `With ${plural(repeats.length, repeatNoun(study))}, the spread of the differences is poorly known`;
}

/** Reconstruction improves with the numbers per code. */
function unequalCodes({ table, facts }: VerdictContext, { contenders }: Contest): string | null {
  if (table.measure.given !== 'reconstruction' && table.measure.given !== 'region') return null;
  const sizes = contenders.flatMap(({ label, shape }) => {
    const size = shape === null ? null : (facts.codeSize?.(label, shape) ?? null);
    return size === null ? [] : [{ label, size }];
  });
  const bySize = [...Map.groupBy(sizes, ({ size }) => size)].sort(([a], [b]) => a - b);
  if (bySize.length < 2) return null;
  const single = bySize.find(([, alike]) => alike.length === 1);
  if (bySize.length === 2 && single) {
    const [other, rest] = bySize.find((entry) => entry !== single)!;
    return `${single[1][0].label}'s code has ${plural(single[0], 'number')}, ${rest.length === 1 ? `${rest[0].label}'s` : 'the others'} ${other}`;
  }
  const [[least, [small]], [most, [large]]] = [bySize[0], bySize[bySize.length - 1]];
  return `Codes have ${least} (${small.label}) to ${plural(most, 'number')} (${large.label})`;
}

function unconverged({ table, validated }: VerdictContext): string | null {
  const rows = table.rows.flatMap(({ label, entries }) => {
    const sides = entries.flatMap((entry) => (validated ? (entry.validated ?? []) : entry));
    const count = sides.reduce((sum, side) => sum + (side.unconverged ?? 0), 0);
    return count === 0 ? [] : [{ label, count, fits: sides.reduce((sum, { values }) => sum + values.length, 0) }];
  });
  if (rows.length === 0) return null;
  const [{ label, count, fits }] = rows;
  if (rows.length === 1) return `${count} of ${plural(fits, 'fit')} of ${label} did not converge`;
  return `Some fits of ${named(rows.map((row) => row.label))} did not converge`;
}

function unrecognised({ table: { testImages = [], options }, study }: VerdictContext): string | null {
  const counted = testImages.filter((images) => images !== null);
  if (options.knownOnly || counted.length === 0 || study.protocol.openSet) return null;
  const total = (of: 'unrecognisable' | 'tests'): number => counted.reduce((sum, images) => sum + images[of], 0);
  const share = ((100 * total('unrecognisable')) / total('tests')).toFixed(1);
  return `${share}% of the test images are of subjects without ${counted[0].known} images, which no method recognises`;
}
