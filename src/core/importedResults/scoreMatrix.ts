/** Scores or distances of one split as a matrix: a row per test image, a column per gallery image or subject. */
import type { Scores } from '../classify/scores.ts';
import type { Split } from '../protocols/split.ts';
import { galleryOf, type ImportTarget, splitName, type ImportedResults, type ImportedSplit } from './importTarget.ts';
import { type ProblemCollector, problemCollector, abbreviatedList } from './problemCollector.ts';
import type { NpyArray } from '../formats/npy.ts';
import { variableName } from '../report/cells/scoreFiles.ts';
import { splitOfPath, imageLookup } from './names.ts';
import { FormatError } from '../formats/formatError.ts';
import { unescapeFormula } from '../formats/tables/cellText.ts';
import { splitHash } from '../study/plan/splits.ts';
import { linesBySplit, type NamedTable } from './namedTable.ts';

export interface ScoreMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Row-major. */
  readonly data: ArrayLike<number>;
}

/**
 * The scores of a matrix, larger ones more alike. Columns are the gallery (else training) images in the order of the
 * split, or, if there are as many as subjects of the dataset, the subjects in their order. Adds mismatches to
 * `problems` and returns null for them.
 */
export function matrixScores(
  matrix: ScoreMatrix,
  kind: 'scores' | 'distances',
  name: string,
  split: Split,
  { facts }: Pick<ImportTarget, 'facts'>,
  problems: ProblemCollector,
): Scores | null {
  const gallery = galleryOf(split);
  const { rows, cols, data } = matrix;
  const subjects = facts.subjects.length;
  const ofSubjects = cols !== gallery.length && cols === subjects;
  if (rows !== split.test.length || (cols !== gallery.length && !ofSubjects)) {
    problems.add(
      `${name}: expected ${split.test.length} test images × ${gallery.length} gallery images or ${subjects} subjects, found ${rows} × ${cols}.`,
    );
    return null;
  }
  for (let i = 0; i < rows * cols; i++) {
    if (Number.isFinite(data[i])) continue;
    problems.add(
      `${name}: expected finite numbers, found ${data[i]} in row ${Math.floor(i / cols)}, column ${i % cols}.`,
    );
    return null;
  }
  const first = firstPositions(gallery, facts.labels);
  const candidates = Array.from({ length: cols }, (_, c) => c).filter((c) => !ofSubjects || first.has(c));
  const sign = kind === 'distances' ? -1 : 1;
  return {
    probes: rows,
    subjects: candidates.map((c) => (ofSubjects ? c : facts.labels[gallery[c]])),
    positions: candidates.map((c) => (ofSubjects ? first.get(c)! : c)),
    voters: 1,
    of: (probe) => Float64Array.from(candidates, (c) => sign * data[probe * cols + c]),
  };
}

export function firstPositions(gallery: Int32Array, labels: ArrayLike<number>): Map<number, number> {
  const first = new Map<number, number>();
  gallery.forEach((image, place) => {
    if (!first.has(labels[image])) first.set(labels[image], place);
  });
  return first;
}

// Scores or distances in a NumPy archive: an array `scores/<condition>/<repeat>` or `distances/…` per split.

/** Throws InvalidInputError with every mismatch to the splits of the study. */
export function readNpzScores(
  file: string,
  arrays: ReadonlyMap<string, NpyArray>,
  study: ImportTarget,
): ImportedResults {
  const problems = problemCollector(file);
  const kinds = new Set<'scores' | 'distances'>();
  const answers = new Map<string, ImportedSplit>();
  for (const [name, { shape, data }] of arrays) {
    const kind = /^(scores|distances)(\/|$)/.exec(name)?.[1] as 'scores' | 'distances' | undefined;
    const place = kind && splitOfPath(name === kind ? 'any/any' : name, study);
    if (!kind || !place) {
      problems.add(
        `expected arrays scores/<condition>/<repeat> or distances/<condition>/<repeat>, such as scores/${study.conditions[0].key}/1 (${variableName('scores', { condition: study.conditions[0].key, repeat: 1 })} in a MAT-file), found "${name}".`,
      );
      continue;
    }
    kinds.add(kind);
    const key = splitName(place.condition, place.repeat);
    if (answers.has(key)) problems.add(`"${name}" is a further array for ${key}.`);
    if (shape.length !== 2) {
      problems.add(`"${name}" must have two dimensions, found ${shape.join(' × ')}.`);
      continue;
    }
    const matrix = { rows: shape[0], cols: shape[1], data };
    const split = study.splitOf(place.condition, place.repeat);
    const scores = matrixScores(matrix, kind, `"${name}"`, split, study, problems);
    if (scores) answers.set(key, { ...place, answer: { kind: 'scores', scores } });
  }
  if (kinds.size > 1) problems.add('expected scores or distances, found both.');
  problems.done();
  return { holds: [...kinds][0], answers: [...answers.values()], remarks: [] };
}

