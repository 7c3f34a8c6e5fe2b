/** Imports a face database: a folder or file becomes labelled images of one shape. */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Steps } from '../../core/formats/cooperativeSteps.ts';
import { hashedImages, hashSteps } from './hash.ts';
import { runInTimeSlices } from '../timeSlices.ts';
import { withSource } from './archives/withSource.ts';
import { readFiles } from './sources/readFiles.ts';
import { readBytes } from './sources/sourceImages.ts';
import { decisionsSentence, pinnedRecipe, type Judgement } from '../../core/readings/reading.ts';
import { recordingReads } from './decode/readLimited.ts';
import { sizingOf, isEnlarged, resizeImage, type Sizing } from './decode/resizeImage.ts';
import type { ArraySource, ReadImages } from './source.ts';
import type { ImportStage, SourceFile } from '../../core/images/provenance.ts';
import { throttled } from './throttled.ts';
import {
  ImportError,
  ImportQuestion,
  type ImportDataset,
  type ImportedDataset,
  type ImportOptions,
  type ImageSize,
  type ImportedImages,
  type ImportProgress,
} from './types.ts';
import { hasHidden, HIDDEN_PROBLEM } from '../../core/text/hiddenCharacters.ts';
import { requireMemoryFor } from './decode/memoryLimit.ts';
import { findAllDuplicates } from '../../core/images/audit/audit.ts';
import { pixelsAt } from './decode/imagePixels.ts';
import { keepImages } from './sources/selectImages.ts';

// Removal of duplicates.

/** Minimum correlation of near-duplicates. */
const NEAR = 0.999;

/**
 * Keeps the first of equal images, and none if they belong to several subjects, because the correct one is unknown.
 * Keeps the first of each pair of near-duplicates (kind 'near') and of pictures cropped twice ('recropped'). Each
 * removed image becomes a problem.
 */
async function withoutDuplicates(
  read: ReadImages,
  kind: 'exact' | 'near' | 'recropped',
  signal?: AbortSignal,
  onShare?: (share: number) => void,
): Promise<ReadImages> {
  const { images, subjects, files } = read;
  const { rows, cols, count } = images;
  const source = { rows, cols, count, subjects, read: (n: number) => Float64Array.from(pixelsAt(images, n, n + 1)) };
  const { exact, near, recropped } = await runInTimeSlices(
    findAllDuplicates(source, kind === 'exact' ? null : NEAR, kind === 'recropped'),
    signal,
    onShare,
  );
  const reasons = new Map<number, string>();
  for (const { images: group, sameSubject } of exact) {
    const [first, ...others] = group;
    for (const n of sameSubject ? others : group) {
      const duplicate = n === first ? others[0] : first;
      reasons.set(n, `it equals ${files[duplicate]}${sameSubject ? '' : ' under another subject'}`);
    }
  }
  if (near.count > near.pairs.length) {
    throw new ImportError(`${near.count} pairs of images are near-duplicates: too many to leave them out.`);
  }
  const pairs = [
    ...near.pairs.map((pair) => ({ ...pair, how: 'nearly equals' })),
    ...recropped.pairs.map((pair) => ({ ...pair, how: 'seems to be the same picture as' })),
  ];
  for (const { images: pair, correlation, how } of pairs) {
    if (pair.some((n) => reasons.has(n))) continue;
    reasons.set(pair[1], `it ${how} ${files[pair[0]]} (correlation ${correlation.toFixed(5)})`);
  }
  if (reasons.size === 0) return read;
  const kept = subjects.map((_, n) => n).filter((n) => !reasons.has(n));
  if (kept.length === 0) throw new ImportError('Every image repeats another one under another subject.');
  const dropped = [...reasons].sort(([a], [b]) => a - b).map(([n, reason]) => ({ file: files[n], reason }));
  return { ...read, ...keepImages(read, kept), problems: [...read.problems, ...dropped] };
}

/**
 * Reads every image at `path`, in numeric order of subjects and files. Files that cannot be read become problems and
 * the others are imported. Throws ImportError if nothing can be imported and Cancelled within a second of an abort.
 */
export const importDataset: ImportDataset = async (options) => {
  const { path, roots, recipe = {}, signal, onProgress } = options;
  const report = throttled(onProgress);
  const onShare = (share: number): void =>
    report({ done: Math.floor(100 * share), total: 100, unit: '%', running: basename(path) });
  const [{ layout, read, judgement }, files] = await recordingReads(await folderOf(path), () =>
    withSource(path, recipe, { signal, onShare }, roots, async (source) => {
      if (source.doubts.length > 0) throw new ImportQuestion(source.doubts);
      const read = source.kind === 'files' ? await readFiles(source, options) : await readArray(source, options);
      return { layout: source.layout, read, judgement: { decisions: source.decisions, doubts: [] } };
    }),
  );
  const stage = stageOf(options, judgement, files);
  try {
    return { ...(await whole(read, options, onShare)), layout, making: [stage] };
  } catch (error) {
    read.release?.();
    throw error;
  }
};

