/** Preprocesses a stored dataset into a new one; the imported images are unchanged. */
import { setImmediate } from 'node:timers/promises';
import type { DatasetSummary, ImportProblem } from '../../../core/contract/datasets.ts';
import type { ProvenanceStage } from '../../../core/images/provenance.ts';
import { type Preprocessing, formatStep, stepsHash, type Step } from '../../../core/images/preprocess/steps.ts';
import { preprocess, StepError, type Original, type Preprocessed } from '../../../core/images/preprocess/preprocess.ts';
import { contradiction, type FaceSearch } from '../../../core/networks/faceSearch.ts';
import { hashedImages, hashSteps } from '../../import/hash.ts';
import { imageBuffer } from '../../import/decode/imageBuffer.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError, type ImportedDataset, type ImportProgress } from '../../import/index.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import { requireMemoryFor } from '../../import/decode/memoryLimit.ts';
import { isGrey8 } from '../../import/decode/stacked.ts';
import { throttled } from '../../import/throttled.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { datasetEyes, type EyeSource, type ImageEyes } from './eyeHandlers.ts';
import { imageEntries } from './imageEntries.ts';

export interface PreprocessJob {
  readonly datasets: Pick<DatasetRepository, 'bySubject' | 'readPixels' | 'colours' | 'making'>;
  readonly dataset: DatasetSummary;
  readonly steps: readonly Step[];
  /** Source of eye positions; null if none. */
  readonly eyeSource: EyeSource | null;
  /** Result of the face search; null if the images were not searched. */
  readonly search: FaceSearch | null;
  /** Folder of the buffer for images that exceed memory. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Source of the preprocessed images: the dataset with its fingerprint, and the steps. */
export function sourceOf({ name, hash }: DatasetSummary, steps: readonly Step[]): string {
  return `dataset "${name}" (${hash.slice(0, 12)}), preprocessing ${steps.map(formatStep).join(' ')}`;
}

/** Images that fail a step, or whose eyes are missing or suspicious, become problems. Throws ImportError. */
export async function preprocessDataset(job: PreprocessJob): Promise<ImportedDataset> {
  const { datasets, dataset, steps, eyeSource, search, signal } = job;
  const { id, rows, cols, count } = dataset;
  requireColours(dataset, steps);
  const entries = imageEntries(datasets, id);
  const files = entries.map(({ file }) => file);
  const eyes = eyeSource === null ? null : await datasetEyes(eyeSource, files, dataset);
  const report = throttled(job.onProgress);
  const pixels = new Float64Array(rows * cols);
  const kept: number[] = [];
  const problems: ImportProblem[] = [];
  let shape: { rows: number; cols: number } | null = null;
  const buffer = imageBuffer(count, false, { folder: job.folder });
  try {
    for (let n = 0; n < count; n++) {
      datasets.readPixels(id, pixels, [n]);
      const colours = steps[0].kind === 'grey' ? datasets.colours(id, n) : null;
      const image = tryPreprocess({ rows, cols, pixels, colours }, steps, eyes?.[n] ?? null);
      if (typeof image === 'string') problems.push({ file: files[n], reason: image });
      else {
        if (shape === null) {
          shape = { rows: image.rows, cols: image.cols };
          requireMemoryFor(count, shape);
        }
        const compact = isGrey8(image.pixels) ? Uint8Array.from(image.pixels) : image.pixels;
        buffer.put(n, { ...image, pixels: compact, colours: null }, image);
        kept.push(n);
      }
      report({ done: n + 1, total: count, running: files[n] });
      if (n % 16 === 15) await setImmediate();
      if (signal.aborted) throw new Cancelled();
    }
    if (shape === null) {
      throw new ImportError(`No image could be preprocessed; ${problems[0].file}: ${problems[0].reason}.`);
    }
    const { images, release } = buffer.take(kept, shape);
    const subjects = kept.map((n) => entries[n].subject);
    return {
      layout: dataset.layout,
      images,
      subjects,
      files: kept.map((n) => files[n]),
      attributes: kept.map((n) => entries[n].attributes),
      problems,
      hash: await runInTimeSlices(hashSteps(hashedImages(images), subjects), signal),
      preprocessing: preprocessingOf(dataset, steps, eyes),
      making: [
        ...datasets.making(id),
        preprocessStage(dataset, steps, eyes && files.map((file, n) => [file, eyes[n]]), search),
      ],
      release,
    };
  } catch (error) {
    buffer.release();
    throw error;
  }
}

function preprocessingOf(
  { name, hash }: DatasetSummary,
  steps: readonly Step[],
  eyes: readonly (ImageEyes | null)[] | null,
): Preprocessing {
  const positions = eyes && eyes.map((imageEyes) => imageEyes && imageEyes.eyes);
  return { origin: { name, hash }, steps: steps.map(formatStep), hash: stepsHash(steps, positions) };
}

/** Records the eyes of all images, whatever their source, because marked eyes have no file. */
function preprocessStage(
  { name }: DatasetSummary,
  steps: readonly Step[],
  eyes: readonly (readonly [file: string, imageEyes: ImageEyes | null])[] | null,
  search: FaceSearch | null,
): ProvenanceStage {
  const positions = eyes?.flatMap(([file, imageEyes]) => {
    if (imageEyes === null) return [];
    const { left, right } = imageEyes.eyes;
    return [{ file, left: [left.x, left.y] as [number, number], right: [right.x, right.y] as [number, number] }];
  });
  const detected = search && eyes ? foundAmong(eyes, search) : 0;
  return {
    kind: 'preprocess',
    origin: name,
    steps: steps.map(formatStep),
    eyes: positions ?? null,
    ...(search && detected > 0 && { finder: { ...search.finder, images: detected } }),
  };
}

function foundAmong(
  eyes: readonly (readonly [file: string, imageEyes: ImageEyes | null])[],
  { images }: FaceSearch,
): number {
  const facesOf = new Map(images.map(({ file, faces }) => [file, faces]));
  return eyes.filter(([file, imageEyes]) => imageEyes && contradiction(imageEyes.eyes, facesOf.get(file) ?? []) === 0)
    .length;
}

/** Throws ImportError if the steps set other grey weights but no colours are stored. */
export function requireColours({ name, coloured }: DatasetSummary, steps: readonly Step[]): void {
  if (coloured || steps[0]?.kind !== 'grey') return;
  throw new ImportError(`"${name}" has no colours: its images are grey, or were imported without them.`);
}

/** The preprocessed image, or the reason why a step failed. */
export function tryPreprocess(
  image: Original,
  steps: readonly Step[],
  imageEyes: ImageEyes | null,
): Preprocessed | string {
  if (imageEyes?.reason) return imageEyes.reason;
  try {
    return preprocess(image, steps, imageEyes?.eyes ?? null);
  } catch (error) {
    if (error instanceof StepError) return error.message;
    throw error;
  }
}
