import { meanImage } from '../../images/imageSet.ts';
import {
  expand,
  identity,
  matrix,
  orthonormalise,
  projectAll,
  type Bases,
  type Matrix,
  type ImageBatch,
  type MatrixStack,
} from '../../linalg/index.ts';
import type { Random } from '../../random/random.ts';
import { arrayOfMatrix, matrixOf, requireLatent } from '../fitArrays.ts';
import { iterationTimes } from '../iterationTimes.ts';
import {
  FitError,
  type Fit,
  type FitContext,
  type FitSession,
  type LatentShape,
  type Method,
  type Settings,
  type TrainingData,
} from '../method.ts';
import { MEAN_SQUARED_ERROR } from '../quantities.ts';
import { fitInSession } from '../session.ts';
import { addMean } from './addMean.ts';
import { iterationOf, iterationParameters, startOnce, watchObjective } from './iteration.ts';
import { alternatingFits, type AlternatingFit } from './lockstep.ts';
import { residentImages, withCentred } from './residentImages.ts';
import { alternatingCost, alternatingMemory } from './sumsRoute.ts';
import { ORTHONORMAL } from '../conventions.ts';

/**
 * Generalised low-rank approximation of matrices: orthonormal U_c, U_r that minimise
 * (1/N) Σ ‖X_n − U_c T_n U_rᵀ‖² (Zhao, Yu, Kwok 2012, eqs. (10)–(12); Ye 2005), by alternating eigenproblems.
 * Images are centred. Parameters: mean W (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r).
 * The trace holds the mean squared error (10) after each iteration.
 */
export const glram: Method = {
  id: 'glram',
  title: 'GLRAM',
  fullName: 'generalised low-rank approximation of matrices',
  family: 'bilinear',
  cost: alternatingCost(5, (settings) => settings.restart !== 'warm'),
  appearance: { index: 3, marker: 'rect' },
  memory: (size, settings) => alternatingMemory(size, settings.restart !== 'warm'),
  description:
    'Projects columns and rows of the image onto subspaces found by alternating least squares. Codes are U_cᵀ (X − W) U_r.',
  axes: ORTHONORMAL,
  formula: 'min Σ_n ‖X_n − W − U_c Z_n U_rᵀ‖², U_cᵀU_c = I, U_rᵀU_r = I',
  citation: {
    key: 'ye2005glram',
    type: 'article',
    authors: ['Jieping Ye'],
    title: 'Generalized low rank approximations of matrices',
    venue: 'Machine Learning',
    year: 2005,
    volume: '61',
    number: '1–3',
    pages: '167–191',
    doi: '10.1007/s10994-005-3561-6',
  },
  latentKind: 'matrix',
  latentNames: ['q_c', 'q_r'],
  parameters: iterationParameters,
  largestLatent,

  fit: fitInSession(open),
  open,

  encode: (fit, images) => withCentred(fit, images, (batch) => codesOf(fit, batch)),

  reconstruct(fit, codes) {
    return addMean(expand(codes, matrixOf(fit, 'Uc'), matrixOf(fit, 'Ur')), matrixOf(fit, 'mean'));
  },
};

function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return count < 2 ? [0, 0] : [rows, cols];
}

function open({ images }: TrainingData, settings: Settings, context: FitContext): FitSession {
  const { rows, cols, count } = images;
  const iteration = iterationOf(settings);
  const mean = meanImage(images);
  const resident = residentImages(mean);
  const batch = resident.of(images);
  const energy = batch.energy();
  const startOf = startOnce(iteration.start, (q) => startBasis(cols, q, iteration.start, context.random));
  /** Throws FitError. */
  const begin = (latent: LatentShape, warm?: Fit): AlternatingFit => {
    requireLatent('GLRAM', latent, largestLatent(rows, cols, count), images);
    if (energy === 0) throw new FitError('GLRAM: all training images are equal.');
    const [qc, qr] = latent;
    let ur = warm && iteration.warm ? matrixOf(warm, 'Ur') : startOf(qr);
    let uc: Matrix | undefined;
    const objective: number[] = [];
    const times = iterationTimes(context);
    const watch = watchObjective('GLRAM', 'reconstruction error', 'minimise');
    let converged = false;
    return {
      columnRequest: () => ({ factor: ur, scale: 1, fromPlain: false, count: qc }),
      takeColumn: ({ vectors }) => void (uc = vectors),
      rowRequest: () => ({ factor: uc!, scale: 1, fromPlain: false, count: qr }),
      takeRow({ values, vectors }) {
        ur = vectors;
        let kept = 0;
        for (const value of values) kept += value;
        const error = Math.max(0, energy - kept) / count;
        watch.step(error, energy / count);
        const previous = objective.at(-1);
        objective.push(error);
        times.mark();
        converged = previous !== undefined && iteration.settled(previous, error, energy / count);
        return converged || objective.length >= iteration.maxIterations;
      },
      result: () => ({
        method: 'glram',
        latent,
        settings,
        imageShape: { rows, cols },
        parameters: { mean: arrayOfMatrix(mean), Uc: arrayOfMatrix(uc!), Ur: arrayOfMatrix(ur) },
        trace: objective,
        ...times.kept(),
        objective: MEAN_SQUARED_ERROR,
        iterations: objective.length,
        converged,
        logLikelihood: null,
        warnings: watch.warnings(),
      }),
    };
  };
  return {
    ...alternatingFits(begin, batch, null, iteration, context),
    encode: (fit, set) => codesOf(fit, resident.of(set)),
    encodeAll: (fits, set) => projectAll(resident.of(set), fits.map(basesOf)),
    release: resident.release,
  };
}

function startBasis(d: number, q: number, start: 'identity' | 'random', random: Random): Matrix {
  if (start === 'identity') return identity(d, q);
  return orthonormalise(
    matrix(
      d,
      q,
      Float64Array.from({ length: d * q }, () => random.normal()),
    ),
  );
}

/** U_cᵀ (X − W) U_r. */
function codesOf(fit: Fit, batch: ImageBatch): MatrixStack {
  const { uc, ur } = basesOf(fit);
  return batch.project(uc, ur);
}

function basesOf(fit: Fit): Bases {
  return { uc: matrixOf(fit, 'Uc'), ur: matrixOf(fit, 'Ur') };
}
