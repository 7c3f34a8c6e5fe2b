import {
  columns,
  gramOfColumns,
  leadingEigen,
  matrix,
  matrixStack,
  multiply,
  scale,
  type MatrixStack,
} from '../../linalg/index.ts';
import { expandOnBases, projectOnBases } from './bases.ts';
import { glram, GLRAM_ARRAYS, openGlram } from './glram.ts';
import { iterationParameters } from './iteration/iteration.ts';
import { alternatingCost } from './iteration/sumsRoute.ts';
import { ORTHONORMAL, axesOfBothModes } from '../sharedDeclarations.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * PCA after GLRAM: the codes of GLRAM, as vectors of q_c q_r numbers, on their leading eigenvectors (Ye 2005; Yu, Bi,
 * Ye 2010, section 4.2: still a PCA of the image). Parameters of GLRAM, and P (q_c q_r × p), eigenvalues (p, divisor
 * N). With all components kept, distances are those of GLRAM.
 */
export const glramPca = declareMethod({
  id: 'glram-pca',
  cost: alternatingCost(7, () => false),
  title: 'GLRAM + PCA',
  appearance: { index: 12, marker: 'rect' },
  family: 'bilinear',
  fullName: 'generalised low-rank approximation of matrices followed by principal component analysis',
  axes: ORTHONORMAL,
  formula: 'z = Pᵀ vec(U_cᵀ (X − W) U_r)',
  description: 'GLRAM, then PCA of its codes taken as vectors. Codes are Pᵀ vec(U_cᵀ (X − W) U_r).',
  citation: glram.citation,
  latentNames: ['q_c', 'q_r'],
  memory: glram.memory,
  demanding: true,
  parameters: [
    {
      name: 'components',
      title: 'Components',
      help: 'Principal components p of the GLRAM codes that are kept; at most q_c q_r and the number of training images less one.',
      kind: 'integer',
      default: 40,
      source: { measured: 'glram-pca.components' },
      min: 1,
      max: 100_000,
    },
    ...iterationParameters,
  ],

  arrays: { ...GLRAM_ARRAYS, P: 'matrix', eigenvalues: 'vector' },
  largestLatent: axesOfBothModes,

  fit(data, latent, settings, context) {
    const session = openGlram(data, settings, context);
    try {
      const base = session.fit(latent);
      const codes = vectorsOf(projectOnBases(base, data.images));
      const covariance = scale(gramOfColumns(codes), 1 / codes.rows);
      const requested = settings.components;
      const kept = Math.min(requested, codes.cols, codes.rows - 1);
      const { values, vectors } = leadingEigen(covariance, kept);
      const warnings = base.warnings ?? [];
      return {
        ...base,
        arrays: { ...base.arrays, P: columns(vectors, 0, kept), eigenvalues: values },
        warnings: kept < requested ? [...warnings, `${kept} of ${requested} components exist.`] : warnings,
      };
    } finally {
      session.release();
    }
  },

  encode(fit, images) {
    const scores = multiply(vectorsOf(projectOnBases(fit, images)), fit.arrays.P);
    return matrixStack(scores.rows, scores.cols, 1, scores.data);
  },

  reconstruct(fit, codes) {
    const scores = matrix(codes.count, codes.rows * codes.cols, codes.data);
    const vectors = multiply(scores, fit.arrays.P, { transposeB: true });
    return expandOnBases(fit, matrixStack(codes.count, fit.latent[0], fit.latent[1], vectors.data));
  },
});

function vectorsOf({ count, rows, cols, data }: MatrixStack) {
  return matrix(count, rows * cols, data);
}
