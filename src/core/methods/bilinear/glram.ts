import { normalMatrix } from '../../images/noise.ts';
import { meanImage } from '../../images/imageSet.ts';
import { identity, orthonormalise, projectAll, type Matrix } from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { iterationTimes } from '../iterationTimes.ts';
import { FitError, type FitContext, type LatentShape, type TrainingData } from '../method.ts';
import { MEAN_SQUARED_ERROR, ORTHONORMAL, axesOfBothModes } from '../sharedDeclarations.ts';
import { expandOnBases, projectOnBases } from './bases.ts';
import { extrapolatedPath } from './iteration/extrapolatedBasis.ts';
import {
  iterationOf,
  iterationParameters,
  startOnce,
  watchObjective,
  type IterationSettings,
} from './iteration/iteration.ts';
import { alternatingFits, type AlternatingFit } from './iteration/lockstep.ts';
import { residentImages } from './residentImages.ts';
import { alternatingCost, alternatingMemory } from './iteration/sumsRoute.ts';
import { declareMethod, type LearningSession, type Model } from '../declareMethod.ts';
import type { ArrayKinds } from '../learnedArrays.ts';

export const GLRAM_ARRAYS = { mean: 'matrix', Uc: 'matrix', Ur: 'matrix' } as const satisfies ArrayKinds;

/**
 * Iterations before the first extrapolation. Faces settle in 4 to 7. 100 images of noise, 120 × 160 with q = 10, take
 * 115, without extrapolation more than 500.
 */
const PATIENCE = 10;

type GlramFit = Model<unknown, typeof GLRAM_ARRAYS>;

/**
 * Generalised low-rank approximation of matrices: orthonormal U_c, U_r that minimise
 * (1/N) Σ ‖X_n − U_c T_n U_rᵀ‖² (Zhao, Yu, Kwok 2012, eqs. (10)–(12); Ye 2005), by alternating eigenproblems.
 * Images are centred. Parameters: mean W (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r).
 * The trace holds the mean squared error (10) after each iteration. Slow iterations are extrapolated, except in the
 * published protocol.
 */
export const glram = declareMethod({
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
  latentNames: ['q_c', 'q_r'],
  parameters: iterationParameters,
  arrays: GLRAM_ARRAYS,
  largestLatent: axesOfBothModes,
  open: openGlram,
  encode: projectOnBases,
  reconstruct: expandOnBases,
});

export function openGlram(
  { images }: TrainingData,
  settings: IterationSettings,
  context: FitContext,
): LearningSession<unknown, typeof GLRAM_ARRAYS> {
  const { cols, count } = images;
  const iteration = iterationOf(settings);
  const mean = meanImage(images);
  const resident = residentImages(mean);
  const batch = resident.of(images);
  const energy = batch.energy();
  const startOf = startOnce(iteration.start, (q) => startBasis(cols, q, iteration.start, context.random));
  /** Throws FitError. */
  const begin = ([qc, qr]: LatentShape, warm?: GlramFit): AlternatingFit<typeof GLRAM_ARRAYS> => {
    if (energy === 0) throw new FitError('GLRAM: all training images are equal.');
    let ur = warm && iteration.warm ? warm.arrays.Ur : startOf(qr);
    let uc: Matrix | undefined;
    const objective: number[] = [];
    const times = iterationTimes(context);
    const watch = watchObjective('GLRAM', 'reconstruction error', 'minimise');
    let converged = false;
    const path = extrapolatedPath(settings.restart === 'cold' ? Infinity : PATIENCE);
    return {
      columnRequest: () => ({ factor: ur, scale: 1, fromPlain: false, count: qc }),
      takeColumn: ({ vectors }) => void (uc = vectors),
      rowRequest: () => ({ factor: uc!, scale: 1, fromPlain: false, count: qr }),
      takeRow({ values, vectors }) {
        let kept = 0;
        for (const value of values) kept += value;
        const error = Math.max(0, energy - kept) / count;
        const previous = objective.at(-1);
        const fallback = path.fallback();
        if (fallback && error > previous!) {
          ur = path.next(fallback);
          return false;
        }
        ur = vectors;
        watch.step(error, energy / count);
        objective.push(error);
        times.mark();
        converged = previous !== undefined && iteration.settled(previous, error, energy / count);
        if (converged || objective.length >= iteration.maxIterations) return true;
        ur = path.next(ur);
        return false;
      },
      result: () => ({
        arrays: { mean, Uc: uc!, Ur: ur },
        trace: objective,
        ...times.kept(),
        objective: MEAN_SQUARED_ERROR,
        iterations: objective.length,
        converged,
        warnings: watch.warnings(),
      }),
    };
  };
  return {
    ...alternatingFits(begin, batch, null, iteration, context),
    encode: ({ arrays: { Uc, Ur } }, set) => resident.of(set).project(Uc, Ur),
    encodeAll: (fits, set) =>
      projectAll(
        resident.of(set),
        fits.map(({ arrays: { Uc, Ur } }) => ({ uc: Uc, ur: Ur })),
      ),
    release: resident.release,
  };
}

function startBasis(d: number, q: number, start: 'identity' | 'random', random: Random): Matrix {
  if (start === 'identity') return identity(d, q);
  return orthonormalise(normalMatrix(d, q, random));
}
