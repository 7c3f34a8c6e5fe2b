/** Settings that the probabilistic methods share. */
import type { Parameter } from './method.ts';

/** When an iteration stops; `note` is a further sentence of help. */
export function stopParameters({ tolerance = 1e-7, maxIterations = 1000 } = {}, note?: string): readonly Parameter[] {
  const help = (text: string): string => (note === undefined ? text : `${text} ${note}`);
  return [
    {
      name: 'tolerance',
      title: 'Tolerance',
      help: help(
        'Stops when the objective changes by less than this share of the larger of its size and its natural scale (N d_c d_r for likelihoods). 0 takes all iterations.',
      ),
      kind: 'number',
      default: tolerance,
      min: 0,
      max: 1,
    },
    {
      name: 'maxIterations',
      title: 'Most iterations',
      help: help('Stops after this many iterations, converged or not.'),
      kind: 'integer',
      default: maxIterations,
      min: 1,
      max: 100_000,
    },
  ];
}

export const reconstructionParameter: Parameter = {
  name: 'reconstruction',
  title: 'Reconstruction',
  help: 'Images from codes: the biorthogonal projection onto the spans of C and R, or the posterior mean C Z Rᵀ + W, which shrinks towards the mean.',
  kind: 'choice',
  default: 'orthogonal',
  choices: [
    { value: 'orthogonal', title: 'Orthogonal' },
    { value: 'posterior', title: 'Posterior mean' },
  ],
};
