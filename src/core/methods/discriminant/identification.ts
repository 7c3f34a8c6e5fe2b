/** Identification by the likelihood of the model, for methods whose users may choose it. */
import type { DecisionRule, Parameter } from '../method.ts';

export const identificationParameter: Parameter = {
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
};

/** The rule that the parameter asks for. */
export function likelihoodRule(classify: DecisionRule['classify']): DecisionRule {
  return {
    applies: (settings) => settings[identificationParameter.name] === 'likelihood',
    sentence: "by the greatest likelihood under the method's own model",
    classify,
  };
}
