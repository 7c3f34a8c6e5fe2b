/** Preprocessing of a stored dataset; the images as they were imported stay as they are. */
import { setImmediate } from 'node:timers/promises';
import type { DatasetSummary, ImportProblem } from '../../core/contract/types.ts';
import type { Eyes } from '../../core/images/preprocess/align.ts';
import { preprocess, StepError, type Preprocessed } from '../../core/images/preprocess/apply.ts';
import { orderEyes, suspiciousEyes } from '../../core/images/preprocess/eyes.ts';
import { formatStep, stepsHash, type Step } from '../../core/images/preprocess/steps.ts';
import { hashOf } from '../import/importDataset.ts';
import { ImportCancelled, ImportError, type ImportedDataset, type ImportProgress } from '../import/index.ts';
import { readEyes } from '../import/readEyes.ts';
import { checkRoom } from '../import/room.ts';
import { isGrey8 } from '../import/stacked.ts';
import { throttled } from '../import/throttled.ts';
import type { DatasetRepository } from '../workspace/datasets.ts';

export interface PreprocessJob {
  readonly datasets: Pick<DatasetRepository, 'bySubject' | 'readPixels'>;
  readonly dataset: DatasetSummary;
  readonly steps: readonly Step[];
  /** File or folder of eye positions. */
  readonly eyePath: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Where preprocessed images come from: the dataset with its fingerprint, and the steps with theirs. */
export function sourceOf({ name, hash }: DatasetSummary, steps: readonly Step[]): string {
  const text = steps.map(formatStep).join(' ');
  return `dataset "${name}" (${hash.slice(0, 12)}), preprocessing ${stepsHash(steps).slice(0, 12)}: ${text}`;
}

/** Images that cannot take a step, or whose eyes are missing or suspicious, become problems. Throws ImportError. */
export async function preprocessDataset(job: PreprocessJob): Promise<ImportedDataset> {
  const { datasets, dataset, steps, eyePath, signal } = job;
  const { rows, cols, count } = dataset;
  const entries = entriesOf(datasets, dataset);
  const eyes = eyePath === null ? null : await eyesOf(eyePath, entries, dataset);
  const report = throttled(job.onProgress);
  const pixels = new Float64Array(rows * cols);
  const kept: number[] = [];
  const problems: ImportProblem[] = [];
  let shape: { rows: number; cols: number } | null = null;
  let result: Float64Array | null = null;
  for (let n = 0; n < count; n++) {
    datasets.readPixels(dataset.id, pixels, [n]);
    const own = eyes?.[n] ?? null;
    const image: Preprocessed | string =
      own !== null && 'reason' in own ? own.reason : tried({ rows, cols, pixels }, steps, own);
    if (typeof image === 'string') problems.push({ file: entries[n].file, reason: image });
    else {
      if (shape === null) {
        shape = { rows: image.rows, cols: image.cols };
        checkRoom(count, shape);
      }
      result ??= new Float64Array(count * shape.rows * shape.cols);
      result.set(image.pixels, kept.length * shape.rows * shape.cols);
      kept.push(n);
    }
    report({ done: n + 1, total: count, running: entries[n].file });
    if (n % 16 === 15) await setImmediate();
    if (signal.aborted) throw new ImportCancelled();
  }
  if (shape === null || result === null) {
    throw new ImportError(`No image could be preprocessed; ${problems[0].file}: ${problems[0].reason}.`);
  }
  const all = result.subarray(0, kept.length * shape.rows * shape.cols);
  const images = { ...shape, count: kept.length, pixels: isGrey8(all) ? Uint8Array.from(all) : all };
  const subjects = kept.map((n) => entries[n].subject);
  return {
    layout: dataset.layout,
    images,
    subjects,
    files: kept.map((n) => entries[n].file),
    attributes: kept.map((n) => entries[n].attributes),
    problems,
    hash: await hashOf({ images, subjects }, signal),
  };
}

interface Entry {
  readonly file: string;
  readonly subject: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function entriesOf(datasets: PreprocessJob['datasets'], { id, count }: DatasetSummary): readonly Entry[] {
  const entries = new Array<Entry>(count);
  for (const { subject, images } of datasets.bySubject(id)) {
    for (const { index, file, attributes } of images) entries[index] = { file, subject, attributes };
  }
  return entries;
}

function tried(image: { rows: number; cols: number; pixels: Float64Array }, steps: readonly Step[], eyes: Eyes | null) {
  try {
    return preprocess(image, steps, eyes);
  } catch (error) {
    if (error instanceof StepError) return error.message;
    throw error;
  }
}

/** The eyes of each image, or why those in the file are not used; null where the file has none. */
async function eyesOf(
  path: string,
  entries: readonly Entry[],
  { rows, cols }: DatasetSummary,
): Promise<readonly (Eyes | { readonly reason: string } | null)[]> {
  const pairs = await readEyes(
    path,
    entries.map(({ file }) => file),
  );
  const placed = pairs.map((pair) => pair && orderEyes(pair.first, pair.second).eyes);
  const known = placed.filter((eyes) => eyes !== null);
  const reasons = suspiciousEyes(known.map((eyes) => ({ eyes, rows, cols })));
  const doubtful = new Map(known.map((eyes, i) => [eyes, reasons[i]]));
  return placed.map((eyes) => {
    const reason = eyes && doubtful.get(eyes);
    return reason ? { reason } : eyes;
  });
}
