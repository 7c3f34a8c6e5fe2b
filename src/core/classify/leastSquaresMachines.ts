/**
 * Least-squares support vector machines (Suykens, Vandewalle, Neural Processing Letters 9, 1999), one against the rest.
 * Regularisation and kernel width are chosen by threefold cross-validation on the training codes, as in the comparison
 * of Yu, Bi, Ye 2010, section 6.2. That paper states neither grid nor multiclass rule; the reference documents both.
 */
import { asVectors } from '../images/imageSet.ts';
import {
  cholesky,
  matrix,
  multiply,
  scale,
  squaredDistances,
  submatrix,
  type Matrix,
  type MatrixStack,
} from '../linalg/index.ts';
import type { World } from './classifiers/classifier.ts';
import { scoresOfClients } from './clientScores.ts';
import { type Scores, subjectsOfGallery } from './scores.ts';
import { subjectPositions } from '../stats/subjectPositions.ts';
import { sum } from '../stats/describe.ts';

export const kernelNames = ['rbf', 'linear'] as const;

export type KernelName = (typeof kernelNames)[number];

export interface MachineParameters {
  /** γ: weight of the squared errors against the squared norm of the weights. */
  readonly regularisation: number;
  /**
   * σ² of exp(−‖x − z‖² / σ²), in units of the mean squared distance of two training codes; 1 for the linear kernel.
   */
  readonly width: number;
}

export const REGULARISATIONS = [0.1, 1, 10, 100, 1000] as const;
export const WIDTHS = [4, 1, 0.25] as const;
const FOLDS = 3;

/** Coefficients of the machines of all subjects: f_c(x) = Σ_i α_ic K(x, x_i) + b_c. */
export interface Machines {
  /** α, training codes × subjects. */
  readonly alpha: Matrix;
  /** b, one per subject. */
  readonly bias: Float64Array;
}

/**
 * Scores of probes: f_c of the machine that separates subject c (+1) from all others (−1). Subjects are in the order of
 * their first codes, which represent them. Throws RangeError if gallery and probe codes differ in size.
 */
export function machineScores(
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  kernel: KernelName = 'rbf',
): Scores {
  const { subjects, scores } = subjectsOfGallery(labels);
  const training = asVectors(gallery);
  const kernelAt = kernelOf(kernel, training);
  const { regularisation, width } = chooseParameters((at) => kernelAt(training, at), widthsOf(kernel), labels);
  const { alpha, bias } = trainMachines(kernelAt(training, width), labels, subjects, regularisation);
  const values = multiply(kernelAt(asVectors(probes), width), alpha);
  const count = subjects.length;
  for (let i = 0; i < values.data.length; i++) values.data[i] += bias[i % count];
  return scores(probes.count, (p) => values.data.subarray(p * count, (p + 1) * count));
}

/**
 * Verification scores: f of the machine that separates each client (+1) from the world (−1), without other clients.
 * Regularisation and width are chosen on the world images, so they are the same for all clients.
 */
export function clientMachineScores(
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  world: World,
  kernel: KernelName = 'rbf',
): Scores {
  const learned = asVectors(world.codes);
  const learnedKernel = kernelOf(kernel, learned);
  const { regularisation, width } = chooseParameters(
    (at) => learnedKernel(learned, at),
    widthsOf(kernel),
    world.labels,
  );
  return scoresOfClients(gallery, labels, probes, world, ({ codes, labels: subjects }) => {
    const training = asVectors(codes);
    const kernelAt = kernelOf(kernel, training);
    const { alpha, bias } = trainMachines(kernelAt(training, width), subjects, [subjects[0]], regularisation);
    return multiply(kernelAt(asVectors(probes), width), alpha).data.map((value) => value + bias[0]);
  });
}

function widthsOf(kernel: KernelName): readonly number[] {
  return kernel === 'linear' ? [1] : WIDTHS;
}

/**
 * Solves [0 1ᵀ; 1 K + I/γ] [b; α] = [0; y] for every subject at once with one Cholesky factorisation of K + I/γ. This
 * is the system of function estimation, which for y = ±1 equals that of classification.
 */
