import type { Parameter } from '../method.ts';

export const identificationParameter: Parameter = {
  name: 'identification',
  title: 'Identification',
  help: 'Nearest neighbour: nearest training code. Likelihood: the subject with whose training images the image is likeliest, given that they share an identity.',
  kind: 'choice',
  default: 'nearest',
  choices: [
    { value: 'nearest', title: 'Nearest neighbour' },
    { value: 'likelihood', title: 'Likelihood' },
  ],
};
