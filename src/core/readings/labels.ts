/** Evidence that values name the subjects of images. */
import type { NamedArray } from '../formats/namedArray.ts';
import { mean } from '../stats/describe.ts';
import { findPeriod } from './periods.ts';
import { entriesAt, evenlySpread, readVector, withoutEntry, type Vectors } from './vectors.ts';

/** Values that may be the subjects of as many images, as they are written. */
export interface LabelVector {
  readonly subjects: readonly string[];
  /** How many differ. */
  readonly values: number;
}

/** Share of entries whose value recurs. */
const RECURRING = 0.95;

/**
 * The values as labels, or null if they cannot be: all must be integers or text, 2 to n/2 of them different, and 95%
 * of the entries have a value that recurs. Integers count as text in a vector that has text too, like 12, 12a.
 */
export function asLabelVector(values: readonly string[]): LabelVector | null {
  if (values.length < 4 || values.some((value) => !isIntegerOrText(value))) return null;
  const counts = countsOf(values);
  let single = 0;
  for (const count of counts.values()) if (count === 1) single++;
  if (counts.size < 2 || counts.size > values.length / 2) return null;
  return values.length - single >= RECURRING * values.length ? { subjects: values, values: counts.size } : null;
}

function isIntegerOrText(value: string): boolean {
  const text = value.trim();
  if (text === '' || /^[+-]?(nan|inf|infinity)$/i.test(text)) return false;
  const number = Number(text);
  return Number.isNaN(number) || Number.isInteger(number);
}

/** How often each value occurs. */
export function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Integers as texts; null if one is none, or too large to tell it from its neighbour. */
export function numbersAsLabels(values: ArrayLike<number>): readonly string[] | null {
  const numbers = Array.from(values);
  return numbers.every((value) => Number.isSafeInteger(value)) ? numbers.map((value) => String(value)) : null;
}

/**
 * The labels that a matrix holds as indicators, or null if it holds none: each line of its longer side has exactly one
 * 1, and all other values are 0, or all are −1. Labels are numbers of columns, which MATLAB (`fastest` is the first
 * index) counts from 1 and NumPy from 0. `along` is the dimension of the images.
 */
export function oneHotLabels(
  dims: readonly number[],
  data: Uint8Array | Float64Array,
  fastest: NamedArray['fastest'],
): { readonly along: 'first' | 'last'; readonly labels: readonly string[] } | null {
  if (dims.length !== 2 || dims[0] === dims[1] || Math.min(...dims) < 2) return null;
  const along = dims[0] > dims[1] ? 'first' : 'last';
  const [count, classes] = along === 'first' ? dims : [dims[1], dims[0]];
  const [step, classStep] = along === fastest ? [1, count] : [classes, 1];
  const origin = fastest === 'first' ? 1 : 0;
  const other = data[0] === 1 ? data[classStep] : data[0];
  if (other !== 0 && other !== -1) return null;
  const labels: string[] = [];
  for (let n = 0; n < count; n++) {
    let label = -1;
    for (let k = 0; k < classes; k++) {
      const value = data[n * step + k * classStep];
      if (value === other) continue;
      if (value !== 1 || label >= 0) return null;
      label = k;
    }
    if (label < 0) return null;
    labels.push(String(label + origin));
  }
  return { along, labels };
}

const HINTED = ['gnd', 'y', 'l', 'label', 'class', 'target', 'id', 'subject', 'person', 'identity', 'name'];
const OTHER = [
  'idx',
  'index',
  'split',
  'fold',
  'usage',
  'perm',
  'weight',
  'pose',
  'view',
  'light',
  'camera',
  'gender',
  'sex',
  'age',
  'angle',
];
const SETS = 'training|train|testing|test|valid|val|trn|tst|tra|tr|te';
const SET_AFFIX = new RegExp(`^(?:${SETS})(?=.)|(?<=.)(?:${SETS})$`, 'g');

