/**
 * Sparse vectors in the format of LIBSVM and SVMlight: `label index:value index:value … # comment`, a line per vector.
 */
import { FormatError } from '../formatError.ts';
import { decimal } from './cellText.ts';
import type { ImageStream } from '../imageStream.ts';
import { type RowNames, vectorTexts } from './labelledRows.ts';
import { subjectNumbers } from '../labelledImages.ts';

/** Element j of vector n at `data[n·cols + j]`; unlisted elements are 0. */
export interface SparseTable {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
  /** First word of each line. */
  readonly labels: readonly string[];
}

/** Maximum numbers of the dense table: 1 GiB. */
const MAX_NUMBERS = 2 ** 27;

const LABEL = /^[+-]?[\w.]+$/;

/**
 * Decodes; indices count from 1. Throws FormatError that names the line: a word that is not index:value, indices that
 * do not increase, a non-finite number, a table of more than 2^27 numbers, no vectors.
 */
export function decodeLibsvm(text: string): SparseTable {
  const labels: string[] = [];
  const [at, values]: [number[], number[]] = [[], []];
  const starts: number[] = [];
  let cols = 0;
  text.split(/\r?\n/).forEach((line, n) => {
    const [label, ...entries] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (label === '') return;
    if (!LABEL.test(label)) throw new FormatError(`expected a label in line ${n + 1}, found "${label}"`);
    labels.push(label);
    starts.push(at.length);
    let last = 0;
    for (const entry of entries) {
      const match = /^(\d{1,8}):(\S+)$/.exec(entry);
      const value = Number(match?.[2]);
      if (match === null || !Number.isFinite(value)) {
        throw new FormatError(`expected index:value in line ${n + 1}, found "${entry}"`);
      }
      const index = Number(match[1]);
      if (index <= last) throw new FormatError(`expected an index above ${last} in line ${n + 1}, found ${index}`);
      last = index;
      at.push(index - 1);
      values.push(value);
    }
    cols = Math.max(cols, last);
  });
  const rows = labels.length;
  if (rows === 0 || cols === 0) throw new FormatError('expected lines of a label and index:value, found none');
  if (rows * cols > MAX_NUMBERS) {
    throw new FormatError(`expected at most ${MAX_NUMBERS} numbers, found ${rows} vectors of ${cols}`);
  }
  const data = new Float64Array(rows * cols);
  starts.push(at.length);
  for (let row = 0; row < rows; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i++) data[row * cols + at[i]] = values[i];
  }
  return { rows, cols, data, labels };
}

// Writing vectors for LIBSVM and SVMlight.

/**
 * A dataset in LIBSVM's format, a line per image, its pixels row by row from index 1. Zeros are left out except the
 * last pixel of the first image, which determines the number of pixels. Yields the parts of the file in order.
 */
export function encodeDatasetLibsvm(
  dataset: ImageStream,
  { subjects = dataset.subjects }: Pick<RowNames, 'subjects'> = {},
): Iterable<Uint8Array<ArrayBuffer>> {
  const all = libsvmLabels(subjects);
  const numbers = new Map(subjects.map((subject, n) => [subject, all[n]]));
  const labels = dataset.subjects.map((subject) => numbers.get(subject)!);
  return vectorTexts(dataset, '', (values, n) => {
    const entries = values.flatMap((value, i) => {
      const said = value !== 0 || Object.is(value, -0) || (n === 0 && i === values.length - 1);
      return said ? [`${i + 1}:${decimal(value)}`] : [];
    });
    return `${[labels[n], ...entries].join(' ')}\n`;
  });
}

/** LIBSVM labels are numbers: subjects stay if all of them are integers; otherwise they become 1 … K as in `gnd`. */
export function libsvmLabels(subjects: readonly string[]): readonly string[] {
  const whole = subjects.every((subject) => /^(?:0|-?[1-9]\d{0,8})$/.test(subject));
  return whole ? subjects : subjectNumbers(subjects).map(String);
}
