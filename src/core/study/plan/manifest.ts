/** Everything needed to reproduce a study and to check whether the results agree. */
import { withVectors } from '../../features/registry.ts';
import type { DatasetProvenance } from '../../images/provenance.ts';
import { provenanceCommands } from '../../images/provenanceCommands.ts';
import type { Preprocessing } from '../../images/preprocess/steps.ts';
import { hashOf } from '../../hash.ts';
import { embedCommand, type RecordedNetwork } from '../../networks/provenance.ts';
import { measureOf, type MeasureId } from '../../measures/measures.ts';
import { countedErrors } from '../../measures/threshold.ts';
import type { ImportedSource } from '../../methods/importedMethod.ts';
import type { ResolvedSetting } from '../../methods/resolvedSettings.ts';
import type { LatentShape } from '../../methods/method.ts';
import { RANDOM_NAME } from '../../random/stream.ts';
import { identitiesOf, type DatasetFacts } from '../../dataset.ts';
import type { PlannedCell, StudyPlan } from './plan.ts';
import { methodRows, rowSettings, type MethodRow } from '../study.ts';
import type { CellResult } from '../cells/cellResult.ts';
import type { StudySettings } from '../spec/settingsGrid.ts';
import type { StudySpec } from '../spec/spec.ts';
import type { LatentGrid } from '../../methods/latent/latentGridSchema.ts';
import { splitHash, splitOf } from './splits.ts';

/**
 * Format version of manifests; increased if readers must distinguish it. Version 1: splits drawn by the hash of the
 * pixels, which its spec does not say. Version 2: no digest, so cells could be removed unnoticed.
 */
export const MANIFEST_VERSION = 3;

/** The software that computed the study. */
export interface Engine {
  readonly appVersion: string;
  /** Commit of the program's sources; null if unknown. */
  readonly commit: string | null;
  /** Name and version of the JavaScript runtime, system and processor. */
  readonly runtime: string;
  /** Versions of the libraries that read images and store them. */
  readonly libraries: Readonly<Record<string, string>>;
  /** Name of the linear algebra kernels, several separated by commas: their results differ in the last bits. */
  readonly kernel: string;
  /** Present if kernels of twice the width were found faulty on the machine and are not used; describes the fault. */
  readonly widthFault?: string;
}

export interface ManifestCell {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly status: 'done' | 'failed' | 'pending';
  /** SHA-256 (hex) of the predicted labels at every shape; null unless done. */
  readonly predictionHash: string | null;
  /**
   * Errors at each latent shape (null: not counted), and number of test images or, in verification, pairs; null unless
   * done.
   */
  readonly errors: readonly (number | null)[] | null;
  readonly testCount: number | null;
  /**
   * SHA-256 (hex) of its other numbers, bit for bit: likelihoods, measures without times, choices on inner splits; null
   * unless done. Builds of the kernels differ in it.
   */
  readonly numberHash: string | null;
  /** Reason of a failure. */
  readonly reason: string | null;
  readonly fits: number;
  /** Present if the fits summed over fourth-order moments of the images, not over the images. */
  readonly sums?: 'moments';
  /** Iterations of all fits together; 0 for closed forms. */
  readonly iterations: number;
  /** Shapes whose fit stopped at its limit of iterations. */
  readonly notConverged: readonly LatentShape[];
  readonly warnings: readonly string[];
  /** Resolved values of data-dependent settings; absent if there are none. */
  readonly amounts?: readonly ResolvedSetting[];
  readonly failures: readonly { readonly shape: LatentShape; readonly reason: string }[];
}

