import {
  gramOfColumns,
  columns,
  identity,
  matrix,
  multiply,
  scale,
  scaleColumns,
  type Matrix,
  gramOfRows,
  symmetricEigen,
} from '../../linalg/index.ts';
import { inverseRoots } from '../linearProjection.ts';
import { decomposition, iterative } from '../cost.ts';
import { FitError, type FitContext, type TrainingData, type LatentShape, type Parameter } from '../method.ts';
import { principalAxes, projectImages, stackOfRows } from '../vector/principalAxes.ts';
import { axesOfVectors } from '../sharedDeclarations.ts';
import { declareMethod } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';
import { maxIterationsParameter, toleranceParameter } from '../probabilisticSettings.ts';

// Symmetric FastICA of whitened signals.

export interface Unmixing {
  /** W, q × q, orthogonal: the sources are the rows of W Xᵀ. */
  readonly w: Matrix;
  /** Largest change 1 − |⟨w_i, w_i'⟩| of a row in every iteration. */
  readonly changes: readonly number[];
  readonly converged: boolean;
}

export interface FixedPoint {
  readonly contrast: 'logcosh' | 'kurtosis';
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Called before every iteration. */
  readonly between: () => void;
}

/**
 * Iterates W ← E[g(W x) xᵀ] − diag(E[g′(W x)]) W, made orthogonal by (W Wᵀ)^(−½) W, until no row turns by more than the
 * tolerance (Hyvärinen 1999, symmetric form): g = tanh, or u³ for the kurtosis.
 * @param x T × q samples of whitened signals, (1/T) XᵀX = I
 * @param start q × q
 */
export function unmix(x: Matrix, start: Matrix, { contrast, tolerance, maxIterations, between }: FixedPoint): Unmixing {
  const [count, q] = [x.rows, x.cols];
  let w = orthogonal(start);
  const changes: number[] = [];
  let converged = false;
  do {
    between();
    const y = multiply(x, w, { transposeB: true });
    const slopes = new Float64Array(q);
    const g = y.data.map((value, at) => {
      const bent = contrast === 'logcosh' ? Math.tanh(value) : value * value * value;
      slopes[at % q] += (contrast === 'logcosh' ? 1 - bent * bent : 3 * value * value) / count;
      return bent;
    });
    const pulled = scale(multiply(matrix(count, q, g), x, { transposeA: true }), 1 / count);
    for (let i = 0, at = 0; i < q; i++) for (let j = 0; j < q; j++, at++) pulled.data[at] -= slopes[i] * w.data[at];
    const next = orthogonal(pulled);
    let change = 0;
    for (let i = 0; i < q; i++) {
      let along = 0;
      for (let j = 0; j < q; j++) along += w.data[i * q + j] * next.data[i * q + j];
      change = Math.max(change, Math.abs(Math.abs(along) - 1));
    }
    w = next;
    changes.push(change);
    converged = change < tolerance;
  } while (!converged && changes.length < maxIterations);
  return { w, changes, converged };
}

/** (W Wᵀ)^(−½) W. */
function orthogonal(w: Matrix): Matrix {
  return multiply(inverseRoot(gramOfRows(w)), w);
}

/** A^(−½) of a symmetric matrix; directions with eigenvalues at rounding level are left unchanged. */
export function inverseRoot(a: Matrix): Matrix {
  const { values, vectors } = symmetricEigen(a);
  const cut = a.rows * Number.EPSILON * values[0];
  const weights = values.map((value) => (value > cut ? 1 / Math.sqrt(value) : 1));
  return multiply(scaleColumns(vectors, weights), vectors, { transposeB: true });
}

type IcaSettings = SettingsOf<typeof parameters>;
const parameters = [
  {
    name: 'architecture',
    title: 'Architecture',
    help: 'I: independent basis images. II: independent codes.',
    kind: 'choice',
    default: 'I',
    source: {
      published: 'Bartlett, Movellan and Sejnowski 2002: the first of two',
      measured: 'fastica.architecture',
    },
    choices: [
      { value: 'I', title: 'I: independent images' },
      { value: 'II', title: 'II: independent codes' },
    ],
  },
  {
    name: 'contrast',
    title: 'Contrast',
    help: 'What measures independence: log cosh (slope tanh u), which few extreme values do not sway, or the kurtosis (slope u³).',
    kind: 'choice',
    default: 'logcosh',
    source: { published: 'Hyvärinen 1999: the general-purpose contrast', measured: 'fastica.contrast' },
    choices: [
      { value: 'logcosh', title: 'log cosh' },
      { value: 'kurtosis', title: 'Kurtosis' },
    ],
  },
  {
    name: 'start',
    title: 'Start',
    help: 'Principal axes: the unmixing matrix is the identity at first, without chance. Random: normal numbers, made orthogonal.',
    kind: 'choice',
    default: 'axes',
    source: { neutral: 'no chance; random starts give other rotations of as good an optimum' },
    choices: [
      { value: 'axes', title: 'Principal axes' },
      { value: 'random', title: 'Random' },
    ],
  },
  toleranceParameter(
    1e-6,
    'Stops when 1 less the cosine of the angle that a row of the unmixing matrix turns by is below this, for all rows.',
    { neutral: 'a smaller one changes results by less than it, where the fit settles' },
  ),
  maxIterationsParameter(
    500,
    { neutral: 'a limit; a fit that reaches it says so: 8 of 60 on ORL (rivals)' },
    'Stops after this many iterations, converged or not: no objective is promised to rise on the way.',
  ),
] as const satisfies readonly Parameter[];

