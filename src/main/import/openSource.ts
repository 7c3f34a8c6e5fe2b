/** Finds out what a folder or file holds. */
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportRecipe } from '../../core/contract/importRecipe.ts';
import type { SourceArray } from '../../core/contract/types.ts';
import { FormatError } from '../../core/formats/error.ts';
import { withoutNonFinite } from './finite.ts';
import { folderSource } from './folderSource.ts';
import { fileLayouts, folderLayouts } from './layouts/index.ts';
import { listedSource } from './listedSource.ts';
import { joinSources } from './joinSources.ts';
import { poseOf } from './layouts/pie.ts';
import { compareNames, hasImageExtension } from './naming.ts';
import { reasonOf } from './reason.ts';
import type { ArraySource, FileLayout, ImportSource, Watch } from './source.ts';
import { ImportError } from './types.ts';
import { walk } from './walk.ts';

/** The source at `path`. Throws ImportError where no layout fits, ImportCancelled. */
export async function openSource(
  path: string,
  recipe: ImportRecipe = {},
  watch: Watch = {},
  roots?: readonly string[],
): Promise<ImportSource> {
  const kind = await kindOf(path);
  if (kind === 'file') return openFile(path, recipe, watch);
  const { files, problems } = await walk(path, watch.signal, roots);
  return (
    (await listedSource(path, files, problems, recipe)) ??
    folderSource(path, files, problems, recipe) ??
    (await onlyContainer(path, files, recipe, watch)) ??
    refuse(path)
  );
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

/** Folders that hold one MATLAB or IDX file stand for that file; the poses of PIE are joined. */
async function onlyContainer(
  root: string,
  files: readonly string[],
  recipe: ImportRecipe,
  watch: Watch,
): Promise<ArraySource | null> {
  const found: { file: string; layout: FileLayout }[] = [];
  // A table beside images describes them; it is a dataset where it stands alone.
  const tables = !files.some(hasImageExtension);
  for (const file of files) {
    if (!tables && /\.[ct]sv$/i.test(file)) continue;
    const layout = await fileLayoutOf(join(root, file));
    if (layout !== null) found.push({ file, layout });
  }
  if (found.length === 0) return null;
  if (found.length > 1 && !found.every(({ file }) => poseOf(file) !== null)) {
    const names = found.slice(0, 2).map(({ file }) => file);
    throw new ImportError(`The folder holds several datasets (${names.join(', ')} …). Choose one file.`);
  }
  found.sort((a, b) => compareNames(a.file, b.file));
  const sources: ArraySource[] = [];
  for (const { file, layout } of found) sources.push(await openWith(layout, join(root, file), recipe, watch));
  return joinSources(sources);
}

async function openFile(path: string, recipe: ImportRecipe, watch: Watch): Promise<ArraySource> {
  const layout = await fileLayoutOf(path);
  if (layout !== null) return openWith(layout, path, recipe, watch);
  if (hasImageExtension(path))
    throw new ImportError(`${basename(path)} is one image. Choose the folder that holds the database.`);
  throw new ImportError(`${basename(path)} is neither a MATLAB, NumPy, CSV nor IDX file.`);
}

async function openWith(layout: FileLayout, path: string, recipe: ImportRecipe, watch: Watch): Promise<ArraySource> {
  const folderOnly = (['layout', 'pattern', 'subset', 'minPerSubject'] as const).find(
    (key) => recipe[key] !== undefined,
  );
  if (folderOnly !== undefined) throw new ImportError(`${basename(path)}: ${folderOnly} is for folders of images.`);
  try {
    return withoutNonFinite(await layout.open(path, recipe, watch));
  } catch (error) {
    throw asImportError(path, error);
  }
}

/** What a file offers to choose from: its arrays, or the columns of its table; nothing for folders. Throws ImportError. */
export async function sourceArrays(path: string, watch: Watch = {}): Promise<readonly SourceArray[]> {
  if ((await kindOf(path)) === 'folder') return [];
  const layout = await fileLayoutOf(path);
  try {
    return (await layout?.arrays?.(path, watch)) ?? [];
  } catch (error) {
    throw asImportError(path, error);
  }
}

function asImportError(path: string, error: unknown): unknown {
  return error instanceof FormatError ? new ImportError(`${basename(path)}: ${error.message}.`) : error;
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
  throw new ImportError(
    `${basename(path)} holds no face database that is recognised. Known namings: ${known}. Others are read by a pattern.`,
  );
}