// A score or distance per gallery and test image, from a table: first (gallery), second (test), score or distance.

/** Whether a table lists pairs with their scores. */
export function listsScores({ names }: Pick<NamedTable, 'names'>): boolean {
  const valued = names.includes('score') || names.includes('distance');
  return valued && names.includes('first') && names.includes('second');
}

/**
 * Every test image needs a number for the same gallery images, either all or one per subject. Throws FormatError for
 * invalid numbers, InvalidInputError with every mismatch to the splits of the study.
 */
export function readListedScores(file: string, table: NamedTable, study: ImportTarget): ImportedResults {
  const problems = problemCollector(file);
  const holds = table.column('score') ? 'scores' : 'distances';
  const texts = (table.column('score') ?? table.column('distance'))!;
  const wrong = texts.findIndex((text) => text === '' || !Number.isFinite(Number(text)));
  if (wrong >= 0)
    throw new FormatError(`expected a number, found "${texts[wrong]}" in line ${table.lineNumbers[wrong]}`);
  const groups = linesBySplit(
    table,
    study,
    (condition, repeat) => splitHash(study.splitOf(condition, repeat)),
    problems,
  );
  const [first, second] = (['first', 'second'] as const).map((name) => table.column(name)!.map(unescapeFormula));
  const imageOf = imageLookup([...first, ...second], study);
  const unknown = [...new Set([...first, ...second].filter((text) => imageOf(text) === null))];
  if (unknown.length > 0) problems.add(`it names images that the dataset has not: ${abbreviatedList(unknown)}.`);
  problems.done();
  const sign = holds === 'distances' ? -1 : 1;
  const answers = groups.map(({ condition, repeat, lines }): ImportedSplit => {
    const split = study.splitOf(condition, repeat);
    const listedScores = lines.map((line) => ({
      reference: imageOf(first[line])!,
      probe: imageOf(second[line])!,
      score: sign * Number(texts[line]),
    }));
    return { condition, repeat, answer: scoresOf(splitName(condition, repeat), split, listedScores, study, problems) };
  });
  problems.done();
  return { holds, answers, remarks: [] };
}

interface ListedScore {
  readonly reference: number;
  readonly probe: number;
  readonly score: number;
}

function scoresOf(
  name: string,
  split: ReturnType<ImportTarget['splitOf']>,
  listedScores: readonly ListedScore[],
  { facts: { labels }, files }: ImportTarget,
  problems: ProblemCollector,
): ImportedSplit['answer'] {
  const gallery = galleryOf(split);
  const places = new Map(Array.from(gallery, (image, place) => [image, place]));
  const probes = new Map(Array.from(split.test, (image, place) => [image, place]));
  const foreign = listedScores.filter(({ reference, probe }) => !places.has(reference) || !probes.has(probe));
  if (foreign.length > 0) {
    const pairs = foreign.map(({ reference, probe }) => `${files[reference]} with ${files[probe]}`);
    problems.add(`${name} has pairs that are not of a gallery and a test image: ${abbreviatedList(pairs)}.`);
  }
  const positions = [...new Set(listedScores.flatMap(({ reference }) => places.get(reference) ?? []))].sort(
    (a, b) => a - b,
  );
  const candidates = new Map(positions.map((place, candidate) => [place, candidate]));
  const values = new Float64Array(split.test.length * positions.length).fill(Number.NaN);
  let twice = 0;
  for (const { reference, probe, score } of listedScores) {
    const [place, at] = [places.get(reference), probes.get(probe)];
    if (place === undefined || at === undefined) continue;
    const entry = at * positions.length + candidates.get(place)!;
    if (!Number.isNaN(values[entry])) twice++;
    values[entry] = score;
  }
  if (twice > 0) problems.add(`${name} has ${twice} pairs twice.`);
  const lacking = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  const without = new Set(Array.from(gallery, (image) => labels[image]));
  for (const place of positions) without.delete(labels[gallery[place]]);
  if (lacking > 0) problems.add(`${name} lacks ${lacking} of ${values.length} pairs of gallery and test images.`);
  if (without.size > 0) problems.add(`${name} lacks ${without.size} subjects of the gallery.`);
  return {
    kind: 'scores',
    scores: {
      probes: split.test.length,
      subjects: positions.map((place) => labels[gallery[place]]),
      positions,
      voters: 1,
      of: (probe) => values.subarray(probe * positions.length, (probe + 1) * positions.length),
    },
  };
}
