/** Input of a cell: its images, perturbed if requested, and the input of its fits. */
import type { Recogniser } from '../../classify/recogniser.ts';
import type { FeatureProgress } from '../../features/registry.ts';
import { commonShift } from '../../images/commonShift.ts';
import { asVectors, centreImages } from '../../images/imageSet.ts';
import { gramOfRows, matrix, multiply, submatrix, type Matrix } from '../../linalg/index.ts';
import { attributesAt, type LatentShape, type Method, type Once, type SweepInput } from '../../methods/method.ts';
import type { Random } from '../../random/stream.ts';
import type { CellData, CellTask } from './cellTask.ts';
import { acceptsMissingPixels } from '../study.ts';
import { perturbedImages, type CellImages } from './perturbCell.ts';
import type { Split } from '../../protocols/split.ts';
import { partOf, type SplitCache } from './splitCache.ts';
import type { TrainSize } from '../plan/splits.ts';

export interface CellInput extends Pick<CellData, 'images' | 'labels'> {
  /** Indices into `images`. */
  readonly split: Split;
  /** Number of training images and of subjects of one fit. */
  readonly size: TrainSize;
  /** Input of an evaluation on the cell's split or, under a name of its own, on a part of its training images. */
  readonly inputOf: (part: string, split: Split, shapes: readonly LatentShape[], random: Random) => SweepInput;
}

/** `work`: cache of the cell's split (condition and repeat). */
export function cellInput(
  method: Method,
  task: CellTask,
  data: CellData,
  checkCancelled: () => void,
  work: SplitCache,
  recogniser: Recogniser,
): CellInput {
  const marked = acceptsMissingPixels(method, task.settings, task);
  const once = partOf(work.once, `${marked ? 'marked' : 'filled'} ${JSON.stringify(task.features ?? [])}`);
  const { images, labels, attributes, gram, split } = cellImages(task, data, marked, once, checkCancelled);
  const subjects = new Set(Array.from(split.train, (image) => labels[image])).size;
  return {
    images,
    labels,
    split,
    size: recogniser.fitSize({ images: split.train.length, subjects }),
    inputOf: (part, split, shapes, random) => ({
      images,
      labels,
      attributes,
      ...split,
      shapes,
      settings: task.settings,
      context: { random, checkCancelled, ...(data.told && { told: data.told }) },
      gram,
      once: partOf(once, part),
      clock: work.clock,
    }),
  };
}

/** The images as the methods see them: unchanged, or those of the split with some of them perturbed. */
function cellImages(
  task: CellTask,
  { images, raw, labels, attributes, gram, told }: CellData,
  marked: boolean,
  once: Once,
  checkCancelled: () => void,
): Omit<CellData, 'raw' | 'told'> & { split: Split } {
  const { perturbation, features, split } = task;
  if (!perturbation) return { images, labels, attributes, gram, split };
  const onProgress = (progress: FeatureProgress): void => {
    checkCancelled();
    if (features) told?.(progress);
  };
  const perturbed = once('images', () =>
    perturbedImages({ ...task, perturbation, features, marked }, raw ?? images, images, labels, onProgress),
  );
  const perturbedGram = (): Matrix => {
    const shift = commonShift(perturbed.images);
    const isShared = perturbation.on === 'test' && shift === null && commonShift(images) === null;
    return gramWithTraining(perturbed, shift, isShared ? submatrix(gram(), split.train, split.train) : undefined);
  };
  return {
    ...perturbed,
    attributes: attributes && attributesAt(attributes, perturbed.order),
    gram: () => once('Gram matrix', perturbedGram),
  };
}

/**
 * Inner products of the images of a split (rows) with its training images, all less the shift; `trainingGram`: among
 * the latter, if known.
 */
function gramWithTraining({ images, split }: CellImages, shift: Matrix | null, trainingGram?: Matrix): Matrix {
  const all = asVectors(shift ? centreImages(images, shift) : images);
  const cut = split.train.length * all.cols;
  const training = matrix(split.train.length, all.cols, all.data.subarray(0, cut));
  const others = matrix(all.rows - training.rows, all.cols, all.data.subarray(cut));
  const result = matrix(all.rows, training.rows);
  result.data.set((trainingGram ?? gramOfRows(training)).data);
  result.data.set(multiply(others, training, { transposeB: true }).data, training.rows * training.rows);
  return result;
}
