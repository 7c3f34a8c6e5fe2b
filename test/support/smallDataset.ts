/** A small made-up database for tests of the workspace, the jobs and the engine: subjects differ, images vary. */
import { datasetHash } from '../../src/core/images/datasetHash.ts';
import { stream } from '../../src/core/random/stream.ts';
import type { ImportedDataset } from '../../src/main/import/types.ts';

export interface SmallDatasetOptions {
  /** @default 6 */
  readonly subjects?: number;
  /** @default 5 */
  readonly perSubject?: number;
  /** @default 12 */
  readonly rows?: number;
  /** @default 10 */
  readonly cols?: number;
  /** Difference in brightness of two consecutive subjects. @default 0 */
  readonly apart?: number;
  /** @default float64 */
  readonly bytes?: boolean;
}

export function smallDataset(options: SmallDatasetOptions = {}): ImportedDataset {
  const { subjects: subjectCount = 6, perSubject = 5, rows = 12, cols = 10, apart = 0, bytes = false } = options;
  const random = stream('small dataset', subjectCount, perSubject, rows, cols);
  const size = rows * cols;
  const count = subjectCount * perSubject;
  const values = new Float64Array(count * size);
  for (let s = 0; s < subjectCount; s++) {
    const mean = Float64Array.from(
      { length: size },
      () => 128 + apart * (s - (subjectCount - 1) / 2) + 12 * random.normal(),
    );
    for (let n = s * perSubject; n < (s + 1) * perSubject; n++) {
      for (let i = 0; i < size; i++) values[n * size + i] = Math.min(255, Math.max(0, mean[i] + 20 * random.normal()));
    }
  }
  const pixels = bytes ? Uint8Array.from(values, Math.round) : values;
  const subjects = Array.from({ length: count }, (_, n) => `person ${Math.floor(n / perSubject) + 1}`);
  const images = { rows, cols, count, pixels };
  return {
    layout: 'test',
    images,
    subjects,
    files: subjects.map((_, n) => `s${Math.floor(n / perSubject) + 1}/${(n % perSubject) + 1}.pgm`),
    attributes: subjects.map((_, n) => ({ session: String((n % 2) + 1) })),
    problems: [{ file: 's1/broken.pgm', reason: 'expected P5, found P9' }],
    hash: datasetHash(images, subjects),
  };
}
