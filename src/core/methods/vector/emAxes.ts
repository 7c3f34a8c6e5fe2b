import {
  fixColumnSigns,
  matrix,
  multiply,
  NotPositiveDefiniteError,
  orthonormalise,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { asVectors, centreImages, type ImageSet } from '../../images/imageSet.ts';
import { watchObjective } from '../bilinear/iteration/iteration.ts';
import { iterationTimes, type IterationTimes } from '../iterationTimes.ts';
import {
  FitError,
  type FitContext,
  type LatentShape,
  type Objective,
  type Parameter,
  type TrainingData,
} from '../method.ts';
import { axesOfVectors } from '../sharedDeclarations.ts';
import { AXIS_TRACE_ARRAYS, axisTrace, axisTraces, exactAxesParameter, type AxisTrace } from './axisTrace.ts';
import type { ArrayKinds } from '../learnedArrays.ts';
import type { Learned } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';
import { maxIterationsParameter, toleranceParameter, type StopSettings } from '../probabilisticSettings.ts';
import { errorStep, integratedError, type Weights } from './integratedError.ts';
import { fromCoordinates } from './pca.ts';
import { stackOfRows } from './principalAxes.ts';
import { centredRows, residentRows, type ResidentRows } from './residentRows.ts';

export const emParameters = [
  toleranceParameter(
    1e-6,
    'Stops when the error changes by less than this share of ‖X‖². Axes settle long after the error: for angles, ask for 1e-12 or less.',
    { neutral: 'iterates until the error settles; axes settle later, as the help says' },
  ),
  maxIterationsParameter(500, { neutral: 'a limit; a fit that reaches it says so' }),
  exactAxesParameter,
] as const satisfies readonly Parameter[];

/** A start on the scale of the data: A ~ N(0, 1), as only its span and the relative lengths of its columns matter. */
export function randomStart(d: number, q: number, context: FitContext): Matrix {
  return matrix(
    d,
    q,
    Float64Array.from({ length: d * q }, () => context.random.normal()),
  );
}

type EmSettings = SettingsOf<typeof emParameters>;

/** A (d × q), U (orthonormal, d × q), eigenvalues (variances along U), Jq and the angles of the axes per iteration. */
export const AXES_ARRAYS = {
  mean: 'matrix',
  A: 'matrix',
  U: 'matrix',
  eigenvalues: 'vector',
  Jq: 'vector',
  ...AXIS_TRACE_ARRAYS,
} as const satisfies ArrayKinds;

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

/** Iterates from a random start. J_ISE is checked if the theory makes it monotone, i.e. for finite weights. */
export function iterateErrors(
  title: string,
  x: ResidentRows,
  q: number,
  weights: Weights,
  objective: Objective,
  axes: AxisTrace,
  { tolerance, maxIterations }: StopSettings,
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
      converged = Math.abs(before - value) < tolerance * x.energy;
    } while (!converged && trace.length < maxIterations);
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
 * A fit from A: U (d × q) is the orthonormal basis whose first k columns span the first k of A; eigenvalues are the
 * variances along U. Throws FitError if some axis has no variance beyond rounding.
 */
export function fitOfAxes(title: string, mean: Matrix, x: Matrix, run: EmRun): Learned<typeof AXES_ARRAYS> {
  const u = orthonormalise(run.a);
  fixColumnSigns(u);
  const codes = multiply(x, u);
  const variances = new Float64Array(u.cols);
  codes.data.forEach((value, at) => (variances[at % u.cols] += (value * value) / x.rows));
  const rounding = Math.max(x.rows, x.cols) * Number.EPSILON * Math.max(...variances);
  if (variances.some((value) => value <= rounding)) throw new FitError(dependent(title, u.cols));
  return {
    arrays: {
      mean,
      A: run.a,
      U: u,
      eigenvalues: variances,
      Jq: Float64Array.from(run.squared),
      ...run.axes.arrays(),
    },
    trace: run.trace,
    ...run.times.kept(),
    objective: run.objective,
    iterations: run.trace.length,
    converged: run.converged,
    warnings: run.warnings,
  };
}

/**
 * The functions of a method whose fits have a mean and an orthonormal U, found by minimising J_ISE.
 * @template S emParameters, and the settings that determine the weights
 */
export function emAxesMethod<S extends EmSettings>(
  title: string,
  weightsOf: (q: number, settings: S) => Weights,
  objectiveOf: (settings: S) => Objective,
) {
  return {
    arrays: AXES_ARRAYS,
    traces: axisTraces,
    largestLatent: axesOfVectors,
    fit: ({ images }: TrainingData, [q]: LatentShape, settings: S, context: FitContext) =>
      overRows(title, images, (x, resident, mean) => {
        const axes = axisTrace(images, q, settings.exactAxes);
        const [weights, objective] = [weightsOf(q, settings), objectiveOf(settings)];
        const run = iterateErrors(title, resident, q, weights, objective, axes, settings, context);
        return fitOfAxes(title, mean, x, run);
      }),
    encode: encodeBy('U'),
    reconstruct: fromCoordinates,
  };
}

/** Runs `work` on the centred images as rows, loaded for its duration. Throws FitError if all are equal. */
export function overRows<T>(
  title: string,
  images: ImageSet,
  work: (x: Matrix, resident: ResidentRows, mean: Matrix) => T,
): T {
  const { mean, x } = centredRows(images);
  const resident = residentRows(x);
  try {
    if (resident.energy === 0) throw new FitError(`${title}: all training images are equal.`);
    return work(x, resident, mean);
  } finally {
    resident.release();
  }
}

/** Codes Pᵀ(x − μ) for the array of a fit that holds P (d × q). */
export function encodeBy<Name extends string>(name: Name) {
  return ({ arrays }: { readonly arrays: Readonly<Record<Name | 'mean', Matrix>> }, images: ImageSet): MatrixStack =>
    stackOfRows(multiply(asVectors(centreImages(images, arrays.mean)), arrays[name]));
}
