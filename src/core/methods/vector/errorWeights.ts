/** The weights c_k of the integrated squared error as settings. */
import type { SettingsOf } from '../typedSettings.ts';
import { FitError, type Objective, type Parameter } from '../method.ts';
import { SQUARED_ERROR } from '../sharedDeclarations.ts';
import type { Weights } from './integratedError.ts';

type Choice = 'geometric' | 'equal' | 'list' | 'limit';

const CHOICES: readonly { readonly value: Choice; readonly title: string }[] = [
  { value: 'geometric', title: 'Geometric' },
  { value: 'equal', title: 'Equal' },
  { value: 'list', title: 'As listed' },
  { value: 'limit', title: 'Limit' },
];

/** The parameters, with the method's default and sentence. */
export function weightParameters(first: Choice, limit: string) {
  return [
    {
      name: 'weights',
      title: 'Weights c_k',
      help: `Geometric: c_k = ratio^k (the paper: 0.8^k). Equal: all 1. As listed: any positive numbers. Limit: c_{k+1} / c_k → 0${limit}`,
      kind: 'choice',
      default: first,
      source: { published: first === 'limit' ? 'Sanger 1989' : 'Ahn, Choi and Oh, Fig. 1' },
      choices: CHOICES,
    },
    {
      name: 'ratio',
      only: { weights: ['geometric'] },
      title: 'Ratio of weights',
      help: 'c_{k+1} / c_k of geometric weights.',
      kind: 'number',
      default: 0.8,
      source: { published: 'Ahn, Choi and Oh, Fig. 1' },
      min: 0.001,
      max: 1000,
    },
    {
      name: 'coefficients',
      only: { weights: ['list'] },
      title: 'List of weights',
      help: 'c_1, c_2, … as listed, as many as there are latent dimensions or more. Only their ratios matter.',
      kind: 'numbers',
      default: [],
      source: { neutral: 'of listed weights alone' },
      min: 1e-100,
      max: 1e100,
    },
  ] as const satisfies readonly Parameter[];
}

export type WeightSettings = SettingsOf<ReturnType<typeof weightParameters>>;

/**
 * The objective of an iteration with these weights, Σ c_k J_k / Σ c_k. The weights are part of its name: errors
 * weighted differently are different quantities. In the limit the trace holds J_q.
 */
export function weightedError({ weights: chosen, ratio, coefficients }: WeightSettings): Objective {
  const weights = {
    limit: '',
    equal: 'equal weights',
    geometric: `c_k = ${ratio}^k`,
    list: `c = ${coefficients.join(', ')}`,
  }[chosen];
  if (weights === '') return SQUARED_ERROR;
  return { name: `integrated squared error, ${weights}`, unit: SQUARED_ERROR.unit, sense: 'minimise' };
}

/** The weights of the settings. Throws FitError for a list that is too short. */
export function weightsOf(title: string, q: number, { weights, ratio, coefficients }: WeightSettings): Weights {
  switch (weights) {
    case 'limit':
      return 'limit';
    case 'equal':
      return new Float64Array(q).fill(1);
    case 'list':
      if (coefficients.length < q) {
        throw new FitError(`${title}: ${coefficients.length} weights are listed, found q = ${q}. List as many as q.`);
      }
      return Float64Array.from(coefficients.slice(0, q));
    case 'geometric': {
      // The largest is 1.
      const top = ratio > 1 ? q - 1 : 0;
      return Float64Array.from({ length: q }, (_, k) => ratio ** (k - top));
    }
  }
}
