import type { Method, Settings } from '../method.ts';
import { emAxesMethod, emParameters } from './emAxes.ts';
import type { Weights } from './integratedError.ts';

/**
 * Exact principal axes by EM (Ahn, Choi, Oh, eqs. (8)–(13)): minimises the integrated squared error
 * Σ_k c_k ‖X − A I_k S‖², whose minimum is reached at a_i ∝ φ_i only. Parameters: mean, A (d × q), U (d × q, A
 * orthonormalised from its first column on), eigenvalues (variances along U), Jq and angle12 (per iteration).
 *
 * J_ISE falls in every iteration for finite weights and is watched. In the limit only J_1 must fall, and the trace
 * holds J_q. Axis i leaves axis j > i at the rate λ_j / λ_i in the limit, slower with finite weights.
 */
export const emEPca: Method = {
  id: 'emepca',
  title: 'EM-ePCA',
  fullName: 'exact principal component analysis by expectation maximisation',
  family: 'vector',
  demanding: true,
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
  latentKind: 'vector',
  latentNames: ['q'],
  parameters: [
    {
      name: 'weights',
      title: 'Weights c_k',
      help: 'Geometric: c_k = ratio^k (the paper: 0.8^k). Equal: all 1. Limit: c_{k+1} / c_k → 0, triangular solves, the fastest to separate the axes.',
      kind: 'choice',
      default: 'geometric',
      choices: [
        { value: 'geometric', title: 'Geometric' },
        { value: 'equal', title: 'Equal' },
        { value: 'limit', title: 'Limit' },
      ],
    },
    {
      name: 'ratio',
      title: 'Ratio of weights',
      help: 'c_{k+1} / c_k of geometric weights.',
      kind: 'number',
      default: 0.8,
      min: 0.001,
      max: 1000,
    },
    ...emParameters,
  ],
  ...emAxesMethod('emepca', 'EM-ePCA', weightsOf),
};

/** The weights that settings ask for; scaled so that the largest is 1, as only ratios matter. */
export function weightsOf(q: number, settings: Settings): Weights {
  if (settings.weights === 'limit') return 'limit';
  if (settings.weights === 'equal') return new Float64Array(q).fill(1);
  const ratio = settings.ratio as number;
  const top = ratio > 1 ? q - 1 : 0;
  return Float64Array.from({ length: q }, (_, k) => ratio ** (k - top));
}