function stageOf(
  { path, size, recipe = {} }: ImportOptions,
  judgement: Judgement,
  files: readonly SourceFile[],
): ImportStage {
  const decided = decisionsSentence(judgement.decisions);
  return {
    kind: 'import',
    source: basename(path),
    size,
    recipe: pinnedRecipe(recipe, judgement),
    ...(decided !== '' && { decided }),
    files: [...files],
  };
}

/**
 * What an import with these options records, from its files alone: no image is decoded. Null if it would ask. Throws
 * ImportError, Cancelled.
 */
export async function importStageOf(options: ImportOptions): Promise<ImportStage | null> {
  const { path, recipe = {}, roots, signal } = options;
  const [judgement, files] = await recordingReads(await folderOf(path), () =>
    withSource(path, recipe, { signal }, roots, async (source) => {
      if (source.kind === 'files') await readBytes(source, signal);
      return { decisions: source.decisions, doubts: source.doubts };
    }),
  );
  return judgement.doubts.length > 0 ? null : stageOf(options, judgement, files);
}

/** The folder that file names are relative to: the folder itself, or that of a file. */
async function folderOf(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? path : dirname(path);
}

/** Checks the images, removes duplicates, and hashes the result. */
async function whole(
  read: ReadImages,
  { recipe = {}, signal }: ImportOptions,
  onShare: (share: number) => void,
): Promise<Omit<ImportedDataset, 'layout' | 'making'>> {
  if (read.images.count === 0) {
    const first = read.problems[0];
    throw new ImportError(`No image could be read${first ? `; ${first.file}: ${first.reason}` : ''}.`);
  }
  requirePlainNames(read);
  const kept =
    recipe.dropDuplicates === undefined ? read : await withoutDuplicates(read, recipe.dropDuplicates, signal, onShare);
  return { ...kept, hash: await runInTimeSlices(hashSteps(hashedImages(kept.images), kept.subjects), signal) };
}

async function readArray(
  source: ArraySource,
  { size, recipe = {}, signal, onProgress }: ImportOptions,
): Promise<ReadImages> {
  const { images, subjects, files, attributes, problems, colours } = source;
  const read = { subjects, files, attributes, problems };
  if (size === null) return { ...read, images, ...(colours && recipe.greyOnly !== true && { colours }) };
  const fileShapes = files.map(() => ({ rows: images.rows, cols: images.cols }));
  return {
    ...read,
    images: await runInTimeSlices(
      resizeAll(source, { ...sizingOf(size, recipe), size }, throttled(onProgress)),
      signal,
    ),
    fileShapes,
  };
}

/** Throws ImportError if a subject, file name or attribute contains control characters. */
function requirePlainNames({ subjects, files, attributes }: ReadImages): void {
  const refuse = (what: string, n: number): never => {
    throw new ImportError(`The ${what} of image ${n + 1} ${HIDDEN_PROBLEM}.`);
  };
  subjects.forEach((subject, n) => {
    if (hasHidden(subject)) refuse('subject', n);
    if (hasHidden(files[n] ?? '')) refuse('file name', n);
    if (Object.entries(attributes[n] ?? {}).some((pair) => pair.some(hasHidden))) refuse('attributes', n);
  });
}

/**
 * Resizes the images of an array file or a table, one per step; returns the same images if they have that size already.
 * Throws ImportError.
 */
function* resizeAll(
  { images, files }: ArraySource,
  sizing: Sizing & { readonly size: ImageSize },
  report: (progress: ImportProgress) => void,
): Steps<ImportedImages> {
  const { rows, cols } = sizing.size;
  if (images.rows === rows && images.cols === cols) return images;
  if (isEnlarged(images, sizing)) {
    throw new ImportError(
      `The images have ${images.rows} × ${images.cols} pixels, fewer than the ${rows} × ${cols} asked for; allow enlarging, or choose a smaller size.`,
    );
  }
  requireMemoryFor(images.count, sizing.size, sizing);
  const from = images.rows * images.cols;
  const length = images.count * rows * cols;
  const pixels = sizing.depth === '8-bit' ? new Uint8Array(length) : new Float64Array(length);
  for (let n = 0; n < images.count; n++) {
    const image = { ...images, pixels: images.pixels.subarray(n * from, (n + 1) * from), colours: null };
    pixels.set(resizeImage(image, sizing).pixels, n * rows * cols);
    report({ done: n + 1, total: images.count, running: files[n] });
    yield;
  }
  return { rows, cols, count: images.count, pixels };
}
