/** Settings of the methods that are lists of fields. */
import type { Parameter } from '../method.ts';

export const identificationParameter: Parameter = {
  name: 'identification',
  title: 'Identification',
  help: 'Nearest neighbour: nearest training code. Likelihood: the subject under whose mean the image is likeliest, from the means of the subjects only.',
  kind: 'choice',
  default: 'nearest',
  choices: [
    { value: 'nearest', title: 'Nearest neighbour' },
    { value: 'likelihood', title: 'Likelihood' },
  ],
};

export const neighboursParameter: Parameter = {
  name: 'neighbours',
  title: 'Nearest neighbours',
  help: 'Images are neighbours when either is among this many nearest of the other.',
  kind: 'integer',
  default: 5,
  min: 1,
  max: 10_000,
};

export const radiusParameter: Parameter = {
  name: 'radius',
  title: 'Radius of balls',
  help: 'As a share of the root mean squared distance between training images.',
  kind: 'number',
  default: 0.5,
  min: 1e-6,
  max: 100,
};

export const fieldParameters: readonly Parameter[] = [
  {
    name: 'input',
    title: 'Input',
    help: 'Whitened: the model then finds LDA and LPP directions. Raw pixels (as published): its span is close to that of PCA whatever the fields, 6 to 8 degrees off on test data.',
    kind: 'choice',
    default: 'whitened',
    choices: [
      { value: 'whitened', title: 'Whitened' },
      { value: 'raw', title: 'Raw pixels' },
    ],
  },
  {
    name: 'energy',
    title: 'Variance kept',
    help: 'Whitened input is cut to the leading principal components with this share of the variance; 1 keeps the full rank. With more pixels than images and few axes, less is better: at full rank all axes of LDA are equally good.',
    kind: 'number',
    default: 1,
    min: 0.01,
    max: 1,
  },
  {
    name: 'lambdaFirst',
    title: 'λ of the first axis',
    help: 'How closely neighbours agree on an axis. Distinct values order the axes. With many subjects 0.99 … 0.9.',
    kind: 'number',
    default: 0.95,
    min: 0,
    max: 0.9999,
  },
  {
    name: 'lambdaLast',
    title: 'λ of the last axis',
    help: 'The values between are evenly spaced.',
    kind: 'number',
    default: 0.5,
    min: 0,
    max: 0.9999,
  },
  {
    name: 'variance',
    title: 'Latent variances',
    help: 'Tied: σ² = 1 − λ². Rescaled: learned by (38), latents scaled to unit mean square each iteration. Adaptive: rescaled, and λ = √(1 − σ²). Free: (38) alone, which drifts to 0. Fixed: 1.',
    kind: 'choice',
    default: 'tied',
    choices: [
      { value: 'tied', title: 'Tied to λ' },
      { value: 'rescaled', title: 'Learned, rescaled' },
      { value: 'adaptive', title: 'Learned with λ' },
      { value: 'free', title: 'Learned, as published' },
      { value: 'fixed', title: 'Fixed' },
    ],
  },
  {
    name: 'tolerance',
    title: 'Tolerance',
    help: 'Stops when an iteration changes W by less than this share of its norm.',
    kind: 'number',
    default: 1e-4,
    min: 0,
    max: 1,
  },
  {
    name: 'maxIterations',
    title: 'Maximum iterations',
    help: 'Stops after this many iterations, converged or not.',
    kind: 'integer',
    default: 100,
    min: 1,
    max: 100_000,
  },
];
