/** Names that two layouts interpret with different subjects. */
import type { Doubt, ReadingChoice } from '../../../core/readings/reading.ts';
import { plural } from '../../../core/text/phrases.ts';
import type { ImageRecipe, NamedFiles } from '../source.ts';

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

/** The doubt between two readings of the names, the proposed one first. */
export function namesDoubt(readings: readonly NamedFiles[]): Doubt {
  return {
    aspect: 'subjects',
    title: 'Who is a subject in this folder?',
    text: 'The folders and the file names give two answers.',
    choices: readings.map(choiceOf),
  };
}

function choiceOf({ layout, title, recipes }: NamedFiles): ReadingChoice {
  const subjects = [...new Set(recipes.map(({ subject }) => subject))];
  const examples = subjects.slice(0, SHOWN).join(', ') + (subjects.length > SHOWN ? ' …' : '');
  return {
    recipe: { layout },
    title: `${title}: ${plural(subjects.length, 'subject')}`,
    detail: `Subjects: ${examples}.`,
    images: recipes.length,
    subjects: subjects.length,
    evidence: [],
    concerns: [],
  };
}
