/**
 * A score per pair of verification, larger scores more alike: a table with the columns first, second and score (or
 * distance), score files of Bob, or lists of genuine and impostor scores that name their images.
 */
import type { Scores } from '../classify/scores.ts';
import type { PairList, Split } from '../protocols/split.ts';
import { splitHash } from '../study/plan/splits.ts';
import { problemCollector, abbreviatedList, type ProblemCollector } from './problemCollector.ts';
import { imageLookup, subjectLookup, type Lookup, splitOfPath } from './names.ts';
import { galleryOf, splitName, type ResultFile, type ImportedResults, type ImportTarget } from './importTarget.ts';
import { FormatError } from '../formats/formatError.ts';
import { unescapeFormula } from '../formats/tables/cellText.ts';
import { refuseComparisonLists } from './comparisonLists.ts';
import { columnsOf, linesBySplit, namedTable } from './namedTable.ts';

// The lines of files that hold a score per pair, as they name images and subjects.

export interface ScoreLine {
  /** Image, or subject of a template; absent where Bob's four columns name the claimed subject alone. */
  readonly reference?: string;
  readonly probe: string;
  /** Subjects of reference and probe, where they are stated. */
  readonly claimed?: string;
  readonly real?: string;
  /** The kind of the pair, where the name of the file says it. */
  readonly genuine?: boolean;
  readonly score: number;
}

export interface ScoreLines {
  /** null: no split is named. */
  readonly split: { readonly condition: string; readonly repeat: number } | null;
  readonly holds: 'scores' | 'distances';
  readonly lines: readonly ScoreLine[];
}

/** Throws FormatError for another form; conditions, repeats and hashes that do not fit are added to `found`. */
function scoreLines(
  file: ResultFile,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  found: ProblemCollector,
): ScoreLines[] {
  const [first] = new TextDecoder().decode(file.bytes.subarray(0, 4096)).trimStart().split(/\r?\n/, 1);
  const header = cellsOf(first).map((cell) => cell.toLowerCase().replace(/^"(.*)"$/, '$1'));
  return Number.isFinite(Number(header[header.length - 1]))
    ? [listed(file, study, found)]
    : tabled(file, study, hashOfSplit, found);
}

/** Columns first, second, score (or distance), and condition, repeat and split where they are stated. */
function tabled(
  { name, bytes }: ResultFile,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  found: ProblemCollector,
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
  return linesBySplit(table, study, hashOfSplit, found).map(({ condition, repeat, lines }) => ({
    split: { condition, repeat },
    holds,
    lines: lines.map(lineAt),
  }));
}

/** `first second score`, or `claimed_id [model_label] real_id test_label score` of Bob. */
function listed(file: ResultFile, study: ImportTarget, found: ProblemCollector): ScoreLines {
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
      `expected first second score, or claimed_id [model_label] real_id test_label score, found "${text.slice(0, 80)}" in line ${at + 1} of ${name}`,
    );
  });
  const templates = study.splitOf(study.conditions[0].key, 1).pairs!.templates === true;
  if (!templates && read.some(({ reference }) => reference === undefined)) {
    found.add(`${name} has four columns, which name the claimed subject alone: expected the image in a model_label.`);
  }
  const split = splitOfPath(name, study);
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  if (!split && /^\d+$/.test(stem)) {
    found.add(`${name} names no split of the study, <condition>/<repeat>.txt; the repeats are 1 to ${study.repeats}.`);
  }
  return { split, holds: 'scores', lines: read };
}

/** Whether the name of a file says that its pairs are genuine; null: it does not say. */
function kindOf(name: string): boolean | null {
  const words = name.replace(/^.*[/\\]/, '').split(/[^A-Za-z]+/);
  if (words.some((word) => /^genuines?$/i.test(word))) return true;
  return words.some((word) => /^impost[eo]rs?$/i.test(word)) ? false : null;
}

function cellsOf(line: string): string[] {
  return line.trim().split(/[\s,;]+/);
}

/** A score by reference (image, or subject where references are templates) and probe. */
type Known = Map<string, number>;

/**
 * Scores of every evaluation and development pair. Files that name no split serve every split, which is right for
 * methods that learned nothing from them. Throws FormatError for files of no known form, InvalidInputError with
 * everything that does not fit the pairs of the study.
 */
