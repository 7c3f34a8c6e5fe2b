/** Sample images of some subjects of a source before its import, to check that its names are read correctly. */
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import { fileReason } from '../disk/fileReason.ts';
import { Cancelled } from '../cancelled.ts';
import type { GreyImage } from './decode/decodeImage.ts';
import { placed, resizeImage, sizingOf } from './decode/resizeImage.ts';
import { canvasOf, fittedShape } from '../../core/images/canvas.ts';
import { compareNames } from '../../core/text/nameLookup.ts';
import { evenly, originalOf } from './sampleImages.ts';
import type { ImportSource } from './source.ts';
import { withSource } from './archives/withSource.ts';
import { imageSizes, isKept, sizeCounts } from './sources/imageSizes.ts';
import type { ImportOptions } from './types.ts';

export interface SampleSubject {
  readonly subject: string;
  /** Images that the source assigns to the subject. */
  readonly count: number;
  /** Sample images in their original form; `image` is the reason if a file cannot be read. */
  readonly images: readonly { readonly file: string; readonly image: GreyImage | string }[];
}

/** Number of subjects, and of images per subject. */
export interface SampleSize {
  readonly subjects: number;
  readonly images: number;
}

/**
 * At most `size.subjects` subjects in the natural order of their names and `size.images` images of each, both evenly
 * spaced; images of a folder on their common canvas, or of one size only, if the recipe says so. Throws ImportError if
 * nothing can be imported, Cancelled.
 */
export async function sampleSubjects(
  { path, recipe = {}, roots, signal }: Pick<ImportOptions, 'path' | 'recipe' | 'roots' | 'signal'>,
  size: SampleSize,
): Promise<readonly SampleSubject[]> {
  return withSource(path, recipe, { signal }, roots, (source) => samplesOf(source, recipe, size, signal));
}

async function samplesOf(
  source: ImportSource,
  recipe: ImportRecipe,
  size: SampleSize,
  signal: AbortSignal | undefined,
): Promise<readonly SampleSubject[]> {
  const frame = await frameOf(source, recipe, signal);
  const groups = [...imagesBySubject(source, frame.kept)].sort(([a], [b]) => compareNames(a, b));
  const samples: SampleSubject[] = [];
  for (const g of evenly(groups.length, size.subjects)) {
    const [subject, indices] = groups[g];
    const images: SampleSubject['images'][number][] = [];
    for (const place of evenly(indices.length, size.images)) {
      if (signal?.aborted) throw new Cancelled();
      const n = indices[place];
      const image = await originalOf(source, n, recipe).then(frame.stored).catch(reasonOf);
      images.push({ file: source.kind === 'files' ? source.recipes[n].file : source.files[n], image });
    }
    samples.push({ subject, count: indices.length, images });
  }
  return samples;
}

/** Which images of a source an import without a size keeps, and how it stores them. */
interface Frame {
  readonly kept: (n: number) => boolean;
  readonly stored: (image: GreyImage) => GreyImage;
}

/** Sizes are read only where the recipe depends on them. */
async function frameOf(source: ImportSource, recipe: ImportRecipe, signal: AbortSignal | undefined): Promise<Frame> {
  const all: Frame = { kept: () => true, stored: (image) => image };
  if (source.kind !== 'files' || (recipe.fit !== 'pad' && recipe.skipOtherSizes !== true)) return all;
  const fileSizes = await imageSizes(source, recipe, signal);
  const sizes = sizeCounts(fileSizes);
  if (sizes.length < 2) return all;
  const sizing = sizingOf(null, recipe);
  if (sizing !== null) {
    const canvas = canvasOf(sizes.map((image) => fittedShape(image, null)));
    return { ...all, stored: (image) => placed(resizeImage(image, sizing), canvas) };
  }
  const kept = (n: number): boolean => {
    const image = fileSizes[n];
    return typeof image !== 'string' && isKept(image, null, recipe, sizes[0]);
  };
  return { ...all, kept };
}

function imagesBySubject(source: ImportSource, kept: Frame['kept']): Map<string, number[]> {
  const subjects = source.kind === 'files' ? source.recipes.map(({ subject }) => subject) : source.subjects;
  const groups = new Map<string, number[]>();
  subjects.forEach((subject, n) => {
    if (!kept(n)) return;
    const group = groups.get(subject);
    if (group) group.push(n);
    else groups.set(subject, [n]);
  });
  return groups;
}

function reasonOf(error: unknown): string {
  if (error instanceof Cancelled) throw error;
  return fileReason(error);
}
