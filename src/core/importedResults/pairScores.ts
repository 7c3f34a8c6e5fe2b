/**
 * One score per pair of a verification protocol, larger scores more alike: a table with the columns first, second and
 * score (or distance), score files of Bob, or lists of genuine and impostor scores that name their images.
 */
import { selectLabels } from '../images/imageSet.ts';
import type { Scores } from '../classify/scores.ts';
import type { PairList, Split } from '../protocols/split.ts';
import { splitHash } from '../study/plan/splits.ts';
import { problemCollector, abbreviatedList, type ProblemCollector } from './problemCollector.ts';
import { imageLookup, subjectLookup, type Lookup, splitOfPath } from './names.ts';
import { galleryOf, splitName, type ResultFile, type ImportedResults, type ImportTarget } from './importTarget.ts';
import { FormatError } from '../formats/formatError.ts';
import { unescapeFormula } from '../formats/tables/cellText.ts';
import { plural } from '../text/phrases.ts';
import { refuseComparisonLists } from './comparisonLists.ts';
import { columnsOf, linesBySplit, namedTable } from './namedTable.ts';

// The lines of files with one score per pair, with the files' names of images and subjects.

export interface ScoreLine {
  /** Image, or subject of a template; absent if the four columns of Bob only name the claimed subject. */
  readonly reference?: string;
  readonly probe: string;
  /** Subjects of reference and probe, if stated. */
  readonly claimed?: string;
  readonly real?: string;
  /** Whether the pair is genuine, if the file name states it. */
  readonly genuine?: boolean;
  readonly score: number;
}

export interface ScoreLines {
  /** null: the file names no split. */
  readonly split: { readonly condition: string; readonly repeat: number } | null;
  readonly holds: 'scores' | 'distances';
  readonly lines: readonly ScoreLine[];
}

/** Throws FormatError for another format; adds mismatching conditions, repeats and hashes to `problems`. */
function scoreLines(
  file: ResultFile,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  problems: ProblemCollector,
): ScoreLines[] {
  const [first] = new TextDecoder().decode(file.bytes.subarray(0, 4096)).trimStart().split(/\r?\n/, 1);
  const header = cellsOf(first).map((cell) => cell.toLowerCase().replace(/^"(.*)"$/, '$1'));
  return Number.isFinite(Number(header[header.length - 1]))
    ? [scoresFromList(file, study, problems)]
    : scoresFromTable(file, study, hashOfSplit, problems);
}

/** Columns first, second, score (or distance), and optionally condition, repeat and split. */
function scoresFromTable(
  { name, bytes }: ResultFile,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  problems: ProblemCollector,
): ScoreLines[] {
  const table = namedTable(bytes);
  const [reference, probe] = [table.column('first'), table.column('second')];
  const holds = table.column('score') ? 'scores' : 'distances';
  const values = table.column('score') ?? table.column('distance');
  if (!reference || !probe || !values) {
    throw new FormatError(
      'the study compares pairs: expected a score per pair with the columns first, second and score (or distance), ' +
        `and condition and repeat where scores differ between them; ${columnsOf(table)}`,
    );
  }
  const wrong = values.findIndex((value) => value === '' || !Number.isFinite(Number(value)));
  if (wrong >= 0)
    throw new FormatError(`expected a number, found "${values[wrong]}" in line ${table.lineNumbers[wrong]} of ${name}`);
  const lineAt = (line: number): ScoreLine => ({
    reference: unescapeFormula(reference[line]),
    probe: unescapeFormula(probe[line]),
    score: Number(values[line]),
  });
  if (!table.column('condition') && !table.column('repeat')) {
    return [{ split: null, holds, lines: values.map((_, line) => lineAt(line)) }];
  }
  return linesBySplit(table, study, hashOfSplit, problems).map(({ condition, repeat, lines }) => ({
    split: { condition, repeat },
    holds,
    lines: lines.map(lineAt),
  }));
}

/** `first second score`, or Bob's `claimed_id [model_label] real_id test_label score`. */
function scoresFromList(file: ResultFile, study: ImportTarget, problems: ProblemCollector): ScoreLines {
  const { name, bytes } = file;
  const genuine = kindOf(name);
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  const read = lines.flatMap((text, at): ScoreLine[] => {
    if (text.trim() === '') return [];
    const cells = cellsOf(text);
    const score = Number(cells[cells.length - 1]);
    const kind = genuine === null ? {} : { genuine };
    if (cells.length >= 3 && cells.length <= 5 && Number.isFinite(score)) {
      if (cells.length === 3) return [{ reference: cells[0], probe: cells[1], score, ...kind }];
      if (cells.length === 4) return [{ claimed: cells[0], real: cells[1], probe: cells[2], score, ...kind }];
      return [{ claimed: cells[0], reference: cells[1], real: cells[2], probe: cells[3], score, ...kind }];
    }
    refuseComparisonLists([file]);
    throw new FormatError(
      `expected first second score, or claimed_id [model_label] real_id test_label score, found ${plural(cells.length, 'word')} in line ${at + 1} of ${name}`,
    );
  });
  const templates = study.splitOf(study.conditions[0].key, 1).pairs!.templates === true;
  if (!templates && read.some(({ reference }) => reference === undefined)) {
    problems.add(
      `${name} has four columns, which name the claimed subject alone: expected the image in a model_label.`,
    );
  }
  const split = splitOfPath(name, study);
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  if (!split && /^\d+$/.test(stem)) {
    problems.add(
      `${name} names no split of the study, <condition>/<repeat>.txt; the repeats are 1 to ${study.repeats}.`,
    );
  }
  return { split, holds: 'scores', lines: read };
}

