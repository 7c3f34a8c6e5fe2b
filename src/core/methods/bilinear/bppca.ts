import { meanImage } from '../../images/imageSet.ts';
import { expand, identity, loadBatch, matrix, scale, trace, type Matrix } from '../../linalg/index.ts';
import type { Random } from '../../random/random.ts';
import { arrayOfMatrix, arrayOfScalar, arrayOfVector, matrixOf, requireImageShape, requireLatent, scalarOf, vectorOf } from '../fitArrays.ts';
import { FitError, type Fit, type FitContext, type FitSession, type LatentShape, type Method, type Settings, type TrainingData } from '../method.ts';
import { addMean } from './addMean.ts';
import { iterationOf, iterationParameters, watchObjective } from './iteration.ts';
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
import { columnScatter, rowScatter } from './modeScatter.ts';

/**
 * Bilinear probabilistic PCA by conditional maximisation (Zhao, Yu, Kwok 2012, eq. (14), Algorithm 1): X is matrix
 * normal with column covariance Σ_c = C Cᵀ + σ_c² I and row covariance Σ_r = R Rᵀ + σ_r² I, and each step is the PPCA
 * of one mode whitened by the other. Covariances are maximum likelihood (divisor N).
 * Parameters: mean W (d_c × d_r), C (d_c × q_c), R (d_r × q_r), sigma2c, sigma2r, Uc, Ur (orthonormal bases of C, R),
 * eigenvaluesC, eigenvaluesR (the leading eigenvalues of Σ_c, Σ_r). The free scale between the modes is fixed by
 * σ_c = σ_r; where a mode has q = d, and so no noise, by tr Σ_c / d_c = tr Σ_r / d_r.
 * The trace holds the log-likelihood after each iteration (both steps).
 */
export const bppca: Method = {
  id: 'bppca',
  title: 'BPPCA',
  fullName: 'bilinear probabilistic principal component analysis',
  family: 'bilinear',
  description:
    'Matrix-variate normal model with low-rank column and row covariances, fitted by maximum likelihood. Codes are the posterior means E[Z | X].',
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
  latentKind: 'matrix',
  latentNames: ['q_c', 'q_r'],
  parameters: iterationParameters,
  largestLatent,

  fit(data, latent, settings, context) {
    const session = open(data, settings, context);
    try {
      return session.fit(latent, context.warm);
    } finally {
      session.release();
    }
  },

  open,

  encode(fit, images) {
    requireImageShape(fit, images);
    const batch = loadBatch(images, matrixOf(fit, 'mean'));
    const codes = batch.project(encoderOf(columnMode(fit)), encoderOf(rowMode(fit)));
    batch.release();
    return codes;
  },

  /** W + U_c U_cᵀ (X − W) U_r U_rᵀ: the biorthogonal reconstruction of section IV-C. */
  reconstruct(fit, codes) {
    return addMean(expand(codes, decoderOf(columnMode(fit)), decoderOf(rowMode(fit))), matrixOf(fit, 'mean'));
  },

  logLikelihood(fit, images) {
    requireImageShape(fit, images);
    const [column, row] = [columnMode(fit), rowMode(fit)];
    const batch = loadBatch(images, matrixOf(fit, 'mean'));
    const white = batch.project(inverseRootOf(column), inverseRootOf(row));
    batch.release();
    const size = images.rows * images.cols;
    const constant =
      size * Math.log(2 * Math.PI) + images.cols * logDeterminant(column) + images.rows * logDeterminant(row);
    return Float64Array.from({ length: images.count }, (_, n) => {
      let square = 0;
      for (let i = n * size; i < (n + 1) * size; i++) square += white.data[i] * white.data[i];
      return -0.5 * (constant + square);
    });
  },
};

/** q = d is allowed: that mode then has a full covariance. */
function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return count < 2 ? [0, 0] : [rows, cols];
}

