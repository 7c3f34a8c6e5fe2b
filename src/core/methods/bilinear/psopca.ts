import { reconstructionParameter, stopParameters } from '../probabilisticSettings.ts';
import { incrementalKronecker } from './incrementalUpdate.ts';
import { imputeByKronecker, kroneckerUses, openKronecker } from './kronecker/kroneckerFit.ts';
import { KRONECKER_ARRAYS, directStep } from './kronecker/kroneckerModel.ts';
import { kroneckerCost, kroneckerMemory } from './kronecker/kroneckerRoute.ts';
import { startParameter } from './kronecker/kroneckerStart.ts';
import { POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * Probabilistic second-order PCA, the two-mode second-order PHOPCA, by variational EM (Yu, Bi, Ye 2010, section 4.2,
 * eqs. (6)–(11)) with the update of σ² that the paper leaves out: σ² = (1/N Σ ‖X_n − C B_n Rᵀ‖² + tr(CᵀC T) tr(RᵀR S))
 * / (d_c d_r). T and S are iterated to their joint fixed point, B_n comes from a simultaneous diagonalisation. Without
 * noise the iteration ends at the stationary points of GLRAM (Corollary 4).
 * Parameters: mean W (d_c × d_r), C (d_c × q_c; L in the paper), R (d_r × q_r), sigma2; canonical: CᵀC, RᵀR diagonal
 * with equal traces. The trace holds the bound on the log-likelihood, without noise the mean squared error.
 */
export const psopca = declareMethod({
  id: 'psopca',
  title: 'PSOPCA',
  fullName: 'probabilistic second-order principal component analysis',
  family: 'bilinear',
  cost: kroneckerCost,
  appearance: { index: 5, marker: 'rect' },
  memory: kroneckerMemory,
  // Without noise there is no distribution to estimate pixels from.
  estimatesMissing: (settings) => settings.noise !== 'zero',
  description:
    'Two-sided latent variable model X = C Z Rᵀ + W + noise with one noise variance, fitted by variational EM. Codes are the posterior means E[Z | X].',
  axes: POSTERIOR_MEANS,
  formula: 'X = C Z Rᵀ + W + E, vec Z ~ N(0, I), vec E ~ N(0, σ² I)',
  citation: {
    key: 'yu2011phopca',
    type: 'article',
    authors: ['Shipeng Yu', 'Jinbo Bi', 'Jieping Ye'],
    title: 'Matrix-variate and higher-order probabilistic projections',
    venue: 'Data Mining and Knowledge Discovery',
    year: 2011,
    volume: '22',
    number: '3',
    pages: '372–392',
    doi: '10.1007/s10618-010-0188-3',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: [
    {
      name: 'restart',
      title: 'Protocol',
      help: 'Converged: iterates from the start below to the tolerance, with parameter expansion. Published: C, R ~ N(0, 1), 20 iterations, no expansion; its result depends on the scale of the pixels.',
      kind: 'choice',
      default: 'converged',
      source: { measured: 'psopca.restart' },
      choices: [
        { value: 'converged', title: 'Converged' },
        { value: 'cold', title: 'Published' },
      ],
    },
    {
      name: 'noise',
      title: 'Noise',
      help: 'Estimated: σ² is a parameter. Zero: the limit without noise, whose subspaces are those of GLRAM.',
      kind: 'choice',
      default: 'estimated',
      source: { published: 'Yu, Bi and Ye 2010, section 3.2' },
      choices: [
        { value: 'estimated', title: 'Estimated' },
        { value: 'zero', title: 'Zero' },
      ],
    },
    { ...startParameter, only: { restart: ['converged'] } },
    {
      name: 'expansion',
      only: { restart: ['converged'], noise: ['estimated'] },
      title: 'Parameter expansion',
      help: 'Widens the prior of Z in the M-step: tens of iterations instead of thousands, same limit. Converged protocol only.',
      kind: 'boolean',
      default: true,
      source: { neutral: 'the same limit in tens of iterations instead of thousands' },
    },
    ...stopParameters({ tolerance: 1e-10, only: { restart: ['converged'] } }),
    reconstructionParameter,
  ],
  arrays: KRONECKER_ARRAYS,
  largestLatent: axesOfBothModes,

  open(data, settings, context) {
    const { start, tolerance, maxIterations, expansion } = settings;
    const noiseless = settings.noise === 'zero';
    const published = settings.restart === 'cold';
    return openKronecker(data, settings, context, {
      title: 'PSOPCA',
      posterior: 'variational',
      start: published ? 'published' : start,
      // Without noise Z has no prior to expand.
      options: { step: directStep, expansion: published || noiseless || !expansion ? 'none' : 'full', noiseless },
      monotone: true,
      tolerance: published ? 0 : tolerance,
      maxIterations: published ? 20 : maxIterations,
    });
  },
  ...kroneckerUses,
  impute: imputeByKronecker,
  incremental: incrementalKronecker,
});
