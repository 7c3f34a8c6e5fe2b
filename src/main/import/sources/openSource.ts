/** Detects the contents of a folder or file. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { SourceArray } from '../../../core/contract/imports.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { withoutNonFinite } from './selectImages.ts';
import { folderSource, narrowed, UNNAMED, type ListedFolder } from './folderSource.ts';
import { fileLayouts } from '../layouts/index.ts';
import { isList } from './listFile.ts';
import { LISTED, listedSource, withLists } from './listedSource.ts';
import { isLabelFile } from '../layouts/labelsBeside.ts';
import { openNpyFolder } from '../layouts/numpy.ts';
import { poseOf } from '../layouts/pie.ts';
import { plural } from '../../../core/text/phrases.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { hasImageExtension } from '../layouts/fileNames.ts';
import { FOREIGN_HEAD, foreignReason } from '../layouts/foreignFiles.ts';
import { plainName } from '../decode/gunzip.ts';
import { readContentHead, type Within } from '../decode/readLimited.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { withFrames } from './sourceImages.ts';
import type { ArraySource, FileLayout, ImportSource, NamedFiles, Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { walk } from './listFolder.ts';

/**
 * Joins several files of one database into one source, with the images of a subject together. Throws ImportError for
 * unequal shapes.
 */
function joinSources(sources: readonly ArraySource[]): ArraySource {
  const [first] = sources;
  if (sources.length === 1) return first;
  const { rows, cols } = first.images;
  const odd = sources.find(({ images }) => images.rows !== rows || images.cols !== cols);
  if (odd) {
    throw new ImportError(
      `The files differ: ${first.files[0]} has ${rows} × ${cols} pixels, ${odd.files[0]} has ${odd.images.rows} × ${odd.images.cols}.`,
    );
  }
  const places = sources.flatMap(({ images }, s) => Array.from({ length: images.count }, (_, n) => ({ s, n })));
  const bySubject = Map.groupBy(places, ({ s, n }) => sources[s].subjects[n]);
  const order = [...bySubject.values()].flat();
  const size = rows * cols;
  const bytes = sources.every(({ images }) => images.pixels instanceof Uint8Array);
  const pixels = bytes ? new Uint8Array(order.length * size) : new Float64Array(order.length * size);
  order.forEach(({ s, n }, at) => pixels.set(sources[s].images.pixels.subarray(n * size, (n + 1) * size), at * size));
  return {
    ...first,
    title: `${first.title}, ${sources.length} files`,
    images: { rows, cols, count: order.length, pixels },
    subjects: order.map(({ s, n }) => sources[s].subjects[n]),
    files: order.map(({ s, n }) => sources[s].files[n]),
    attributes: order.map(({ s, n }) => sources[s].attributes[n]),
    problems: sources.flatMap(({ problems }) => problems),
  };
}

/** The source at `path`, each subject under one name. Throws ImportError if no layout fits, Cancelled. */
export async function openSource(
  path: string,
  recipe: ImportRecipe = {},
  watch: Watch = {},
  roots?: readonly string[],
): Promise<ImportSource> {
  return withOneNameEach(await sourceAt(path, recipe, watch, roots));
}

/**
 * The source with one form of names that differ only in how Unicode composes their letters: they look the same, and
 * would be two subjects. Other names stay as written.
 */
function withOneNameEach(source: ImportSource): ImportSource {
  const subjects = source.kind === 'files' ? source.recipes.map(({ subject }) => subject) : source.subjects;
  const forms = new Map<string, string>();
  for (const subject of subjects) {
    const composed = subject.normalize();
    if (!forms.has(composed)) forms.set(composed, subject);
  }
  const excess = new Set(subjects).size - forms.size;
  if (excess === 0) return source;
  const nameOf = (subject: string): string => forms.get(subject.normalize()) ?? subject;
  const text = `${plural(excess, 'name')} joined with another that looks the same`;
  const decisions = [...source.decisions, { aspect: 'subjects', recipe: {}, basis: 'evident', text } as const];
  return source.kind === 'files'
    ? { ...source, decisions, recipes: source.recipes.map((one) => ({ ...one, subject: nameOf(one.subject) })) }
    : { ...source, decisions, subjects: subjects.map(nameOf) };
}

