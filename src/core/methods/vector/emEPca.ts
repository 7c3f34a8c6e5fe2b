import { emAxesMethod, emParameters } from './emAxes.ts';
import { weightedError, weightParameters, weightsOf } from './errorWeights.ts';
import { passesOfVectors } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';
import type { Parameter } from '../method.ts';

type EpcaSettings = SettingsOf<typeof parameters>;
const parameters = [
  ...weightParameters('geometric', ', triangular solves, the fastest to separate the axes.'),
  ...emParameters,
] as const satisfies readonly Parameter[];

/**
 * Exact principal axes by EM (Ahn, Choi, Oh, eqs. (8)–(13)): minimises the integrated squared error
 * Σ_k c_k ‖X − A I_k S‖², whose minimum is reached at a_i ∝ φ_i only. Parameters: mean, A (d × q), U (d × q, A
 * orthonormalised from its first column on), eigenvalues (variances along U), Jq and angle12 (per iteration).
 *
 * J_ISE falls in every iteration for finite weights and is watched. In the limit only J_1 must fall, and the trace
 * holds J_q. Axis i separates from axis j > i at the rate λ_j / λ_i in the limit, more slowly with finite weights.
 */
export const emEPca = declareMethod({
  id: 'emepca',
  title: 'EM-ePCA',
  fullName: 'exact principal component analysis by expectation maximisation',
  family: 'vector',
  cost: passesOfVectors(120, 1.5, 30),
  appearance: { index: 59, marker: 'circle' },
  demanding: true,
  axes: 'Axes are made orthonormal in their order; a convention of ours.',
  formula: 'min Σ_i c_i ‖X − (a_1 s_1ᵀ + … + a_i s_iᵀ)‖²',
  description:
    'Minimises a weighted sum of the errors of the first 1, 2, … q factors from a random start; converges to the principal axes themselves, in order, without a covariance or Gram matrix.',
  citation: {
    key: 'ahn2003integrated',
    type: 'inproceedings',
    authors: ['Jong-Hoon Ahn', 'Seungjin Choi', 'Jong-Hoon Oh'],
    title: 'A new way of PCA: integrated-squared-error and EM algorithms',
    venue: 'IEEE International Conference on Acoustics, Speech, and Signal Processing',
    year: 2004,
  },
  latentNames: ['q'],
  parameters,
  ...emAxesMethod('EM-ePCA', (q: number, settings: EpcaSettings) => weightsOf('EM-ePCA', q, settings), weightedError),
});