/** Whether the file name marks its pairs as genuine; null if it does not say. */
function kindOf(name: string): boolean | null {
  const words = name.replace(/^.*[/\\]/, '').split(/[^A-Za-z]+/);
  if (words.some((word) => /^genuines?$/i.test(word))) return true;
  return words.some((word) => /^impost[eo]rs?$/i.test(word)) ? false : null;
}

function cellsOf(line: string): string[] {
  return line.trim().split(/[\s,;]+/);
}

/** Scores by reference (image, or subject if references are templates) and probe. */
type PairScores = Map<string, number>;

/**
 * Scores of every evaluation and development pair. Files that name no split apply to every split, which is correct for
 * methods that learned nothing from them. Throws FormatError for files of unknown format, InvalidInputError with every
 * mismatch to the pairs of the study.
 */
export function readPairScores(files: readonly ResultFile[], study: ImportTarget): ImportedResults {
  const problems = problemCollector(
    files.length === 1 ? files[0].name : `${files[0].name} and ${files.length - 1} more`,
  );
  const hashOf = (condition: string, repeat: number): string => splitHash(study.splitOf(condition, repeat));
  const parts = files.flatMap((file) => scoreLines(file, study, hashOf, problems));
  problems.done();
  const kinds = [...new Set(parts.map(({ holds }) => holds))];
  if (kinds.length > 1) problems.add('expected scores or distances, found both.');
  const named = parts.filter(({ split }) => split !== null);
  if (named.length > 0 && named.length < parts.length) problems.add('some of the files name a split, others do not.');
  if (named.length === 0 && study.conditions.length > 1) {
    problems.add(`expected the condition of every score: ${study.conditions.map(({ key }) => key).join(', ')}.`);
  }
  problems.done();
  const scoresOf = scoresBySplit(parts, study, problems);
  problems.done();
  const places =
    named.length > 0
      ? [...new Map(named.map(({ split }) => [splitName(split!.condition, split!.repeat), split!])).values()]
      : study.conditions.flatMap(({ key }) =>
          Array.from({ length: study.repeats }, (_, i) => ({ condition: key, repeat: i + 1 })),
        );
  const sign = kinds[0] === 'distances' ? -1 : 1;
  let unused = 0;
  const answers = places.map(({ condition, repeat }) => {
    const split = study.splitOf(condition, repeat);
    const scoreOfPair = scoresOf.get(named.length > 0 ? splitName(condition, repeat) : '')!;
    const { scores, used } = splitScores(split, scoreOfPair, sign, study, (sentence) => {
      if (named.length > 0 || !problems.any()) problems.add(`${splitName(condition, repeat)} ${sentence}`);
    });
    unused = Math.max(unused, scoreOfPair.size - used);
    return { condition, repeat, answer: { kind: 'scores' as const, scores } };
  });
  problems.done();
  const remarks =
    named.length > 0 ? [] : study.repeats > 1 ? ['The files name no repeat: every one has the same scores.'] : [];
  if (unused > 0) remarks.push(`Up to ${unused} pairs that a split does not compare were left out.`);
  return { holds: kinds[0], answers, remarks };
}

