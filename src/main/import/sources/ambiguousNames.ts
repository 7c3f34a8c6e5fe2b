/** Names that two layouts interpret with different subjects. */
import type { NameReading } from '../../../core/contract/imports.ts';
import type { ImageRecipe, NamedFiles } from '../source.ts';
import { ImportError } from '../types.ts';

const SHOWN = 4;

/**
 * True if the folders are probably not subjects: the names begin with at least as many different parts as there are
 * folders, and at least half of these occur in several folders, as subjects do in folders of poses, cameras or
 * sessions.
 */
export function contradict(byFolder: readonly ImageRecipe[], byName: readonly ImageRecipe[]): boolean {
  const named = new Map(byName.map(({ file, subject }) => [file, subject]));
  const foldersOf = new Map<string, Set<string>>();
  for (const { file, subject: folder } of byFolder) {
    const subject = named.get(file);
    if (subject === undefined) return false;
    const folders = foldersOf.get(subject) ?? new Set();
    foldersOf.set(subject, folders.add(folder));
  }
  const folders = new Set(byFolder.map(({ subject }) => subject)).size;
  const crossing = [...foldersOf.values()].filter((subjectFolders) => subjectFolders.size > 1).length;
  return folders > 1 && foldersOf.size >= folders && 2 * crossing >= foldersOf.size;
}

/** The interpretation of the names by a source. */
export function readingOf({ layout, title, recipes }: NamedFiles): NameReading {
  const subjects = [...new Set(recipes.map(({ subject }) => subject))];
  return { layout, title, subjects: subjects.length, examples: subjects.slice(0, SHOWN) };
}

/** Throws ImportError that lists the readings, if there are several. */
export function requireOneReading(readings: readonly NameReading[]): void {
  if (readings.length === 0) return;
  const texts = readings.map(({ layout, title, subjects, examples }) => {
    const exampleText = examples.join(', ') + (subjects > examples.length ? ' …' : '');
    return `--layout ${layout} (${title}) gives ${subjects} subjects: ${exampleText}`;
  });
  throw new ImportError(`The names can be read in ${readings.length} ways. ${texts.join('; ')}. State the layout.`);
}