async function sourceAt(
  path: string,
  recipe: ImportRecipe,
  watch: Watch,
  roots: readonly string[] | undefined,
): Promise<ImportSource> {
  const kind = await kindOf(path);
  const within = await withinOf(path, kind, recipe, roots);
  if (kind === 'file') {
    const openAsFile = (): Promise<ArraySource> => openFile(path, recipe, { ...watch, within });
    if (!(await isList(path, within))) return openAsFile();
    const asList = { ...recipe, list: basename(path) };
    return sourceAt(dirname(path), asList, watch, roots).catch((error: unknown) => {
      if (!(error instanceof ImportError)) throw error;
      // A table of features may name images that are elsewhere; else the list has to say what is wrong.
      return openAsFile().catch(() => Promise.reject(error));
    });
  }
  const { files, problems } = await walk(path, { signal: watch.signal, within, followLinks: recipe.followLinks });
  const folder: ListedFolder = { root: path, files, problems };
  const named = await namedFiles(folder, recipe, within, roots);
  // Pictures without any naming may only accompany an array file.
  const isNamed = named !== null && (named.layout !== UNNAMED || recipe.labels === 'none');
  const container = isNamed ? null : await onlyContainer(path, files, recipe, { ...watch, within });
  if (container !== null) return container;
  if (named === null) return refuse(path, files, problems);
  if (recipe.labels !== undefined && recipe.labels !== 'none' && named.layout !== LISTED) {
    throw new ImportError(
      `--labels ${recipe.labels} names an array or a column, but ${basename(path)} holds single images. Add --list FILE for a table of files and subjects, or leave it out.`,
    );
  }
  return narrowed(await withFrames({ ...named, within }, recipe, watch.signal), recipe);
}

/** The images of a folder by a list, their names, or a list that it holds; null if there are none. */
async function namedFiles(
  folder: ListedFolder,
  recipe: ImportRecipe,
  within: Within,
  roots: readonly string[] | undefined,
): Promise<NamedFiles | null> {
  // A list that the user names may lie beside the folder.
  const listed = await listedSource(folder, recipe, recipe.list === undefined ? within : (roots ?? null));
  if (listed !== null) return listed;
  const named = folderSource(folder, recipe);
  if (named === null) return null;
  const isOpen = named.doubts.length > 0 || named.decisions.some(({ basis }) => basis === 'assumed');
  return isOpen && recipe.labels === undefined ? withLists(folder, named, within) : named;
}

/** Permitted targets of links: only the chosen folder (or that of the chosen file), unless links are followed. */
export async function withinOf(
  path: string,
  kind: 'file' | 'folder',
  { followLinks = false }: ImportRecipe,
  roots: readonly string[] | undefined,
): Promise<Within> {
  if (followLinks) return roots ?? null;
  const real = await realpath(path);
  return [kind === 'folder' ? real : dirname(real)];
}

/** Throws ImportError for anything else, or if it cannot be read. */
export async function kindOf(path: string): Promise<'file' | 'folder'> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) return 'folder';
    if (entry.isFile()) return 'file';
  } catch (error) {
    throw new ImportError(`${basename(path)} cannot be read: ${fileReason(error)}.`);
  }
  throw new ImportError(`${basename(path)} is neither a folder nor a regular file.`);
}

/** A folder with one MATLAB or IDX file is equivalent to that file; the poses of PIE are joined. */
async function onlyContainer(
  root: string,
  files: readonly string[],
  recipe: ImportRecipe,
  watch: Watch,
): Promise<ArraySource | null> {
  let containers: { readonly file: string; readonly layout: FileLayout }[] = [];
  // A table next to images describes them; alone it is a dataset.
  const tables = !files.some(hasImageExtension);
  for (const file of files) {
    // Texts of other endings describe the data, unless they are chosen themselves.
    if (hasImageExtension(file) || /\.(txt|dat|data)$/i.test(file) || (!tables && /\.[ct]sv$/i.test(file))) continue;
    const layout = await fileLayoutOf(join(root, file), watch.within);
    if (layout !== null) containers.push({ file, layout });
  }
  if (containers.length === 0) return null;
  if (containers.length > 1) containers = containers.filter(({ file }) => !isLabelFile(basename(file)));
  const paths = containers.map(({ file }) => join(root, file));
  if (paths.length > 1 && paths.every((path) => /\.npy$/i.test(path))) {
    const labels = files.filter((file) => /\.npy$/i.test(file) && isLabelFile(basename(file)));
    const all = [...paths, ...labels.map((file) => join(root, file))];
    try {
      return withoutNonFinite(await openNpyFolder(root, all, recipe, watch));
    } catch (error) {
      throw asImportError(root, error);
    }
  }
  if (containers.length > 1 && !containers.every(({ file }) => poseOf(file) !== null)) {
    const names = containers.map(({ file }) => file).sort(compareNames);
    const examples = `${names.slice(0, 2).join(', ')}${names.length > 2 ? ' …' : ''}`;
    throw new ImportError(
      `${basename(root)} holds several datasets (${examples}). Import one of them: eigenbench import "${basename(root)}/${names[0]}".`,
    );
  }
  containers.sort((a, b) => compareNames(a.file, b.file));
  const sources: ArraySource[] = [];
  for (const { file, layout } of containers) sources.push(await openWith(layout, join(root, file), recipe, watch));
  return joinSources(sources);
}

