/** Reconstructions of test images from the leading entries of their codes. */
import { selectImages, type ImageSet } from '../../images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import { FitError } from '../../methods/method.ts';
import { rootMeanSquare } from '../../measures/reconstruction.ts';
import { spreadPlaces, testImages, type LearnedModel } from './openModel.ts';

/** Leading rows and columns of a code to keep; the others become 0. */
export interface CodeBlock {
  readonly rows: number;
  readonly cols: number;
}

export interface RebuiltQuery {
  /** Indices of test images; null: some, evenly spaced. */
  readonly tests: readonly number[] | null;
  /** null: the whole code. */
  readonly block: CodeBlock | null;
}

/** Test images as the methods see them, and their reconstructions. */
export interface RebuiltFaces {
  readonly tests: readonly number[];
  readonly originals: ImageSet;
  readonly images: ImageSet;
  /** Root mean squared difference of each; null if all pixels are missing. */
  readonly rmse: readonly (number | null)[];
}

/** Default number of faces. */
const FACES = 12;

/** Throws FitError for a method without reconstructions, RangeError for an index out of range. */
export function rebuiltFaces(model: LearnedModel, { tests, block }: RebuiltQuery): RebuiltFaces {
  const count = model.split.test.length;
  const places = tests ?? spreadPlaces(count, FACES);
  const wrong = places.find((place) => place >= count);
  if (wrong !== undefined) throw new RangeError(`There is no test image ${wrong + 1}; there are ${count}.`);
  const originals = testImages(model, places);
  const images = rebuilt(model, places, block);
  const one = (set: ImageSet, n: number): ImageSet => selectImages(set, Int32Array.of(n));
  return {
    tests: places,
    originals,
    images,
    rmse: places.map((_, n) => rootMeanSquare(one(originals, n), one(images, n))),
  };
}

/** Error of reconstructions by the size of the leading block of the code. */
export interface BlockErrors {
  /**
   * Rows and columns of the code that are kept, ascending; for an axis that is not a latent dimension, its length only.
   */
  readonly rows: readonly number[];
  readonly cols: readonly number[];
  /** Names of the latent dimensions along the axes of the code; see `latentAxes`. */
  readonly latent: { readonly rows: string | null; readonly cols: string | null };
  /** Root mean squared error over all pixels of the images, row by row; null if all pixels are missing. */
  readonly rmse: readonly (number | null)[];
  /** Number of test images used. */
  readonly images: number;
}

/** Number of images used for the errors, and of lengths of the leading block along one axis or along each of two. */
const MEASURED = 64;
const MOST_SIZES = { one: 48, two: 12 };

/**
 * Throws FitError for a method without reconstructions. The smaller blocks are parts of this one model; a fit at the
 * smaller shape is the same model only for nested methods.
 */
export function errorsByBlock(model: LearnedModel): BlockErrors {
  const { codes, split } = model;
  const latent = latentAxes(model);
  const most = latent.rows && latent.cols ? MOST_SIZES.two : MOST_SIZES.one;
  const rows = latent.rows ? sizesUpTo(codes.rows, most) : [codes.rows];
  const cols = latent.cols ? sizesUpTo(codes.cols, most) : [codes.cols];
  const places = spreadPlaces(split.test.length, MEASURED);
  const originals = testImages(model, places);
  const rmse = rows.flatMap((kept) =>
    cols.map((width) => rootMeanSquare(originals, rebuilt(model, places, { rows: kept, cols: width }))),
  );
  return { rows, cols, latent, rmse, images: places.length };
}

/**
 * The latent dimension along each axis of a code; null if the axis is none: the full side of one-sided methods, the
 * blocks of mixtures and of sums of terms.
 */
export function latentAxes({ method, fit, codes, shape }: LearnedModel): BlockErrors['latent'] {
  const [first, second] = method.latentNames;
  if (method.latentKind === 'matrix') {
    const plain = codes.rows === shape[0] && codes.cols === shape[1];
    return { rows: plain ? first : null, cols: plain ? second : null };
  }
  const across = codes.cols === shape[0];
  const down = codes.rows === shape[0];
  // In a square code, the side that images have in full is not the latent one.
  if (codes.cols === 1 || (down && codes.cols === fit.imageShape.cols && !across)) return { rows: first, cols: null };
  return { rows: null, cols: across ? first : null };
}

/** 1 … n, or `most` of them, evenly spaced, including both ends. */
function sizesUpTo(n: number, most: number): number[] {
  if (n <= most) return Array.from({ length: n }, (_, i) => i + 1);
  return Array.from({ length: most }, (_, i) => 1 + Math.round((i * (n - 1)) / (most - 1)));
}

function rebuilt({ method, fit, codes }: LearnedModel, places: readonly number[], block: CodeBlock | null): ImageSet {
  if (!method.reconstruct) throw new FitError(`${method.title} has no reconstructions.`);
  const chosen = selectImages(codes, Int32Array.from(places));
  return method.reconstruct(fit, block ? leading(chosen, block) : chosen);
}

function leading({ count, rows, cols, data }: MatrixStack, kept: CodeBlock): MatrixStack {
  const result = matrixStack(count, rows, cols);
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < Math.min(rows, kept.rows); i++) {
      const from = (n * rows + i) * cols;
      result.data.set(data.subarray(from, from + Math.min(cols, kept.cols)), from);
    }
  }
  return result;
}
