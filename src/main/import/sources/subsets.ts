/** Named selections of images used in papers. */
import { compareNames } from '../../../core/text/nameLookup.ts';
import type { ImageRecipe } from '../source.ts';
import { ImportError } from '../types.ts';

export interface Subset {
  readonly id: string;
  /** Id of its layout. */
  readonly layout: string;
  readonly title: string;
  readonly choose: (recipes: readonly ImageRecipe[]) => readonly ImageRecipe[];
}

/** Images of an AR subject without sunglasses and scarf: 7 in each of two sessions. */
const AR_OPEN = 14;
const AR_EACH = 50;

export const subsets: readonly Subset[] = [
  {
    id: 'ar-nonoccluded-100',
    layout: 'ar',
    title: 'the 14 non-occluded images (1–7, 14–20) of the first 50 men and 50 women that have all of them',
    choose(recipes) {
      const open = recipes.filter(({ attributes }) => attributes['occlusion'] === 'none');
      const complete = [...groupBySubject(open)]
        .filter(([, group]) => group.length === AR_OPEN)
        .map(([subject]) => subject);
      complete.sort(compareNames);
      const chosen = new Set(['m', 'w'].flatMap((sex) => complete.filter((name) => name[0] === sex).slice(0, AR_EACH)));
      return open.filter(({ subject }) => chosen.has(subject));
    },
  },
  {
    id: 'ar-nonoccluded',
    layout: 'ar',
    title: 'the images without sunglasses and scarf of all subjects',
    choose: (recipes) => recipes.filter(({ attributes }) => attributes['occlusion'] === 'none'),
  },
  {
    id: 'yaleb-frontal',
    layout: 'yaleb',
    title: 'the frontal pose (P00) under all lights, without the images of the background light',
    choose: (recipes) =>
      recipes.filter(({ attributes }) => attributes['pose'] === '00' && attributes['condition'] === undefined),
  },
  ...['1', '2', '3', '4', '5'].map((number) => ({
    id: `yaleb-subset-${number}`,
    layout: 'yaleb',
    title: `the frontal pose under the lights of subset ${number} (by their angle: up to 12°, 25°, 50°, 77°, beyond)`,
    choose: (recipes: readonly ImageRecipe[]) =>
      recipes.filter(({ attributes }) => attributes['pose'] === '00' && attributes['subset'] === number),
  })),
  ...['feret', 'colorferet'].map((layout) => ({
    id: `${layout}-frontal`,
    layout,
    title: 'the frontal images fa and fb of subjects that have both',
    choose(recipes: readonly ImageRecipe[]) {
      const frontal = recipes.filter(({ attributes }) => ['fa', 'fb'].includes(attributes['pose']));
      const groups = groupBySubject(frontal);
      return frontal.filter(
        ({ subject }) => new Set(groups.get(subject)?.map(({ attributes }) => attributes['pose'])).size === 2,
      );
    },
  })),
];

/** The images of a subset. Throws ImportError for a subset that the layout lacks, or if it is empty. */
export function chooseSubset(id: string, layout: string, recipes: readonly ImageRecipe[]): readonly ImageRecipe[] {
  const layoutSubsets = subsets.filter((subset) => subset.layout === layout);
  const subset = layoutSubsets.find((candidate) => candidate.id === id);
  if (!subset) {
    const ids = layoutSubsets.map((candidate) => candidate.id).join(', ') || 'none';
    throw new ImportError(`There is no subset ${id} of this layout (${layout}); there is ${ids}.`);
  }
  const chosen = subset.choose(recipes);
  if (chosen.length === 0) throw new ImportError(`No image belongs to the subset ${id}.`);
  return chosen;
}

/** The images of subjects with at least `least` of them. */
export function withEnough(recipes: readonly ImageRecipe[], least: number): readonly ImageRecipe[] {
  const groups = groupBySubject(recipes);
  const kept = recipes.filter(({ subject }) => (groups.get(subject)?.length ?? 0) >= least);
  if (kept.length === 0) throw new ImportError(`No subject has ${least} images.`);
  return kept;
}

function groupBySubject(recipes: readonly ImageRecipe[]): Map<string, ImageRecipe[]> {
  return Map.groupBy(recipes, ({ subject }) => subject);
}
