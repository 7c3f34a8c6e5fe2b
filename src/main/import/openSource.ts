/** Finds out what a folder or file holds. */
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportRecipe } from '../../core/contract/importRecipe.ts';
import type { ImportProblem } from '../../core/contract/types.ts';
import { FormatError } from '../../core/formats/error.ts';
import { withoutNonFinite } from './finite.ts';
import { fileLayouts, folderLayouts } from './layouts/index.ts';
import { commonFolder, compareNames, hasImageExtension } from './naming.ts';
import { reasonOf } from './reason.ts';
import type { ArraySource, FileLayout, FilesSource, FolderLayout, ImageRecipe, ImportSource } from './source.ts';
import { ImportError } from './types.ts';
import { walk } from './walk.ts';

/** Share of the image files that must follow a layout's naming. */
const SHARE = 0.5;

/** The source at `path`. Throws ImportError where no layout fits, ImportCancelled. */
export async function openSource(
  path: string,
  recipe: ImportRecipe = {},
  signal?: AbortSignal,
  roots?: readonly string[],
): Promise<ImportSource> {
  const kind = await kindOf(path);
  if (kind === 'file') return openFile(path, recipe, signal);
  const { files, problems } = await walk(path, signal, roots);
  return folderSource(path, files, problems) ?? (await onlyContainer(path, files, recipe, signal)) ?? refuse(path);
}

async function kindOf(path: string): Promise<'file' | 'folder'> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) return 'folder';
    if (entry.isFile()) return 'file';
  } catch (error) {
    throw new ImportError(`${basename(path)} cannot be read: ${reasonOf(error)}.`);
  }
  throw new ImportError(`${basename(path)} is neither a folder nor a regular file.`);
}

/** The first layout that most image files follow. */
function folderSource(root: string, files: readonly string[], problems: readonly ImportProblem[]): FilesSource | null {
  for (const layout of folderLayouts) {
    const source = applyLayout(layout, root, files, problems);
    if (source !== null) return source;
  }
  return null;
}

/** The names are read below the folder that holds all images or, where only one subject is there, below its parent. */
function applyLayout(
  layout: FolderLayout,
  root: string,
  files: readonly string[],
  problems: readonly ImportProblem[],
): FilesSource | null {
  const images = files.filter((file) => hasImageExtension(file) || layout.parse(basename(file)) !== null);
  const common = commonFolder(images);
  for (const prefix of new Set([common, common.replace(/[^/]*\/$/, '')])) {
    const { recipes, strays } = parseNames(layout, images, prefix);
    if (recipes.length === 0 || recipes.length < SHARE * images.length) continue;
    return { kind: 'files', layout: layout.id, title: layout.title, root, recipes, problems: [...problems, ...strays] };
  }
  return null;
}

function parseNames(
  layout: FolderLayout,
  images: readonly string[],
  prefix: string,
): { recipes: readonly ImageRecipe[]; strays: readonly ImportProblem[] } {
  const recipes: ImageRecipe[] = [];
  const strays: ImportProblem[] = [];
  for (const file of images) {
    const parsed = layout.parse(file.slice(prefix.length));
    if (parsed !== null) recipes.push({ file, ...parsed });
    else strays.push({ file, reason: `its name does not follow ${layout.naming}` });
  }
  recipes.sort((a, b) => compareNames(a.subject, b.subject) || compareNames(a.file, b.file));
  strays.sort((a, b) => compareNames(a.file, b.file));
  return { recipes, strays };
}

/** Folders that hold one MATLAB or IDX file stand for that file. */
async function onlyContainer(
  root: string,
  files: readonly string[],
  recipe: ImportRecipe,
  signal?: AbortSignal,
): Promise<ArraySource | null> {
  const found: { file: string; layout: FileLayout }[] = [];
  // A table beside images describes them; it is a dataset where it stands alone.
  const tables = !files.some(hasImageExtension);
  for (const file of files) {
    if (!tables && /\.[ct]sv$/i.test(file)) continue;
    const layout = await fileLayoutOf(join(root, file));
    if (layout !== null) found.push({ file, layout });
    if (found.length > 1) {
      throw new ImportError(
        `The folder holds several datasets (${found.map((one) => one.file).join(', ')} …). Choose one file.`,
      );
    }
  }
  return found.length === 1 ? openWith(found[0].layout, join(root, found[0].file), recipe, signal) : null;
}

async function openFile(path: string, recipe: ImportRecipe, signal?: AbortSignal): Promise<ArraySource> {
  const layout = await fileLayoutOf(path);
  if (layout !== null) return openWith(layout, path, recipe, signal);
  if (hasImageExtension(path))
    throw new ImportError(`${basename(path)} is one image. Choose the folder that holds the database.`);
  throw new ImportError(`${basename(path)} is neither a MATLAB, NumPy, CSV nor IDX file.`);
}

async function openWith(
  layout: FileLayout,
  path: string,
  recipe: ImportRecipe,
  signal?: AbortSignal,
): Promise<ArraySource> {
  try {
    return withoutNonFinite(await layout.open(path, recipe, signal));
  } catch (error) {
    if (error instanceof FormatError) throw new ImportError(`${basename(path)}: ${error.message}.`);
    throw error;
  }
}

async function fileLayoutOf(path: string): Promise<FileLayout | null> {
  const head = new Uint8Array(128);
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      const bytes = head.subarray(0, bytesRead);
      return fileLayouts.find((layout) => layout.accepts(basename(path), bytes)) ?? null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

function refuse(path: string): never {
  const known = folderLayouts.map((layout) => `${layout.naming} (${layout.title})`).join(', ');
  throw new ImportError(`${basename(path)} holds no face database that is recognised. Known namings: ${known}.`);
}
