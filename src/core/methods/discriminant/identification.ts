/** Identification by the likelihood of the model, for methods whose users may choose it. */
import type { ImageSet } from '../../images/imageSet.ts';
import type { Parameter, TrainingData } from '../method.ts';

export const identificationParameter = {
  name: 'identification',
  title: 'Identification',
  help: 'Nearest neighbour: nearest training code. Likelihood: the subject with whose training images the image is likeliest, given that they share an identity.',
  kind: 'choice',
  default: 'nearest',
  source: { neutral: 'the classifier of the study decides, as for other methods' },
  choices: [
    { value: 'nearest', title: 'Nearest neighbour' },
    { value: 'likelihood', title: 'Likelihood' },
  ],
} as const satisfies Parameter;

/** The rule that the parameter asks for. */
export function likelihoodRule<M>(classify: (fit: M, training: TrainingData, probes: ImageSet) => Int32Array) {
  return {
    applies: (settings: object) => 'identification' in settings && settings.identification === 'likelihood',
    sentence: 'by the greatest likelihood under its own model',
    classify,
  };
}
