/** Tables in WEKA's attribute-relation format, as arff.ts and WEKA read them. */
import { decimal } from './decimal.ts';
import type { ImageStream } from '../imagesByOne.ts';
import type { RowNames } from './labelledRows.ts';
import { vectorTexts } from './vectorTexts.ts';

export interface ArffAttribute {
  readonly name: string;
  /** The values of a nominal attribute. */
  readonly type: 'numeric' | readonly string[];
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A name or nominal value: quoted unless it is a plain word, with the escapes that WEKA writes. */
export function arffWord(text: string): string {
  if (/^[\w.-]+$/.test(text)) return text;
  return `'${text.replace(/[\\'"%\n\r\t]/g, (sign) => ESCAPES[sign] ?? `\\${sign}`)}'`;
}

/** All that comes before the first instance. */
export function arffHead(relation: string, attributes: readonly ArffAttribute[]): string {
  const lines = attributes.map(
    ({ name, type }) =>
      `@attribute ${arffWord(name)} ${type === 'numeric' ? type : `{${type.map(arffWord).join(',')}}`}`,
  );
  return [`@relation ${arffWord(relation)}`, '', ...lines, '', '@data', ''].join('\n');
}

/**
 * A dataset as ARFF: a numeric attribute per pixel, row by row (`r1c1`, `r1c2`, …), and the nominal attribute `class`
 * of subjects in the order of their first images. Gives the parts of the file in order, each as it is asked for.
 */
export function encodeDatasetArff(
  dataset: ImageStream,
  { subjects: classes = dataset.subjects, nameOf }: RowNames = {},
): Iterable<Uint8Array<ArrayBuffer>> {
  const { rows, cols, subjects } = dataset;
  const pixels = Array.from({ length: rows * cols }, (_, i): ArffAttribute => {
    return { name: nameOf?.(i) ?? `r${Math.floor(i / cols) + 1}c${(i % cols) + 1}`, type: 'numeric' };
  });
  const head = arffHead(`Eigenbench dataset, images of ${rows} x ${cols}`, [
    ...pixels,
    { name: 'class', type: [...new Set(classes)] },
  ]);
  return vectorTexts(dataset, head, (values, n) => `${values.map(decimal).join(',')},${arffWord(subjects[n])}\n`);
}
