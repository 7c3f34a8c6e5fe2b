/** Predictions per split and image, from a table: condition, repeat, image, predicted and optionally label. */
import { splitHash } from '../study/plan/splits.ts';
import { problemCollector, abbreviatedList, type ProblemCollector } from './problemCollector.ts';
import { imageLookup, subjectLookup, type Lookup } from './names.ts';
import { splitName, type ImportedResults, type ImportTarget, type ImportedSplit } from './importTarget.ts';
import { linesBySplit, type NamedTable, type SplitLines } from './namedTable.ts';

/** Throws InvalidInputError with every mismatch to the splits of the study. */
export function readPredictions(file: string, table: NamedTable, study: ImportTarget): ImportedResults {
  const problems = problemCollector(file);
  const hashOf = (condition: string, repeat: number): string => splitHash(study.splitOf(condition, repeat));
  const groups = linesBySplit(table, study, hashOf, problems);
  const [images, predicted, labels] = [table.column('image')!, table.column('predicted')!, table.column('label')];
  const places = placesOf(images, table.column('file'), study);
  const { facts } = study;
  const subjectOf = subjectLookup([...predicted, ...(labels ?? [])], study, (lookup) =>
    (labels ?? []).every((label, line) => places[line] === null || lookup(label) === facts.labels[places[line]]),
  );
  const answers = predicted.map(subjectOf);
  requireKnown(table, images, places, 'image', 'its position from 0 or its file name', problems);
  requireKnown(table, predicted, answers, 'subject', 'its name, or its number from 0', problems);
  if (labels) requireLabels(table, labels, subjectOf, places, study, problems);
  problems.done();
  const read = groups.map((group) => answerOf(group, places as number[], answers as number[], study, problems));
  problems.done();
  return { holds: 'predictions', answers: read, remarks: [] };
}

/**
 * The image of every row. Where each row also names a file of the dataset, the names count: predictions of another form
 * of the same images may have them in another order.
 */
function placesOf(images: readonly string[], files: readonly string[] | null, study: ImportTarget): (number | null)[] {
  const byFile = files?.map(imageLookup(files, study));
  if (byFile && byFile.length > 0 && byFile.every((place) => place !== null)) return byFile;
  return images.map(imageLookup(images, study));
}

function requireKnown(
  { lineNumbers }: Pick<NamedTable, 'lineNumbers'>,
  texts: readonly string[],
  numbers: readonly (number | null)[],
  what: string,
  expected: string,
  problems: ProblemCollector,
): void {
  const unknown = [...new Set(texts.filter((_, line) => numbers[line] === null))];
  if (unknown.length === 0) return;
  const line = lineNumbers[texts.indexOf(unknown[0])];
  problems.add(
    `expected an ${what} of the dataset (${expected}), found ${abbreviatedList(unknown.map((text) => `"${text}"`))}, first in line ${line}.`.replace(
      'an subject',
      'a subject',
    ),
  );
}

/** Labels must match those of the dataset; otherwise the rows refer to other images. */
function requireLabels(
  { lineNumbers }: Pick<NamedTable, 'lineNumbers'>,
  labels: readonly string[],
  subjectOf: Lookup,
  places: readonly (number | null)[],
  { facts }: ImportTarget,
  problems: ProblemCollector,
): void {
  const wrong = labels.findIndex((label, line) => {
    const place = places[line];
    return place !== null && subjectOf(label) !== facts.labels[place];
  });
  if (wrong < 0) return;
  const place = places[wrong]!;
  problems.add(
    `line ${lineNumbers[wrong]} has the label "${labels[wrong]}"; image ${place} is of "${facts.subjects[facts.labels[place]]}" in the dataset.`,
  );
}

function answerOf(
  { condition, repeat, lines }: SplitLines,
  places: readonly number[],
  answers: readonly number[],
  study: ImportTarget,
  problems: ProblemCollector,
): ImportedSplit {
  const { test } = study.splitOf(condition, repeat);
  const predicted = predictionsInOrder(
    splitName(condition, repeat),
    test,
    lines.map((line) => ({ image: places[line], answer: answers[line] })),
    problems,
  );
  return { condition, repeat, answer: { kind: 'predictions', predicted } };
}

