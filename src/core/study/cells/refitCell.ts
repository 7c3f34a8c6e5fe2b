/** One latent shape of a cell, fitted again to look at: its trace, what its codes stand for, what it makes of faces. */
import { evaluateShapes } from '../../classify/evaluateShapes.ts';
import type { ShapeView } from '../../classify/shapeEvaluation.ts';
import { stopwatch } from '../../classify/stopwatch.ts';
import { selectImages, type ImageSet } from '../../images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import { FitError, type Fit, type LatentShape, type Method } from '../../methods/method.ts';
import { storedTraces, type StoredTrace } from '../../methods/storedTraces.ts';
import { cellInput } from './cellInput.ts';
import { fitRandom, type CellData, type CellTask } from './cellTask.ts';
import { rootMeanSquare } from '../../measures/reconstruction.ts';
import { methodOfTask } from './methodOfTask.ts';
import { splitWork } from './splitWork.ts';

export interface RefitCell {
  /** null where every subject has a model of its own. */
  readonly fit:
    | (Pick<Fit, 'iterations' | 'converged' | 'logLikelihood' | 'warnings' | 'iterationSeconds'> & {
        readonly traces: readonly StoredTrace[];
      })
    | null;
  /** Place in the gallery of the image nearest to each test image. */
  readonly nearest: Uint32Array;
  readonly basis: BasisImages | null;
  readonly rebuilt: RebuiltFaces | null;
}

/**
 * How the reconstruction changes with single entries of the code: c_i r_jᵀ of bilinear methods, axes of vector ones.
 */
export interface BasisImages {
  /** Entries of the code, from 1, one an image. */
  readonly entries: readonly (readonly number[])[];
  readonly images: ImageSet;
}

/** Test images as the methods see them, and what their codes bring back. */
export interface RebuiltFaces {
  /** Places in the list of test images. */
  readonly tests: readonly number[];
  readonly originals: ImageSet;
  readonly images: ImageSet;
  /** Root mean squared difference of each. */
  readonly rmse: readonly (number | null)[];
}

/** Entries that are shown: of a vector the first, of a matrix the upper left corner. */
const VECTOR_ENTRIES = 12;
const MATRIX_SIDE = 4;
const FACES = 8;

/**
 * Fits a cell at one shape, with the random numbers of the cell. Shapes that the study has fitted from their neighbours
 * are fitted from the start here; the same up to the tolerance of the method. Throws FitError where there is no fit.
 */
export function refitCell(task: CellTask, shape: LatentShape, data: CellData, checkCancelled: () => void): RefitCell {
  const method = methodOfTask(task);
  const { images, split, inputOf } = cellInput(method, task, data, checkCancelled, splitWork());
  const asked = inputOf('split', split, [shape], fitRandom(task));
  // The answer is looked at, not compared: its iterations may have times.
  const input = { ...asked, context: { ...asked.context, clock: stopwatch({}) } };
  const inside: { seen: Omit<RefitCell, 'nearest'> } = { seen: { fit: null, basis: null, rebuilt: null } };
  const evaluation = evaluateShapes(method, input, task.classifier, (view) => {
    inside.seen = lookAt(method, view, images, split.test);
  });
  if (evaluation.shapes.length === 0) throw new FitError(evaluation.failures[0].reason);
  return { ...inside.seen, nearest: evaluation.nearest };
}

function lookAt(method: Method, view: ShapeView, images: ImageSet, test: Int32Array): Omit<RefitCell, 'nearest'> {
  const model = view.model();
  if (!model) return { fit: null, basis: null, rebuilt: null };
  const { iterations, converged, logLikelihood, warnings, iterationSeconds } = model.fit;
  return {
    fit: { iterations, converged, logLikelihood, warnings, iterationSeconds, traces: storedTraces(model.fit) },
    basis: basisImages(method, model.fit, model.codes),
    rebuilt: rebuiltFaces(method, model.fit, model.codes, images, test),
  };
}

/** Reconstructions of codes with one entry of 1, less that of the code 0. */
function basisImages({ reconstruct }: Method, fit: Fit, { rows, cols }: MatrixStack): BasisImages | null {
  if (!reconstruct) return null;
  const [down, across] = cols === 1 ? [VECTOR_ENTRIES, 1] : [MATRIX_SIDE, MATRIX_SIDE];
  const places = Array.from({ length: Math.min(rows, down) }, (_, i) =>
    Array.from({ length: Math.min(cols, across) }, (_, j) => [i, j] as const),
  ).flat();
  const codes = matrixStack(places.length + 1, rows, cols);
  places.forEach(([i, j], n) => (codes.data[(n * rows + i) * cols + j] = 1));
  const { data, ...size } = reconstruct(fit, codes);
  const pixels = size.rows * size.cols;
  const zero = places.length * pixels;
  const changes = matrixStack(places.length, size.rows, size.cols);
  changes.data.forEach((_, at) => (changes.data[at] = data[at] - data[zero + (at % pixels)]));
  return { entries: places.map(([i, j]) => (cols === 1 ? [i + 1] : [i + 1, j + 1])), images: changes };
}

/** Test images, evenly spread over the list, which as a rule shows as many subjects. */
function rebuiltFaces(
  { reconstruct }: Method,
  fit: Fit,
  codes: MatrixStack,
  images: ImageSet,
  test: Int32Array,
): RebuiltFaces | null {
  if (!reconstruct) return null;
  const count = Math.min(FACES, test.length);
  const tests = Array.from({ length: count }, (_, n) => Math.floor((n * test.length) / count));
  const seen = selectImages(
    images,
    Int32Array.from(tests, (place) => test[place]),
  );
  // As plain data, which threads can send.
  const originals = matrixStack(seen.count, seen.rows, seen.cols, seen.data);
  const rebuilt = reconstruct(fit, selectImages(codes, Int32Array.from(tests)));
  const one = (set: ImageSet, n: number): ImageSet => selectImages(set, Int32Array.of(n));
  return {
    tests,
    // Stored images are read when they are needed; what crosses a thread is their pixels.
    originals: matrixStack(originals.count, originals.rows, originals.cols, originals.data),
    images: rebuilt,
    rmse: tests.map((_, n) => rootMeanSquare(one(originals, n), one(rebuilt, n))),
  };
}
