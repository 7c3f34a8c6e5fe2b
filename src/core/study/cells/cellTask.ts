/** Task of a cell, and its data. */
import type { FeatureProgress } from '../../features/registry.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import type { Matrix } from '../../linalg/index.ts';
import { subjectModels, type Classifier } from '../../classify/classifiers/registry.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import {
  type AttributeCodes,
  type FitProgress,
  type LatentShape,
  type Method,
  type Settings,
  FitError,
} from '../../methods/method.ts';
import type { Split } from '../../protocols/split.ts';
import { type Random, stream } from '../../random/stream.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { PlannedMethod } from '../study.ts';
import { perturbationOf, repeatName } from '../spec/conditions.ts';
import type { Perturbation } from '../../perturbations/registry.ts';
import type { StudySpec } from '../spec/spec.ts';
import type { LatentGrid } from '../../methods/latent/latentGridSchema.ts';
import type { PerturbedVectors } from './perturbCell.ts';
import { isVersion, notRegistered } from '../../methods/external/externalMethod.ts';
import { findMethod } from '../../methods/registry.ts';

/** What to compute; plain data that crosses threads. */
export interface CellTask {
  readonly seed: number;
  readonly datasetHash: string;
  readonly condition: string;
  /** Names the random numbers of the repeat; see repeatName. */
  readonly repeat: number | string;
  readonly methodKey: string;
  readonly methodId: string;
  /** External methods: the version that the key was made for. */
  readonly version?: string;
  /** All settings of the method, defaults filled in. */
  readonly settings: Settings;
  readonly latent: LatentGrid;
  readonly split: Split;
  readonly selection?: StudySpec['selection'];
  /** The settings are one of several combinations, which are compared on the inner splits. */
  readonly tuned?: true;
  /** Absent: errors only. */
  readonly measures?: StudySpec['measures'];
  readonly features?: StudySpec['features'];
  /** Absent: nearest neighbour. */
  readonly classifier?: Classifier;
  /** Absent: images as they are. */
  readonly perturbation?: Perturbation;
  /** For perturbed images, if the features are a network's vectors: these, computed before the cell. */
  readonly networkVectors?: PerturbedVectors;
}

/** Data of the computation; shared by the cells of a dataset. */
export interface CellData {
  /** All images of the dataset, after the feature steps of the study. */
  readonly images: ImageSet;
  /** The images before the feature steps; absent without steps. */
  readonly raw?: ImageSet;
  readonly labels: Int32Array;
  /** Attributes that methods of the study need. */
  readonly attributes?: AttributeCodes;
  /** Receives the progress of the cell's fits and of its features. */
  readonly told?: (progress: FitProgress | FeatureProgress) => void;
  /** Inner products of all images (N × N); called only by methods that work in sample space. */
  readonly gram: () => Matrix;
}

/**
 * Latent shapes of a bilinear method that a cell fits to all of its training images; none if each subject has a model
 * of its own.
 */
export function gridShapes(
  method: Method,
  { latent, classifier }: Pick<CellTask, 'latent' | 'classifier'>,
  { rows, cols, count }: { readonly rows: number; readonly cols: number; readonly count: number },
): LatentShape[] {
  if (method.latentKind !== 'matrix' || subjectModels(classifier)) return [];
  return latentShapes(method, latent, rows, cols, count);
}

/**
 * Name prefix of the random streams for choices inside the training images. It omits the hash of the dataset, which
 * changes with every test image.
 */
export function innerFitName({ seed }: CellTask): readonly [number] {
  return [seed];
}

/** The random stream of a cell's fits. */
export function fitRandom({ seed, datasetHash, condition, repeat, methodKey }: CellTask): Random {
  return stream(seed, datasetHash, 'fit', condition, repeat, methodKey);
}

/** The task of a planned cell on its split. */
export function cellTask(
  cell: Pick<PlannedCell, 'condition' | 'repeat'>,
  method: PlannedMethod,
  study: Pick<CellTask, 'seed' | 'datasetHash'> &
    Pick<StudySpec, 'protocol'> &
    Partial<Pick<StudySpec, 'selection' | 'measures' | 'features' | 'perturbations' | 'classifier'>>,
  split: Split,
): CellTask {
  const perturbation = perturbationOf(study.perturbations, cell.condition);
  const features = method.features ?? study.features;
  // If the study lists parameters of its classifier, every planned method has a classifier without lists.
  const classifier = method.classifier ?? (study.classifier as Classifier | undefined);
  return {
    seed: study.seed,
    datasetHash: study.datasetHash,
    condition: cell.condition,
    repeat: repeatName(study.protocol, cell.repeat),
    methodKey: method.key,
    methodId: method.methodId,
    ...(method.version !== undefined && { version: method.version }),
    settings: method.settings,
    latent: method.latent,
    split,
    ...(study.selection && { selection: study.selection }),
    ...(method.tuned && { tuned: true }),
    ...(study.measures && { measures: study.measures }),
    ...(classifier && { classifier }),
    ...(features && { features }),
    ...(perturbation && { perturbation }),
  };
}

/**
 * The method that computes a cell. Throws FitError for an external method that is not registered here, or is registered
 * in another version than the cell is planned for: results of two versions never mix.
 */
export function methodOfTask({ methodId, version }: Pick<CellTask, 'methodId' | 'version'>): Method {
  const method = findMethod(methodId);
  if (!method && version !== undefined) throw new FitError(notRegistered(methodId));
  if (!method) throw new RangeError(`Unknown method "${methodId}"`);
  const { outside } = method;
  if (outside?.unavailable !== undefined) throw new FitError(outside.unavailable);
  const isPlanned = outside ? version !== undefined && isVersion(outside, version) : version === undefined;
  if (!isPlanned) {
    throw new FitError(
      `${method.title} has changed: the study was made with version ${version}, registered is ${outside?.version}. ` +
        'Compute its row again, or make a new study.',
    );
  }
  return method;
}
