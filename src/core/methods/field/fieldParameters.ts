/** Settings of the methods defined by a list of fields. */
import type { Parameter, Citation } from '../method.ts';
import { identificationParameter } from '../discriminant/likelihoodIdentification.ts';
import { energyParameter } from './keptComponents.ts';
import { maxIterationsParameter, toleranceParameter } from '../probabilisticSettings.ts';

export const identificationByMeans = {
  ...identificationParameter,
  help: 'Nearest neighbour: nearest training code. Likelihood: the subject under whose mean the image is likeliest, from the means of the subjects only.',
} as const satisfies Parameter;

export const neighboursParameter = {
  name: 'neighbours',
  stated: { one: 'used one nearest neighbour', count: 'used {} nearest neighbours' },
  title: 'Nearest neighbours',
  help: 'Images are neighbours when either is among this many nearest of the other.',
  kind: 'integer',
  default: 5,
  source: { published: 'MATLAB code of Cai and others', measured: 'lpp.neighbours' },
  min: 1,
  max: 10_000,
} as const satisfies Parameter;

export const radiusParameter = {
  name: 'radius',
  title: 'Radius of balls',
  help: 'As a share of the root mean squared distance between training images.',
  kind: 'number',
  default: 1,
  source: { published: 'left open by He and Niyogi 2003', measured: 'lpp.radius' },
  min: 1e-6,
  max: 100,
} as const satisfies Parameter;

export const inputParameter = {
  name: 'input',
  title: 'Input',
  help: 'Whitened: the model then finds LDA and LPP directions. Raw pixels (as published): its span is close to that of PCA whatever the fields, 6 to 8 degrees off on test data.',
  kind: 'choice',
  default: 'whitened',
  source: { measured: 'emlda.input' },
  choices: [
    { value: 'whitened', title: 'Whitened' },
    { value: 'raw', title: 'Raw pixels' },
  ],
} as const satisfies Parameter;

export const inputEnergyParameter = energyParameter(
  { measured: 'emlda.energy' },
  1,
  'Whitened input is cut to the leading principal components with this share of the variance; 1 keeps the full rank. With more pixels than images and few axes, less is better: at full rank all axes of LDA are equally good.',
);

export const fieldParameters = [
  inputParameter,
  { ...inputEnergyParameter, only: { input: ['whitened'] } },
  {
    name: 'lambdaFirst',
    title: 'λ of the first axis',
    help: 'How closely neighbours agree on an axis. Distinct values order the axes. With many subjects 0.99 … 0.9.',
    kind: 'number',
    default: 0.95,
    source: { measured: 'emlda.lambdaFirst' },
    min: 0,
    max: 0.9999,
  },
  {
    name: 'lambdaLast',
    title: 'λ of the last axis',
    help: 'The values between are evenly spaced.',
    kind: 'number',
    default: 0.5,
    source: { measured: 'emlda.lambdaLast' },
    min: 0,
    max: 0.9999,
  },
  {
    name: 'variance',
    title: 'Latent variances',
    help: 'Tied: σ² = 1 − λ². Rescaled: learned by (38), latents scaled to unit mean square each iteration. Adaptive: rescaled, and λ = √(1 − σ²). Free: (38) alone, which drifts to 0. Fixed: 1.',
    kind: 'choice',
    default: 'tied',
    source: { measured: 'emlda.variance' },
    choices: [
      { value: 'tied', title: 'Tied to λ' },
      { value: 'rescaled', title: 'Learned, rescaled' },
      { value: 'adaptive', title: 'Learned with λ' },
      { value: 'free', title: 'Learned, as published' },
      { value: 'fixed', title: 'Fixed' },
    ],
  },
  toleranceParameter(1e-4, 'Stops when an iteration changes W by less than this share of its norm.', {
    neutral: 'see the limit of iterations, which is reached first',
  }),
  maxIterationsParameter(100, { measured: 'emlda.maxIterations' }),
] as const satisfies readonly Parameter[];

export const unifiedCitation: Citation = {
  key: 'nicolaou2014unified',
  type: 'inproceedings',
  authors: ['Mihalis A. Nicolaou', 'Stefanos Zafeiriou', 'Maja Pantic'],
  title: 'A unified framework for probabilistic component analysis',
  venue: 'Machine Learning and Knowledge Discovery in Databases (ECML PKDD)',
  year: 2014,
  pages: '469–484',
  doi: '10.1007/978-3-662-44851-9_30',
};
