import { SQUARED_ERROR } from '../sharedDeclarations.ts';
import { emAxesMethod, emParameters } from './emAxes.ts';
import { passesOfVectors } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * PCA by EM in the limit of no noise (Roweis 1998; Ahn, Choi, Oh, eqs. (2)–(3)): alternating least squares of
 * J_q = ‖X − A S‖², O(T d q) per iteration, no covariance. It finds the principal subspace, not the axes: A is any
 * basis of it. Parameters: mean, A (d × q), U (d × q, orthonormal, same span), eigenvalues (variances along U), Jq and
 * angle12 (per iteration).
 */
export const emPca = declareMethod({
  id: 'empca',
  title: 'EM-PCA',
  fullName: 'principal component analysis by expectation maximisation',
  family: 'vector',
  cost: passesOfVectors(36, 1.6, 30),
  appearance: { index: 23, marker: 'circle' },
  axes: 'Axes are made orthonormal in their order; a convention of ours.',
  formula: 'min ‖X − A Y‖²: Y = (AᵀA)⁻¹ AᵀX, A = X Yᵀ (Y Yᵀ)⁻¹',
  description:
    'Alternating least squares from a random start; converges to the principal subspace without a covariance or Gram matrix. Codes are orthogonal projections.',
  citation: {
    key: 'roweis1998empca',
    type: 'inproceedings',
    authors: ['Sam Roweis'],
    title: 'EM algorithms for PCA and SPCA',
    venue: 'Advances in Neural Information Processing Systems 10',
    year: 1998,
    pages: '626–632',
  },
  latentNames: ['q'],
  parameters: emParameters,
  ...emAxesMethod(
    'EM-PCA',
    (q) => Float64Array.from({ length: q }, (_, i) => (i === q - 1 ? 1 : 0)),
    () => SQUARED_ERROR,
  ),
});
