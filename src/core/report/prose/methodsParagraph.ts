/** The methods paragraph of a paper: what a study did, with the keys of the BibTeX entries. */
import { correctionOf } from '../../compare/corrections.ts';
import { familyPhrase, type FamilyName } from '../../compare/testFamilies.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import { measureProse } from '../../measures/measures.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import { shortVersion } from '../../methods/external/externalMethod.ts';
import { findMethod } from '../../methods/registry.ts';
import { networkFileOf } from '../../networks/provenance.ts';
import type { StudyOnDataset } from '../../study/study.ts';
import { databasesOf } from '../../study/verdict/databases.ts';
import { baselineOf } from '../../study/comparison/compareMethods.ts';
import type { StudyTable, TableRow } from '../../study/table/table.ts';
import {
  capitalised,
  countProse,
  ledBy,
  listedProse,
  math,
  percentProse,
  prose,
  type Prose,
  withPowers,
} from '../../text/proseTags.ts';
import { listed, plural, uncapitalised } from '../../text/phrases.ts';
import { databaseCitation, datasetProse } from '../references/databases.ts';
import { conditionsProse } from './conditionsProse.ts';
import { preprocessingSentences } from './preprocessing.ts';
import { selectionSentences, settingSentences, unchosenSentence } from './selection.ts';
import {
  cited as citing,
  classifierSentences,
  exceptionSentences,
  jointSplitSentences,
  sizeOf,
  splitSentences,
  treatmentSentences,
} from './studySentences.ts';
import {
  isTested,
  methodCitation,
  programCitation,
  rankCitations,
  rowCitations,
  vectorsOf,
  type Cited,
} from '../references/references.ts';
import { htmlText } from '../html.ts';
import { typstFormula, typstText } from '../typst.ts';
import { latexMathText, LETTERS } from '../latex/text.ts';

// Prose as LaTeX, as Typst, as Markdown with Pandoc citations, and as HTML for pasting into Word.

export interface Markup<Written = string> {
  readonly text: (text: string) => Written;
  readonly math: (formula: string) => Written;
  /** Citation of keys, including the space before it. */
  readonly cite: (keys: readonly string[]) => Written;
}

const VARIABLES = /(?<!\p{L})\p{L}(?!\p{L})/gu;
const INDICES = /_((?:<i>)?\p{L}+(?:<\/i>)?)/gu;

export const pandoc: Markup = {
  text: (text) => text,
  math: plainFormula,
  cite: (keys) => ` [${keys.map((key) => `@${key}`).join('; ')}]`,
};

const COMMANDS: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '∈': '\\in',
  '≤': '\\leq',
  '≥': '\\geq',
  '×': '\\times',
  '·': '\\cdot',
  '…': '\\dots',
  '²': '^2',
  '−': '-',
  ...LETTERS,
};

const COMMAND = new RegExp(`[${Object.keys(COMMANDS).join('')}]`, 'gu');

/** A formula such as "k ∈ {2, 4}", "n_test/n_train" or "1e-6" in math mode. */
export function latexFormula(formula: string): string {
  const commands = formula.replace(COMMAND, (character) => COMMANDS[character]);
  const indices = commands.replace(/_(\p{L}{2,})/gu, '_{\\mathrm{$1}}');
  return `$${withPowers(indices, ' \\cdot ', (power) => `10^{-${power}}`)}$`;
}

const latex: Markup = { text: latexMathText, math: latexFormula, cite: (keys) => `~\\cite{${keys.join(',')}}` };

const typst: Markup = {
  text: typstText,
  math: typstFormula,
  cite: (keys) => `~${keys.map((key) => `#cite(<${key}>)`).join(' ')}`,
};

const html: Markup = {
  text: htmlText,
  math: (formula) => htmlText(plainFormula(formula)).replace(VARIABLES, '<i>$&</i>').replace(INDICES, '<sub>$1</sub>'),
  cite: (keys) => htmlText(pandoc.cite(keys)),
};

/** Formats and joins the pieces of a sentence. */
export function marked(prose: Prose, markup: Markup): string {
  return markedPieces(prose, markup).join('');
}

