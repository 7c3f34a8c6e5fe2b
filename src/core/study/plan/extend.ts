/** Whether a changed spec only adds to a study: more repeats, methods, conditions. */
import type { Problem } from '../../methods/problems.ts';
import { namesItsRepeat } from '../splits/repeats.ts';
import type { PlannedCell, StudyPlan } from './plan.ts';

/**
 * What stands against giving a study the plan of a changed spec: cells that it has and the plan has not. Keys cover all
 * that results depend on, so every cell that stays keeps its result; labels and the comparison may change at will.
 * Empty: the plan extends the study.
 */
export function extensionProblems(stored: readonly PlannedCell[], plan: Pick<StudyPlan, 'cells'>): Problem[] {
  const planned = new Set(plan.cells.map(cellIdentity));
  const lost = stored.filter((cell) => !planned.has(cellIdentity(cell)));
  if (lost.length === 0) return [];
  const [first] = lost;
  const others = lost.length === 1 ? '' : ` and ${lost.length - 1} more`;
  return [
    {
      path: '',
      message:
        `The changed spec would lose cells of the study (${first.label}, ${first.condition}, repeat ${first.repeat}${others}): ` +
        'an extension may add repeats, methods and conditions, rename labels and change the comparison; ' +
        'dataset, seed, settings, latent grids, classifier, selection, measures, subset and features must stay.',
    },
  ];
}

/**
 * What makes a cell the same in two plans. The key of a predefined split may name its images alone; its number counts
 * then, because noise and random starts are drawn by it.
 */
export function cellIdentity({ key, repeat }: Pick<PlannedCell, 'key' | 'repeat'>): string {
  return namesItsRepeat(key) ? key : `${key} ${repeat}`;
}