/**
 * Independent component analysis of faces (Bartlett, Movellan, Sejnowski 2002) by symmetric FastICA (Hyvärinen 1999),
 * after PCA to q components U. Architecture I: the q axes, as signals over the pixels, are unmixed into independent
 * images S; with U = S Aᵀ + 1 mᵀ the codes are Aᵀ Uᵀ(x − μ). Architecture II: the whitened components, as signals over
 * the images, are unmixed into independent coefficients, the codes. Codes are linear: Wᵀ(x − μ).
 * Parameters: mean, W (d × q), changes (largest change of a row of the unmixing matrix in every iteration).
 */
export const fastIca = declareMethod({
  id: 'fastica',
  title: 'FastICA',
  fullName: 'independent component analysis',
  family: 'factorisation',
  cost: iterative(175, ({ rows, cols }, q) => ({ loops: 40 * rows * cols * q })),
  appearance: { index: 48, marker: 'triangle' },
  memory: decomposition,
  description:
    'PCA, then a change of basis that makes the basis images (architecture I) or the codes (II) as independent as can be. With all components a Euclidean nearest neighbour sees a rotation only: close to that of PCA in I, the same as that of whitened PCA in II. In I the independent images have mean 0 and variance 1 over the pixels, and codes are their weights, not scaled; in II codes have variance 1 over the training images.',
  axes: 'Independent images (I) or codes (II) have variance 1, as published.',
  formula:
    'z = Aᵀ Uᵀ(x − μ) with U ≈ S Aᵀ and independent images S (I); z = B Λ^(−½) Uᵀ(x − μ) with independent z (II)',
  citation: {
    key: 'bartlett2002ica',
    type: 'article',
    authors: ['Marian Stewart Bartlett', 'Javier R. Movellan', 'Terrence J. Sejnowski'],
    title: 'Face recognition by independent component analysis',
    venue: 'IEEE Transactions on Neural Networks',
    year: 2002,
    volume: '13',
    number: '6',
    pages: '1450–1464',
    doi: '10.1109/TNN.2002.804287',
  },
  latentNames: ['q'],
  revision: 2,
  parameters,
  traces: [
    {
      parameter: 'changes',
      quantity: { name: 'change of the unmixing matrix', unit: '', sense: 'minimise' },
    },
  ],
  arrays: { mean: 'matrix', W: 'matrix', changes: 'vector' },
  largestLatent: axesOfVectors,
  open,

  encode(fit, images) {
    return stackOfRows(projectImages(images, fit.arrays.mean, fit.arrays.W));
  },
});

/** The principal axes are computed once for all q. */
function open({ images }: TrainingData, settings: IcaSettings, context: FitContext) {
  const { rows, cols, count } = images;
  const axes = principalAxes(images, Math.min(count, rows * cols));
  if (axes.values.length === 0) throw new FitError('FastICA: all training images are equal.');
  return {
    fit([q]: LatentShape) {
      if (q > axes.values.length) {
        throw new FitError(
          `FastICA: the training images give ${axes.values.length} axes, found q = ${q}. Reduce the latent dimension.`,
        );
      }
      const u = columns(axes.vectors, 0, q);
      const { w, run } =
        settings.architecture === 'II'
          ? independentCodes(projectImages(images, axes.mean, u), u, axes.values.slice(0, q), settings, context)
          : independentImages(u, settings, context);
      return {
        arrays: {
          mean: axes.mean,
          W: w,
          changes: Float64Array.from(run.changes),
        },
        iterations: run.changes.length,
        converged: run.converged,
      };
    },
    release: () => undefined,
  };
}

interface Unmixed {
  /** d × q. */
  readonly w: Matrix;
  readonly run: Unmixing;
}

/** Samples are the images, signals their coordinates (T × q), whitened. */
function independentCodes(
  coordinates: Matrix,
  u: Matrix,
  values: Float64Array,
  settings: IcaSettings,
  context: FitContext,
): Unmixed {
  const run = unmixed(scaleColumns(coordinates, inverseRoots(values)), settings, context);
  return { w: multiply(scaleColumns(u, inverseRoots(values)), run.w, { transposeB: true }), run };
}

/** Samples are the pixels, signals the axes minus their means, whitened by the symmetric root C^(−½): A = C^½ Wᵀ. */
function independentImages(u: Matrix, settings: IcaSettings, context: FitContext): Unmixed {
  const [d, q] = [u.rows, u.cols];
  const means = new Float64Array(q);
  u.data.forEach((value, at) => (means[at % q] += value / d));
  const signals = matrix(
    d,
    q,
    u.data.map((value, at) => value - means[at % q]),
  );
  const covariance = scale(gramOfColumns(signals), 1 / d);
  // C is (I − d m mᵀ) / d for orthonormal axes: singular if a constant image lies in their span.
  const left = 1 - d * means.reduce((sum, mean) => sum + mean * mean, 0);
  if (left < 1e-10) {
    throw new FitError(
      'FastICA, architecture I: a constant image lies in the span of the axes, which makes them dependent over the pixels. Reduce the latent dimension or use architecture II.',
    );
  }
  const whitening = inverseRoot(covariance);
  const run = unmixed(multiply(signals, whitening), settings, context);
  const mixing = multiply(multiply(covariance, whitening), run.w, { transposeB: true });
  return { w: multiply(u, mixing), run };
}

function unmixed(signals: Matrix, settings: IcaSettings, { random, checkCancelled }: FitContext): Unmixing {
  const q = signals.cols;
  const start =
    settings.start === 'random'
      ? matrix(
          q,
          q,
          Float64Array.from({ length: q * q }, () => random.normal()),
        )
      : identity(q);
  return unmix(signals, start, {
    contrast: settings.contrast === 'kurtosis' ? 'kurtosis' : 'logcosh',
    tolerance: settings.tolerance,
    maxIterations: settings.maxIterations,
    between: checkCancelled,
  });
}
