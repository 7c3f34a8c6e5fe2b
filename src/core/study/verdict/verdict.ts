/**
 * The verdict on a study in a few sentences. Page, reports, the command line, notifications and copied text share it
 * and therefore make the same claims. Significant is what the table marks; everything else is undecided.
 */
import type { Study } from '../study.ts';
import type { StudyTable } from '../table/table.ts';
import { plural } from '../../text/phrases.ts';
import { againstBaseline } from './baseline.ts';
import { caveatSentences } from './caveats.ts';
import { sideOf, verdictContext, type Finding, type VerdictContext, type VerdictFacts } from './contests.ts';
import { databasesOf, FEWEST_DATABASES, overDatabases } from './databases.ts';
import { lead, oneCondition, placeOf } from './oneCondition.ts';
import { amongFitted, describedLeader, severalConditions } from './severalConditions.ts';
import { repeatNoun } from './terms.ts';
import { capitalised, withArticle } from './wording.ts';

export type { VerdictFacts } from './contests.ts';

export interface StudyVerdict {
  /**
   * One sentence of at most 25 words: the first of `sentences`, without its last clauses or what is in brackets if it
   * is longer.
   */
  readonly headline: string;
  /** The whole verdict. */
  readonly sentences: readonly string[];
}

/** Most words of a headline. */
const MOST_WORDS = 25;

/** The verdict on a study, or on several whose tables are joined; `study`: the first. */
export function studyVerdict(study: Study, table: StudyTable, facts: VerdictFacts): StudyVerdict {
  const context = verdictContext(study, table, facts);
  const finding = findingOf(context);
  const { first, brief = first, others, leading, tested } = finding;
  return {
    headline: headlineOf(first, brief),
    sentences: [`${first.join('; ')}.`, ...others, ...caveatSentences(context, leading, { tested, said: others })],
  };
}

/** The headline alone, for lists: what only the caveats need of `facts` is not read. */
export function studyHeadline(study: Study, table: StudyTable, facts: VerdictFacts): string {
  const { first, brief = first } = findingOf(verdictContext(study, table, facts));
  return headlineOf(first, brief);
}

function headlineOf(first: readonly string[], brief: readonly string[]): string {
  const whole = [first, brief].flatMap((clauses) =>
    clauses.map((_, i) => clauses.slice(0, clauses.length - i).join('; ')),
  );
  // What is in brackets qualifies a number or a claim, and goes last.
  const candidates = [...whole, ...whole.map((text) => text.replace(/ \([^()]*\)/g, ''))];
  const short = candidates.find((text) => text.split(/\s+/).length <= MOST_WORDS);
  return `${short ?? candidates.at(-1)}.`;
}

function findingOf(context: VerdictContext): Finding {
  const { methods, contests, pending, baseline, table } = context;
  if (methods.length === 0) {
    const cells = plural(table.total, 'cell');
    const none = pending === 0 && table.total > 0 ? `No results: all ${cells} failed` : 'No results yet';
    return { first: [none], others: [], leading: null, tested: false };
  }
  if (methods.length === 1) return oneMethod(context);
  if (contests.length === 0) {
    return { first: ['No two methods have results in a common condition'], others: [], leading: null, tested: false };
  }
  if (pending > 0) return soFar(context);
  const over =
    databasesOf(context.contests.map(({ condition }) => condition)) >= FEWEST_DATABASES ? overDatabases(context) : null;
  const against = baseline === null ? null : againstBaseline(context, baseline);
  const special = over ?? against;
  if (special !== null) return special;
  if (contests.length > 1) return severalConditions(context);
  const single = oneCondition(context, contests[0]);
  const among = amongFitted(context);
  return among === null ? single : { ...single, others: [...single.others, `${capitalised(among)}.`] };
}

/** A single method with results: what it reaches, in one or two conditions, or over all of them. */
function oneMethod(context: VerdictContext): Finding {
  const {
    methods: [label],
    table,
    validated,
    measure,
    study,
    places,
    pending,
  } = context;
  const reached = table.rows
    .find((row) => row.label === label)!
    .entries.flatMap((entry, column) => {
      const side = sideOf(entry, validated);
      const place = places.phrase(table.conditions[column]);
      return side === null || side.mean === null ? [] : [{ ...side, mean: side.mean, planned: entry.planned, place }];
    });
  const verb = { 'error-rate': 'misclassifies', accuracy: 'recognises' }[table.measure.id as string];
  const recognition = verb !== undefined && measure.tests === 'images';
  const subject = recognition ? `${label} ${verb}` : `${label} has ${withArticle(measure.name)} of`;
  const sentence = (parts: readonly (readonly [number: string, place: string])[]): string => {
    const texts = parts.map(([number, place], i) => {
      return [number, recognition && i === 0 ? 'of the test images' : '', place]
        .filter((part) => part !== '')
        .join(' ');
    });
    return `${pending > 0 ? 'So far ' : ''}${subject} ${texts.join(' and ')} (${over})`;
  };
  const counts = reached.map(({ values }) => values.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const planned = pending > 0 ? ` of ${Math.max(...reached.map((each) => each.planned))}` : '';
  const noun = repeatNoun(study);
  const over =
    most === 1
      ? pending === 0
        ? `one ${noun}`
        : `1${planned} ${noun}s`
      : `mean of ${fewest === most ? most : `${fewest} to ${most}`}${planned} ${noun}s`;
  const means = reached.map(({ mean }) => mean);
  const span = `${measure.second(Math.min(...means))} to ${measure.value(Math.max(...means))}`;
  const whole = sentence([[span, `over ${reached.length} conditions`]]);
  return {
    first: [reached.length > 2 ? whole : sentence(reached.map(({ mean, place }) => [measure.value(mean), place]))],
    ...(reached.length > 1 && { brief: [whole] }),
    others: ['A comparison needs a second method.'],
    leading: null,
    tested: false,
  };
}

/** While cells are pending: repeated looks at a test would inflate its α. */
function soFar(context: VerdictContext): Finding {
  const { contests, table } = context;
  const counts = contests.map(({ repeats }) => repeats.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const planned = Math.max(...contests.map((contest) => contest.planned));
  const after = `after ${fewest === most ? most : `${fewest} to ${most}`} of ${plural(planned, 'repeat')}`;
  const { first, brief = first } =
    contests.length === 1
      ? { first: [lead(context, contests[0], { place: placeOf(context, contests[0]) })] }
      : describedLeader(context);
  const soon = ([described, ...clauses]: readonly string[], how: string): string[] => [
    `So far ${described.replace(/^No method/, 'no method')}${how}`,
    ...clauses,
  ];
  const { done, total } = table;
  return {
    first: soon(first, `, ${after}`),
    brief: soon(brief, ''),
    others: [`Nothing is tested before the study is complete (${done} of ${total} cells).`],
    leading: { leader: contests[0].leaders[0].label, next: null, contest: contests[0] },
    tested: false,
  };
}
