/** Pixels removed from test images, and the model's estimates of them. */
import { meanImage, type ImageSet } from '../../images/imageSet.ts';
import { regionPixels } from '../../images/maskRegions.ts';
import { matrixStack, stackItem } from '../../linalg/matrix.ts';
import { FitError } from '../../methods/method.ts';
import { sampleWithoutReplacement } from '../../random/sampling.ts';
import { stream } from '../../random/stream.ts';
import { spreadPlaces, testImages, trainingImages, type LearnedModel } from './openModel.ts';

export interface ImputationQuery {
  /** Indices of test images; null: some, evenly spaced. */
  readonly tests: readonly number[] | null;
  /** Pixels drawn per image, or one half of every image. */
  readonly hidden: 'scattered' | 'lower-half' | 'left-half';
  /** Share of scattered pixels. */
  readonly fraction: number;
  readonly seed: number;
}

export interface Imputation {
  readonly tests: readonly number[];
  readonly originals: ImageSet;
  /** NaN replaces the hidden pixels and those that were missing before. */
  readonly holed: ImageSet;
  readonly filled: ImageSet;
  /** Root mean squared error over the hidden pixels, of the model and of the mean training image. */
  readonly rmse: readonly (number | null)[];
  readonly rmseOfMean: readonly (number | null)[];
}

const FACES = 8;

/** Throws FitError for a model that does not estimate missing pixels. */
export function imputation(model: LearnedModel, query: ImputationQuery): Imputation {
  const { method, fit, task } = model;
  if (!method.impute || !model.takesMissing)
    throw new FitError(`${method.title} does not estimate missing pixels here.`);
  const places = query.tests ?? spreadPlaces(model.split.test.length, FACES);
  const originals = testImages(model, places);
  const { count, rows, cols } = originals;
  const holed = matrixStack(count, rows, cols, Float64Array.from(originals.data));
  const hidden = places.map((place, n) => {
    const random = stream(query.seed, task.datasetHash, 'imputation', query.hidden, place);
    const pixels = hiddenPixels(query, rows, cols, (k) => sampleWithoutReplacement(random, rows * cols, k));
    const image = stackItem(holed, n).data;
    for (const pixel of pixels) image[pixel] = NaN;
    return pixels;
  });
  const filled = method.impute(fit, holed);
  const mean = model.once('mean training image', () => meanImage(method.impute!(fit, trainingImages(model))));
  return {
    tests: places,
    originals,
    holed,
    filled,
    rmse: hidden.map((pixels, n) => rmseAt(pixels, stackItem(originals, n).data, stackItem(filled, n).data)),
    rmseOfMean: hidden.map((pixels, n) => rmseAt(pixels, stackItem(originals, n).data, mean.data)),
  };
}

function hiddenPixels(
  { hidden, fraction }: ImputationQuery,
  rows: number,
  cols: number,
  draw: (count: number) => Int32Array,
): Int32Array {
  if (hidden === 'scattered') return draw(Math.min(rows * cols - 1, Math.round(fraction * rows * cols)));
  const region =
    hidden === 'lower-half'
      ? ({ rows: [Math.ceil(rows / 2), rows], cols: [0, cols] } as const)
      : ({ rows: [0, rows], cols: [0, Math.floor(cols / 2)] } as const);
  return regionPixels([region], cols);
}

/** Skips pixels that were missing before; null if none is left. */
function rmseAt(pixels: Int32Array, truth: Float64Array, guess: Float64Array): number | null {
  const squares = Array.from(pixels, (pixel) => (truth[pixel] - guess[pixel]) ** 2).filter(
    (value) => !Number.isNaN(value),
  );
  return squares.length === 0 ? null : Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / squares.length);
}
