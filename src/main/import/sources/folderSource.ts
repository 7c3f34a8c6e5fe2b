/** Interprets the images of a folder by their names. */
import { basename } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import {
  commonFolder,
  folderAttributes,
  judgeNames,
  setOf,
  type NameJudgement,
  type NameReading,
} from '../../../core/readings/folderNames.ts';
import { NO_JUDGEMENT, type Decision, type Doubt, type ReadingChoice } from '../../../core/readings/reading.ts';
import { folderLayouts } from '../layouts/index.ts';
import { databases } from '../layouts/faceDatabases.ts';
import { folders as folderPerSubject } from '../layouts/folders.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { plural } from '../../../core/text/phrases.ts';
import { hasImageExtension } from '../layouts/fileNames.ts';
import type { FolderLayout, ImageRecipe, NamedFiles, ParsedName } from '../source.ts';
import { chooseSubset, withEnough } from './subsets.ts';
import { ImportError } from '../types.ts';
import { parseByPattern } from './userPattern.ts';

/** Share of the image files that must follow a database's naming, unless the recipe names the layout. */
const SHARE = 0.5;

/** The subject of images without subjects. */
export const NOBODY = '1';

/** Layout of images that nothing names. */
export const UNNAMED = 'unnamed';

/** A folder as its listing gives it. */
export interface ListedFolder {
  readonly root: string;
  readonly files: readonly string[];
  readonly problems: readonly ImportProblem[];
}

/**
 * The images of a folder by the layout, pattern or `labels: 'none'` of the recipe; else by the first database whose
 * naming most of them follow; else as `judgeNames` reads their paths, with a doubt unless that is settled; without
 * subjects if nothing in the paths tells them. Null if the folder holds no images. Throws ImportError for options that
 * do not fit.
 */
export function folderSource(folder: ListedFolder, recipe: ImportRecipe): NamedFiles | null {
  const { pattern, layout, labels } = recipe;
  const explicit =
    pattern !== undefined ? byPattern(folder, pattern) : layout !== undefined ? byNamedLayout(folder, layout) : null;
  const images = folder.files.filter(hasImageExtension);
  if (labels === 'none' && explicit === null) return images.length === 0 ? null : withoutSubjects(folder);
  if (labels === 'none')
    return { ...explicit!, recipes: explicit!.recipes.map((one) => ({ ...one, subject: NOBODY })) };
  if (explicit !== null) return explicit;
  for (const database of databases) {
    const source = applyLayout(database, folder, SHARE);
    if (source !== null) return { ...source, decisions: [databaseDecision(source)] };
  }
  return images.length === 0 ? null : judged(folder, images, recipe);
}

function databaseDecision({ title, recipes }: NamedFiles): Decision {
  const text = `${countsOf(recipes)} by the names of ${title}`;
  return { aspect: 'subjects', recipe: {}, basis: 'stated', text };
}

function countsOf(recipes: readonly ImageRecipe[]): string {
  const subjects = new Set(recipes.map(({ subject }) => subject)).size;
  return `${plural(recipes.length, 'image')} of ${plural(subjects, 'subject')}`;
}

/** The images by the most plausible reading of their paths. */
function judged(folder: ListedFolder, images: readonly string[], recipe: ImportRecipe): NamedFiles {
  images = images.toSorted(compareNames);
  const judgement = judgeNames(images);
  const [first] = judgement.readings;
  if (first === undefined) {
    const text = `${plural(images.length, 'image')} without subjects: --pattern or --list names them`;
    const decision: Decision = { aspect: 'subjects', recipe: { labels: 'none' }, basis: 'assumed', text };
    return { ...withoutSubjects(folder), decisions: [decision] };
  }
  if (judgement.settled) {
    const picked = first.pattern === null ? { layout: folderPerSubject.id } : { pattern: first.pattern };
    const source = folderSource(folder, { ...recipe, ...picked })!;
    const by = first.pattern === null ? 'one folder each' : `named like "${source.recipes[0].subject}"`;
    const text = `${countsOf(source.recipes)}, ${by}`;
    return { ...source, decisions: [{ aspect: 'subjects', recipe: picked, basis: 'evident', text }] };
  }
  const doubt = namesDoubt(images, judgement);
  return { ...folderSource(folder, { ...recipe, ...doubt.choices[0].recipe })!, doubts: [doubt] };
}

/** The doubt about the subjects. Folders that look like sets follow the reading without subjects. */
function namesDoubt(images: readonly string[], { readings, text, containers }: NameJudgement): Doubt {
  const named = readings.map((reading) => choiceOf(reading, images));
  const none = noSubjects(images);
  const choices = containers ? [none, ...named] : [...named, none];
  return { aspect: 'subjects', title: SUBJECTS_QUESTION, text, choices };
}