async function openFile(path: string, recipe: ImportRecipe, watch: Watch): Promise<ArraySource> {
  const layout = await fileLayoutOf(path);
  if (layout !== null) return openWith(layout, path, recipe, watch);
  await refuseForeign(path, watch.within);
  throw new ImportError(
    `${basename(path)} is neither a MATLAB, NumPy, HDF5, CSV, IDX, LIBSVM nor ARFF file nor an archive. Save it as one of these, or choose a folder of images.`,
  );
}

/** Throws ImportError for a file of a kind that no layout reads, or that cannot be read at all. */
async function refuseForeign(path: string, within: Within | undefined): Promise<void> {
  const head = await readContentHead(path, FOREIGN_HEAD, within).catch((error: unknown) => {
    throw new ImportError(`${basename(path)} cannot be read: ${fileReason(error)}. Check the file, and try again.`);
  });
  const reason = foreignReason(plainName(path), head);
  if (reason !== null) throw new ImportError(reason);
}

/** Options of the recipe that concern names. */
const FOLDER_OPTIONS = [
  ['layout', '--layout'],
  ['pattern', '--pattern'],
  ['subset', '--subset'],
  ['minPerSubject', '--min-per-subject'],
  ['list', '--list'],
] as const;

async function openWith(layout: FileLayout, path: string, recipe: ImportRecipe, watch: Watch): Promise<ArraySource> {
  const folderOnly = FOLDER_OPTIONS.find(([key]) => recipe[key] !== undefined);
  if (folderOnly !== undefined) {
    throw new ImportError(`${folderOnly[1]} is for folders of images; ${basename(path)} is a file of many.`);
  }
  if (recipe.missing !== undefined && layout.id !== 'arff') {
    throw new ImportError(`--missing is for ARFF tables; ${basename(path)} is not one.`);
  }
  await refuseForeign(path, watch.within);
  try {
    return withoutNonFinite(await layout.open(path, recipe, watch));
  } catch (error) {
    throw asImportError(path, error);
  }
}

/** Arrays of a file, or columns of its table, that can be selected; empty for folders. Throws ImportError. */
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

async function fileLayoutOf(path: string, within?: Within): Promise<FileLayout | null> {
  try {
    const head = await readContentHead(path, 128, within);
    return fileLayouts.find((layout) => layout.accepts(plainName(path), head)) ?? null;
  } catch {
    return null;
  }
}

/** Files listed as examples. */
const EXAMPLES = 2;

/** Throws ImportError that describes the actual contents of the folder. */
function refuse(path: string, files: readonly string[], problems: readonly ImportProblem[]): never {
  const first = problems.at(0);
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const left = first === undefined ? '' : ` Left out: ${first.file}, ${first.reason}${more}.`;
  throw new ImportError(
    `${basename(path)} ${describeContents(files, problems.length > 0)}.${left} Choose the folder or file that holds the images.`,
  );
}

function describeContents(files: readonly string[], leftOut: boolean): string {
  if (files.length === 0) return leftOut ? 'holds no file that can be read' : 'holds no files';
  const named = files.slice(0, EXAMPLES).join(', ');
  const examples = files.length > EXAMPLES ? `, such as ${named}` : `: ${named}`;
  return `holds no image; ${plural(files.length, 'file')}${examples}`;
}
