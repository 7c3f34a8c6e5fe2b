/** Imports a face database: from a folder or file to images of one shape with labels. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { datasetBytes } from '../../core/images/datasetHash.ts';
import { openSource } from './openSource.ts';
import { readFiles } from './readFiles.ts';
import { resizeAll } from './resizeAll.ts';
import { withoutTwins } from './withoutTwins.ts';
import { ImportCancelled, ImportError, type ImportDataset, type ImportedDataset } from './types.ts';

/**
 * Reads every image at `path`, in numeric order of subjects and files. Files that cannot be read become problems and the
 * others are imported. Throws ImportError where nothing can be imported and ImportCancelled within a second of an abort.
 */
export const importDataset: ImportDataset = async (options) => {
  const { path, size, roots, recipe = {}, signal } = options;
  const source = await openSource(path, recipe, signal, roots);
  const read = source.kind === 'files' ? await readFiles(source, options) : source;
  const images = source.kind === 'array' && size !== null ? await resizeAll(source, size, options) : read.images;
  if (images.count === 0) {
    const first = read.problems[0];
    throw new ImportError(`No image could be read${first ? `; ${first.file}: ${first.reason}` : ''}.`);
  }
  const found = { ...read, images };
  const kept = recipe.dropTwins === undefined ? found : await withoutTwins(found, recipe.dropTwins, signal);
  const { subjects, files, attributes, problems } = kept;
  const hash = await hashOf({ images: kept.images, subjects }, signal);
  return { layout: source.layout, images: kept.images, subjects, files, attributes, problems, hash };
};

/** `datasetHash` with the machine's own SHA-256, in slices that let an abort through. */
export async function hashOf(
  { images, subjects }: Pick<ImportedDataset, 'images' | 'subjects'>,
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  let since = 0;
  for (const part of datasetBytes(images, subjects)) {
    hash.update(part);
    since += part.length;
    if (since < 4 * 2 ** 20) continue;
    since = 0;
    await setImmediate();
    if (signal?.aborted) throw new ImportCancelled();
  }
  return hash.digest('hex');
}
