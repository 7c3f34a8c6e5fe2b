/** Vectors as LIBSVM and SVMlight read them. */
import { decimal } from './decimal.ts';
import type { ImageStream } from '../imagesByOne.ts';
import type { RowNames } from './labelledRows.ts';
import { subjectNumbers } from '../labelledImages.ts';
import { vectorTexts } from './vectorTexts.ts';

/**
 * A dataset in LIBSVM's format, a line per image, its pixels row by row from index 1. Zeros are left out but for the
 * last pixel of the first image, which says how many there are. Gives the parts of the file in order.
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

/** Labels are numbers there: subjects that are whole numbers, all of them, stay; others become 1 … K as in `gnd`. */
export function libsvmLabels(subjects: readonly string[]): readonly string[] {
  const whole = subjects.every((subject) => /^(?:0|-?[1-9]\d{0,8})$/.test(subject));
  return whole ? subjects : subjectNumbers(subjects).map(String);
}
