/** One latent shape of a cell, fitted again for inspection: the model, with the data that queries need. */
import { recogniserOf } from '../../classify/recogniser.ts';
import type { Scores } from '../../classify/scores.ts';
import { stopwatch } from '../../classify/stopwatch.ts';
import { selectImages, valueRange, type ImageSet } from '../../images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import { FitError, type Fit, type LatentShape, type Method } from '../../methods/method.ts';
import { storedTraces, type StoredTrace } from '../../methods/storedTraces.ts';
import type { Split } from '../../protocols/split.ts';
import { cellInput } from '../cells/cellInput.ts';
import { observers, outcomeOf } from '../cells/splitOutcome.ts';
import { fitRandom, type CellData, type CellTask, methodOfTask } from '../cells/cellTask.ts';
import { splitCache } from '../cells/splitCache.ts';
import { acceptsMissingPixels } from '../study.ts';

/** A model of all training images. */
export interface LearnedModel {
  readonly method: Method;
  readonly task: CellTask;
  readonly shape: LatentShape;
  readonly fit: Fit;
  /** Codes of the test images. */
  readonly codes: MatrixStack;
  /** Images as the method sees them: perturbed, after the feature steps. */
  readonly images: ImageSet;
  /** Indices into `images`. */
  readonly split: Split;
  /** Whether the method takes missing pixels (NaN) in this cell. */
  readonly takesMissing: boolean;
  /** Caches the result of `compute` by name. */
  readonly once: <T>(name: string, compute: () => T) => T;
}

export interface OpenModel {
  /** null if every subject has a model of its own. */
  readonly learned: LearnedModel | null;
  /** Gallery index of the image nearest to each test image; in verification the rank of each pair's score. */
  readonly nearest: Uint32Array;
  /** Scores of the test images; null if the method's own rule gives subjects without scores. */
  readonly scores: () => Scores | null;
  /** Indices into the images as the method sees them; `labels` are the subjects of these images. */
  readonly split: Split;
  readonly labels: Int32Array;
}

/**
 * Fits a cell at one shape, with the random numbers of the cell. Shapes that the study has fitted from their neighbours
 * are fitted from the start here; the results agree up to the tolerance of the method. Throws FitError if the fit
 * fails.
 */
export function openModel(task: CellTask, shape: LatentShape, data: CellData, checkCancelled: () => void): OpenModel {
  const method = methodOfTask(task);
  const recogniser = recogniserOf(task.classifier);
  const { images, split, inputOf } = cellInput(method, task, data, checkCancelled, splitCache(), recogniser);
  const splitInput = inputOf('split', split, [shape], fitRandom(task));
  const outcome = outcomeOf(split, splitInput.labels);
  // The result is inspected, not compared, so its iterations may have times.
  const input = { ...splitInput, context: { ...splitInput.context, clock: stopwatch({}) }, ...outcome.input };
  const inside: { model: { fit: Fit; codes: MatrixStack } | null; scores: () => Scores | null } = {
    model: null,
    scores: () => null,
  };
  const evaluation = recogniser.evaluate(
    method,
    input,
    observers(outcome.observe, (view) => {
      inside.model = view.model();
      inside.scores = view.scores;
    }),
  );
  if (evaluation.shapes.length === 0) throw new FitError(evaluation.failures[0].reason);
  const { model } = inside;
  const cache = new Map<string, unknown>();
  const learned = model && {
    ...model,
    method,
    task,
    shape,
    images,
    split,
    takesMissing: acceptsMissingPixels(method, task.settings, task),
    once: <T>(name: string, compute: () => T): T => {
      if (!cache.has(name)) cache.set(name, compute());
      return cache.get(name) as T;
    },
  };
  const nearest = outcome.pairs?.results(evaluation.shapes).nearest ?? evaluation.nearest;
  return { learned, nearest, scores: inside.scores, split, labels: splitInput.labels };
}

/** Facts about a model, known before any query. */
export interface ModelFacts extends Pick<
  Fit,
  'iterations' | 'converged' | 'logLikelihood' | 'warnings' | 'amounts' | 'iterationSeconds'
> {
  readonly traces: readonly StoredTrace[];
  /** Shape of a code. */
  readonly code: { readonly rows: number; readonly cols: number };
  /** Minimum and maximum of the training images, without missing pixels: the scale for images of the model. */
  readonly range: { readonly low: number; readonly high: number };
  /** Supported queries, by the declaration of the method and the results of the fit. */
  readonly answers: {
    readonly reconstructions: boolean;
    readonly spectrum: boolean;
    readonly samples: boolean;
    readonly imputation: boolean;
    readonly components: boolean;
  };
}

export function factsOf(model: LearnedModel): ModelFacts {
  const { method, fit, codes, takesMissing } = model;
  const { iterations, converged, logLikelihood, warnings, amounts, iterationSeconds } = fit;
  return {
    iterations,
    converged,
    logLikelihood,
    warnings,
    amounts,
    iterationSeconds,
    traces: storedTraces(fit),
    code: { rows: codes.rows, cols: codes.cols },
    range: valueRange(trainingImages(model)),
    answers: {
      reconstructions: method.reconstruct !== undefined,
      spectrum: method.latentNames.length > 0,
      samples: method.sample !== undefined && logLikelihood !== null,
      imputation: takesMissing,
      components: method.components !== undefined,
    },
  };
}

/** The training images as the method sees them. */
export function trainingImages({ images, split }: LearnedModel): ImageSet {
  return selectImages(images, split.train);
}

/** Test images by their indices in the list of test images, as plain data. */
export function testImages({ images, split }: LearnedModel, places: readonly number[]): ImageSet {
  const { count, rows, cols, data } = selectImages(
    images,
    Int32Array.from(places, (place) => split.test[place]),
  );
  return matrixStack(count, rows, cols, data);
}

/** Codes of the training images. */
export function trainingCodes(model: LearnedModel): MatrixStack {
  return model.once('codes of the training images', () => model.method.encode(model.fit, trainingImages(model)));
}

/** At most `count` indices of a list of `length`, evenly spaced, which usually cover as many subjects. */
export function spreadPlaces(length: number, count: number): number[] {
  const some = Math.min(count, length);
  return Array.from({ length: some }, (_, n) => Math.floor((n * length) / some));
}
