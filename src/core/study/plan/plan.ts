/** The cells of a study, in the order in which they should run. */
import type { Classifier } from '../../classify/classifiers/registry.ts';
import { decisionRuleOf } from '../../classify/decisionRule.ts';
import { IMPORTED, type ImportedSource } from '../../methods/importedMethod.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import type { LatentShape, Method, Settings } from '../../methods/method.ts';
import { findMethod, registerRecorded } from '../../methods/registry.ts';
import { resolveSettings } from '../../methods/settings.ts';
import { comparisonTarget } from '../spec/comparedWith.ts';
import { conditionsOf, repeatCount, repeatKeys, namesItsRepeat } from '../spec/conditions.ts';
import { attributeCodes, identitiesOf, type DatasetFacts, type SplitSource } from '../../dataset.ts';
import { featureIdentity, featureShape } from '../../features/registry.ts';
import { hashOf, int32Bytes, sha256Hex } from '../../hash.ts';
import { withRowClassifier, classifierLists, rowCombinations } from '../spec/classifierGrid.ts';
import { settingsGrid, type StudySettings, type TunedSettings } from '../spec/settingsGrid.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Condition } from '../../protocols/split.ts';
import type { StudyMethod, StudySpec } from '../spec/spec.ts';
import type { LatentGrid } from '../../methods/latent/latentGridSchema.ts';
import { trainSizes } from './splits.ts';
import type { Problem } from '../../methods/problems.ts';

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

/** A method of a study with its settings filled in; settings to choose from give one such method per combination. */
export interface PlannedMethod {
  /**
   * Hash of method id, filled-in settings, the lists they were chosen from, latent grid and, for external methods,
   * version; the label is not included.
   */
  readonly key: string;
  readonly label: string;
  readonly methodId: string;
  readonly settings: Settings;
  readonly latent: LatentGrid;
  /** The method's own features; absent: those of the study. */
  readonly features?: StudySpec['features'];
  /** The file of imported results; absent if computed here. */
  readonly elsewhere?: ImportedSource;
  /** External methods: the version that computes its cells. */
  readonly version?: string;
  /** The method's own classifier or, with listed parameters, that of this combination; absent: that of the study. */
  readonly classifier?: Classifier;
  /** For a combination of listed settings: the label of the method that it belongs to, and its values. */
  readonly tuned?: { readonly row: string } & Pick<TunedSettings, 'values' | 'classifier'>;
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
  readonly conditions: readonly Condition[];
  readonly repeats: number;
  readonly methods: readonly PlannedMethod[];
  /** Number of cells of the whole study; larger than the length of `cells` in the plan of a shard. */
  readonly size: number;
  /** Breadth first over repeats: all methods and conditions of repeat 1, then of repeat 2, … */
  readonly cells: readonly PlannedCell[];
}

/** The methods of a spec with labels and settings filled in. Throws for unknown methods and settings; see checkSpec. */
export function plannedMethods(
  spec: Pick<StudySpec, 'methods' | 'classifier' | 'protocol' | 'measures'>,
): PlannedMethod[] {
  return spec.methods.flatMap((entry) => {
    const { program } = entry;
    const method = program ? registerRecorded(program.declaration, program.version) : requireMethod(entry.method);
    const version = method.outside?.version;
    const row = labelOf(entry, method);
    const rowSpec = withRowClassifier(entry, spec);
    return rowCombinations(row, entry.settings, method, rowSpec).map(({ settings, tuned, classifier }) => ({
      key: methodIdentity(
        entry,
        method,
        settings,
        tuned?.classifier && [classifierLists(rowSpec.classifier), tuned.classifier],
      ).slice(0, 16),
      label: tuned?.label ?? row,
      methodId: method.id,
      settings: resolveSettings(method, settings),
      latent: entry.latent,
      ...(entry.features && { features: entry.features }),
      ...(entry.elsewhere && { elsewhere: entry.elsewhere }),
      ...(version !== undefined && { version }),
      ...(classifier ? { classifier } : entry.classifier && { classifier: entry.classifier as Classifier }),
      ...(tuned && {
        tuned: { row, values: tuned.values, ...(tuned.classifier && { classifier: tuned.classifier }) },
      }),
    }));
  });
}

