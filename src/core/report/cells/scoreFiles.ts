/** Score files of cells in a form that can be imported as results: one row of a table, any of its splits. */
import { encodeMat, matrixVariable } from '../../formats/matlab/matWriter.ts';
import { encodeNpz } from '../../formats/npz.ts';
import type { Split } from '../../protocols/split.ts';
import type { CellScores } from '../../study/model/cellNumbers.ts';
import { splitHash } from '../../study/plan/splits.ts';
import { csv, type Value } from '../csv.ts';
import { slug } from '../slug.ts';

// Names of exported arrays; the import of results looks them up.

interface SplitPlace {
  readonly condition: string;
  readonly repeat: number;
}

/** Name of an array of a split, as read by `splitOfPath`: "scores/k=2/1". */
export function arrayName(what: string, { condition, repeat }: SplitPlace): string {
  return `${what}/${condition.includes('/') ? slug(condition) : condition}/${repeat}`;
}

/** Same, as the name of a variable: "scores_k_2_1". */
export function variableName(what: string, { condition, repeat }: SplitPlace): string {
  return `${what}_${condition.replace(/\W+/g, '_')}_${repeat}`;
}

export type ScoreKind = 'scores' | 'distances';

export interface ScoredCell {
  readonly condition: string;
  readonly repeat: number;
  readonly split: Split;
  readonly scores: CellScores;
}

/** Test images × gallery images, row-major. Larger scores are more similar; larger distances less. */
export interface NumberMatrix {
  readonly shape: readonly [number, number];
  readonly data: Float64Array;
}

/**
 * One number per test and gallery image, in the order of the split. If subjects are scored, every image of a subject
 * gets its score, and the first of them still decides.
 */
export function scoreMatrix(
  { split, scores }: Pick<ScoredCell, 'split' | 'scores'>,
  labels: ArrayLike<number>,
  kind: ScoreKind,
): NumberMatrix {
  const { train, gallery = train, test } = split;
  const { candidates, values } = scores;
  const ofImage = new Map(candidates.map((place, at) => [place, at]));
  const ofSubject = new Map(candidates.map((place, at) => [labels[gallery[place]], at]));
  const columns = Array.from(gallery, (image, place) => ofImage.get(place) ?? ofSubject.get(labels[image])!);
  const data = new Float64Array(test.length * columns.length);
  const sign = kind === 'distances' ? -1 : 1;
  for (let probe = 0; probe < test.length; probe++) {
    columns.forEach((at, place) => {
      data[probe * columns.length + place] = sign * values[probe * candidates.length + at];
    });
  }
  return { shape: [test.length, columns.length], data };
}

/** Arrays `scores/<condition>/<repeat>`. */
export function scoresNpz(cells: readonly ScoredCell[], labels: ArrayLike<number>, kind: ScoreKind): Uint8Array {
  const arrays = cells.map((cell) => [arrayName(kind, cell), scoreMatrix(cell, labels, kind)] as const);
  return encodeNpz(Object.fromEntries(arrays));
}

/** Variables `scores_<condition>_<repeat>`; characters not allowed in MATLAB names are replaced. */
export function scoresMat(cells: readonly ScoredCell[], labels: ArrayLike<number>, kind: ScoreKind): Uint8Array {
  const arrays = cells.map((cell) => matrixVariable(variableName(kind, cell), scoreMatrix(cell, labels, kind)));
  return encodeMat(`Eigenbench, ${kind} of cells`, arrays);
}

/**
 * One row per pair; `first` (gallery) and `second` (test) are positions in the dataset. Verification writes the pairs
 * that the study compares, identification all. The column `split` is the hash of the split.
 */
export function scoresCsv(cells: readonly ScoredCell[], labels: ArrayLike<number>, kind: ScoreKind): string {
  const records = cells.flatMap((cell): Value[][] => {
    const { condition, repeat, split, scores } = cell;
    const { train, gallery = train, test } = split;
    const place: Value[] = [condition, repeat, splitHash(split)];
    if (scores.pairs) {
      const { references, probes, values } = scores.pairs;
      const sign = kind === 'distances' ? -1 : 1;
      return references.map((reference, at) => [...place, gallery[reference], test[probes[at]], sign * values[at]]);
    }
    const { data } = scoreMatrix(cell, labels, kind);
    return Array.from(data, (value, at) => [
      ...place,
      gallery[at % gallery.length],
      test[Math.floor(at / gallery.length)],
      value,
    ]);
  });
  return csv(['condition', 'repeat', 'split', 'first', 'second', kind === 'scores' ? 'score' : 'distance'], records);
}
