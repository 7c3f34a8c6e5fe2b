/** Interprets the images of a folder by their names. */
import { basename } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { NO_JUDGEMENT } from '../../../core/readings/reading.ts';
import { folderLayouts } from '../layouts/index.ts';
import { folders as folderPerSubject } from '../layouts/folders.ts';
import { names } from '../layouts/subjectFirstNames.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { commonFolder, hasImageExtension } from '../layouts/fileNames.ts';
import { contradict, namesDoubt } from './ambiguousNames.ts';
import type { FolderLayout, ImageRecipe, NamedFiles, ParsedName } from '../source.ts';
import { chooseSubset, withEnough } from './subsets.ts';
import { ImportError } from '../types.ts';
import { parseByPattern } from './userPattern.ts';

/** Share of the image files that must follow a layout's naming, unless the recipe names the layout. */
const SHARE = 0.5;

/** The layout or pattern of the recipe, else the first layout that most image files follow; null if none fits. */
export function folderSource(
  root: string,
  files: readonly string[],
  problems: readonly ImportProblem[],
  recipe: ImportRecipe,
): NamedFiles | null {
  return recipe.pattern === undefined
    ? byLayout(root, files, problems, recipe.layout)
    : byPattern(root, files, problems, recipe.pattern);
}

/** The source with the images that the recipe selects. Throws ImportError if none are left. */
export function narrowed<S extends NamedFiles>(source: S, { subset, minPerSubject }: ImportRecipe): S {
  let recipes = source.recipes;
  if (subset !== undefined) recipes = chooseSubset(subset, source.layout, recipes);
  if (minPerSubject !== undefined) recipes = withEnough(recipes, minPerSubject);
  return { ...source, recipes };
}

function byLayout(
  root: string,
  files: readonly string[],
  problems: readonly ImportProblem[],
  wanted: string | undefined,
): NamedFiles | null {
  const layoutIds = folderLayouts.map(({ id }) => id);
  if (wanted !== undefined && !layoutIds.includes(wanted)) {
    throw new ImportError(`There is no layout ${wanted}; there are ${layoutIds.join(', ')}.`);
  }
  for (const layout of folderLayouts) {
    if (wanted === undefined ? layout.onlyNamed : layout.id !== wanted) continue;
    const source = applyLayout(layout, root, files, problems, wanted === undefined ? SHARE : 0);
    if (source !== null) return wanted === undefined ? withReadings(source, files) : source;
  }
  if (wanted === undefined) return null;
  throw new ImportError(`No image in ${basename(root)} follows the naming of the layout ${wanted}.`);
}

/** The source with both readings if the folders are probably not its subjects. */
function withReadings(source: NamedFiles, files: readonly string[]): NamedFiles {
  if (source.layout !== folderPerSubject.id) return source;
  const other = applyLayout(names, source.root, files, [], 0);
  if (other === null || !contradict(source.recipes, other.recipes)) return source;
  return { ...source, doubts: [namesDoubt([source, other])] };
}

/** Folders of the predefined sets of a database: `train/s1/1.png`, `test/s1/2.png`. */

const SETS: Readonly<Record<string, string>> = {
  train: 'train',
  training: 'train',
  test: 'test',
  testing: 'test',
  val: 'validation',
  valid: 'validation',
  validation: 'validation',
  gallery: 'gallery',
  probe: 'probe',
  query: 'probe',
};

/** A path below its set; null for files outside the folders of sets. */
interface InSet {
  readonly set: string | null;
  readonly file: string;
}

/** The set of each path by its first folder, if the paths name at least two sets; else none. */
function setsOf(files: readonly string[]): readonly InSet[] {
  const split = files.map((file): InSet => {
    const slash = file.indexOf('/');
    const set = slash < 0 ? undefined : SETS[file.slice(0, slash).toLowerCase()];
    return set === undefined ? { set: null, file } : { set, file: file.slice(slash + 1) };
  });
  const sets = new Set(split.map(({ set }) => set).filter((set) => set !== null));
  return sets.size >= 2 ? split : files.map((file) => ({ set: null, file }));
}

/**
 * Parses names relative to the folder that contains all images or, if it has only one subject, relative to its parent;
 * folders of training and test images become the attribute `set`.
 */
function applyLayout(
  layout: FolderLayout,
  root: string,
  files: readonly string[],
  problems: readonly ImportProblem[],
  share: number,
): NamedFiles | null {
  const candidates = files.filter((file) => (layout.skips?.(file) ?? null) === null);
  const images = candidates.filter((file) => hasImageExtension(file) || layout.parse(file) !== null);
  const common = commonFolder(images);
  for (const prefix of new Set([common, common.replace(/[^/]*\/$/, '')])) {
    const parsed = setsOf(images.map((file) => file.slice(prefix.length))).map(({ set, file }) => {
      const parsedName = layout.parse(file);
      return parsedName && set !== null ? { ...parsedName, attributes: { ...parsedName.attributes, set } } : parsedName;
    });
    const { recipes, strays } = sorted(images, parsed, `its name does not follow ${layout.naming}`);
    if (recipes.length === 0 || recipes.length < share * images.length) continue;
    const { id, title, pattern } = layout;
    const all = [...problems, ...skippedBy(layout, files), ...strays];
    const unmatched = namesOf(strays);
    return { kind: 'files', layout: id, title, pattern, root, recipes, problems: all, unmatched, ...NO_JUDGEMENT };
  }
  return null;
}

function skippedBy({ skips }: FolderLayout, files: readonly string[]): ImportProblem[] {
  return files.flatMap((file) => {
    const reason = skips?.(file) ?? null;
    return reason === null ? [] : [{ file, reason }];
  });
}

function byPattern(
  root: string,
  files: readonly string[],
  problems: readonly ImportProblem[],
  pattern: string,
): NamedFiles {
  const parsed = parseByPattern(pattern, files);
  const candidates = files.map((file, n) => ({ file, parsedName: parsed[n] }));
  const images = candidates.filter(({ file, parsedName }) => parsedName !== null || hasImageExtension(file));
  const { recipes, strays } = sorted(
    images.map(({ file }) => file),
    images.map(({ parsedName }) => parsedName),
    'its name does not match the pattern',
  );
  if (recipes.length === 0) {
    const example = images[0]?.file ?? files[0];
    throw new ImportError(`The pattern matches no file${example === undefined ? '' : `; one is named ${example}`}.`);
  }
  return {
    kind: 'files',
    layout: 'pattern',
    title: 'Names by a pattern',
    pattern,
    root,
    recipes,
    problems: [...problems, ...strays],
    unmatched: namesOf(strays),
    ...NO_JUDGEMENT,
  };
}

function sorted(
  files: readonly string[],
  parsed: readonly (ParsedName | null)[],
  reason: string,
): { recipes: readonly ImageRecipe[]; strays: readonly ImportProblem[] } {
  const recipes: ImageRecipe[] = [];
  const strays: ImportProblem[] = [];
  files.forEach((file, n) => {
    const parsedName = parsed[n];
    if (parsedName !== null) recipes.push({ file, ...parsedName });
    else strays.push({ file, reason });
  });
  recipes.sort((a, b) => compareNames(a.subject, b.subject) || compareNames(a.file, b.file));
  strays.sort((a, b) => compareNames(a.file, b.file));
  return { recipes, strays };
}

function namesOf(problems: readonly ImportProblem[]): string[] {
  return problems.map(({ file }) => file);
}
