/** One cell of a study: fit on the training images, classify the test images, at every latent shape. */
import { fitSize } from '../classify/classifier.ts';
import { evaluateShapes } from '../classify/evaluateShapes.ts';
import { asVectors, type ImageSet } from '../images/imageSet.ts';
import { gramOfRows, kernelName, matrix, multiply, submatrix, type Matrix } from '../linalg/index.ts';
import { latentShapes } from '../methods/latentGrid.ts';
import type { AttributeCodes, LatentShape, Once, Settings, SweepInput } from '../methods/method.ts';
import { findMethod } from '../methods/registry.ts';
import type { Random } from '../random/random.ts';
import { stream } from '../random/stream.ts';
import { attributesAt } from '../methods/attributes.ts';
import { perturbationOf } from './conditions.ts';
import { int32Bytes, sha256Hex } from './identity.ts';
import { cellMeter } from './measures/cellMeter.ts';
import { takesMissing } from './missingPixels.ts';
import { perturbedImages, type CellImages } from './perturbCell.ts';
import type { Perturbation } from './perturbations.ts';
import type { PlannedCell, PlannedMethod } from './plan.ts';
import type { CellResult, Split } from './result.ts';
import { innerSplits, selectInside } from './select.ts';
import { shapeKey } from './shapes.ts';
import type { LatentGrid, StudySpec } from './spec.ts';
import { partOf, splitWork, type SplitWork } from './splitWork.ts';

/** What to compute; plain data that crosses threads. */
export interface CellTask {
  readonly seed: number;
  readonly datasetHash: string;
  readonly condition: string;
  /** Numbered from 1. */
  readonly repeat: number;
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
  const [started, savedBefore] = [performance.now(), work.saved()];
  const method = findMethod(task.methodId);
  if (!method) throw new RangeError(`Unknown method "${task.methodId}"`);
  const marked = takesMissing(method, task.settings, task);
  const once = partOf(work.once, marked ? 'marked' : 'filled');
  const { images, labels, attributes, gram, split } = cellImages(task, data, marked, once, checkCancelled);
  const { train, test } = split;
  const gallery = split.gallery ?? train;
  const place = [task.condition, task.repeat] as const;
  const inputOf = (part: string, split: Split, shapes: readonly LatentShape[], random: Random): SweepInput => ({
    images,
    labels,
    attributes,
    ...split,
    shapes,
    settings: task.settings,
    context: { random, checkCancelled },
    gram,
    once: partOf(once, part),
  });
  const subjects = new Set(Array.from(train, (image) => labels[image])).size;
  const size = fitSize({ images: train.length, subjects }, task.classifier);
  const shapes = latentShapes(method, task.latent, images.rows, images.cols, size.images, size.subjects);
  const random = stream(task.seed, task.datasetHash, 'fit', ...place, task.methodKey);
  const input = inputOf('split', split, shapes, random);
  const meter = task.measures && cellMeter(method, input, task.measures);
  const evaluation = evaluateShapes(method, input, task.classifier, meter?.observe);
  let validation: Pick<CellResult, 'selected' | 'fits'> | undefined;
  if (task.selection) {
    const draw = stream(task.seed, task.datasetHash, 'inner split', ...place);
    const inner = innerSplits(train, labels, task.selection.innerSplits, draw);
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
    testCount: test.length,
    predictionHash: sha256Hex(int32Bytes(predicted)),
    kernel: kernelName(),
    seconds: (performance.now() - started) / 1000 + work.saved() - savedBefore,
  };
}

/** What the methods see: the images as they are, or those of the split with some of them perturbed. */
function cellImages(
  task: CellTask,
  { images, raw, labels, attributes, gram }: CellData,
  marked: boolean,
  once: Once,
  checkCancelled: () => void,
): Omit<CellData, 'raw'> & { split: Split } {
  const { perturbation, features, split } = task;
  if (!perturbation) return { images, labels, attributes, gram, split };
  const own = once('images', () =>
    perturbedImages({ ...task, perturbation, features, marked }, raw ?? images, images, labels, checkCancelled),
  );
  const known = perturbation.on === 'test' ? () => submatrix(gram(), split.train, split.train) : undefined;
  return {
    ...own,
    attributes: attributes && attributesAt(attributes, own.order),
    gram: () => once('Gram matrix', () => gramWithTraining(own, known)),
  };
}

/** Inner products of the images of a split (rows) with its training images; `known` are those of the latter. */
function gramWithTraining({ images, split }: CellImages, known?: () => Matrix): Matrix {
  const all = asVectors(images);
  const cut = split.train.length * all.cols;
  const training = matrix(split.train.length, all.cols, all.data.subarray(0, cut));
  const others = matrix(all.rows - training.rows, all.cols, all.data.subarray(cut));
  const result = matrix(all.rows, training.rows);
  result.data.set((known?.() ?? gramOfRows(training)).data);
  result.data.set(multiply(others, training, { transposeB: true }).data, training.rows * training.rows);
  return result;
}

/** The task of a planned cell. */
export function cellTask(
  cell: Pick<PlannedCell, 'condition' | 'repeat'>,
  method: PlannedMethod,
  study: Pick<CellTask, 'seed' | 'datasetHash'> &
    Partial<Pick<StudySpec, 'selection' | 'measures' | 'features' | 'perturbations' | 'classifier'>>,
  split: Split,
): CellTask {
  const perturbation = perturbationOf(study.perturbations, cell.condition);
  return {
    seed: study.seed,
    datasetHash: study.datasetHash,
    condition: cell.condition,
    repeat: cell.repeat,
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
