/** Identification by the likelihood of the model, an optional decision rule of methods. */
import type { ImageSet } from '../../images/imageSet.ts';
import type { Parameter, TrainingData, PairRatio } from '../method.ts';
import type { Matrix } from '../../linalg/index.ts';

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

/** The rule that the parameter selects. */
export function likelihoodRule<M>(classify: (fit: M, training: TrainingData, probes: ImageSet) => Int32Array) {
  return {
    applies: (settings: object) => 'identification' in settings && settings.identification === 'likelihood',
    sentence: 'by the greatest likelihood under its own model',
    classify,
  };
}

// ln p(x, y | one subject) − ln p(x) − ln p(y) under Gaussian subjects with Gaussian images around them.

/**
 * For rows on axes with variance 1 within subjects and λ_i between subjects: the sum over axes of ½ [2
 * ln(1 + λ) − ln(1 + 2λ) + (a² + b²)/(1 + λ) − ((1 + λ)(a² + b²) − 2λab)/(1 + 2λ)].
 */
export function diagonalRatio(lambda: Float64Array, gallery: Matrix, probes: Matrix): PairRatio {
  const n = lambda.length;
  const base = lambda.reduce((sum, value) => sum + Math.log1p(value) - 0.5 * Math.log1p(2 * value), 0);
  // The formula, by squares and products: −½ λ²/((1+λ)(1+2λ)) (a² + b²) + λ/(1+2λ) ab.
  const square = lambda.map((value) => (-0.5 * value * value) / ((1 + value) * (1 + 2 * value)));
  const product = lambda.map((value) => value / (1 + 2 * value));
  return (g, p) => {
    let sum = base;
    for (let i = 0; i < n; i++) {
      const [a, b] = [gallery.data[g * n + i], probes.data[p * n + i]];
      sum += square[i] * (a * a + b * b) + product[i] * a * b;
    }
    return sum;
  };
}
