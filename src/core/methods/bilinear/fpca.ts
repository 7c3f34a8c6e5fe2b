import { meanImage, addMean } from '../../images/imageSet.ts';
import {
  cholesky,
  columns,
  expand,
  identity,
  NotPositiveDefiniteError,
  scale,
  solveLowerTransposed,
  symmetricEigen,
  trace,
  type Cholesky,
  type ImageBatch,
  type Matrix,
} from '../../linalg/index.ts';
import { standardNormals } from '../sampling.ts';
import { imagesLoaded, modeCovariances } from '../cost.ts';
import { FitError, type FitContext, type LatentShape } from '../method.ts';
import { stopParameters, type StopSettings } from '../probabilisticSettings.ts';
import { LIKELIHOOD, ORTHONORMAL } from '../sharedDeclarations.ts';
import { expandOnBases, projectOnBases, sweepBases } from './bases.ts';
import { stopRule, iterateToConvergence } from './iteration/iteration.ts';
import { withCentred, withLoadedImages } from './residentImages.ts';
import { declareMethod, type FitFacts } from '../declareMethod.ts';

/**
 * Factored PCA: the leading eigenvectors of the separable maximum likelihood covariance, X ~ N(W, Σ_c, Σ_r) with full
 * Σ_c, Σ_r (Dryden, Bai, Brignell, Shen 2009), by flip-flop:
 * Σ_c = (1 / N d_r) Σ X_n Σ_r⁻¹ X_nᵀ, Σ_r = (1 / N d_c) Σ X_nᵀ Σ_c⁻¹ X_n, images centred. One fit serves all
 * (q_c, q_r): codes U_cᵀ (X − W) U_r are not whitened, and those of smaller shapes are leading blocks.
 * Parameters: mean W (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r), eigenvaluesC (all d_c), eigenvaluesR (all d_r),
 * Sigmac, Sigmar. The free scale is fixed by tr Σ_r = d_r. The trace holds the log-likelihood.
 */
export const fpca = declareMethod({
  id: 'fpca',
  title: 'FPCA',
  fullName: 'factored principal component analysis',
  family: 'bilinear',
  cost: modeCovariances(11),
  appearance: { index: 7, marker: 'rect' },
  memory: imagesLoaded,
  description:
    'Projects columns and rows onto the leading eigenvectors of the two factors of a separable maximum likelihood covariance. Codes are U_cᵀ (X − W) U_r.',
  axes: ORTHONORMAL,
  formula: 'vec X ~ N(vec W, Σ_r ⊗ Σ_c), Z = U_cᵀ (X − W) U_r',
  citation: {
    key: 'dryden2009fpca',
    type: 'article',
    authors: ['Ian L. Dryden', 'Li Bai', 'Christopher J. Brignell', 'Linlin Shen'],
    title: 'Factored principal components analysis, with applications to face recognition',
    venue: 'Statistics and Computing',
    year: 2009,
    volume: '19',
    number: '3',
    pages: '229–238',
    doi: '10.1007/s11222-008-9087-7',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: stopParameters({ tolerance: 1e-10 }),
  arrays: {
    mean: 'matrix',
    Uc: 'matrix',
    Ur: 'matrix',
    eigenvaluesC: 'vector',
    eigenvaluesR: 'vector',
    Sigmac: 'matrix',
    Sigmar: 'matrix',
  },
  largestLatent,

  fit({ images }, [qc, qr], settings, context) {
    const mean = meanImage(images);
    const model = withLoadedImages(mean, (resident) => flipFlop(resident.of(images), settings, context));
    return {
      arrays: {
        mean,
        Uc: columns(model.column.vectors, 0, qc),
        Ur: columns(model.row.vectors, 0, qr),
        eigenvaluesC: model.column.values,
        eigenvaluesR: model.row.values,
        Sigmac: model.sigmaC,
        Sigmar: model.sigmaR,
      },
      ...model.facts,
    };
  },

  encode: projectOnBases,
  reconstruct: expandOnBases,

  logLikelihood(fit, images) {
    const [c, r] = [cholesky(fit.arrays.Sigmac), cholesky(fit.arrays.Sigmar)];
    const white = withCentred(fit.arrays.mean, images, (batch) => batch.project(inverseRoot(c), inverseRoot(r)));
    const size = images.rows * images.cols;
    const constant =
      size * Math.log(2 * Math.PI) +
      images.cols * logSum(fit.arrays.eigenvaluesC) +
      images.rows * logSum(fit.arrays.eigenvaluesR);
    return Float64Array.from({ length: images.count }, (_, n) => {
      let square = 0;
      for (let i = n * size; i < (n + 1) * size; i++) square += white.data[i] * white.data[i];
      return -0.5 * (constant + square);
    });
  },

  /** L_c G L_rᵀ + W with Σ = L Lᵀ; no part of it is noise. */
  sample(fit, count, random) {
    const [c, r] = [cholesky(fit.arrays.Sigmac), cholesky(fit.arrays.Sigmar)];
    const [g] = standardNormals(random, count, [[fit.imageShape.rows, fit.imageShape.cols]]);
    return { means: null, images: addMean(expand(g, c.lower, r.lower), fit.arrays.mean) };
  },

  sweep(input) {
    const { shapes, settings, context } = input;
    let facts: SeparableModel['facts'];
    const codes = sweepBases(input, (batch) => {
      const { column, row, ...model } = flipFlop(batch, settings, context);
      facts = model.facts;
      return {
        uc: columns(column.vectors, 0, Math.max(...shapes.map((shape) => shape[0]))),
        ur: columns(row.vectors, 0, Math.max(...shapes.map((shape) => shape[1]))),
      };
    });
    return { ...codes, facts: () => facts };
  },
});

/** The likelihood is bounded only if N − 1 > max(d_c / d_r, d_r / d_c). */
function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return count - 1 > Math.max(rows / cols, cols / rows) ? [rows, cols] : [0, 0];
}

