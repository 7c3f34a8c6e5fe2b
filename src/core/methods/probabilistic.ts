/** Settings that the probabilistic methods share. */
import type { Parameter } from './method.ts';

export const stopParameters: readonly Parameter[] = [
  {
    name: 'tolerance',
    title: 'Tolerance',
    help: 'Stops when the objective changes by less than this share of the larger of its size and N d_c d_r.',
    kind: 'number',
    default: 1e-7,
    min: 0,
    max: 1,
  },
  {
    name: 'maxIterations',
    title: 'Most iterations',
    help: 'Stops after this many iterations, converged or not.',
    kind: 'integer',
    default: 1000,
    min: 1,
    max: 100_000,
  },
];

/** The same with another default bound on the iterations, for methods whose iterations are dear. */
export function boundedStop(most: number): readonly Parameter[] {
  return stopParameters.map((parameter) =>
    parameter.name === 'maxIterations' && parameter.kind === 'integer' ? { ...parameter, default: most } : parameter,
  );
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
