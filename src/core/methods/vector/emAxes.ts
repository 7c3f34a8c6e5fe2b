import {
  fixColumnSigns,
  matrix,
  multiply,
  NotPositiveDefiniteError,
  orthonormalise,
  type Matrix,
} from '../../linalg/index.ts';
import { asVectors, centreImages, type ImageSet } from '../../images/imageSet.ts';
import { watchObjective } from '../bilinear/iteration.ts';
import { arrayOfMatrix, arrayOfVector, matrixOf, requireImageShape, requireLatent } from '../fitArrays.ts';
import { iterationTimes, type IterationTimes } from '../iterationTimes.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type LatentShape,
  type Method,
  type Objective,
  type Parameter,
  type Settings,
} from '../method.ts';
import { axisTrace, axisTraces, exactAxesParameter, type AxisTrace } from './axisTrace.ts';
import { errorStep, integratedError, type Weights } from './integratedError.ts';
import { fromCoordinates } from './pca.ts';
import { stackOfRows } from './principalAxes.ts';
import { centredRows, residentRows, type ResidentRows } from './residentRows.ts';

export const emParameters: readonly Parameter[] = [
  {
    name: 'tolerance',
    title: 'Tolerance',
    help: 'Stops when the error changes by less than this share of ‖X‖². Axes settle long after the error: for angles, ask for 1e-12 or less.',
    kind: 'number',
    default: 1e-6,
    source: { neutral: 'iterates until the error settles; axes settle later, as the help says' },
    min: 0,
    max: 1,
  },
  {
    name: 'maxIterations',
    title: 'Maximum iterations',
    help: 'Stops after this many iterations, converged or not.',
    kind: 'integer',
    default: 500,
    source: { neutral: 'a limit; a fit that reaches it says so' },
    min: 1,
    max: 100_000,
  },
  exactAxesParameter,
];

/** A start of the size of the data: A ~ N(0, 1), as only its span and the relative lengths of its columns matter. */
export function randomStart(d: number, q: number, context: FitContext): Matrix {
  return matrix(
    d,
    q,
    Float64Array.from({ length: d * q }, () => context.random.normal()),
  );
}

interface EmRun {
  readonly a: Matrix;
  readonly trace: readonly number[];
  readonly times: IterationTimes;
  readonly objective: Objective;
  /** J_q after every iteration. */
  readonly squared: readonly number[];
  readonly axes: AxisTrace;
  readonly converged: boolean;
  readonly warnings: readonly string[];
}

/** Iterates from a random start. J_ISE is watched where the theory makes it monotone, that is for finite weights. */
export function iterateErrors(
  title: string,
  x: ResidentRows,
  q: number,
  weights: Weights,
  objective: Objective,
  axes: AxisTrace,
  settings: Settings,
  context: FitContext,
): EmRun {
  const watch = watchObjective(title, objective.name, objective.sense);
  const [trace, squared]: number[][] = [[], []];
  const times = iterationTimes(context);
  let a = randomStart(x.cols, q, context);
  let converged = false;
  try {
    do {
      context.checkCancelled();
      const state = errorStep(x, a, weights);
      a = state.a;
      const value = integratedError(state.errors, weights);
      if (weights !== 'limit') watch.step(value, x.energy);
      const before = trace[trace.length - 1] ?? Infinity;
      trace.push(value);
      times.mark();
      squared.push(state.errors[q - 1]);
      axes.add(a);
      converged = Math.abs(before - value) < (settings.tolerance as number) * x.energy;
    } while (!converged && trace.length < (settings.maxIterations as number));
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(dependent(title, q));
  }
  return { a, trace, times, objective, squared, axes, converged, warnings: watch.warnings() };
}

function dependent(title: string, q: number): string {
  return `${title}: the factors became dependent at q = ${q}: the rank of the images is lower. Reduce the latent dimension.`;
}

/**
 * A fit from A: U (d × q) is the orthonormal basis whose first k columns span the first k of A, eigenvalues are the
 * variances along U. Throws FitError when some axis has none beyond rounding.
 */
export function fitOfAxes(
  method: string,
  title: string,
  images: ImageSet,
  mean: Matrix,
  x: Matrix,
  run: EmRun,
  settings: Settings,
): Fit {
  const u = orthonormalise(run.a);
  fixColumnSigns(u);
  const codes = multiply(x, u);
  const variances = new Float64Array(u.cols);
  codes.data.forEach((value, at) => (variances[at % u.cols] += (value * value) / x.rows));
  const rounding = Math.max(x.rows, x.cols) * Number.EPSILON * Math.max(...variances);
  if (variances.some((value) => value <= rounding)) throw new FitError(dependent(title, u.cols));
  return {
    method,
    latent: [u.cols],
    settings,
    imageShape: { rows: images.rows, cols: images.cols },
    parameters: {
      mean: arrayOfMatrix(mean),
      A: arrayOfMatrix(run.a),
      U: arrayOfMatrix(u),
      eigenvalues: arrayOfVector(variances),
      Jq: arrayOfVector(Float64Array.from(run.squared)),
      ...run.axes.parameters(),
    },
    trace: run.trace,
    ...run.times.kept(),
    objective: run.objective,
    iterations: run.trace.length,
    converged: run.converged,
    logLikelihood: null,
    warnings: run.warnings,
  };
}

/** The functions of a method whose fits have a mean and an orthonormal U, found by minimising J_ISE. */
export function emAxesMethod(
  id: string,
  title: string,
  weightsOf: (q: number, settings: Settings) => Weights,
  objectiveOf: (settings: Settings) => Objective,
): Pick<Method, 'traces' | 'fit' | 'encode' | 'reconstruct' | 'largestLatent'> {
  return {
    traces: axisTraces,
    largestLatent,
    fit({ images }, latent, settings, context) {
      requireLatent(title, latent, largestLatent(images.rows, images.cols, images.count), images);
      const { mean, x } = centredRows(images);
      const resident = residentRows(x);
      try {
        if (resident.energy === 0) throw new FitError(`${title}: all training images are equal.`);
        const [q] = latent;
        const axes = axisTrace(images, q, settings);
        const run = iterateErrors(
          title,
          resident,
          q,
          weightsOf(q, settings),
          objectiveOf(settings),
          axes,
          settings,
          context,
        );
        return fitOfAxes(id, title, images, mean, x, run, settings);
      } finally {
        resident.release();
      }
    },
    encode: encodeBy('U'),
    reconstruct: fromCoordinates,
  };
}

/** Codes Pᵀ(x − μ) for the parameter of a fit that holds P (d × q). */
export function encodeBy(name: string): Method['encode'] {
  return (fit, images) => {
    requireImageShape(fit, images);
    const x = asVectors(centreImages(images, matrixOf(fit, 'mean')));
    return stackOfRows(multiply(x, matrixOf(fit, name)));
  };
}

/** min(d, T − 1). */
export function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return [Math.max(0, Math.min(rows * cols, count - 1))];
}
