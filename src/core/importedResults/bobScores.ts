/**
 * Score files of Bob, one line per comparison, larger scores more alike: `claimed_id real_id test_label score`, or with
 * the label of the model in second place. A file holds one split, which its path names.
 */
import { FormatError } from '../formats/formatError.ts';
import { problemCollector, abbreviatedList, type ProblemCollector } from './problemCollector.ts';
import { plural } from '../text/phrases.ts';
import { imageLookup, splitOfPath, subjectLookup } from './names.ts';
import {
  galleryOf,
  splitName,
  type ResultFile,
  type ImportedResults,
  type ImportTarget,
  type ImportedSplit,
} from './importTarget.ts';
import { firstPositions, matrixScores } from './scoreMatrix.ts';

interface Line {
  readonly claimed: string;
  readonly model: string | null;
  readonly real: string;
  readonly test: string;
  readonly score: number;
}

/** Throws InvalidInputError with every mismatch to the splits of the study. */
export function readBobScores(files: readonly ResultFile[], study: ImportTarget): ImportedResults {
  const answers: ImportedSplit[] = [];
  const seen = new Map<string, string>();
  for (const { name, bytes } of files) {
    const problems = problemCollector(name);
    const place = splitOfPath(name, study);
    if (!place) {
      problems.add(
        `expected the split in its path, <condition>/<repeat>.txt such as ${study.conditions[0].key}/1.txt, for the study has ${study.conditions.length} conditions and ${study.repeats} repeats.`,
      );
    }
    problems.done();
    const key = splitName(place!.condition, place!.repeat);
    if (seen.has(key)) problems.add(`it is of ${key}, as ${seen.get(key)}.`);
    seen.set(key, name);
    const split = study.splitOf(place!.condition, place!.repeat);
    const matrix = matrixOf(linesOf(bytes), split.test, galleryOf(split), study, problems);
    problems.done();
    const scores = matrixScores(matrix, 'scores', key, split, study, problems);
    problems.done();
    answers.push({ ...place!, answer: { kind: 'scores', scores: scores! } });
  }
  return { holds: 'scores', answers, remarks: [] };
}

/** Whether the first line of a text has the columns of such a file, with a number in the last one. */
export function isBobScores(text: string): boolean {
  const cells = text.slice(0, 4096).trimStart().split(/\r?\n/, 1)[0].trim().split(/\s+/);
  return (cells.length === 4 || cells.length === 5) && Number.isFinite(Number(cells[cells.length - 1]));
}

function linesOf(bytes: Uint8Array): Line[] {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  let columns = 0;
  return lines.flatMap((text, at): Line[] => {
    if (text.trim() === '') return [];
    const cells = text.trim().split(/\s+/);
    const score = Number(cells[cells.length - 1]);
    if ((cells.length !== 4 && cells.length !== 5) || !Number.isFinite(score)) {
      throw new FormatError(
        `expected claimed_id [model_label] real_id test_label score, found ${plural(cells.length, 'word')} in line ${at + 1}`,
      );
    }
    columns ||= cells.length;
    if (cells.length !== columns) {
      throw new FormatError(
        `expected ${columns} columns as in the lines before, found ${cells.length} in line ${at + 1}`,
      );
    }
    const [claimed, ...rest] = cells;
    const [model, real, test] = rest.length === 4 ? rest : [null, ...rest];
    return [{ claimed, model, real: real!, test: test!, score }];
  });
}

/** Test images × gallery images (five columns) or subjects (four); NaN for a missing comparison, which is reported. */
function matrixOf(
  lines: readonly Line[],
  test: Int32Array,
  gallery: Int32Array,
  study: ImportTarget,
  problems: ProblemCollector,
): { rows: number; cols: number; data: Float64Array } {
  const { facts } = study;
  const subjectOf = subjectLookup(
    lines.flatMap(({ claimed, real }) => [claimed, real]),
    study,
  );
  const testOf = imageLookup(
    lines.map((line) => line.test),
    study,
  );
  const models = lines.flatMap(({ model }) => (model === null ? [] : [model]));
  const modelOf = imageLookup(models, study);
  const byImage = models.length > 0 && models.every((model) => modelOf(model) !== null);
  const rowOf = new Map(Array.from(test, (image, row) => [image, row]));
  const columnOf = byImage
    ? new Map(Array.from(gallery, (image, column) => [image, column]))
    : new Map(facts.subjects.map((_, subject) => [subject, subject]));
  const cols = byImage ? gallery.length : facts.subjects.length;
  const data = new Float64Array(test.length * cols).fill(Number.NaN);
  const [unknown, foreign, liars, twice] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const line of lines) {
    const [image, subject, real] = [testOf(line.test), subjectOf(line.claimed), subjectOf(line.real)];
    const candidate = byImage ? modelOf(line.model!) : subject;
    if (image === null) unknown.add(line.test);
    if (subject === null) unknown.add(line.claimed);
    if (image === null || subject === null) continue;
    if (real !== facts.labels[image]) liars.add(line.test);
    const [row, column] = [rowOf.get(image), columnOf.get(candidate!)];
    if (row === undefined) foreign.add(line.test);
    else if (column === undefined) foreign.add(line.model ?? line.claimed);
    else {
      if (!Number.isNaN(data[row * cols + column])) twice.add(`${line.test} with ${line.model ?? line.claimed}`);
      data[row * cols + column] = line.score;
    }
  }
  if (unknown.size > 0)
    problems.add(`expected images and subjects of the dataset, found ${abbreviatedList([...unknown])}.`);
  if (liars.size > 0)
    problems.add(`real_id is another subject than in the dataset for ${abbreviatedList([...liars])}.`);
  if (foreign.size > 0)
    problems.add(
      `it compares images that the split neither tests nor has in the gallery: ${abbreviatedList([...foreign])}.`,
    );
  if (twice.size > 0) problems.add(`it compares twice: ${abbreviatedList([...twice])}.`);
  const present = byImage ? null : firstPositions(gallery, facts.labels);
  let missing = 0;
  for (let i = 0; i < data.length; i++) {
    if (!Number.isNaN(data[i])) continue;
    // Subjects without a gallery image are no candidates.
    if (present && !present.has(i % cols)) data[i] = 0;
    else missing++;
  }
  if (missing > 0 && !problems.any()) problems.add(`it lacks ${missing} of ${data.length} comparisons of its split.`);
  return { rows: test.length, cols, data };
}