/**
 * What the name of a vector says: it holds subjects (`gnd`, `ORL_label`, `trainLabels`, `y_test`; 'hinted'), something
 * else (`train_idx`, `poseLabel`; 'other', which prevails), or nothing ('plain'). Of a path like `data.gnd` the last
 * part counts. Words of at least four letters count inside longer ones too, except that `image` has no `age`.
 */
export function labelNameKind(name: string): 'hinted' | 'other' | 'plain' {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const words = [...(last.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []), last.replace(/[^A-Za-z]/g, '')]
    .map((word) => word.toLowerCase())
    .flatMap((word) => [word, word.replace(SET_AFFIX, '')])
    .flatMap((word) => [word, word.replace(/ies$/, 'y'), word.replace(/(?<=.)e?s$/, ''), word.replace(/(?<=.)s$/, '')]);
  const has = (terms: readonly string[]): boolean =>
    words.some((word) => terms.some((term) => word === term || (term.length >= 4 && hasAffix(word, term))));
  if (has(OTHER)) return 'other';
  return has(HINTED) ? 'hinted' : 'plain';
}

function hasAffix(word: string, term: string): boolean {
  return word.startsWith(term) || word.endsWith(term);
}

/** Whether two vectors part the images alike, whatever they call the parts. */
export function sameParts(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const [forth, back] = [new Map<string, string>(), new Map<string, string>()];
  return a.every((value, n) => {
    if (!forth.has(value) && !back.has(b[n])) {
      forth.set(value, b[n]);
      back.set(b[n], value);
    }
    return forth.get(value) === b[n] && back.get(b[n]) === value;
  });
}

const MOST_IMAGES = 600;
const RUN = 30;
const MOST_ENTRIES = 1024;

/**
 * How much more often than by chance the most similar image has the same label: (h − c) / (1 − c), where h is the share
 * of images whose nearest other image has their label, and c the sum of the squared shares of the labels; 1 if all
 * have, about 0 if labels say nothing of the images, 0 if there is one label only. At most 600 images are compared, in
 * 20 runs of 30, since labels are often sorted; distances are of at most 1,024 entries, evenly spread.
 */
export function neighboursAgree(vectors: Vectors, labels: readonly string[]): number {
  const sample =
    vectors.count <= MOST_IMAGES
      ? evenlySpread(vectors.count, vectors.count)
      : evenlySpread(vectors.count - RUN + 1, MOST_IMAGES / RUN).flatMap((start) =>
          Array.from({ length: RUN }, (_, i) => start + i),
        );
  const chosen = sample.map((n) => labels[n]);
  const chance = [...countsOf(chosen).values()].reduce((sum, count) => sum + (count / chosen.length) ** 2, 0);
  if (chosen.length < 2 || chance === 1) return 0;
  const nearest = nearestOthers(vectors, sample);
  const hits = chosen.filter((label, i) => label === chosen[nearest[i]]).length;
  return (hits / chosen.length - chance) / (1 - chance);
}

/** For each image of a sample, the place in the sample of the nearest other one. */
function nearestOthers(vectors: Vectors, sample: readonly number[]): Int32Array {
  const entries = evenlySpread(vectors.length, MOST_ENTRIES);
  const row = new Float64Array(vectors.length);
  const rows = sample.map((n) => {
    readVector(vectors, n, row);
    return Float64Array.from(entries, (j) => row[j]);
  });
  const nearest = new Int32Array(sample.length).fill(-1);
  const least = new Float64Array(sample.length).fill(Infinity);
  for (let i = 0; i < rows.length; i++) {
    for (let k = i + 1; k < rows.length; k++) {
      const distance = squaredDistance(rows[i], rows[k], Math.max(least[i], least[k]));
      if (distance < least[i]) [least[i], nearest[i]] = [distance, k];
      if (distance < least[k]) [least[k], nearest[k]] = [distance, i];
    }
  }
  return nearest;
}