export function readPairScores(files: readonly ResultFile[], study: ImportTarget): ImportedResults {
  const found = problemCollector(files.length === 1 ? files[0].name : `${files[0].name} and ${files.length - 1} more`);
  const hashOf = (condition: string, repeat: number): string => splitHash(study.splitOf(condition, repeat));
  const parts = files.flatMap((file) => scoreLines(file, study, hashOf, found));
  found.done();
  const kinds = [...new Set(parts.map(({ holds }) => holds))];
  if (kinds.length > 1) found.add('expected scores or distances, found both.');
  const named = parts.filter(({ split }) => split !== null);
  if (named.length > 0 && named.length < parts.length) found.add('some of the files name a split, others do not.');
  if (named.length === 0 && study.conditions.length > 1) {
    found.add(`expected the condition of every score: ${study.conditions.map(({ key }) => key).join(', ')}.`);
  }
  found.done();
  const scoresOf = knownScores(parts, study, found);
  found.done();
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
    const known = scoresOf.get(named.length > 0 ? splitName(condition, repeat) : '')!;
    const { scores, used } = joined(split, known, sign, study, (sentence) => {
      if (named.length > 0 || !found.any()) found.add(`${splitName(condition, repeat)} ${sentence}`);
    });
    unused = Math.max(unused, known.size - used);
    return { condition, repeat, answer: { kind: 'scores' as const, scores } };
  });
  found.done();
  const remarks =
    named.length > 0 ? [] : study.repeats > 1 ? ['The files name no repeat: every one has the same scores.'] : [];
  if (unused > 0) remarks.push(`Up to ${unused} pairs that a split does not compare were left out.`);
  return { holds: kinds[0], answers, remarks };
}

/** Scores by split ("" for all of them), with pairs that are unknown, twice or of another kind added to `found`. */
function knownScores(parts: readonly ScoreLines[], study: ImportTarget, found: ProblemCollector): Map<string, Known> {
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
  const result = new Map<string, Known>();
  for (const { split, lines: own } of parts) {
    const key = split === null ? '' : splitName(split.condition, split.repeat);
    const known = result.get(key) ?? new Map<string, number>();
    result.set(key, known);
    for (const line of own) {
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
      if (known.has(pair)) twice.add(`${name}${key === '' ? '' : ` (${key})`}`);
      known.set(pair, line.score);
    }
  }
  if (unknown.size > 0)
    found.add(`expected images and subjects of the dataset, found ${abbreviatedList([...unknown])}.`);
  if (liars.size > 0) found.add(`subjects or kind of a pair contradict the dataset: ${abbreviatedList([...liars])}.`);
  if (twice.size > 0) found.add(`it has pairs twice: ${abbreviatedList([...twice])}.`);
  return result;
}

/** The image of a reference; where references are templates its subject, named or by one of its images. */
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

/** The scores of a split's pairs; those that lack are said. `used`: how many of the known scores it compares. */
function joined(
  split: Split,
  known: Known,
  sign: 1 | -1,
  { facts, files }: ImportTarget,
  say: (sentence: string) => void,
): { readonly scores: Scores; readonly used: number } {
  const { evaluation, development, templates = false } = split.pairs!;
  const gallery = galleryOf(split);
  const owners = Int32Array.from(gallery, (image) => facts.labels[image]);
  // A template is one candidate, which its first image stands for.
  const positions = Array.from(owners, (_, place) => place).filter(
    (place) => !templates || owners.indexOf(owners[place]) === place,
  );
  const keyOf = (place: number, probe: number): string => {
    const [image, test] = [gallery[place], split.test[probe]];
    const key = pairKey(templates ? owners[place] : image, test);
    // Of two images either may come first.
    return templates || known.has(key) ? key : pairKey(test, image);
  };
  const [used, missing, all] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { probes, references } of [evaluation, development] satisfies PairList[]) {
    probes.forEach((probe, at) => {
      const place = references[at];
      const key = keyOf(place, probe);
      all.add(key);
      if (known.has(key)) used.add(key);
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
    sign * (known.get(keyOf(positions[candidate], probe)) ?? Number.NaN);
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