export function trainMachines(
  kernel: Matrix,
  labels: ArrayLike<number>,
  subjects: readonly number[],
  regularisation: number,
): Machines {
  const n = kernel.rows;
  const cols = subjects.length + 1;
  const system = matrix(n, n, Float64Array.from(kernel.data));
  for (let i = 0; i < n; i++) system.data[i * (n + 1)] += 1 / regularisation;
  // Column 0 is for the ones, the others for the targets.
  const targets = matrix(n, cols);
  for (let i = 0; i < n; i++) {
    targets.data[i * cols] = 1;
    subjects.forEach((subject, c) => (targets.data[i * cols + c + 1] = labels[i] === subject ? 1 : -1));
  }
  const solved = cholesky(system).solve(targets).data;
  const sums = new Float64Array(cols);
  for (let i = 0; i < solved.length; i++) sums[i % cols] += solved[i];
  const bias = Float64Array.from(subjects, (_, c) => sums[c + 1] / sums[0]);
  const alpha = matrix(n, subjects.length);
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < subjects.length; c++) {
      alpha.data[i * subjects.length + c] = solved[i * cols + c + 1] - bias[c] * solved[i * cols];
    }
  }
  return { alpha, bias };
}

/** Kernel values of codes (rows) against the training codes (columns); the linear kernel has no width. */
type Kernel = (codes: Matrix, width: number) => Matrix;

/**
 * Both kernels are scaled by the training codes, so one grid fits codes of any size. Linear: inner products of centred
 * codes, divided by their mean square.
 */
function kernelOf(name: KernelName, training: Matrix): Kernel {
  const n = training.rows;
  if (name === 'linear') {
    const mean = meanOfShares(training);
    const centredTraining = centred(training, mean);
    const size = sum(centredTraining.data.map((value) => value * value)) / n || 1;
    return (codes) => scale(multiply(centred(codes, mean), centredTraining, { transposeB: true }), 1 / size);
  }
  const size = sum(squaredDistances(training, training).data) / (n * (n - 1)) || 1;
  return (codes, width) => {
    const { rows, cols, data } = squaredDistances(codes, training);
    return matrix(
      rows,
      cols,
      data.map((value) => Math.exp(-value / (width * size))),
    );
  };
}

/**
 * The parameters with the fewest errors over three stratified folds. Images of a subject are dealt to the folds in
 * turn; each subject starts after the fold where the previous one ended. Ties go to the smallest regularisation, then
 * to the largest width.
 */
export function chooseParameters(
  kernelAt: (width: number) => Matrix,
  widths: readonly number[],
  labels: ArrayLike<number>,
): MachineParameters {
  const folds = foldsOf(labels);
  const kernels = widths.map(kernelAt);
  let best: MachineParameters & { wrong: number } = { regularisation: NaN, width: NaN, wrong: Infinity };
  for (const regularisation of REGULARISATIONS) {
    widths.forEach((width, w) => {
      const wrong = folds.reduce((sum, held) => sum + foldErrors(kernels[w], labels, held, regularisation), 0);
      if (wrong < best.wrong) best = { regularisation, width, wrong };
    });
  }
  return best;
}

function foldErrors(
  kernel: Matrix,
  labels: ArrayLike<number>,
  held: readonly number[],
  regularisation: number,
): number {
  const out = new Set(held);
  const kept = Array.from({ length: kernel.rows }, (_, n) => n).filter((n) => !out.has(n));
  const keptLabels = kept.map((n) => labels[n]);
  const subjects = [...new Set(keptLabels)];
  const { alpha, bias } = trainMachines(submatrix(kernel, kept, kept), keptLabels, subjects, regularisation);
  const values = multiply(submatrix(kernel, held, kept), alpha).data;
  return held.filter((n, h) => {
    let best = 0;
    const score = (c: number): number => values[h * subjects.length + c] + bias[c];
    for (let c = 1; c < subjects.length; c++) if (score(c) > score(best)) best = c;
    return subjects[best] !== labels[n];
  }).length;
}

/** Held-out positions of each fold that leaves neither side empty. */
function foldsOf(labels: ArrayLike<number>): number[][] {
  const folds: number[][] = Array.from({ length: FOLDS }, () => []);
  subjectPositions(labels)
    .flat()
    .forEach((n, turn) => folds[turn % FOLDS].push(n));
  return folds.filter(({ length }) => length > 0 && length < labels.length);
}

/**
 * Column means as sums of x_i / n. `columnMeans` of the principal axes divides the sum of x_i by n instead. The last
 * bits differ, and stored results depend on either order.
 */
function meanOfShares({ rows, cols, data }: Matrix): Float64Array {
  const mean = new Float64Array(cols);
  for (let i = 0; i < data.length; i++) mean[i % cols] += data[i] / rows;
  return mean;
}

function centred({ rows, cols, data }: Matrix, mean: Float64Array): Matrix {
  return matrix(
    rows,
    cols,
    data.map((value, i) => value - mean[i % cols]),
  );
}