/** Formats the pieces of a sentence. */
export function markedPieces<Written>(prose: Prose, markup: Markup<Written>): Written[] {
  const written: Written[] = [];
  // Citations that follow each other are one.
  let keys: string[] = [];
  for (const [n, piece] of prose.entries()) {
    if (typeof piece === 'object' && 'cite' in piece) {
      keys.push(piece.cite);
      const next = prose[n + 1];
      if (typeof next === 'object' && 'cite' in next) continue;
      written.push(markup.cite(keys));
      keys = [];
    } else written.push(typeof piece === 'string' ? markup.text(piece) : markup.math(piece.math));
  }
  return written;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Small numbers as powers of ten: "1e-6" is 10⁻⁶. */
function plainFormula(formula: string): string {
  const digits = (power: string): string => power.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
  return withPowers(formula, ' · ', (power) => `10⁻${digits(power)}`);
}

/** Studies of a table, in the order of the layouts in `Cited`. */
type Studies = readonly StudyOnDataset[];

/** The paragraph as Markdown with Pandoc citations. It cites every entry of `studyBibtex`. */
export function methodsParagraph(table: StudyTable, cited: Cited, studies: Studies): string {
  return paragraph(table, cited, studies, pandoc);
}

/** Same, as LaTeX with \cite; long formulas at the ends of lines get room between words. */
export function latexMethodsParagraph(table: StudyTable, cited: Cited, studies: Studies): string {
  return `{\\emergencystretch=2em\n${paragraph(table, cited, studies, latex)}\\par}\n`;
}

/** Same, as Typst with citations of the keys. */
export function typstMethodsParagraph(table: StudyTable, cited: Cited, studies: Studies): string {
  return paragraph(table, cited, studies, typst);
}

/** Same, as HTML with variables in italics. */
export function htmlMethodsParagraph(table: StudyTable, cited: Cited, studies: Studies): string {
  return paragraph(table, cited, studies, html);
}

function paragraph(table: StudyTable, cited: Cited, studies: Studies, markup: Markup): string {
  const sentences = methodsSentences(table, cited, studies);
  return `${sentences.map((sentence) => `${marked(sentence, markup)}.`).join(' ')}\n`;
}

/** The sentences of the paragraph before formatting, without their full stops. */
export function methodsSentences(table: StudyTable, cited: Cited, studies: Studies): Prose[] {
  const names = studies.map(({ dataset }, at) => datasetProse(cited.layouts[at] ?? '', dataset.name));
  const apart = new Set(names).size === names.length;
  const places = studies.map(({ spec }, at) => (apart ? `On ${names[at]}` : `In the study "${spec.name}"`));
  const ofEach = (sentences: (study: StudyOnDataset) => Prose[]): Prose[] => inEach(places, studies.map(sentences));
  const sentences = [
    comparedSentence(table, cited, studies, names),
    ...inEach(places, (cited.histories ?? []).map(preprocessingSentences)),
    ...(jointSplitSentences(studies, names) ?? ofEach(splitSentences)),
    ...ofEach((study) => treatmentSentences(study, (label) => vectorsOf(label, cited))),
    ...ofEach(classifierSentences),
    ...ofEach(exceptionSentences),
    ...ofEach(settingSentences),
    ...ofEach((study) => selectionSentences(study, table.options)),
    ...unchosenSentence(table),
    measuredSentence(table, studies),
    ...incompleteSentences(table, cited.failures),
    ...testSentences(table, cited),
    ...rankTestSentences(table, cited.comparison.alpha),
    ...computedSentences(studies, cited.version),
  ];
  return sentences.map(capitalised);
}

/** Sentences shared by all studies once; differing ones study by study. */
function inEach(places: readonly string[], lists: readonly Prose[][]): Prose[] {
  if (new Set(lists.map((list) => JSON.stringify(list))).size < 2) return lists[0] ?? [];
  return lists.flatMap((list, at) => {
    const [first, ...rest] = list;
    if (!first) return [];
    return [ledBy(`${places[at]}, `, first), ...rest];
  });
}

function comparedSentence({ rows }: StudyTable, cited: Cited, studies: Studies, names: readonly string[]): Prose {
  const { layouts } = cited;
  const places = studies.map((study, at): Prose => {
    const { images, subjects } = sizeOf(study);
    const { rows: high, cols: wide } = study.dataset;
    const what = study.spec.subset ? 'a subset of ' : '';
    return prose`${names[at]}${citing(databaseCitation(layouts[at] ?? ''))} (${what}${plural(images, 'image')} of ${plural(subjects, 'subject')}, ${math(`${high} × ${wide}`)} pixels)`;
  });
  const once = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  return prose`We ${rows.length === 1 ? 'evaluated' : 'compared'} ${listedProse(rows.map((row) => methodProse(row, cited)))} on ${listedProse(once)}`;
}

function methodProse(row: TableRow, cited: Cited): Prose {
  const { label, methodId } = row;
  const method = findMethod(methodId);
  if (!method || methodId === IMPORTED) return [label];
  return [labelProse(row, method.title, cited), ...rowCitations(row, cited).flatMap((citation) => citing(citation))];
}

/** That cells are missing; rows without any result in a condition are named, with the reasons. */
function incompleteSentences({ rows, conditions, done, total }: StudyTable, failures: Cited['failures'] = []): Prose[] {
  const lacking = rows.map(({ label, entries }) => {
    const without = [...conditions.keys()].filter((c) => entries[c].failed > 0 && entries[c].values.length === 0);
    const cells = without.reduce((sum, c) => sum + entries[c].failed, 0);
    return { label, without: without.map((c) => conditions[c]), cells };
  });
  const groups = Map.groupBy(
    lacking.filter(({ without }) => without.length > 0),
    ({ without }) => JSON.stringify(without.map(({ key }) => key)),
  );
  const named = [...groups.values()].map((group): Prose => {
    const labels = group.map(({ label }) => label);
    const { without } = group[0];
    const failed = failures.filter(({ label, condition }) => {
      return labels.includes(label) && without.some(({ key }) => key === condition);
    });
    const reasons = [...new Set(failed.map(({ reason }) => reason.replace(/\.$/, '')))];
    const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
    return prose`${listed(labels)} ${labels.length === 1 ? 'has' : 'have'} no result at ${conditionsProse(without, conditions)}${why}`;
  });
  const others = total - done > lacking.reduce((sum, { cells }) => sum + cells, 0);
  return [...named, ...(others ? [[`Only ${done} of ${total} results were available`]] : [])];
}

/** "LDA", "Ours (LDA)", "Deep (a pretrained descriptor)", "Deep LDA (LDA on a pretrained descriptor)" */
function labelProse({ label, methodId }: TableRow, title: string, cited: Cited): string {
  const origin = vectorsOf(label, cited);
  const isNamed = label.startsWith(title) || methodId === 'none';
  const method = findMethod(methodId);
  if (method?.outside && methodCitation(methodId) === undefined) {
    const { fullName } = method;
    return fullName.startsWith(label) ? fullName : `${label} (${uncapitalised(fullName)})`;
  }
  if (origin === null || networkFileOf(origin.source) === null) return isNamed ? label : `${label} (${title})`;
  const descriptor = methodId === 'none' ? 'a pretrained descriptor' : `${title} on a pretrained descriptor`;
  return /descriptor/i.test(label) ? label : `${label} (${descriptor})`;
}

/** Sentence on the measures, and on how numbers summarise the repeats. */
function measuredSentence({ measure, measures = [measure], rows }: StudyTable, studies: Studies): Prose {
  const verification = studies.some(({ protocol }) => protocol.compares);
  const ids = [...new Set(measures.map(({ id }) => id))];
  const repeats = Math.max(...rows.flatMap(({ entries }) => entries.map(({ values }) => values.length)));
  const kinds = [...new Set(studies.map(({ protocol }) => protocol.repeatsAre))];
  const over =
    repeats > 1 && !kinds.includes('test images')
      ? ` as the mean and sample standard deviation over the ${kinds.length > 1 ? 'splits' : `${countProse(repeats)} ${kinds[0]}`}`
      : '';
  return [`We report ${listed(ids.map((id) => measureProse(id, verification)))}${over}`];
}

/** Sentence on the tests of mean ranks over databases. */
function rankTestSentences(table: StudyTable, alpha: number): Prose[] {
  const [friedman, nemenyi] = rankCitations(table);
  if (!friedman) return [];
  return [
    prose`Mean ranks over the ${databasesOf(table.conditions)} databases were compared by Friedman's test${citing(friedman)} in the form of Iman and Davenport, followed by Nemenyi's test of all pairs${citing(nemenyi)}, at the ${percentProse(alpha)} level`,
  ];
}

/** What computed the rows: programs of others first, if the study has any. */
function computedSentences(studies: Studies, version: string): Prose[] {
  const rows = studies.flatMap((study) => study.rows);
  const external = new Map(
    rows.flatMap(({ label, method, methods: [{ version: program }] }) =>
      method.outside ? [[label, program === undefined ? label : `${label} (version ${shortVersion(program)})`]] : [],
    ),
  );
  const names = [...external.values()];
  const programs = names.length === 1 ? 'an external program' : 'external programs';
  const others = names.length > 0 || rows.some(({ methodId }) => methodId === IMPORTED);
  return [
    ...(names.length > 0 ? [[`${listed(names)} ran as ${programs}`]] : []),
    [`All ${others ? 'other ' : ''}computations used Eigenbench ${version}`, ...citing(programCitation(version))],
  ];
}

/** "the comparisons within each condition": the tests that are corrected together, by what the table has several of. */
function familyProse({ conditions, measures, measure }: StudyTable, family: FamilyName | undefined): string {
  if (family === 'table') return familyPhrase(family);
  const measured = new Set((measures ?? [measure]).map(({ id }) => id)).size;
  const count = conditions.length / measured;
  const where = databasesOf(conditions) === count ? 'database' : 'condition';
  const within = [...(count > 1 ? [where] : []), ...(measured > 1 ? ['measure'] : [])];
  return within.length === 0 ? 'all comparisons' : `the comparisons within each ${listed(within)}`;
}

function testSentences(table: StudyTable, { comparison }: Cited): Prose[] {
  if (!isTested(table)) return [];
  const { test, correction = 'none', family, alpha } = comparison;
  const { prose: name, citation } = pairTest(test);
  const baseline = baselineOf(comparison);
  const against = baseline === null ? 'from the best method' : `from ${baseline}`;
  const corrected = correctionOf(correction);
  const both =
    correction === 'none'
      ? []
      : prose` with ${corrected.phrase}${citing(corrected.citation)} over ${familyProse(table, family)}`;
  const sides = baseline === null ? 'one-sided' : 'two-sided';
  return [
    prose`Differences ${against} were tested at the ${percentProse(alpha)} level using ${name}${citing(citation)} (${sides})${both}`,
  ];
}