export interface Manifest {
  readonly format: 'eigenbench-manifest';
  readonly version: number;
  readonly engine: Engine & { readonly random: string };
  readonly dataset: {
    readonly name: string;
    readonly hash: string;
    /** SHA-256 (hex) of the subjects and names of the images, by which splits are drawn, in their order. */
    readonly identities: string;
    readonly images: number;
    readonly subjects: number;
    readonly rows: number;
    readonly cols: number;
    /** Preprocessing of imported images; null if they are used as imported. */
    readonly preprocessing: Preprocessing | null;
    /** Provenance of the images, with every file; [] if not recorded. */
    readonly making: DatasetProvenance;
    /** The same as command lines. */
    readonly commands: readonly string[];
    /** SHA-256 (hex) of the attached vectors that the study uses, by name. */
    readonly attachments?: Readonly<Record<string, string>>;
    /** The networks that computed them, by the same name; vectors of files have none. */
    readonly networks?: Readonly<Record<string, RecordedNetwork>>;
  };
  readonly spec: StudySpec;
  /** Sizes of the plan: every row, condition and repeat has its cells, every condition and repeat its split. */
  readonly plan: {
    readonly conditions: number;
    readonly repeats: number;
    readonly splits: number;
    readonly cells: number;
  };
  readonly methods: readonly {
    readonly label: string;
    readonly method: string;
    /** All settings, defaults filled in; listed ones as their lists. */
    readonly settings: StudySettings;
    readonly latent: LatentGrid;
    /** Instead of those of the study. */
    readonly features?: StudySpec['features'];
    /** The file of imported results. */
    readonly elsewhere?: ImportedSource;
    /** Interpreters with their packages that computed its cells: information, which no version covers. */
    readonly runsOn?: readonly string[];
  }[];
  readonly splits: readonly {
    readonly condition: string;
    readonly repeat: number;
    readonly train: number;
    readonly test: number;
    /** SHA-256 (hex) of the index lists. */
    readonly hash: string;
  }[];
  /** In the order of the plan. */
  readonly cells: readonly ManifestCell[];
  /** SHA-256 (hex) of the canonical JSON of all other fields. */
  readonly digest: string;
}

/** The digest of a manifest: SHA-256 (hex) of the canonical JSON of all its fields except `digest`. */
export function manifestDigest(manifest: object): string {
  return hashOf({ ...manifest, digest: undefined });
}

/** The part of a finished cell that the manifest records. */
export type CellFacts = Omit<CellResult, 'nearest' | 'kernel' | 'seconds'>;

export type ManifestOutcome =
  | { readonly status: 'done'; readonly result: CellFacts }
  | { readonly status: 'failed'; readonly reason: string };

/** The manifest of a study. Times are omitted: the same study on the same kernels gives the same manifest. */
export function studyManifest(
  engine: Engine,
  spec: StudySpec,
  dataset: DatasetFacts & {
    readonly preprocessing: Preprocessing | null;
    readonly making: DatasetProvenance;
    /** Networks of attached vectors, by name. @default none */
    readonly networks?: Readonly<Record<string, RecordedNetwork>>;
  },
  plan: StudyPlan,
  outcomes: ReadonlyMap<string, ManifestOutcome>,
): Manifest {
  const splits = Array.from({ length: plan.repeats }, (_, index) => index + 1).flatMap((repeat) =>
    plan.conditions.map((condition) => {
      const split = splitOf(spec, dataset, condition.key, repeat);
      const { train, test } = split;
      return { condition: condition.key, repeat, train: train.length, test: test.length, hash: splitHash(split) };
    }),
  );
  const manifest: Omit<Manifest, 'digest'> = {
    format: 'eigenbench-manifest',
    version: MANIFEST_VERSION,
    engine: { ...engine, random: RANDOM_NAME },
    dataset: {
      name: dataset.name,
      hash: dataset.hash,
      identities: identitiesOf(dataset).listing,
      images: dataset.labels.length,
      subjects: dataset.subjects.length,
      rows: dataset.rows,
      cols: dataset.cols,
      preprocessing: dataset.preprocessing,
      making: dataset.making,
      commands: [...provenanceCommands(dataset.making, dataset.name), ...embedCommands(spec, dataset)],
      ...usedVectors(spec, dataset),
    },
    spec,
    plan: {
      conditions: plan.conditions.length,
      repeats: plan.repeats,
      splits: splits.length,
      cells: plan.cells.length,
    },
    methods: methodRows(plan.methods).map((row) => {
      const [{ latent, features, elsewhere }] = row.methods;
      return {
        label: row.label,
        method: row.methodId,
        settings: rowSettings(row),
        latent,
        ...(features && { features }),
        ...(elsewhere && { elsewhere }),
        ...runtimesOf(row, plan, outcomes),
      };
    }),
    splits,
    cells: inPlanOrder(plan).map((cell) => manifestCell(cell, outcomes.get(cell.key))),
  };
  return { ...manifest, digest: manifestDigest(manifest) };
}