/** The settings stated by a spec for a planned method, without the defaults. */
export function statedSettings(spec: Pick<StudySpec, 'methods'>, { label, tuned }: PlannedMethod): Settings {
  const entry = spec.methods.find((each) => rowName(each) === (tuned?.row ?? label));
  return { ...(entry?.settings as Settings | undefined), ...tuned?.values };
}

/** One row of the table of a study: a method, or all combinations of its listed settings. */
export interface MethodRow {
  readonly label: string;
  readonly methodId: string;
  /** At least one, in the order of the plan. */
  readonly methods: readonly PlannedMethod[];
}

/** The rows of a study's table, in the order of its spec. */
export function methodRows(methods: readonly PlannedMethod[]): MethodRow[] {
  return [...Map.groupBy(methods, ({ label, tuned }) => tuned?.row ?? label)].map(([label, rowMethods]) => {
    return { label, methodId: rowMethods[0].methodId, methods: rowMethods };
  });
}

/** All settings of a row; chosen ones as the list that they are chosen from. */
export function rowSettings({ methods }: MethodRow): StudySettings {
  const [{ settings, tuned }] = methods;
  const lists = Object.keys(tuned?.values ?? {}).map((name): [string, unknown] => {
    return [name, [...new Set(methods.map((method) => method.settings[name]))]];
  });
  return { ...settings, ...(Object.fromEntries(lists) as StudySettings) };
}

/**
 * The parameters of a row that are chosen together with its latent shape: names, as in tables, and the listed values.
 */
export function rowLists(row: MethodRow): [string, readonly unknown[]][] {
  const { tuned } = row.methods[0];
  const settings = Object.entries(rowSettings(row)).filter(([name]) => tuned && name in tuned.values);
  const ofRule = Object.keys(tuned?.classifier ?? {}).map((name): [string, readonly unknown[]] => {
    return [`classifier ${name}`, [...new Set(row.methods.map((method) => method.tuned?.classifier?.[name]))]];
  });
  return [...(settings as [string, readonly unknown[]][]), ...ofRule];
}

/**
 * SHA-256 (hex) that identifies an entry of a study's methods at one combination of its settings: method, filled-in
 * settings, the lists they were chosen from, latent grid, and the file of imported results; `rule`: the lists of the
 * classifier and the values chosen from them. Throws InvalidInputError for settings that the method does not have.
 */
export function methodIdentity(entry: StudyMethod, method: Method, settings: Settings, rule?: unknown): string {
  const grid = settingsGrid(entry.settings, method.parameters);
  return hashOf({
    method: method.id,
    revision: method.revision,
    settings: resolveSettings(method, settings),
    tuned: grid.length > 0 ? grid : undefined,
    classifier: rule,
    latent: entry.latent,
    features: entry.features,
    own: entry.classifier,
    elsewhere: entry.elsewhere?.sha256,
    version: method.outside?.version,
  });
}

/** Whether the latent shapes of a method are found by a search inside the training images of each repeat. */
export function searchesGrid({ methodId, latent }: Pick<PlannedMethod, 'methodId' | 'latent'>): boolean {
  const { sweep, latentNames } = requireMethod(methodId);
  return latent === 'adaptive' && sweep === undefined && latentNames.length > 0;
}

/** Names of the attributes that a method of a study needs. */
export function attributesOf({ methodId, settings }: Pick<PlannedMethod, 'methodId' | 'settings'>): readonly string[] {
  return requireMethod(methodId).attributes?.(settings) ?? [];
}