/** One prediction per test image, in the order of the split; reports missing, duplicate and foreign images. */
export function predictionsInOrder(
  split: string,
  test: Int32Array,
  given: readonly { readonly image: number; readonly answer: number }[],
  problems: ProblemCollector,
): Int32Array {
  const answerByImage = new Map<number, number>();
  const twice = new Set<number>();
  for (const { image, answer } of given) {
    if (answerByImage.has(image)) twice.add(image);
    answerByImage.set(image, answer);
  }
  const tested = new Set(test);
  const foreign = [...answerByImage.keys()].filter((image) => !tested.has(image));
  const missing = Array.from(test).filter((image) => !answerByImage.has(image));
  if (twice.size > 0) problems.add(`${split} has images twice: ${abbreviatedList([...twice])}.`);
  if (foreign.length > 0) problems.add(`${split} has images that it does not test: ${abbreviatedList(foreign)}.`);
  if (missing.length > 0) {
    problems.add(`${split} lacks ${missing.length} of ${test.length} test images: ${abbreviatedList(missing)}.`);
  }
  return Int32Array.from(test, (image) => answerByImage.get(image) ?? -1);
}

// Error rates per repeat, from a table: condition, repeat, and error, accuracy (per cent) or wrong (a count).

/** Columns for the number of misclassified test images. */
const COLUMNS = ['wrong', 'error', 'accuracy'] as const;

type Column = (typeof COLUMNS)[number];

/** The error column of a table; undefined if it has none. */
export function errorColumn({ names }: Pick<NamedTable, 'names'>): Column | undefined {
  return COLUMNS.find((name) => names.includes(name));
}

/** Throws InvalidInputError with every mismatch to the splits of the study. */
export function readErrorRates(file: string, table: NamedTable, study: ImportTarget): ImportedResults {
  const problems = problemCollector(file);
  const column = errorColumn(table)!;
  const values = table.column(column)!;
  const hashOf = (condition: string, repeat: number): string => splitHash(study.splitOf(condition, repeat));
  const answers = linesBySplit(table, study, hashOf, problems).map(({ condition, repeat, lines }): ImportedSplit => {
    const split = splitName(condition, repeat);
    if (lines.length > 1)
      problems.add(
        `${split} appears ${lines.length} times, in lines ${lines.map((line) => table.lineNumbers[line]).join(', ')}.`,
      );
    const tests = study.splitOf(condition, repeat).test.length;
    const wrong = wrongOf(column, values[lines[0]], tests, split, problems);
    return { condition, repeat, answer: { kind: 'errors', wrong } };
  });
  problems.done();
  return {
    holds: 'errors',
    answers,
    remarks: [
      'Error rates only: McNemar’s test, mistakes, confusions, curves and measures of scores need predictions or scores.',
    ],
  };
}

/**
 * Number of misclassified images out of `tests`; a rate must correspond to a whole number of them, to the precision of
 * its decimals.
 */
export function wrongOf(
  column: Column,
  text: string,
  tests: number,
  split: string,
  problems: ProblemCollector,
): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const most = column === 'wrong' ? tests : 100;
  if (!(value <= most)) {
    const unit = column === 'wrong' ? 'a count' : 'per cent';
    problems.add(`${split}: ${column} must be ${unit} from 0 to ${most}, found "${text}".`);
    return 0;
  }
  const share = column === 'accuracy' ? 100 - value : value;
  const wrong = column === 'wrong' ? value : Math.round((share * tests) / 100);
  const decimals = text.split('.')[1]?.length ?? 0;
  const [near, rate] = [0.5 * 10 ** -decimals + 1e-9, (100 * wrong) / tests];
  if (column === 'wrong' ? !Number.isInteger(value) : Math.abs(rate - share) > near) {
    problems.add(`${split}: ${column} ${text} is no whole number of its ${tests} test images.`);
  }
  return wrong;
}
