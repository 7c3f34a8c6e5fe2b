/** Sample images of some subjects of a source before its import, to check that its names are read correctly. */
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import { fileReason } from '../disk/fileReason.ts';
import { Cancelled } from '../cancelled.ts';
import type { GreyImage } from './decode/decodeImage.ts';
import { compareNames } from '../../core/text/nameLookup.ts';
import { evenly, originalOf } from './sampleImages.ts';
import type { ImportSource } from './source.ts';
import { withSource } from './archives/withSource.ts';
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
 * spaced. Throws ImportError if nothing can be imported, Cancelled.
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
  const groups = [...imagesBySubject(source)].sort(([a], [b]) => compareNames(a, b));
  const samples: SampleSubject[] = [];
  for (const g of evenly(groups.length, size.subjects)) {
    const [subject, indices] = groups[g];
    const images: SampleSubject['images'][number][] = [];
    for (const place of evenly(indices.length, size.images)) {
      if (signal?.aborted) throw new Cancelled();
      const n = indices[place];
      const image = await originalOf(source, n, recipe).catch(reasonOf);
      images.push({ file: source.kind === 'files' ? source.recipes[n].file : source.files[n], image });
    }
    samples.push({ subject, count: indices.length, images });
  }
  return samples;
}

function imagesBySubject(source: ImportSource): Map<string, number[]> {
  const subjects = source.kind === 'files' ? source.recipes.map(({ subject }) => subject) : source.subjects;
  const groups = new Map<string, number[]>();
  subjects.forEach((subject, n) => {
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
