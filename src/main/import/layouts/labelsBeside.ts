/** Labels in a file next to the images: `Y.npy` beside `X.npy`, `y.csv` beside `X.csv`, `faces_labels.npy`. */
import { readdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { decodeCsvRows } from '../../../core/formats/tables/csv.ts';
import { decodeNpyContent, isNpy } from '../../../core/formats/npy.ts';
import { runSteps } from '../../../core/formats/cooperativeSteps.ts';
import type { NamedText } from '../../../core/formats/namedArray.ts';
import { numbersAsLabels } from '../../../core/readings/labels.ts';
import { setOfName } from '../../../core/readings/sets.ts';
import { labelled } from './labelFileErrors.ts';
import { plainName } from '../decode/gunzip.ts';
import { readLimited } from '../decode/readLimited.ts';
import type { Watch } from '../source.ts';

/** Labels of 10⁶ images as text take less. */
const MAX_FILE = 64 * 2 ** 20;

const ENDING = /(^|[-_. ])(labels?|targets?|gnd|gt|y|subjects?|ids?|identit(y|ies)|class(es)?)$/i;

/** `faces_labels.npy`, `y.csv` and similar files belong to images and are not datasets themselves. */
export function isLabelFile(name: string): boolean {
  const { base } = setOfName(stemOf(name));
  return /\.(npy|csv|txt)$/i.test(name) && (ENDING.test(stemOf(name)) || ENDING.test(base));
}

function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length);
}

/** The vectors of label files next to `path` that may belong to it, by file name. Throws ImportError, Cancelled. */
export async function labelsBeside(path: string, { signal, within }: Watch): Promise<readonly NamedText[]> {
  const stem = stemOf(plainName(path));
  const belongsTo = (name: string): boolean => isLabelFile(name) && belongs(stemOf(name), stem);
  const names = (await readdir(dirname(path))).filter((name) => belongsTo(plainName(name)));
  const vectors: NamedText[] = [];
  for (const name of names.sort()) {
    const file = join(dirname(path), name);
    const all = await labelled(file, async () => vectorsIn(await readLimited(file, MAX_FILE, signal, within)));
    vectors.push(...all.map((values) => ({ name, values })));
  }
  return vectors;
}

/** `y_train` belongs to `X_train`, not to `X_test`; `faces_labels` to `faces`, not to `eyes`; a bare `y` to `X`. */
function belongs(labels: string, images: string): boolean {
  const [a, b] = [setOfName(labels), setOfName(images)];
  if (a.set !== b.set) return false;
  const stem = a.base.replace(ENDING, '');
  return stem === '' || b.base === stem || b.base.replace(/[-_]?(images|data|x|fea|features)$/, '') === stem;
}

/** The only vector of a file, of a table with and without its first line: the number of images tells; else none. */
function vectorsIn(bytes: Uint8Array): readonly (readonly string[])[] {
  if (isNpy(bytes)) {
    const content = runSteps(decodeNpyContent(bytes));
    if ('values' in content) return [content.values];
    const values = numbersAsLabels(content.data);
    return values !== null && content.shape.filter((size) => size !== 1).length === 1 ? [values] : [];
  }
  const { header, rows } = decodeCsvRows(bytes);
  if (header.length !== 1) return [];
  const cells = rows.map(({ cells: [cell] }) => cell);
  return [cells, [header[0], ...cells]];
}
