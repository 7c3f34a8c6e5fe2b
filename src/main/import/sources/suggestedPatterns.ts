/** Suggests patterns for a folder whose names match no layout. */
import type { PatternSuggestion } from '../../../core/contract/imports.ts';
import { compareNames } from '../../../core/text/nameLookup.ts';
import { hasImageExtension } from '../layouts/fileNames.ts';
import type { ImportOptions } from '../types.ts';
import { kindOf, withinOf } from './openSource.ts';
import { parseByPattern } from './userPattern.ts';
import { walk } from './listFolder.ts';

/** Possible positions of the subject in a name. The flags of patterns ignore case. */
const CANDIDATES: readonly Pick<PatternSuggestion, 'title' | 'pattern'>[] = [
  { title: 'The folder', pattern: String.raw`(?<subject>[^/]+)/[^/]+$` },
  { title: 'The part before the first _ - . or space', pattern: String.raw`(?:^|/)(?<subject>[^/_. -]+)[_. -][^/]*$` },
  {
    title: 'The letters before the first number',
    pattern: String.raw`(?:^|/)(?<subject>[^/\d]*[a-z])[^/a-z\d]*\d[^/]*$`,
  },
  { title: 'The first number', pattern: String.raw`(?:^|/)[^/\d]*(?<subject>\d+)[^/]*$` },
  { title: 'The last number', pattern: String.raw`(?:^|/)(?:[^/]*\D)?(?<subject>\d+)[^/\d]*\.[a-z]+$` },
];
/** Example subjects per pattern. */
const EXAMPLES = 4;

/**
 * The patterns that match at least one image file of the folder at `path`: those with subjects of several images first,
 * then by the number of matching files. Empty for a file. Throws ImportError, Cancelled.
 */
export async function suggestedPatterns({
  path,
  recipe = {},
  roots,
  signal,
}: Pick<ImportOptions, 'path' | 'recipe' | 'roots' | 'signal'>): Promise<readonly PatternSuggestion[]> {
  if ((await kindOf(path)) === 'file') return [];
  const within = await withinOf(path, 'folder', recipe, roots);
  const { files } = await walk(path, { signal, within, followLinks: recipe.followLinks });
  return rankedPatterns(files.filter(hasImageExtension));
}

/** Results of the candidates on these names, without repetitions. */
export function rankedPatterns(files: readonly string[]): readonly PatternSuggestion[] {
  const suggestions = CANDIDATES.map(({ title, pattern }) => {
    const subjects = parseByPattern(pattern, files).flatMap((name) => (name === null ? [] : [name.subject]));
    const distinct = [...new Set(subjects)].sort(compareNames);
    return {
      suggestion: {
        title,
        pattern,
        images: subjects.length,
        subjects: distinct.length,
        examples: distinct.slice(0, EXAMPLES),
      },
      key: subjects.join('\n'),
    };
  }).filter(({ suggestion }) => suggestion.images > 0);
  const distinct = suggestions.filter(({ key }, n) => suggestions.findIndex((other) => other.key === key) === n);
  return distinct
    .map(({ suggestion }) => suggestion)
    .sort((a, b) => Number(repeats(b)) - Number(repeats(a)) || b.images - a.images);
}

/** Whether there are several subjects, some with several images, as a study requires. */
function repeats({ images, subjects }: PatternSuggestion): boolean {
  return subjects > 1 && subjects < images;
}
