/** Vectors in LIBSVM's format: the label of a line is its subject. */
import { basename } from 'node:path';
import { decodeLibsvm } from '../../../core/formats/tables/libsvm.ts';
import { NO_JUDGEMENT } from '../../../core/readings/reading.ts';
import { readLimited } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { FileLayout } from '../source.ts';
import { matrixSource } from './arraySource.ts';

/** The file is held both as text and as numbers. */
const MAX_FILE = 256 * 2 ** 20;

export const libsvm: FileLayout = {
  id: 'libsvm',
  accepts: (name) => /\.(libsvm|svm|svmlight)$/i.test(name),
  async open(path, recipe, { signal, onShare }) {
    const bytes = await readLimited(path, MAX_FILE, signal);
    const { rows, cols, data, labels } = decodeLibsvm(new TextDecoder().decode(bytes));
    const images = { name: 'the table', dims: [rows, cols], data, fastest: 'last' } as const;
    const content = {
      layout: 'libsvm',
      file: basename(path),
      title: 'LIBSVM vectors',
      images,
      labels,
      entries: 'vectors',
    } as const;
    return runInTimeSlices(matrixSource({ ...content, ...NO_JUDGEMENT }, recipe), signal, onShare);
  },
};