interface SeparableModel {
  readonly sigmaC: Matrix;
  readonly sigmaR: Matrix;
  readonly column: ReturnType<typeof symmetricEigen>;
  readonly row: ReturnType<typeof symmetricEigen>;
  readonly facts: FitFacts;
}

function flipFlop(batch: ImageBatch, settings: StopSettings, context: FitContext): SeparableModel {
  const { rows, cols, count } = batch;
  const values = count * rows * cols;
  let facts: ReturnType<typeof iterateToConvergence>;
  let sigmaC = identity(rows);
  let sigmaR = identity(cols);
  try {
    // F with F Fᵀ = Σ⁻¹ is L⁻ᵀ: triangular, which saves a third of the products with the full inverse.
    let rootR = sigmaR;
    const rule = { title: 'FPCA', objective: LIKELIHOOD, scale: values, ...stopRule(settings) };
    facts = iterateToConvergence(rule, context, () => {
      sigmaC = scale(batch.sumRightFactor(rootR), 1 / (count * cols));
      const column = cholesky(sigmaC);
      sigmaR = scale(batch.sumLeftFactor(inverseRoot(column)), 1 / (count * rows));
      const a = trace(sigmaR) / cols;
      sigmaC = scale(sigmaC, a);
      sigmaR = scale(sigmaR, 1 / a);
      const row = cholesky(sigmaR);
      rootR = inverseRoot(row);
      // The previous step has made tr(Σ_c⁻¹ X Σ_r⁻¹ Xᵀ) summed over the images equal to N d_c d_r.
      return (
        -0.5 *
        (count * cols * (column.logDeterminant + rows * Math.log(a)) +
          count * rows * row.logDeterminant +
          values * (1 + Math.log(2 * Math.PI)))
      );
    });
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(
      `FPCA: a factor of the covariance is singular (pivot ${error.pivot}); ${count} images of ${rows} × ${cols} do not vary in every row and column. More training images or another crop are needed.`,
    );
  }
  return {
    sigmaC,
    sigmaR,
    column: symmetricEigen(sigmaC),
    row: symmetricEigen(sigmaR),
    facts: { ...facts, logLikelihood: facts.trace[facts.iterations - 1] },
  };
}

/** L⁻ᵀ, upper triangular: F with F Fᵀ = Σ⁻¹. */
function inverseRoot({ lower }: Cholesky): Matrix {
  return solveLowerTransposed(lower, identity(lower.rows));
}

function logSum(values: Float64Array): number {
  return values.reduce((sum, value) => sum + Math.log(value), 0);
}