/** Stored cells have another order if rows were added to a study. */
function inPlanOrder({ cells, conditions, methods }: StudyPlan): PlannedCell[] {
  const places = new Map<string, number>();
  for (const { key } of conditions) for (const { label } of methods) places.set(`${key} ${label}`, places.size);
  const placeOf = ({ condition, label }: PlannedCell): number => places.get(`${condition} ${label}`)!;
  return cells.toSorted((a, b) => a.repeat - b.repeat || placeOf(a) - placeOf(b));
}

/** Names of the attached vectors that rows of a study use, sorted. */
export function vectorNames({ features, methods }: Pick<StudySpec, 'features' | 'methods'>): string[] {
  const lists = [features, ...methods.map((method) => method.features)];
  return [...new Set(lists.flatMap((steps) => withVectors(steps).vectors ?? []))].sort();
}

/** What ran the program of a row; empty for built-in methods, and in studies of earlier releases. */
function runtimesOf(
  { methods }: MethodRow,
  { cells }: StudyPlan,
  outcomes: ReadonlyMap<string, ManifestOutcome>,
): Pick<Manifest['methods'][number], 'runsOn'> {
  if (methods[0].version === undefined) return {};
  const labels = new Set(methods.map(({ label }) => label));
  const runtimes = cells.flatMap(({ key, label }) => {
    const outcome = labels.has(label) ? outcomes.get(key) : undefined;
    return outcome?.status === 'done' ? (outcome.result.runsOn ?? []) : [];
  });
  return runtimes.length === 0 ? {} : { runsOn: [...new Set(runtimes)].sort() };
}

type WithNetworks = Pick<DatasetFacts, 'name' | 'attachments'> & Pick<Manifest['dataset'], 'networks'>;

/** Empty if a study works on pixels alone. */
function usedVectors(
  spec: StudySpec,
  { attachments = {}, networks = {} }: WithNetworks,
): Pick<Manifest['dataset'], 'attachments' | 'networks'> {
  const names = vectorNames(spec);
  if (names.length === 0) return {};
  const recorded = names.filter((name) => Object.hasOwn(networks, name));
  return {
    attachments: Object.fromEntries(names.map((name) => [name, attachments[name]?.hash ?? ''])),
    ...(recorded.length > 0 && { networks: Object.fromEntries(recorded.map((name) => [name, networks[name]])) }),
  };
}

/** The commands that compute the vectors of networks. */
function embedCommands(spec: StudySpec, { name, networks = {} }: WithNetworks): string[] {
  return vectorNames(spec)
    .filter((vectors) => Object.hasOwn(networks, vectors))
    .map((vectors) => embedCommand(name, vectors, networks[vectors]));
}

function manifestCell(cell: PlannedCell, outcome: ManifestOutcome | undefined): ManifestCell {
  const place = { label: cell.label, condition: cell.condition, repeat: cell.repeat };
  if (outcome?.status !== 'done') {
    return {
      ...place,
      status: outcome ? 'failed' : 'pending',
      predictionHash: null,
      errors: null,
      testCount: null,
      numberHash: null,
      reason: outcome?.reason ?? null,
      fits: 0,
      iterations: 0,
      notConverged: [],
      warnings: [],
      failures: [],
    };
  }
  const { shapes, wrong, testCount, predictionHash, fits, sums, iterations, converged, warnings, amounts, failures } =
    outcome.result;
  return {
    ...place,
    status: 'done',
    predictionHash,
    errors: wrong.map((_, at) => countedErrors({ wrong }, at)),
    testCount,
    numberHash: numberHash(outcome.result),
    reason: null,
    fits,
    ...(sums && { sums }),
    // One fit that serves all shapes repeats its iterations at each of them.
    iterations: fits === 1 ? (iterations[0] ?? 0) : iterations.reduce((sum, count) => sum + count, 0),
    notConverged: shapes.filter((_, index) => converged[index] === false),
    warnings,
    ...(amounts && { amounts }),
    failures,
  };
}

function numberHash({ logLikelihood, selected, inner, measures }: CellFacts): string {
  const values = Object.entries(measures?.values ?? {}).filter(([id]) => measureOf(id as MeasureId).unit !== 's');
  return hashOf({ logLikelihood, selected, inner, values: Object.fromEntries(values), curves: measures?.curves });
}
