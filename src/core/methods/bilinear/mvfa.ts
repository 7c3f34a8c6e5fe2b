import { imagesLoaded } from '../cost.ts';
import { reconstructionParameter, stopParameters } from '../probabilisticSettings.ts';
import { incrementalKronecker } from './incrementalUpdate.ts';
import type { MaximisationOptions } from './kronecker/kroneckerEm.ts';
import { imputeByKronecker, kroneckerUses, openKronecker } from './kronecker/kroneckerFit.ts';
import { KRONECKER_ARRAYS, directStep, orthogonalStep, printedStep } from './kronecker/kroneckerModel.ts';
import { kroneckerCost, kroneckerMemory } from './kronecker/kroneckerRoute.ts';
import { startParameter } from './kronecker/kroneckerStart.ts';
import { POSTERIOR_MEANS, axesOfBothModes } from '../sharedDeclarations.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * Steps that are not direct depend on rotations that the model leaves undetermined for equal norms, where rounding
 * decides: they always use the images.
 */
const ALGORITHMS = {
  px: { step: directStep, expansion: 'full', monotone: true },
  direct: { step: directStep, expansion: 'none', monotone: true },
  ecm: { step: orthogonalStep, expansion: 'none', monotone: true },
  'printed-ecm': { step: printedStep, expansion: 'none', monotone: false },
  'printed-px': { step: printedStep, expansion: 'diagonal', monotone: false },
} as const satisfies Readonly<Record<string, Omit<MaximisationOptions, 'noiseless'> & { readonly monotone: boolean }>>;

/**
 * Matrix-variate factor analysis with isotropic noise, by ECM (Xie, Yan, Kwok, Huang 2008, eqs. (2)–(14)). The model is
 * that of PSOPCA, the E-step exact. The printed CM-step (orthonormal factor of a QR decomposition) does not maximise:
 * it can lower the likelihood and ends off a stationary point. The default is the direct parametrisation with the
 * full expansion of the prior of Z, which is monotone and needs the fewest iterations.
 * Parameters: mean Ξ (d_c × d_r; named mean), C (d_c × q_c; U in the paper), R (d_r × q_r; V), sigma2; canonical: CᵀC,
 * RᵀR diagonal with equal traces. The trace holds the exact log-likelihood.
 */
export const mvfa = declareMethod({
  id: 'mvfa',
  title: 'MVFA',
  fullName: 'matrix-variate factor analysis',
  family: 'bilinear',
  cost: kroneckerCost,
  appearance: { index: 6, marker: 'rect' },
  memory: (size, settings) =>
    ALGORITHMS[settings.algorithm].step === directStep ? kroneckerMemory(size) : imagesLoaded(),
  description:
    'Two-sided factor model X = C Z Rᵀ + W + noise, fitted to the maximum of the exact likelihood. Codes are the posterior means E[Z | X].',
  axes: POSTERIOR_MEANS,
  formula: 'vec X ~ N(vec W, (R Rᵀ) ⊗ (C Cᵀ) + σ² I)',
  citation: {
    key: 'xie2008mvfa',
    type: 'article',
    authors: ['Xianchao Xie', 'Shuicheng Yan', 'James T. Kwok', 'Thomas S. Huang'],
    title: 'Matrix-variate factor analysis and its applications',
    venue: 'IEEE Transactions on Neural Networks',
    year: 2008,
    volume: '19',
    number: '10',
    pages: '1821–1826',
    doi: '10.1109/TNN.2008.2004963',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: [
    {
      name: 'algorithm',
      title: 'Algorithm',
      help: 'Direct with expansion is the fastest. The two as printed reproduce the figure of the paper; they do not maximise the likelihood.',
      kind: 'choice',
      default: 'px',
      source: { neutral: 'px, direct and ecm reach the same maximum; the steps as printed lower the likelihood' },
      choices: [
        { value: 'px', title: 'Direct, full parameter expansion' },
        { value: 'direct', title: 'Direct' },
        { value: 'ecm', title: 'ECM, orthogonal × diagonal loadings' },
        { value: 'printed-ecm', title: 'ECM as printed (QR)' },
        { value: 'printed-px', title: 'PX-ECM as printed (QR, diagonal expansion)' },
      ],
    },
    startParameter,
    ...stopParameters({ tolerance: 1e-10 }),
    reconstructionParameter,
  ],
  arrays: KRONECKER_ARRAYS,
  largestLatent: axesOfBothModes,

  open(data, settings, context) {
    const { step, expansion, monotone } = ALGORITHMS[settings.algorithm];
    return openKronecker(data, settings, context, {
      title: 'MVFA',
      posterior: 'exact',
      options: { step, expansion, noiseless: false },
      monotone,
      ...settings,
    });
  },
  ...kroneckerUses,
  impute: imputeByKronecker,
  incremental: incrementalKronecker,
});
