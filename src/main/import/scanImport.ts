/** Previews an import. */
import { basename, resolve } from 'node:path';
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import { importCommand } from '../../core/images/provenanceCommands.ts';
import { pinnedRecipe } from '../../core/readings/reading.ts';
import type { ImportPreview, NamePreview } from '../../core/contract/imports.ts';
import { folderLayouts } from './layouts/index.ts';
import { withSource } from './archives/withSource.ts';
import { readSourceImage } from './sources/sourceImages.ts';
import type { FilesSource, ImportSource } from './source.ts';
import { subsets } from './sources/subsets.ts';
import type { ImageSize, ScanImport } from './types.ts';

/** Files tried to read the shape of an image. */
const TRIES = 20;

/** Recognises the layout, counts images and subjects by file name, and reads the first image for its shape. */
export const scanImport: ScanImport = (path, recipe = {}, { roots, signal } = {}) => {
  return withSource(path, recipe, { signal }, roots, (source) => previewOf(path, recipe, source));
};

async function previewOf(path: string, recipe: ImportRecipe, source: ImportSource): Promise<ImportPreview> {
  const subjects = source.kind === 'files' ? source.recipes.map((recipe) => recipe.subject) : source.subjects;
  const shape = source.kind === 'files' ? await firstShape(source, recipe) : source.images;
  return {
    layout: source.layout,
    layoutTitle: source.title,
    suggestedName: suggestedName(path),
    images: subjects.length,
    subjects: new Set(subjects).size,
    rows: shape?.rows ?? null,
    cols: shape?.cols ?? null,
    decisions: source.decisions,
    doubts: source.doubts,
    command: importCommand(basename(resolve(path)), null, pinnedRecipe(recipe, source, true)),
    ...(source.kind === 'files' ? { names: namesOf(source) } : {}),
  };
}

/** Maximum number of file names listed, separately for matching and for unmatched files. */
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

async function firstShape(source: FilesSource, recipe: ImportRecipe): Promise<ImageSize | null> {
  for (let n = 0; n < Math.min(TRIES, source.recipes.length); n++) {
    try {
      return await readSourceImage(source, n, recipe);
    } catch {
      // The import itself reports it; here only a readable image counts.
    }
  }
  return null;
}

/** Endings of files of many images and of archives. */
const CONTAINER = /(\.(mat|npy|npz|h5|hdf5|csv|tsv|arff|zip|tar|tgz))?(\.gz)?$/i;

/** The name of a dataset from `path`: that of the folder, or of the file or archive without its ending. */
export function suggestedName(path: string): string {
  const name = basename(resolve(path));
  return name.replace(CONTAINER, '').slice(0, 60) || 'dataset';
}
