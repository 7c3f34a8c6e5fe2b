/** Parts of a study that are computed apart, e.g. by the tasks of a batch system's array job. */
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
  cell: { readonly condition: string; readonly position: number },
  plan: { readonly conditions: readonly unknown[]; readonly methods: readonly unknown[] },
): boolean {
  if (condition !== undefined && cell.condition !== condition) return false;
  return shardOf(cell.position, plan.conditions.length * plan.methods.length, count) === index;
}

/** How many cells of a plan with `total` cells, `perRepeat` of them per repeat, belong to each of `count` shards. */
export function shardSizes(total: number, perRepeat: number, count: number): number[] {
  const sizes = new Array<number>(count).fill(0);
  for (let position = 0; position < total; position++) sizes[shardOf(position, perRepeat, count) - 1]++;
  return sizes;
}

/** The shard (from 1) of the cell at a position of the plan. */
function shardOf(position: number, perRepeat: number, count: number): number {
  return ((Math.floor(position / perRepeat) + (position % perRepeat)) % count) + 1;
}
