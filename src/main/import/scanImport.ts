/** Previews an import. */
import { basename, resolve } from 'node:path';
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import { importCommand } from '../../core/images/provenanceCommands.ts';
import { pinnedRecipe, type Doubt } from '../../core/readings/reading.ts';
import type { ImportPreview, NamePreview } from '../../core/contract/imports.ts';
import { folderLayouts } from './layouts/index.ts';
import { withSource } from './archives/withSource.ts';
import { imageSizes, isKept, sizeCounts, sizesDoubts } from './sources/imageSizes.ts';
import type { FilesSource, ImportSource } from './source.ts';
import { subsets } from './sources/subsets.ts';
import type { ImageSize, ImportOptions, ScanImport } from './types.ts';

/**
 * Recognises the layout, and counts images and subjects: in a folder by file name and by the sizes that the headers
 * state.
 */
export const scanImport: ScanImport = (path, recipe = {}, { size = null, roots, signal } = {}) =>
  withSource(path, recipe, { signal }, roots, (source) => previewOf(source, { path, recipe, size, signal }));

async function previewOf(
  source: ImportSource,
  { path, recipe, size, signal }: Pick<ImportOptions, 'path' | 'size' | 'signal'> & { readonly recipe: ImportRecipe },
): Promise<ImportPreview> {
  const { subjects, shape, doubts, ...facts } =
    source.kind === 'files'
      ? filesFacts(source, await imageSizes(source, recipe, signal), size, recipe)
      : { subjects: source.subjects, shape: source.images, doubts: [] };
  const judgement = { decisions: source.decisions, doubts: [...source.doubts, ...doubts] };
  return {
    layout: source.layout,
    layoutTitle: source.title,
    suggestedName: suggestedName(path),
    images: subjects.length,
    subjects: new Set(subjects).size,
    rows: shape?.rows ?? null,
    cols: shape?.cols ?? null,
    ...judgement,
    command: importCommand(basename(resolve(path)), size, pinnedRecipe(recipe, judgement, true)),
    ...facts,
    ...(source.kind === 'files' ? { names: namesOf(source) } : {}),
  };
}

interface FilesFacts extends Pick<ImportPreview, 'sizes' | 'unreadable'> {
  /** Subject of every image that the import will keep. */
  readonly subjects: readonly string[];
  /** Size of the first of them. */
  readonly shape: ImageSize | null;
  readonly doubts: readonly Doubt[];
}

function filesFacts(
  source: FilesSource,
  fileSizes: readonly (ImageSize | string)[],
  size: ImageSize | null,
  recipe: ImportRecipe,
): FilesFacts {
  const { recipes } = source;
  const doubts = sizesDoubts(source, fileSizes, size, recipe);
  const sizes = sizeCounts(fileSizes);
  const proposed = pinnedRecipe(recipe, { decisions: [], doubts }, true);
  const kept = recipes.flatMap(({ subject }, n) => {
    const image = fileSizes[n];
    return typeof image !== 'string' && isKept(image, size, proposed, sizes[0]) ? [{ subject, image }] : [];
  });
  const unreadable = recipes.flatMap(({ file }, n) => {
    const reason = fileSizes[n];
    return typeof reason === 'string' ? [{ file, reason }] : [];
  });
  return {
    subjects: kept.map(({ subject }) => subject),
    shape: kept.at(0)?.image ?? null,
    doubts,
    sizes,
    ...(unreadable.length > 0 && { unreadable: { count: unreadable.length, files: unreadable.slice(0, SHOWN) } }),
  };
}

/** Maximum number of file names listed of each kind: matching, unmatched, unreadable. */
const SHOWN = 10;

function namesOf({ pattern, layout, recipes, unmatched }: FilesSource): NamePreview {
  const choice = ({ id, title }: { id: string; title: string }) => ({ id, title });
  return {
    layouts: folderLayouts.map(choice),
    pattern,
    matches: recipes.slice(0, SHOWN).map(({ file, subject, attributes }) => ({ file, subject, attributes })),
    unmatched: { count: unmatched.length, files: unmatched.slice(0, SHOWN) },
    subsets: subsets.filter((subset) => subset.layout === layout).map(choice),
  };
}

/** Endings of files of many images and of archives. */
const CONTAINER = /(\.(mat|npy|npz|h5|hdf5|csv|tsv|arff|zip|tar|tgz))?(\.gz)?$/i;

/** The name of a dataset from `path`: that of the folder, or of the file or archive without its ending. */
export function suggestedName(path: string): string {
  const name = basename(resolve(path));
  return name.replace(CONTAINER, '').slice(0, 60) || 'dataset';
}
