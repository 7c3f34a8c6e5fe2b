/** IDX images, optionally compressed, with their labels in a second file next to them as in MNIST. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodeIdx, decodeIdxSteps, isIdx } from '../../../core/formats/idx.ts';
import { NO_JUDGEMENT } from '../../../core/readings/reading.ts';
import { mayBeGzip, plainName } from '../decode/gunzip.ts';
import { labelled } from './labelFileErrors.ts';
import { readLimited, type Within } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import { stackedImages } from '../decode/stacked.ts';
import type { FileLayout } from '../source.ts';
import { ImportError } from '../types.ts';

const MAX_FILE = 2 ** 31 - 1;

export const idx: FileLayout = {
  id: 'idx',
  accepts: (name, head) => isIdx(head) && !isLabelFile(name),
  async open(path, _, { signal, onShare, within }) {
    const name = basename(path);
    const { dims, data } = await runInTimeSlices(
      decodeIdxSteps(await readLimited(path, MAX_FILE, signal)),
      signal,
      onShare,
    );
    if (dims.length !== 3)
      throw new ImportError(`${name}: expected images × rows × columns, found ${dims.join(' × ')}.`);
    const [count, rows, cols] = dims;
    // An empty file could contain any number of them.
    if (rows * cols === 0) throw new ImportError(`${name}: its images have no pixels (${dims.join(' × ')}).`);
    const labelFile = await labelFileOf(path);
    return {
      kind: 'array',
      layout: 'idx',
      title: labelFile === null ? 'IDX images without labels' : 'IDX images and labels',
      images: await runInTimeSlices(
        stackedImages(
          { data, count, length: rows * cols, offset: 0, vectorStep: rows * cols, entryStep: 1 },
          { rows, cols, pixels: 'rows' },
        ),
        signal,
        onShare,
      ),
      subjects: labelFile === null ? new Array<string>(count).fill('1') : await labelsIn(labelFile, count, within),
      files: Array.from({ length: count }, (_, n) => `${name}#${n + 1}`),
      attributes: new Array<Record<string, string>>(count).fill({}),
      problems: [],
      ...NO_JUDGEMENT,
    };
  },
};

/** True for `…-labels-idx1-ubyte` and the like. */
export function isLabelFile(name: string): boolean {
  return /labels?[-.]?idx1/i.test(name);
}

/** `t10k-images-idx3-ubyte` → `t10k-labels-idx1-ubyte`, compressed or not, if that is in the same folder. */
async function labelFileOf(path: string): Promise<string | null> {
  const images = plainName(path);
  const labels = images.replace(/images/i, 'labels').replace(/idx3/i, 'idx1');
  if (labels === images) return null;
  const packed = `${labels}.gz`;
  const names = await readdir(dirname(path));
  const name = (mayBeGzip(path) ? [packed, labels] : [labels, packed]).find((wanted) => names.includes(wanted));
  return name === undefined ? null : join(dirname(path), name);
}

async function labelsIn(path: string, count: number, within?: Within): Promise<string[]> {
  const { dims, data } = decodeIdx(await labelled(path, () => readLimited(path, MAX_FILE, undefined, within)));
  if (dims.length !== 1 || dims[0] !== count) {
    throw new ImportError(`${basename(path)}: expected ${count} labels, found ${dims.join(' × ')}.`);
  }
  return Array.from(data, String);
}
