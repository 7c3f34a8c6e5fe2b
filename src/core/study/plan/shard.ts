/** Parts of a study that are computed apart, e.g. by the tasks of a batch system's array job. */
import type { PlannedCell, StudyPlan } from './plan.ts';

/** Part `index` (from 1) of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
  /** Key of the one condition whose cells belong to it. @default all conditions */
  readonly condition?: string;
}

/**
 * Whether a cell of the plan belongs to a shard. Every cell of its condition (of all) belongs to one; the repeats of a
 * method in a condition are dealt out in turn, so that slow methods do not meet in one shard.
 */
export function inShard(
  { index, count, condition }: Shard,
  cell: Pick<PlannedCell, 'condition'> & { readonly position: number },
  plan: Pick<StudyPlan, 'conditions' | 'methods'>,
): boolean {
  if (condition !== undefined && cell.condition !== condition) return false;
  const perRepeat = plan.conditions.length * plan.methods.length;
  return (Math.floor(cell.position / perRepeat) + (cell.position % perRepeat)) % count === index - 1;
}
