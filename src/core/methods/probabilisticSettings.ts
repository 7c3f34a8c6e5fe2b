/** Settings shared by the probabilistic methods. */
import type { DefaultSource } from '../choice.ts';
import type { SettingsOf } from './typedSettings.ts';
import type { Parameter } from './method.ts';

export function toleranceParameter(value: number, help: string, source: DefaultSource) {
  const kind = 'number';
  return { name: 'tolerance', title: 'Tolerance', help, kind, default: value, source, min: 0, max: 1 } as const;
}

const ITERATIONS_HELP = 'Stops after this many iterations, converged or not.';

export function maxIterationsParameter(value: number, source: DefaultSource, help: string = ITERATIONS_HELP) {
  const [name, kind] = ['maxIterations', 'integer'] as const;
  return { name, title: 'Maximum iterations', help, kind, default: value, source, min: 1, max: 100_000 } as const;
}

const SETTLES = 'on ORL another nearest neighbour for 7 of 320 images at 1e-7, for 1 at 1e-10';

interface StopOptions extends Pick<Parameter, 'only'> {
  readonly tolerance?: number;
  readonly maxIterations?: number;
  /** What the tolerance leaves undecided. */
  readonly measured?: string;
}

/**
 * Stopping criteria of an iteration, which apply only under the condition `only`, if given; `note` is a further
 * sentence of help. A likelihood is flat at
 * its maximum: on ORL 32 × 32 (80 and 160 images) PSOPCA and MVFA stopped at 1e-7 with codes up to 3e-2 (relative)
 * from converged ones and up to 7 of 320 different nearest neighbours, FPCA with codes up to 9e-4; at 1e-10 9e-4, 1 and
 * 5e-5, for two to five times the iterations.
 */
export function stopParameters(
  { tolerance = 1e-7, maxIterations = 1000, measured = SETTLES, only }: StopOptions = {},
  note?: string,
) {
  const help = (text: string): string => (note === undefined ? text : `${text} ${note}`);
  const where = only && { only };
  const stops = toleranceParameter(
    tolerance,
    help(
      'Stops when the objective changes by less than this share of the larger of its size and its natural scale (N d_c d_r for likelihoods). 0 takes all iterations.',
    ),
    { neutral: `iterates until the objective settles; ${measured}` },
  );
  const source = { neutral: 'a limit; a fit that reaches it says so' };
  return [
    { ...stops, ...where },
    { ...maxIterationsParameter(maxIterations, source, help(ITERATIONS_HELP)), ...where },
  ] as const satisfies readonly Parameter[];
}

export type StopSettings = SettingsOf<ReturnType<typeof stopParameters>>;

export const reconstructionParameter = {
  name: 'reconstruction',
  title: 'Reconstruction',
  help: 'Images from codes: the biorthogonal projection onto the spans of C and R, or the posterior mean C Z Rᵀ + W, which shrinks towards the mean.',
  kind: 'choice',
  default: 'orthogonal',
  source: { published: 'Zhao, Yu and Kwok 2012, section IV-C', neutral: 'of pictures alone' },
  choices: [
    { value: 'orthogonal', title: 'Orthogonal' },
    { value: 'posterior', title: 'Posterior mean' },
  ],
} as const satisfies Parameter;

/** Maximum iterations under settings with `stopParameters`; 0 for other settings. */
export function maximumIterations({ maxIterations }: Readonly<Record<string, unknown>>): number {
  return typeof maxIterations === 'number' ? maxIterations : 0;
}
