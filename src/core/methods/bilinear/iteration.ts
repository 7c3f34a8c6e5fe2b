/** What the alternating methods share: how they start, when they stop, and the watch over their objective. */
import { FitError, type Parameter, type Settings } from '../method.ts';

/** Largest relative step in the wrong direction that rounding explains. */
const ROUNDING = 1e-9;
/** Relative step in the wrong direction that makes a fit worthless. */
const GROSS = 1e-4;

export const iterationParameters: readonly Parameter[] = [
  {
    name: 'restart',
    title: 'Protocol',
    help: 'Converged: iterates to the tolerance below, each latent shape starting from its neighbour. Published: every shape from the start below, tolerance 1e-5, at most 20 iterations.',
    kind: 'choice',
    default: 'warm',
    choices: [
      { value: 'warm', title: 'Converged' },
      { value: 'cold', title: 'Published' },
    ],
  },
  {
    name: 'start',
    title: 'Start',
    help: 'Row loadings of a fit without a neighbour: the leading columns of the identity (as published), or standard normal numbers.',
    kind: 'choice',
    default: 'identity',
    choices: [
      { value: 'identity', title: 'Identity' },
      { value: 'random', title: 'Random' },
    ],
  },
  {
    name: 'tolerance',
    title: 'Tolerance',
    help: 'Stops when the objective changes by less than this share of its scale. Converged protocol only.',
    kind: 'number',
    default: 1e-12,
    min: 1e-15,
    max: 1,
  },
  {
    name: 'maxIterations',
    title: 'Most iterations',
    help: 'Stops after this many iterations, converged or not. Converged protocol only.',
    kind: 'integer',
    default: 500,
    min: 1,
    max: 100_000,
  },
];

export interface Iteration {
  /** Ignore neighbours: every fit begins at `start`. */
  readonly cold: boolean;
  readonly start: 'identity' | 'random';
  readonly maxIterations: number;
  /** Whether the objective has settled; `scale` is its natural size. */
  readonly settled: (previous: number, current: number, scale: number) => boolean;
}

/** The iteration that `settings` ask for. */
export function iterationOf(settings: Settings): Iteration {
  const start = settings.start === 'random' ? 'random' : 'identity';
  if (settings.restart === 'cold') {
    return {
      cold: true,
      start,
      maxIterations: 20,
      // Zhao, Yu, Kwok 2012, section V: |1 − L(t) / L(t + 1)| < 1e-5. An objective that stands still has settled.
      settled: (previous, current) => Math.abs(current - previous) <= 1e-5 * Math.abs(current),
    };
  }
  const tolerance = settings.tolerance as number;
  return {
    cold: false,
    start,
    maxIterations: settings.maxIterations as number,
    // A likelihood may cross zero and an error vanish: the change is measured against the scale of the problem.
    settled: (previous, current, scale) =>
      Math.abs(current - previous) < tolerance * Math.max(Math.abs(current), scale),
  };
}

/**
 * Watches an objective that theory says cannot get worse. `step` takes the next value and throws FitError when it is
 * not finite or grossly worse; `warnings` names smaller steps in the wrong direction beyond rounding (1e-9 relative).
 */
export function watchObjective(
  title: string,
  name: string,
  sense: 'maximise' | 'minimise',
): { readonly step: (value: number, scale: number) => void; readonly warnings: () => readonly string[] } {
  let last: number | null = null;
  let worst = 0;
  return {
    step(value, scale) {
      if (!Number.isFinite(value)) throw new FitError(`${title}: the ${name} is not finite. The images may be too few or constant.`);
      if (last !== null) {
        const loss = (sense === 'maximise' ? last - value : value - last) / Math.max(Math.abs(value), scale);
        if (loss > GROSS) {
          throw new FitError(`${title}: the ${name} went from ${last} to ${value}, which only a breakdown of arithmetic explains.`);
        }
        worst = Math.max(worst, loss);
      }
      last = value;
    },
    warnings: () =>
      worst > ROUNDING ? [`The ${name} moved in the wrong direction by ${worst.toExponential(1)} (relative).`] : [],
  };
}