function open({ images }: TrainingData, settings: Settings, context: FitContext): FitSession {
  const { rows, cols, count } = images;
  const iteration = iterationOf(settings);
  const mean = meanImage(images);
  const batch = loadBatch(images, mean);
  const [plainColumn, plainRow] = [batch.sumRight(), batch.sumLeft()];
  const values = count * rows * cols;
  return {
    fit(latent, warm) {
      requireLatent('BPPCA', latent, largestLatent(rows, cols, count), images);
      if (trace(plainRow) === 0) throw new FitError('BPPCA: all training images are equal.');
      const [qc, qr] = latent;
      let row = warm && iteration.warm ? rowMode(warm) : startMode(cols, qr, iteration.start, context.random);
      let column: ModeCovariance;
      const logLikelihoods: number[] = [];
      const watch = watchObjective('BPPCA', 'log-likelihood', 'maximise');
      let converged = false;
      do {
        context.checkCancelled();
        const sc = inverseScatter(row, plainColumn, (basis) => columnScatter(batch, basis));
        column = estimateMode(scale(sc, 1 / (count * cols)), qc, 'column');
        const sr = inverseScatter(column, plainRow, (basis) => rowScatter(batch, basis));
        row = estimateMode(scale(sr, 1 / (count * rows)), qr, 'row');
        // The step before has made tr(Σ_r⁻¹ S_r) equal to d_r: eq. (25) needs no pass over the images.
        const l =
          -0.5 *
          (count * cols * logDeterminant(column) +
            count * rows * logDeterminant(row) +
            count * rows * row.fitTerm +
            values * Math.log(2 * Math.PI));
        // A raised σ² is not the maximum, and the likelihood may fall; without it a fall is a fault.
        if (!column.floored && !row.floored) watch.step(l, values);
        const previous = logLikelihoods.at(-1);
        logLikelihoods.push(l);
        converged = previous !== undefined && iteration.settled(previous, l, values);
      } while (!converged && logLikelihoods.length < iteration.maxIterations);
      const modes = canonical(column, row);
      return {
        method: 'bppca',
        latent,
        settings,
        imageShape: { rows, cols },
        parameters: {
          mean: arrayOfMatrix(mean),
          C: arrayOfMatrix(loadingsOf(modes.column)),
          R: arrayOfMatrix(loadingsOf(modes.row)),
          sigma2c: arrayOfScalar(modes.column.sigma2),
          sigma2r: arrayOfScalar(modes.row.sigma2),
          Uc: arrayOfMatrix(modes.column.vectors),
          Ur: arrayOfMatrix(modes.row.vectors),
          eigenvaluesC: arrayOfVector(modes.column.values),
          eigenvaluesR: arrayOfVector(modes.row.values),
        },
        trace: logLikelihoods,
        objective: { name: 'log-likelihood', sense: 'maximise' },
        iterations: logLikelihoods.length,
        converged,
        logLikelihood: logLikelihoods[logLikelihoods.length - 1],
        warnings: [
          ...watch.warnings(),
          ...(column.floored ? [raised('c')] : []),
          ...(row.floored ? [raised('r')] : []),
        ],
      };
    },
    release: () => batch.release(),
  };
}

function raised(mode: 'c' | 'r'): string {
  return `σ_${mode}² was raised to 1e-12 λ₁: nothing is left outside q_${mode} dimensions.`;
}

/** Σ_r before the first step: R = [I; 0] or R ~ N(0, 1), σ_r² = 0.01 (sections V-B, V-C). */
function startMode(d: number, q: number, start: 'identity' | 'random', random: Random): ModeCovariance {
  const loadings: Matrix =
    start === 'identity' ? identity(d, q) : matrix(d, q, Float64Array.from({ length: d * q }, () => random.normal()));
  return modeFromLoadings(loadings, 0.01);
}

/** Σ_c ↦ a Σ_c, Σ_r ↦ Σ_r / a leaves the density as it is: a is chosen so that σ_c = σ_r. */
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

function columnMode(fit: Fit): ModeCovariance {
  return modeFromSpectrum(matrixOf(fit, 'Uc'), vectorOf(fit, 'eigenvaluesC'), scalarOf(fit, 'sigma2c'));
}

function rowMode(fit: Fit): ModeCovariance {
  return modeFromSpectrum(matrixOf(fit, 'Ur'), vectorOf(fit, 'eigenvaluesR'), scalarOf(fit, 'sigma2r'));
}