/**
 * The plan of a checked spec. `source`: needed if the number of repeats depends on the dataset, or a method on its
 * attributes, and for the keys of cells whose splits are drawn. With a shard, only its cells are listed, at their
 * positions in the whole plan.
 */
export function planStudy(
  spec: StudySpec,
  dataset: Pick<DatasetFacts, 'hash'>,
  source?: SplitSource & Pick<DatasetFacts, 'attachments'>,
  shard?: Shard,
): StudyPlan {
  const conditions = conditionsOf(spec.protocol, spec.perturbations);
  const repeats = repeatCount(spec, source);
  const methods = plannedMethods(spec);
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
        features: featureIdentity(method.features ?? spec.features, source?.attachments),
        measures: spec.measures,
        attributes: attributeHash(attributesOf(method), source),
        pairs: pairRule(method, spec),
        draws: drawnBy(spec, source),
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
        if (shard && !inShard(shard, { condition: condition.key, position }, { conditions, methods })) return;
        const key = `${hashes[place][index]}:${draws[repeat - 1]}`;
        cells.push({ key, position, condition: condition.key, repeat, methodKey: method.key, label: method.label });
      });
    });
  }
  return { conditions, repeats, methods, size: next, cells };
}

/**
 * What drawn splits depend on besides the images: their identities, in order. Earlier versions drew by the hash of the
 * pixels, under keys without this field.
 */
function drawnBy({ protocol, draws }: StudySpec, source: SplitSource | undefined): string | undefined {
  if (draws === 'pixels' || !declarationOf(protocol).drawsImages) return undefined;
  return source && identitiesOf(source).listing;
}

/** How a method scores pairs itself. Earlier versions scored them by its codes, under keys without this field. */
function pairRule({ methodId, settings }: PlannedMethod, { protocol }: StudySpec): string | undefined {
  const compared = comparisonTarget(protocol);
  return (compared.pairs && decisionRuleOf(requireMethod(methodId), settings, compared)?.scoresPairs) || undefined;
}

/** Hash of the attributes that a method uses, which the hash of a dataset does not cover. */
function attributeHash(names: readonly string[], source: SplitSource | undefined): string | undefined {
  if (names.length === 0 || !source) return undefined;
  const codes = Object.entries(attributeCodes(source, names));
  return hashOf(codes.map(([name, values]) => [name, sha256Hex(int32Bytes(values))]));
}

/** The name of a method in tables: its label, else the title of the method. */
export function labelOf(entry: StudyMethod, method: Pick<Method, 'title'>): string {
  return entry.label ?? method.title;
}

/** Like `labelOf`, for a method that may not be registered: its id then. */
export function rowName(entry: StudyMethod): string {
  return labelOf(entry, findMethod(entry.method) ?? { title: entry.method });
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

/** Cells, fits and latent shapes of a checked spec. */
export function planSize(spec: StudySpec, dataset: SplitSource & Pick<DatasetFacts, 'rows' | 'cols'>): PlanSize {
  const conditions = conditionsOf(spec.protocol, spec.perturbations);
  const repeats = repeatCount(spec, dataset);
  const sizes = new Map(conditions.map(({ key }) => [key, trainSizes(spec, dataset, key)]));
  let fits = 0;
  const planned = plannedMethods(spec);
  const methods = methodRows(planned).map(({ label, methodId, methods: rowMethods }) => {
    const [{ latent, features = spec.features }] = rowMethods;
    const method = requireMethod(methodId);
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
      if (methodId !== IMPORTED) fits += (method.sweep ? 1 : largest) * repeats * splits * rowMethods.length;
    }
    return { label, shapes: most.length, largest: most[most.length - 1] ?? [], combinations: rowMethods.length };
  });
  return { cells: conditions.length * repeats * planned.length, fits, conditions, methods };
}

function requireMethod(id: string): Method {
  const method = findMethod(id);
  if (!method) throw new RangeError(`Unknown method "${id}"`);
  return method;
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
