import { asVectors } from '../../images/imageSet.ts';
import {
  expand,
  gramOfColumns,
  matrix,
  multiply,
  symmetricPseudoInverse,
  transposeStack,
  type Matrix,
} from '../../linalg/index.ts';
import { projectOnBases } from '../bilinear/bases.ts';
import { imagesCopied, passesOfVectors, plus, type CostSize, type FitCost } from '../cost.ts';
import type { FitContext, TrainingData, LatentShape } from '../method.ts';
import { SQUARED_ERROR_OF_SIDES } from '../sharedDeclarations.ts';
import {
  nonNegativeParameters,
  nonNegativeRows,
  type NonNegativeRows,
  type NonNegativeSettings,
  type Parts,
  requireNonNegative,
} from './nonNegative.ts';
import type { AscentFacts } from '../bilinear/iteration/iteration.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * Two-dimensional NMF (Zhang, Chen, Zhou 2005): one NMF of all columns of all images, U_c ≥ 0, and one of all their
 * rows, U_r ≥ 0. Codes are the projections U_cᵀ X U_r, which are not negative; nothing is subtracted from the images.
 * Parameters: mean (0), Uc (d_c × q_c), Ur (d_r × q_r), unit columns. The trace holds the sum of the mean squared
 * errors of both, first while the columns and then while the rows are factorised.
 */
export const twoDNmf = declareMethod({
  id: '2dnmf',
  title: '2D-NMF',
  fullName: 'two-dimensional non-negative matrix factorisation',
  family: 'factorisation',
  cost: costOfSides,
  appearance: { index: 47, marker: 'triangle' },
  memory: imagesCopied,
  demanding: true,
  revision: 2,
  description:
    'Columns and rows of the images as sums of parts without negative pixels, factorised each on their own. Codes are U_cᵀ X U_r with columns of length 1, which are not orthogonal; nothing is subtracted and codes are not scaled.',
  axes: 'Columns of U_c and U_r have length 1; a convention of ours.',
  formula: 'min Σ_n ‖X_n − U_c H_n‖², min Σ_n ‖X_n − G_n U_rᵀ‖² with all of them ≥ 0; Z = U_cᵀ X U_r',
  citation: {
    key: 'zhang2005twodnmf',
    type: 'inproceedings',
    authors: ['Daoqiang Zhang', 'Songcan Chen', 'Zhi-Hua Zhou'],
    title: 'Two-dimensional non-negative matrix factorization for face representation and recognition',
    venue: 'Analysis and Modelling of Faces and Gestures',
    year: 2005,
    volume: '3723',
    pages: '350–363',
    doi: '10.1007/11564386_27',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: nonNegativeParameters,
  arrays: { mean: 'matrix', Uc: 'matrix', Ur: 'matrix' },
  largestLatent: (rows, cols, count) => (count < 1 ? [0, 0] : [rows, cols]),
  open,
  encode: projectOnBases,

  /** The image in the spans of U_c and U_r that has the codes as its projections. */
  reconstruct(fit, codes) {
    const dual = (u: Matrix) => multiply(u, symmetricPseudoInverse(gramOfColumns(u)));
    return expand(codes, dual(fit.arrays.Uc), dual(fit.arrays.Ur));
  },
});

/** An NMF of the columns for each q_c and of the rows for each q_r, shared by all shapes. */
function costOfSides(size: CostSize, settings: Readonly<Record<string, unknown>>): FitCost {
  const sides = [0, 1].map((side) => [...new Set(size.shapes.map((shape) => shape[side]))].map((q) => [q]));
  return plus(...sides.map((shapes) => passesOfVectors(120, 3.1)({ ...size, shapes }, settings)));
}

/** Columns for q_c serve every q_r, and vice versa. */
function open({ images }: TrainingData, settings: NonNegativeSettings, context: FitContext) {
  const { rows, cols, count } = images;
  requireNonNegative('2D-NMF', images);
  const all = asVectors(images).data;
  const upright = transposeStack({ count, rows, cols, data: all });
  const sides = [matrix(count * cols, rows, upright.data), matrix(count * rows, cols, all)].map((x) =>
    nonNegativeRows('2D-NMF', x, count, SQUARED_ERROR_OF_SIDES),
  );
  const cache = sides.map(() => new Map<number, Parts>());
  const partsOf = (side: 0 | 1, q: number): Parts => {
    const parts = cache[side].get(q) ?? sides[side].parts(q, settings, context);
    cache[side].set(q, parts);
    return parts;
  };
  return {
    fit(latent: LatentShape) {
      const [column, row] = [partsOf(0, latent[0]), partsOf(1, latent[1])];
      return {
        arrays: {
          mean: matrix(rows, cols),
          Uc: column.basis,
          Ur: row.basis,
        },
        ...oneAfterTheOther(column, row),
      };
    },
    release: () => sides.forEach((side: NonNegativeRows) => side.release()),
  };
}

function oneAfterTheOther({ facts: column }: Parts, { facts: row, before }: Parts): AscentFacts {
  const trace = [
    ...column.trace.map((error) => error + before),
    ...row.trace.map((error) => column.trace.at(-1)! + error),
  ];
  const seconds = [...(column.iterationSeconds ?? []), ...(row.iterationSeconds ?? [])];
  // Parts computed for another shape have the times of its fit.
  const ordered = seconds.length > 0 && seconds.every((time, t) => t === 0 || time >= seconds[t - 1]);
  return {
    trace,
    ...(ordered && { iterationSeconds: seconds }),
    objective: SQUARED_ERROR_OF_SIDES,
    iterations: trace.length,
    converged: column.converged && row.converged,
    warnings: [...column.warnings, ...row.warnings],
  };
}
