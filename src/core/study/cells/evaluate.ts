/** One cell of a study: fit on the training images, classify the test images, at every latent shape. */
import { evaluateShapes } from '../../classify/evaluateShapes.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { kernelName, type Matrix } from '../../linalg/index.ts';
import { latentShapes } from '../../methods/latentGrid.ts';
import type { AttributeCodes, Settings } from '../../methods/method.ts';
import { findMethod } from '../../methods/registry.ts';
import type { Random } from '../../random/random.ts';
import { stream } from '../../random/stream.ts';
import { adaptiveGrid } from './adaptiveGrid.ts';
import { cellInput } from './cellInput.ts';
import { perturbationOf } from '../spec/conditions.ts';
import { int32Bytes, sha256Hex } from '../../identity.ts';
import { cellMeter } from '../../measures/cellMeter.ts';
import type { Perturbation } from '../spec/perturbations.ts';
import { searchesGrid, type PlannedCell, type PlannedMethod } from '../plan/plan.ts';
import type { CellResult } from './cellResult.ts';
import type { Split } from '../../protocols/split.ts';
import { repeatName } from '../splits/draws.ts';
import { innerSplits, selectInside } from './select.ts';
import { shapeKey } from '../../methods/latentShape.ts';
import type { LatentGrid, StudySpec } from '../spec/spec.ts';
import { splitWork, type SplitWork } from './splitWork.ts';

/** What to compute; plain data that crosses threads. */
export interface CellTask {
  readonly seed: number;
  readonly datasetHash: string;
  readonly condition: string;
  /** Names the random numbers of the repeat; see repeatName. */
  readonly repeat: number | string;
  readonly methodKey: string;
  readonly methodId: string;
  /** All settings of the method, defaults filled in. */
  readonly settings: Settings;
  readonly latent: LatentGrid;
  readonly split: Split;
  readonly selection?: StudySpec['selection'];
  /** Absent: errors only. */
  readonly measures?: StudySpec['measures'];
  readonly features?: StudySpec['features'];
  /** Absent: nearest neighbour. */
  readonly classifier?: StudySpec['classifier'];
  /** Absent: images as they are. */
  readonly perturbation?: Perturbation;
}

/** What to compute it from; shared by the cells of a dataset. */
export interface CellData {
  /** All images of the dataset, after the feature steps of the study. */
  readonly images: ImageSet;
  /** The same before them; absent where there are none. */
  readonly raw?: ImageSet;
  readonly labels: Int32Array;
  /** Those that methods of the study ask for. */
  readonly attributes?: AttributeCodes;
  /** Inner products of all images (N × N); called only by methods that work in sample space. */
  readonly gram: () => Matrix;
}

/**
 * Evaluates a cell. The result depends on the task and the data only, never on the order of cells: the random stream of
 * a fit is named by seed, dataset, condition, repeat and method. `work` is that of the cell's split (condition and repeat);
 * its time counts in the seconds of every cell that uses it.
 * Throws FitError when the one fit of a nested method fails, CancelledError when `checkCancelled` does.
 */
export function evaluateCell(
  task: CellTask,
  data: CellData,
  checkCancelled: () => void,
  work: SplitWork = splitWork(),
): CellResult {
  const started = work.clock();
  const method = findMethod(task.methodId);
  if (!method) throw new RangeError(`Unknown method "${task.methodId}"`);
  const { images, labels, split, size, inputOf } = cellInput(method, task, data, checkCancelled, work);
  const gallery = split.gallery ?? split.train;
  const place = [task.condition, task.repeat] as const;
  const shapes = searchesGrid(task)
    ? adaptiveGrid(method, task, data, checkCancelled)
    : latentShapes(method, task.latent, images.rows, images.cols, size.images, size.subjects);
  const input = inputOf('split', split, shapes, fitRandom(task));
  const meter = task.measures && cellMeter(method, input, task.measures);
  const evaluation = evaluateShapes(method, input, task.classifier, meter?.observe);
  let validation: Pick<CellResult, 'selected' | 'fits'> | undefined;
  if (task.selection) {
    const draw = stream(task.seed, task.datasetHash, 'inner split', ...place);
    const inner = innerSplits(split.train, labels, task.selection.innerSplits, draw);
    const named = (index: number): Random =>
      stream(task.seed, task.datasetHash, 'inner fit', ...place, task.methodKey, index + 1);
    const selection = selectInside(
      method,
      evaluation.shapes,
      inner,
      (part, index, candidates) => inputOf(`inner split ${index + 1}`, part, candidates, named(index)),
      task.classifier,
    );
    const key = selection.shape && shapeKey(selection.shape);
    const selected = key === null ? null : evaluation.shapes.findIndex((shape) => shapeKey(shape) === key);
    validation = { selected, fits: evaluation.fits + selection.fits };
  }
  const predicted = Int32Array.from(evaluation.nearest, (position) => labels[gallery[position]]);
  return {
    ...evaluation,
    ...validation,
    ...(meter && { measures: meter.measures(evaluation.shapes) }),
    testCount: split.test.length,
    predictionHash: sha256Hex(int32Bytes(predicted)),
    kernel: kernelName(),
    seconds: work.clock() - started,
  };
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
  return {
    seed: study.seed,
    datasetHash: study.datasetHash,
    condition: cell.condition,
    repeat: repeatName(study.protocol, cell.repeat),
    methodKey: method.key,
    methodId: method.methodId,
    settings: method.settings,
    latent: method.latent,
    split,
    ...(study.selection && { selection: study.selection }),
    ...(study.measures && { measures: study.measures }),
    ...(study.classifier && { classifier: study.classifier }),
    ...(study.features && { features: study.features }),
    ...(perturbation && { perturbation }),
  };
}
