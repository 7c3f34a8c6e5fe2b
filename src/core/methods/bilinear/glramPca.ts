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
import { arrayOfMatrix, arrayOfVector, matrixOf } from '../fitArrays.ts';
import type { Method } from '../method.ts';
import { glram } from './glram.ts';
import { alternatingCost } from './sumsRoute.ts';
import { ORTHONORMAL } from '../conventions.ts';

/**
 * PCA after GLRAM: the codes of GLRAM, as vectors of q_c q_r numbers, on their leading eigenvectors (Ye 2005; Yu, Bi,
 * Ye 2010, section 4.2: still a PCA of the image). Parameters of GLRAM, and P (q_c q_r × p), eigenvalues (p, divisor
 * N). With all components kept, distances are those of GLRAM.
 */
export const glramPca: Method = {
  ...glram,
  id: 'glram-pca',
  cost: alternatingCost(5, () => false),
  title: 'GLRAM + PCA',
  appearance: { index: 12, marker: 'rect' },
  fullName: 'generalised low-rank approximation of matrices followed by principal component analysis',
  axes: ORTHONORMAL,
  formula: 'z = Pᵀ vec(U_cᵀ (X − W) U_r)',
  description: 'GLRAM, then PCA of its codes taken as vectors. Codes are Pᵀ vec(U_cᵀ (X − W) U_r).',
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
    ...glram.parameters,
  ],

  fit(data, latent, settings, context) {
    const base = glram.fit(data, latent, settings, context);
    const codes = vectorsOf(glram.encode(base, data.images));
    const covariance = scale(gramOfColumns(codes), 1 / codes.rows);
    const asked = settings.components as number;
    const kept = Math.min(asked, codes.cols, codes.rows - 1);
    const { values, vectors } = leadingEigen(covariance, kept);
    return {
      ...base,
      method: 'glram-pca',
      parameters: {
        ...base.parameters,
        P: arrayOfMatrix(columns(vectors, 0, kept)),
        eigenvalues: arrayOfVector(values),
      },
      warnings: kept < asked ? [...base.warnings, `${kept} of ${asked} components exist.`] : base.warnings,
    };
  },

  // GLRAM's session would leave the PCA out.
  open: undefined,

  encode(fit, images) {
    const scores = multiply(vectorsOf(glram.encode(fit, images)), matrixOf(fit, 'P'));
    return matrixStack(scores.rows, scores.cols, 1, scores.data);
  },

  reconstruct(fit, codes) {
    const p = matrixOf(fit, 'P');
    const vectors = multiply(matrix(codes.count, codes.rows * codes.cols, codes.data), p, { transposeB: true });
    return glram.reconstruct!(fit, matrixStack(codes.count, fit.latent[0], fit.latent[1], vectors.data));
  },
};

function vectorsOf({ count, rows, cols, data }: MatrixStack) {
  return matrix(count, rows * cols, data);
}
