/** One latent shape of a cell, fitted again to be inspected: the model with all that questions to it need. */
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
import { acceptsMissingPixels } from '../spec/specFacts.ts';

/** A model of all training images. */
export interface LearnedModel {
  readonly method: Method;
  readonly task: CellTask;
  readonly shape: LatentShape;
  readonly fit: Fit;
  /** Of the test images. */
  readonly codes: MatrixStack;
  /** As the method sees them: perturbed, after the feature steps. */
  readonly images: ImageSet;
  /** Numbers the images above. */
  readonly split: Split;
  /** Whether the method takes missing pixels (NaN) in this cell. */
  readonly takesMissing: boolean;
  /** The result of `compute`, which is called at most once for every name. */
  readonly once: <T>(name: string, compute: () => T) => T;
}

export interface OpenModel {
  /** null where every subject has a model of its own. */
  readonly learned: LearnedModel | null;
  /** Place in the gallery of the image nearest to each test image; of verification the rank of each pair's score. */
  readonly nearest: Uint32Array;
  /** Of the test images; null where the method's own rule gives subjects without scores. */
  readonly scores: () => Scores | null;
  /** Numbers the images as the method sees them, whose subjects are `labels`. */
  readonly split: Split;
  readonly labels: Int32Array;
}

/**
 * Fits a cell at one shape, with the random numbers of the cell. Shapes that the study has fitted from their neighbours
 * are fitted from the start here; the same up to the tolerance of the method. Throws FitError where there is no fit.
 */
export function openModel(task: CellTask, shape: LatentShape, data: CellData, checkCancelled: () => void): OpenModel {
  const method = methodOfTask(task);
  const recogniser = recogniserOf(task.classifier);
  const { images, split, inputOf } = cellInput(method, task, data, checkCancelled, splitCache(), recogniser);
  const asked = inputOf('split', split, [shape], fitRandom(task));
  const outcome = outcomeOf(split, asked.labels);
  // The answer is looked at, not compared: its iterations may have times.
  const input = { ...asked, context: { ...asked.context, clock: stopwatch({}) }, ...outcome.input };
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
  const known = new Map<string, unknown>();
  const learned = model && {
    ...model,
    method,
    task,
    shape,
    images,
    split,
    takesMissing: acceptsMissingPixels(method, task.settings, task),
    once: <T>(name: string, compute: () => T): T => {
      if (!known.has(name)) known.set(name, compute());
      return known.get(name) as T;
    },
  };
  const nearest = outcome.pairs?.results(evaluation.shapes).nearest ?? evaluation.nearest;
  return { learned, nearest, scores: inside.scores, split, labels: asked.labels };
}

/** What is known of a model before it is asked anything. */
export interface ModelFacts extends Pick<
  Fit,
  'iterations' | 'converged' | 'logLikelihood' | 'warnings' | 'amounts' | 'iterationSeconds'
> {
  readonly traces: readonly StoredTrace[];
  /** Shape of a code. */
  readonly code: { readonly rows: number; readonly cols: number };
  /** Least and greatest value of the training images, missing pixels left out: the scale of pictures of the model. */
  readonly range: { readonly low: number; readonly high: number };
  /** Which questions it answers, by what its method declares and its fit has. */
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

/** Test images by their places in the list of test images, as plain data. */
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

/** At most `count` places of a list of `length`, evenly spread, which as a rule shows as many subjects. */
export function spreadPlaces(length: number, count: number): number[] {
  const some = Math.min(count, length);
  return Array.from({ length: some }, (_, n) => Math.floor((n * length) / some));
}
