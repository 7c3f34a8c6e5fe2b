/** Coordinates of images along two entries of their codes. */
import type { MatrixStack } from '../../linalg/matrix.ts';
import { varianceAt } from './basisImages.ts';
import { trainingCodes, type LearnedModel } from './openModel.ts';

export interface MapQuery {
  /**
   * Two entries of the code, row by row from 0. null: for vectors the first two, in the order of the method; for
   * matrices the two with the largest variance over the training images.
   */
  readonly axes: readonly [number, number] | null;
}

/** Coordinates of images, one number per image. */
export interface PlaneCoordinates {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface LatentMap {
  readonly axes: readonly [number, number];
  /** Number of entries of a code. */
  readonly entries: number;
  /** In the order of the split. */
  readonly train: PlaneCoordinates;
  readonly test: PlaneCoordinates;
}

/** Throws RangeError for an entry that codes do not have. */
export function latentMap(model: LearnedModel, { axes }: MapQuery): LatentMap {
  const train = trainingCodes(model);
  const entries = train.rows * train.cols;
  const [x, y] = axes ?? (train.cols === 1 ? [0, Math.min(1, entries - 1)] : model.once('widest', () => widest(train)));
  const wrong = [x, y].find((entry) => entry >= entries);
  if (wrong !== undefined) throw new RangeError(`The code has no entry ${wrong + 1}; it has ${entries}.`);
  const column = ({ data }: MatrixStack, entry: number): number[] =>
    Array.from({ length: data.length / entries }, (_, n) => data[n * entries + entry]);
  const placed = (codes: MatrixStack): PlaneCoordinates => ({ x: column(codes, x), y: column(codes, y) });
  return { axes: [x, y], entries, train: placed(train), test: placed(model.codes) };
}

/** The two entries with the largest variance, the lower number first; a single entry is returned twice. */
function widest({ rows, cols, data }: MatrixStack): [number, number] {
  const size = rows * cols;
  const variances = Array.from({ length: size }, (_, at) => varianceAt(data, size, at));
  const order = Array.from(variances.keys()).sort((a, b) => variances[b] - variances[a] || a - b);
  const [first, second = first] = order;
  return [Math.min(first, second), Math.max(first, second)];
}
