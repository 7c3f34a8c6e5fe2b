import { normalMatrix } from '../../images/noise.ts';
import { meanImage, addMean } from '../../images/imageSet.ts';
import {
  expand,
  identity,
  projectAll,
  trace,
  type Bases,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { standardNormals } from '../sampling.ts';
import { iterationTimes, type IterationTimes } from '../iterationTimes.ts';
import { FitError, type FitContext, type LatentShape, type TrainingData, type Parameter } from '../method.ts';
import { LIKELIHOOD, axesOfBothModes } from '../sharedDeclarations.ts';
import { reconstructionParameter } from '../probabilisticSettings.ts';
import { aecmStepper, type AecmState } from './aecm.ts';
import { iterationOf, iterationParameters, startOnce, watchObjective } from './iteration/iteration.ts';
import { alternatingFits, type AlternatingFit } from './iteration/lockstep.ts';
import {
  decoderOf,
  encoderOf,
  estimateMode,
  inverseRootOf,
  inverseScatter,
  loadingsOf,
  logDeterminant,
  modeFromLoadings,
  modeFromSpectrum,
  type ModeCovariance,
} from './modeCovariance.ts';
import { residentImages, withCentred } from './residentImages.ts';
import { alternatingCost, alternatingMemory } from './iteration/sumsRoute.ts';
import { declareMethod, type LearningSession, type Model, type Learned } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';

type BppcaSettings = SettingsOf<typeof parameters>;
const parameters = [
  {
    name: 'algorithm',
    title: 'Algorithm',
    help: 'CM: each step is the PPCA of one whitened mode, a few iterations. AECM: cheaper steps for images of thousands of rows, tens to hundreds of iterations, always from the start below.',
    kind: 'choice',
    default: 'cm',
    source: { published: 'Zhao, Yu and Kwok 2012, algorithm 1', neutral: 'AECM reaches the same optimum' },
    choices: [
      { value: 'cm', title: 'CM (Algorithm 1)' },
      { value: 'aecm', title: 'AECM (Algorithm 2)' },
    ],
  },
  ...iterationParameters,
  reconstructionParameter,
] as const satisfies readonly Parameter[];

const ARRAYS = {
  mean: 'matrix',
  C: 'matrix',
  R: 'matrix',
  sigma2c: 'scalar',
  sigma2r: 'scalar',
  Uc: 'matrix',
  Ur: 'matrix',
  eigenvaluesC: 'vector',
  eigenvaluesR: 'vector',
} as const satisfies ArrayKinds;
type BppcaArrays = Arrays<typeof ARRAYS>;
type BppcaModel = Model<BppcaSettings, typeof ARRAYS>;

/**
 * Bilinear probabilistic PCA by conditional maximisation or AECM (Zhao, Yu, Kwok 2012, eq. (14), Algorithms 1, 2): X is
 * matrix normal with column covariance Σ_c = C Cᵀ + σ_c² I and row covariance Σ_r = R Rᵀ + σ_r² I, and each step is the
 * PPCA of one mode whitened by the other. Covariances are maximum likelihood (divisor N).
 * Parameters: mean W (d_c × d_r), C (d_c × q_c), R (d_r × q_r), sigma2c, sigma2r, Uc, Ur (orthonormal bases of C, R),
 * eigenvaluesC, eigenvaluesR (the leading eigenvalues of Σ_c, Σ_r). The free scale between the modes is fixed by
 * σ_c = σ_r; where a mode has q = d, and so no noise, by tr Σ_c / d_c = tr Σ_r / d_r.
 * The trace holds the log-likelihood after each iteration (both steps).
 */
export const bppca = declareMethod({
  id: 'bppca',
  title: 'BPPCA',
  fullName: 'bilinear probabilistic principal component analysis',
  family: 'bilinear',
  cost: alternatingCost(11, (settings) => settings.restart !== 'warm' || settings.algorithm === 'aecm'),
  appearance: { index: 4, marker: 'rect' },
  memory: (size, settings) => alternatingMemory(size, settings.restart !== 'warm' || settings.algorithm === 'aecm'),
  description:
    'Matrix-variate normal model with low-rank column and row covariances, fitted by maximum likelihood. Codes are the posterior means E[Z | X].',
  axes: 'Loadings are those of maximum likelihood for latent variables of variance 1, and codes their posterior means, as published; both modes have one noise variance.',
  formula: 'vec X ~ N(vec W, (R Rᵀ + σ_r² I) ⊗ (C Cᵀ + σ_c² I))',
  citation: {
    key: 'zhao2012bppca',
    type: 'article',
    authors: ['Jianhua Zhao', 'Philip L. H. Yu', 'James T. Kwok'],
    title: 'Bilinear probabilistic principal component analysis',
    venue: 'IEEE Transactions on Neural Networks and Learning Systems',
    year: 2012,
    volume: '23',
    number: '3',
    pages: '492–503',
    doi: '10.1109/TNNLS.2012.2183006',
  },
  latentNames: ['q_c', 'q_r'],
  parameters,
  arrays: ARRAYS,
  largestLatent: axesOfBothModes,
  open,

  encode: ({ arrays }, images) => withCentred(arrays.mean, images, (batch) => codesOf(arrays, batch)),

  /**
   * W + U_c U_cᵀ (X − W) U_r U_rᵀ, the biorthogonal reconstruction of section IV-C, or its bilinear one, C Z Rᵀ + W.
   */
  reconstruct({ arrays, settings }, codes) {
    const [c, r] =
      settings.reconstruction === 'posterior'
        ? [arrays.C, arrays.R]
        : [decoderOf(columnMode(arrays)), decoderOf(rowMode(arrays))];
    return addMean(expand(codes, c, r), arrays.mean);
  },

  logLikelihood({ arrays }, images) {
    const [column, row] = [columnMode(arrays), rowMode(arrays)];
    const white = withCentred(arrays.mean, images, (batch) => batch.project(inverseRootOf(column), inverseRootOf(row)));
    const size = images.rows * images.cols;
    const constant =
      size * Math.log(2 * Math.PI) + images.cols * logDeterminant(column) + images.rows * logDeterminant(row);
    return Float64Array.from({ length: images.count }, (_, n) => {
      let square = 0;
      for (let i = n * size; i < (n + 1) * size; i++) square += white.data[i] * white.data[i];
      return -0.5 * (constant + square);
    });
  },

  /** C Z Rᵀ + W, and with C E_r + E_c Rᵀ + E added, eq. (14): L_c G L_rᵀ + W with L = [loadings, σ I]. */
  sample({ arrays, imageShape: { rows, cols } }, count, random) {
    const { C: c, R: r, mean, sigma2c, sigma2r } = arrays;
    const [sigmaC, sigmaR] = [Math.sqrt(sigma2c), Math.sqrt(sigma2r)];
    const [z, er, ec, e] = standardNormals(random, count, [
      [c.cols, r.cols],
      [c.cols, cols],
      [rows, r.cols],
      [rows, cols],
    ]);
    const means = addMean(expand(z, c, r), mean);
    const [left, right] = [expand(er, c, null), expand(ec, null, r)];
    const data = means.data.map(
      (value, i) => value + sigmaR * left.data[i] + sigmaC * right.data[i] + sigmaC * sigmaR * e.data[i],
    );
    return { means, images: { ...means, data } };
  },
});

function open(
  { images }: TrainingData,
  settings: BppcaSettings,
  context: FitContext,
): LearningSession<BppcaSettings, typeof ARRAYS> {
  const { rows, cols, count } = images;
  const iteration = iterationOf(settings);
  const mean = meanImage(images);
  const resident = residentImages(mean);
  const batch = resident.of(images);
  const plain = batch.plainSums();
  const values = count * rows * cols;
  const startAt = startOnce(iteration.start, (q) => {
    const mode = startMode(cols, q, iteration.start, context.random);
    return { mode, request: inverseScatter(mode, count * cols, 0) };
  });

  const beginCm = (latent: LatentShape, warm?: BppcaModel): AlternatingFit<typeof ARRAYS> => {
    requireVariance();
    const [qc, qr] = latent;
    const watch = watchObjective('BPPCA', 'log-likelihood', 'maximise');
    const start = warm && iteration.warm ? null : startAt(qr);
    let row = start?.mode ?? rowMode(warm!.arrays);
    let column: ModeCovariance | undefined;
    const logLikelihoods: number[] = [];
    const times = iterationTimes(context);
    let converged = false;
    return {
      columnRequest: () =>
        start && logLikelihoods.length === 0 ? { ...start.request, count: qc } : inverseScatter(row, count * cols, qc),
      takeColumn: (sum) => void (column = estimateMode(sum, 'column')),
      rowRequest: () => inverseScatter(column!, count * rows, qr),
      takeRow(sum) {
        row = estimateMode(sum, 'row');
        // The previous step has made tr(Σ_r⁻¹ S_r) equal to d_r: eq. (25) needs no pass over the images.
        const l =
          -0.5 *
          (count * cols * logDeterminant(column!) +
            count * rows * logDeterminant(row) +
            count * rows * row.fitTerm +
            values * Math.log(2 * Math.PI));
        // A raised σ² is not the maximum, so the likelihood may fall; without it a fall is a defect.
        if (!column!.floored && !row.floored) watch.step(l, values);
        const previous = logLikelihoods.at(-1);
        logLikelihoods.push(l);
        times.mark();
        converged = previous !== undefined && iteration.settled(previous, l, values);
        return converged || logLikelihoods.length >= iteration.maxIterations;
      },
      result: () => fitOf({ column: column!, row, logLikelihoods, times, converged }, watch.warnings()),
    };
  };

  const beginAecm = (latent: LatentShape): AlternatingFit<typeof ARRAYS> => {
    requireVariance();
    const [qc, qr] = latent;
    if (qc === rows || qr === cols) {
      throw new FitError(`BPPCA: AECM needs noise in both modes, q_c < ${rows} and q_r < ${cols}. Use CM here.`);
    }
    const watch = watchObjective('BPPCA', 'log-likelihood', 'maximise');
    let state: AecmState = {
      column: { loadings: startLoadings(rows, qc, iteration.start, context.random), sigma2: START_NOISE },
      row: { loadings: startLoadings(cols, qr, iteration.start, context.random), sigma2: START_NOISE },
    };
    const { columnRequest, takeColumn, rowRequest, takeRow } = aecmStepper({ rows, cols, count, plain }, state);
    const logLikelihoods: number[] = [];
    const times = iterationTimes(context);
    let begun = false;
    let converged = false;
    let ended = false;
    return {
      columnRequest,
      takeColumn(sum) {
        const l = takeColumn(sum);
        // Section V-B counts the start as iteration 1; here an iteration is a step, so the start's value is not kept.
        if (!begun) return;
        watch.step(l, values);
        const previous = logLikelihoods.at(-1);
        logLikelihoods.push(l);
        times.mark();
        converged = previous !== undefined && iteration.settled(previous, l, values);
        ended = converged || logLikelihoods.length >= AECM_FACTOR * iteration.maxIterations;
      },
      rowRequest,
      takeRow(sum) {
        // The value belongs to the state that this iteration started from.
        if (ended) return true;
        state = takeRow(sum);
        begun = true;
        return false;
      },
      result() {
        const column = modeFromLoadings(state.column.loadings, state.column.sigma2);
        const row = modeFromLoadings(state.row.loadings, state.row.sigma2);
        return fitOf({ column, row, logLikelihoods, times, converged }, watch.warnings());
      },
    };
  };

  const requireVariance = (): void => {
    if (trace(plain.left) === 0) throw new FitError('BPPCA: all training images are equal.');
  };

  const fitOf = (run: Run, warnings: readonly string[]): Learned<typeof ARRAYS> => {
    const { column, row, logLikelihoods, times, converged } = run;
    const modes = canonical(column, row);
    return {
      arrays: {
        mean,
        C: loadingsOf(modes.column),
        R: loadingsOf(modes.row),
        sigma2c: modes.column.sigma2,
        sigma2r: modes.row.sigma2,
        Uc: modes.column.vectors,
        Ur: modes.row.vectors,
        eigenvaluesC: modes.column.values,
        eigenvaluesR: modes.row.values,
      },
      trace: logLikelihoods,
      ...times.kept(),
      objective: LIKELIHOOD,
      iterations: logLikelihoods.length,
      converged,
      logLikelihood: logLikelihoods[logLikelihoods.length - 1],
      warnings: [...warnings, ...(column.floored ? [raised('c')] : []), ...(row.floored ? [raised('r')] : [])],
    };
  };

  return {
    ...(settings.algorithm === 'aecm'
      ? alternatingFits(beginAecm, batch, plain, { warm: false }, context)
      : alternatingFits(beginCm, batch, plain, iteration, context)),
    encode: ({ arrays }, set) => codesOf(arrays, resident.of(set)),
    encodeAll: (fits, set) =>
      projectAll(
        resident.of(set),
        fits.map(({ arrays }) => encodersOf(arrays)),
      ),
    release: resident.release,
  };
}

/** Final state of an algorithm. */
interface Run {
  readonly column: ModeCovariance;
  readonly row: ModeCovariance;
  readonly logLikelihoods: readonly number[];
  readonly times: IterationTimes;
  readonly converged: boolean;
}

function raised(mode: 'c' | 'r'): string {
  return `σ_${mode}² was raised to 1e-12 λ₁: nothing is left outside q_${mode} dimensions.`;
}

/** σ² before the first step (sections V-B, V-C). */
const START_NOISE = 0.01;

/** Factor on CM's maximum iterations: AECM takes tens of iterations where CM takes three. */
const AECM_FACTOR = 50;

/** Loadings before the first step: [I; 0] or N(0, 1) (sections V-B, V-C). */
function startLoadings(d: number, q: number, start: 'identity' | 'random', random: Random): Matrix {
  if (start === 'identity') return identity(d, q);
  return normalMatrix(d, q, random);
}

/** Σ_r before the first step of CM. */
function startMode(d: number, q: number, start: 'identity' | 'random', random: Random): ModeCovariance {
  return modeFromLoadings(startLoadings(d, q, start, random), START_NOISE);
}

/** Σ_c ↦ a Σ_c, Σ_r ↦ Σ_r / a does not change the density: a is chosen for σ_c = σ_r. */
function canonical(column: ModeCovariance, row: ModeCovariance): { column: ModeCovariance; row: ModeCovariance } {
  const noisy = column.sigma2 > 0 && row.sigma2 > 0;
  const a = noisy ? Math.sqrt(row.sigma2 / column.sigma2) : Math.sqrt(meanVariance(row) / meanVariance(column));
  const scaled = (mode: ModeCovariance, factor: number): ModeCovariance => ({
    ...mode,
    values: mode.values.map((value) => value * factor),
    sigma2: mode.sigma2 * factor,
  });
  return { column: scaled(column, a), row: scaled(row, 1 / a) };
}

/** tr Σ / d. */
function meanVariance({ vectors, values, sigma2 }: ModeCovariance): number {
  let sum = sigma2 * (vectors.rows - values.length);
  for (const value of values) sum += value;
  return sum / vectors.rows;
}

function columnMode({ Uc, eigenvaluesC, sigma2c }: BppcaArrays): ModeCovariance {
  return modeFromSpectrum(Uc, eigenvaluesC, sigma2c);
}

function rowMode({ Ur, eigenvaluesR, sigma2r }: BppcaArrays): ModeCovariance {
  return modeFromSpectrum(Ur, eigenvaluesR, sigma2r);
}

/** E[Z | X], eq. (42). */
function codesOf(arrays: BppcaArrays, batch: ImageBatch): MatrixStack {
  const { uc, ur } = encodersOf(arrays);
  return batch.project(uc, ur);
}

function encodersOf(arrays: BppcaArrays): Bases {
  return { uc: encoderOf(columnMode(arrays)), ur: encoderOf(rowMode(arrays)) };
}