export const SUBJECTS_QUESTION = 'Who is a subject in this folder?';

function choiceOf(
  { title, pattern, subjects, evidence, concerns }: NameReading,
  images: readonly string[],
): ReadingChoice {
  const fitting = subjects.filter((subject) => subject !== null);
  const count = new Set(fitting).size;
  const example = subjects.findIndex((subject) => subject !== null);
  return {
    recipe: pattern === null ? { layout: folderPerSubject.id } : { pattern },
    title: `${title}: ${plural(count, 'subject')}`,
    detail: `The subject is ${subjects[example]} in "${images[example]}".`,
    images: fitting.length,
    subjects: count,
    evidence,
    concerns,
  };
}

/** The answer that no part of the names tells subjects. */
export function noSubjects(images: readonly string[]): ReadingChoice {
  return {
    recipe: { labels: 'none' },
    title: 'No subjects: all images are one',
    detail: 'You can view and preprocess the images, but a study of recognition needs subjects.',
    images: images.length,
    subjects: 1,
    evidence: [],
    concerns: [],
  };
}

/** All images as one subject; their folders are attributes. */
function withoutSubjects({ root, files, problems }: ListedFolder): NamedFiles {
  const images = files.filter(hasImageExtension).sort(compareNames);
  const common = commonFolder(images).length;
  const attributes = folderAttributes(images.map((file) => file.slice(common).split('/').slice(0, -1)));
  return {
    kind: 'files',
    layout: UNNAMED,
    title: 'Images without subjects',
    pattern: '',
    root,
    recipes: images.map((file, n) => ({ file, subject: NOBODY, attributes: attributes[n] })),
    problems,
    unmatched: [],
    ...NO_JUDGEMENT,
  };
}

/** The source with the images that the recipe selects. Throws ImportError if none are left. */
export function narrowed<S extends NamedFiles>(source: S, { subset, minPerSubject }: ImportRecipe): S {
  let recipes = source.recipes;
  if (subset !== undefined) recipes = chooseSubset(subset, source.layout, recipes);
  if (minPerSubject !== undefined) recipes = withEnough(recipes, minPerSubject);
  return { ...source, recipes };
}

/** The images by a layout that the recipe names. Throws ImportError. */
function byNamedLayout(folder: ListedFolder, id: string): NamedFiles {
  const layout = folderLayouts.find((candidate) => candidate.id === id);
  if (layout === undefined) {
    throw new ImportError(`There is no layout ${id}; there are ${folderLayouts.map((one) => one.id).join(', ')}.`);
  }
  const source = applyLayout(layout, folder, 0);
  if (source !== null) return source;
  throw new ImportError(
    `No image in ${basename(folder.root)} follows the naming of the layout ${id} (${layout.naming}). Import it without --layout, or say by --pattern where its names tell the subjects.`,
  );
}

/** A path below its set; null for files outside the folders of sets. */
interface InSet {
  readonly set: string | null;
  readonly file: string;
}

/** The set of each path by its first folder, if the paths name at least two sets; else none. */
function setsOf(files: readonly string[]): readonly InSet[] {
  const split = files.map((file): InSet => {
    const slash = file.indexOf('/');
    const set = slash < 0 ? null : setOf(file.slice(0, slash));
    return { set, file: set === null ? file : file.slice(slash + 1) };
  });
  const sets = new Set(split.map(({ set }) => set).filter((set) => set !== null));
  return sets.size >= 2 ? split : files.map((file) => ({ set: null, file }));
}

/**
 * Parses names relative to the folder that contains all images or, if it has only one subject, relative to its parent;
 * folders of training and test images become the attribute `set`.
 */
function applyLayout(layout: FolderLayout, { root, files, problems }: ListedFolder, share: number): NamedFiles | null {
  const candidates = files.filter((file) => (layout.skips?.(file) ?? null) === null);
  const images = candidates.filter((file) => hasImageExtension(file) || layout.parse(file) !== null);
  const common = commonFolder(images);
  for (const prefix of new Set([common, common.replace(/[^/]*\/$/, '')])) {
    const below = images.map((file) => file.slice(prefix.length));
    const parsed = setsOf(below).map(({ set, file }, n) => {
      const parsedName = layout.parse(file);
      if (set === null) return parsedName;
      return parsedName ? { ...parsedName, attributes: { ...parsedName.attributes, set } } : layout.parse(below[n]);
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

function byPattern({ root, files, problems }: ListedFolder, pattern: string): NamedFiles {
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
    throw new ImportError(
      `The pattern matches no file${example === undefined ? '' : `; one is named ${example}`}. Change it, or leave it out.`,
    );
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
