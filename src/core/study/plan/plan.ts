/** The cells of a study, in the order in which they should run. */
import { decisionRuleOf } from '../../classify/decisionRule.ts';
import { attributeCodes, identitiesOf, type DatasetFacts, type SplitSource } from '../../dataset.ts';
import { featureIdentity, featureShape } from '../../features/registry.ts';
import { hashOf, int32Bytes, sha256Hex } from '../../hash.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import type { LatentShape } from '../../methods/method.ts';
import type { Problem } from '../../methods/problems.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Condition } from '../../protocols/split.ts';
import { namesItsRepeat, repeatCount, repeatKeys } from '../spec/conditions.ts';
import type { StudySpec } from '../spec/spec.ts';
import { attributesOf, requireMethod, type MethodRow, type PlannedMethod, type Study } from '../study.ts';
import { trainSizes } from './splits.ts';

/**
 * Part `index` (from 1) of `count` of a study. Parts are computed separately, e.g. by the tasks of a batch system's
 * array job.
 */
export interface Shard {
  readonly index: number;
  readonly count: number;
  /** Key of the one condition whose cells belong to it. @default all conditions */
  readonly condition?: string;
}

/**
 * Whether a cell of the plan belongs to a shard. Every cell (with `condition`, every cell of that condition) belongs to
 * one shard; the repeats of a method in a condition are dealt out in turn to spread slow methods over the shards.
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

/** One (condition, repeat, method): the unit that is computed, committed and resumed. */
export interface PlannedCell {
  /**
   * Names everything the result depends on: a hash of dataset, seed, condition, classifier and method, and the repeat
   * (for predefined splits, a hash of the split; see repeatKeys). A study that gains methods, repeats or conditions
   * keeps its cells.
   */
  readonly key: string;
  /** Index in the plan, from 0. */
  readonly position: number;
  readonly condition: string;
  /** Numbered from 1. */
  readonly repeat: number;
  readonly methodKey: string;
  readonly label: string;
}

export interface StudyPlan {
  readonly study: Study;
  /** Those of the study, or one of them. */
  readonly conditions: readonly Condition[];
  readonly repeats: number;
  /** Those of the study; a stored plan of another version has the keys and settings of that version. */
  readonly methods: readonly PlannedMethod[];
  /** The methods by row. */
  readonly rows: readonly MethodRow[];
  /** Number of cells of the whole study; larger than the length of `cells` in the plan of a shard. */
  readonly size: number;
  /** Breadth first over repeats: all methods and conditions of repeat 1, then of repeat 2, … */
  readonly cells: readonly PlannedCell[];
}

/**
 * The plan of a study on a dataset. With a shard, only its cells are listed, at their positions in the whole plan.
 */
export function planCells(
  study: Study,
  dataset: SplitSource & Pick<DatasetFacts, 'attachments'>,
  shard?: Shard,
): StudyPlan {
  const { spec, conditions, methods, rows } = study;
  const repeats = repeatCount(spec, dataset);
  const hashes = conditions.map(({ key: condition }) =>
    methods.map((method) =>
      hashOf({
        dataset: dataset.hash,
        seed: spec.seed,
        condition,
        method: method.key,
        // No lists here: a combination has a classifier of its own, with single values.
        classifier: method.classifier ?? spec.classifier,
        selection: spec.selection,
        subset: spec.subset,
        features: featureIdentity(method.features ?? spec.features, dataset.attachments),
        measures: spec.measures,
        attributes: attributeHash(attributesOf(method), dataset),
        pairs: pairRule(method, study.protocol),
        draws: drawnBy(spec, dataset),
      }).slice(0, 32),
    ),
  );
  const draws = repeatKeys(spec.protocol, repeats);
  const cells: PlannedCell[] = [];
  let next = 0;
  for (let repeat = 1; repeat <= repeats; repeat++) {
    conditions.forEach((condition, place) => {
      methods.forEach((method, index) => {
        const position = next++;
        if (shard && !inShard(shard, { condition: condition.key, position }, study)) return;
        const key = `${hashes[place][index]}:${draws[repeat - 1]}`;
        cells.push({ key, position, condition: condition.key, repeat, methodKey: method.key, label: method.label });
      });
    });
  }
  return { study, conditions, repeats, methods, rows, size: next, cells };
}