/** Scores by split ("" for all splits). Adds unknown, duplicate and contradictory pairs to `problems`. */
function scoresBySplit(
  parts: readonly ScoreLines[],
  study: ImportTarget,
  problems: ProblemCollector,
): Map<string, PairScores> {
  const lines = parts.flatMap((part) => part.lines);
  const { labels } = study.facts;
  const templates = study.splitOf(study.conditions[0].key, 1).pairs!.templates === true;
  const probeOf = imageLookup(
    distinct(lines, ({ probe }) => probe),
    study,
  );
  const subjectOf = subjectLookup(
    distinct(lines, ({ claimed, real }) => [claimed, real]),
    study,
  );
  const referenceOf = referenceLookup(lines, templates, study);
  const [unknown, liars, twice] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const result = new Map<string, PairScores>();
  for (const { split, lines: partLines } of parts) {
    const key = split === null ? '' : splitName(split.condition, split.repeat);
    const scoreOfPair = result.get(key) ?? new Map<string, number>();
    result.set(key, scoreOfPair);
    for (const line of partLines) {
      const [reference, probe] = [referenceOf(line), probeOf(line.probe)];
      if (reference === null) unknown.add(line.reference ?? line.claimed ?? '');
      if (probe === null) unknown.add(line.probe);
      if (reference === null || probe === null) continue;
      const owner = templates ? reference : labels[reference];
      const name = `${line.reference ?? line.claimed} with ${line.probe}`;
      const contradicts =
        (line.real !== undefined && subjectOf(line.real) !== labels[probe]) ||
        (line.claimed !== undefined && subjectOf(line.claimed) !== owner) ||
        (line.genuine !== undefined && line.genuine !== (owner === labels[probe]));
      if (contradicts) liars.add(name);
      const pair = pairKey(reference, probe);
      if (scoreOfPair.has(pair)) twice.add(`${name}${key === '' ? '' : ` (${key})`}`);
      scoreOfPair.set(pair, line.score);
    }
  }
  if (unknown.size > 0)
    problems.add(`expected images and subjects of the dataset, found ${abbreviatedList([...unknown])}.`);
  if (liars.size > 0)
    problems.add(`subjects or kind of a pair contradict the dataset: ${abbreviatedList([...liars])}.`);
  if (twice.size > 0) problems.add(`it has pairs twice: ${abbreviatedList([...twice])}.`);
  return result;
}

/** The image of a reference; if references are templates its subject, by name or by one of its images. */
function referenceLookup(
  lines: readonly ScoreLine[],
  templates: boolean,
  study: ImportTarget,
): (line: ScoreLine) => number | null {
  const imageOf = imageLookup(
    distinct(lines, ({ reference }) => reference),
    study,
  );
  const image = ({ reference }: ScoreLine): number | null => (reference === undefined ? null : imageOf(reference));
  if (!templates) return image;
  const { labels, subjects } = study.facts;
  const claims = distinct(lines, ({ claimed, reference }) => claimed ?? reference);
  const bySubject = lines.every(({ claimed }) => claimed !== undefined) || claims.every((n) => subjects.includes(n));
  const subjectOf: Lookup = subjectLookup(claims, study);
  if (bySubject) return ({ claimed, reference }) => subjectOf(claimed ?? reference ?? '');
  return (line) => {
    const place = image(line);
    return place === null ? null : labels[place];
  };
}

/**
 * The scores of a split's pairs; reports missing ones to `say`. `used`: how many entries of `scoreOfPair` the split
 * compares.
 */
function splitScores(
  split: Split,
  scoreOfPair: PairScores,
  sign: 1 | -1,
  { facts, files }: ImportTarget,
  say: (sentence: string) => void,
): { readonly scores: Scores; readonly used: number } {
  const { evaluation, development, templates = false } = split.pairs!;
  const gallery = galleryOf(split);
  const owners = selectLabels(facts.labels, gallery);
  // A template is one candidate, represented by its first image.
  const positions = Array.from(owners, (_, place) => place).filter(
    (place) => !templates || owners.indexOf(owners[place]) === place,
  );
  const keyOf = (place: number, probe: number): string => {
    const [image, test] = [gallery[place], split.test[probe]];
    const key = pairKey(templates ? owners[place] : image, test);
    // Either image of a pair may come first.
    return templates || scoreOfPair.has(key) ? key : pairKey(test, image);
  };
  const [used, missing, all] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { probes, references } of [evaluation, development] satisfies PairList[]) {
    probes.forEach((probe, at) => {
      const place = references[at];
      const key = keyOf(place, probe);
      all.add(key);
      if (scoreOfPair.has(key)) used.add(key);
      else
        missing.add(
          `${templates ? facts.subjects[owners[place]] : files[gallery[place]]} with ${files[split.test[probe]]}`,
        );
    });
  }
  if (missing.size > 0) {
    say(`lacks ${missing.size} of ${all.size} evaluation and development pairs: ${abbreviatedList([...missing])}.`);
  }
  const pair = (probe: number, candidate: number): number =>
    sign * (scoreOfPair.get(keyOf(positions[candidate], probe)) ?? Number.NaN);
  const scores: Scores = {
    probes: split.test.length,
    subjects: positions.map((place) => owners[place]),
    positions,
    voters: 1,
    of: (probe) => Float64Array.from(positions, (_, candidate) => pair(probe, candidate)),
    pair,
  };
  return { scores, used: used.size };
}

function pairKey(reference: number, probe: number): string {
  return `${reference} ${probe}`;
}

function distinct(
  lines: readonly ScoreLine[],
  textOf: (line: ScoreLine) => string | undefined | readonly (string | undefined)[],
): string[] {
  const texts = new Set(lines.flatMap(textOf));
  texts.delete(undefined);
  return [...texts] as string[];
}