/** The squared distance, or a number above `most` as soon as it exceeds that. */
function squaredDistance(a: Float64Array, b: Float64Array, most: number): number {
  let sum = 0;
  for (let from = 0; from < a.length && sum <= most; from += 128) {
    const to = Math.min(a.length, from + 128);
    for (let j = from; j < to; j++) sum += (a[j] - b[j]) ** 2;
  }
  return sum;
}

/** A first or last entry of vectors that may be the label of each. */
export interface LabelColumn extends LabelVector {
  readonly at: 'first' | 'last';
}

const MOST_CORRELATION = 0.5;

/**
 * Which of the first and last entries may be labels, the likelier first: a label vector, if without it the vectors have
 * a period that they do not have with it, or if it is integer and the others are not. Likelier are values without gaps
 * from 0 or 1; then those that hardly correlate with the neighbouring entry; then those that similar vectors share.
 */
export function labelColumns(vectors: Vectors): readonly LabelColumn[] {
  if (vectors.length < 2) return [];
  const candidates = (['first', 'last'] as const).flatMap((at) => {
    const labels = numbersAsLabels(entriesAt(vectors, at === 'first' ? 0 : vectors.length - 1));
    const vector = labels && asLabelVector(labels);
    return vector ? [{ at, ...vector }] : [];
  });
  if (candidates.length === 0) return [];
  const stacked = findPeriod(vectors) !== null;
  return candidates
    .map((column) => ({ column, rest: withoutEntry(vectors, column.at) }))
    .filter(({ rest }) => !isInteger(rest) || (!stacked && findPeriod(rest) !== null))
    .map(({ column, rest }) => {
      const values = column.subjects.map(Number);
      const neighbour = entriesAt(rest, column.at === 'first' ? 0 : rest.length - 1);
      const rank = Number(isGapless(values)) * 2 + Number(correlation(values, neighbour) <= MOST_CORRELATION);
      return { column, rank, agreement: neighboursAgree(rest, column.subjects) };
    })
    .sort((a, b) => b.rank - a.rank || b.agreement - a.agreement)
    .map(({ column }) => column);
}

/** Whether all values are integers. */
function isInteger({ data, count, length, offset, vectorStep, entryStep }: Vectors): boolean {
  if (data instanceof Uint8Array) return true;
  for (let n = 0; n < count; n++) {
    for (let j = 0, position = offset + n * vectorStep; j < length; j++, position += entryStep) {
      if (!Number.isInteger(data[position])) return false;
    }
  }
  return true;
}

/** Whether the values are 0 … k − 1 or 1 … k, in any order. */
function isGapless(values: readonly number[]): boolean {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  return (distinct[0] === 0 || distinct[0] === 1) && distinct.every((value, i) => value === distinct[0] + i);
}

/** Pearson's correlation; 0 if one of the two is constant. */
function correlation(x: readonly number[], y: Float64Array): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  x.forEach((value, n) => {
    xx += (value - meanX) ** 2;
    yy += (y[n] - meanY) ** 2;
    xy += (value - meanX) * (y[n] - meanY);
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

const AXES = 40;
const ORTHONORMAL = 1e-3;

/** Whether the first 40 vectors are orthogonal, as axes of a model are and images are not. */
export function areAxes(vectors: Vectors): boolean {
  const { count, length } = vectors;
  if (count < 2) return false;
  const axes = Array.from({ length: Math.min(count, AXES) }, (_, n) => {
    const axis = new Float64Array(length);
    readVector(vectors, n, axis);
    const norm = Math.sqrt(innerProduct(axis, axis));
    return axis.map((value) => value / norm);
  });
  // The norm of a vector of zeros makes it NaN, which is no axis.
  return axes.every((a, n) => axes.every((b, k) => Math.abs(innerProduct(a, b) - Number(n === k)) <= ORTHONORMAL));
}

function innerProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}