/**
 * What drawn splits depend on besides the images: their identities, in order. Earlier versions drew by the hash of the
 * pixels, under keys without this field.
 */
function drawnBy({ protocol, draws }: StudySpec, dataset: SplitSource): string | undefined {
  if (draws === 'pixels' || !declarationOf(protocol).drawsImages) return undefined;
  return identitiesOf(dataset).listing;
}

/** How a method scores pairs itself. Earlier versions scored them by its codes, under keys without this field. */
function pairRule({ methodId, settings }: PlannedMethod, { target }: Study['protocol']): string | undefined {
  return (target.pairs && decisionRuleOf(requireMethod(methodId), settings, target)?.scoresPairs) || undefined;
}

/** Hash of the attributes that a method uses, which the hash of a dataset does not cover. */
function attributeHash(names: readonly string[], dataset: SplitSource): string | undefined {
  if (names.length === 0) return undefined;
  const codes = Object.entries(attributeCodes(dataset, names));
  return hashOf(codes.map(([name, values]) => [name, sha256Hex(int32Bytes(values))]));
}

/** Size of a study before it runs. */
export interface PlanSize {
  readonly cells: number;
  /** Model fits: one per cell for nested methods, one per latent shape for the others; again for every inner split. */
  readonly fits: number;
  readonly conditions: readonly Condition[];
  /**
   * Number of latent shapes of each method and the largest of them, over all conditions; number of combinations of its
   * listed settings, 1 without lists.
   */
  readonly methods: readonly {
    readonly label: string;
    readonly shapes: number;
    readonly largest: LatentShape;
    readonly combinations: number;
  }[];
}

/** Cells, fits and latent shapes of a study on a dataset. */
export function planSize(study: Study, dataset: SplitSource & Pick<DatasetFacts, 'rows' | 'cols'>): PlanSize {
  const { spec, conditions } = study;
  const repeats = repeatCount(spec, dataset);
  const sizes = new Map(conditions.map(({ key }) => [key, trainSizes(spec, dataset, key)]));
  let fits = 0;
  const methods = study.rows.map(({ label, method, methods: combinations }) => {
    const [{ latent, features = spec.features }] = combinations;
    const { rows, cols } = featureShape(features, dataset);
    let most: readonly LatentShape[] = [];
    for (const condition of conditions) {
      const bySize = new Map<string, readonly LatentShape[]>();
      for (const { images, subjects } of sizes.get(condition.key)!) {
        const shapes = latentShapes(method, latent, rows, cols, images, subjects);
        bySize.set(`${images} ${subjects}`, shapes);
        if (shapes.length > most.length) most = shapes;
      }
      // Training sets of different size have different numbers of shapes; the fits are counted at the largest.
      const largest = Math.max(...[...bySize.values()].map((shapes) => shapes.length));
      const splits = 1 + (spec.selection?.innerSplits ?? 0);
      if (method.id !== IMPORTED) fits += (method.sweep ? 1 : largest) * repeats * splits * combinations.length;
    }
    return { label, shapes: most.length, largest: most[most.length - 1] ?? [], combinations: combinations.length };
  });
  return { cells: conditions.length * repeats * study.methods.length, fits, conditions, methods };
}

/**
 * Problems of extending a study to the plan of a changed spec: its cells that the plan lacks. Keys cover everything
 * that results depend on, so every cell that stays keeps its result; labels and the comparison may change freely.
 * Empty: the plan extends the study, by more repeats, methods or conditions.
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
 * Identity of a cell across plans. The key of a predefined split may name its images alone; then the number of the
 * repeat counts as well, because noise and random starts are drawn by it.
 */
export function cellIdentity({ key, repeat }: Pick<PlannedCell, 'key' | 'repeat'>): string {
  return namesItsRepeat(key) ? key : `${key} ${repeat}`;
}
