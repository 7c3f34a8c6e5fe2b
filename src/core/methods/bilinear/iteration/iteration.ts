/**
 * Shared parts of the alternating methods: starts, stopping rules, and checks of the objective.
 *
 * Fresh starts are the default because warm ones save little and may end elsewhere: on 96 drawn faces of 56 × 46 and 16
 * shapes BPPCA took 21 iterations per shape warm and 23 fresh (tolerance 1e-12), and at shape (4, 8) the two ended in
 * different optima. The published start, [I; 0], led to the best known likelihood at 31 of 36 shapes, the leading
 * eigenvectors of the row covariance at 27.
 */
import { iterationTimes } from '../../iterationTimes.ts';
import { FitError, type Fit, type FitContext, type Objective, type Parameter } from '../../method.ts';
import type { SettingsOf } from '../../typedSettings.ts';
import { stopParameters, type StopSettings } from '../../probabilisticSettings.ts';

/** Largest relative step in the wrong direction that rounding explains. */
const ROUNDING = 1e-9;
/** Relative step in the wrong direction that makes a fit worthless. */
const GROSS = 1e-4;

export const iterationParameters = [
  {
    name: 'restart',
    title: 'Protocol',
    help: 'Fresh: every latent shape from the start below, to the tolerance below. Warm: the same, each shape from the fit of its neighbour; with several optima the result depends on the grid. Cold (as published): every shape from the start below, tolerance 1e-5, at most 20 iterations.',
    kind: 'choice',
    default: 'fresh',
    source: { measured: 'glram.restart' },
    choices: [
      { value: 'fresh', title: 'Converged, fresh starts' },
      { value: 'warm', title: 'Converged, warm starts' },
      { value: 'cold', title: 'As published' },
    ],
  },
  {
    name: 'start',
    title: 'Start',
    help: 'Row loadings before the first step: the leading columns of the identity (as published), or standard normal numbers.',
    kind: 'choice',
    default: 'identity',
    source: { published: 'Ye 2005, section 3; Zhao, Yu and Kwok 2012, section V-B' },
    choices: [
      { value: 'identity', title: 'Identity' },
      { value: 'random', title: 'Random' },
    ],
  },
  ...stopParameters(
    { tolerance: 1e-10, maxIterations: 500, only: { restart: ['fresh', 'warm'] } },
    'Not used by the published protocol.',
  ),
] as const satisfies readonly Parameter[];

export type IterationSettings = SettingsOf<typeof iterationParameters>;

export interface Iteration {
  /** Start from the fit of a neighbouring shape, if any. */
  readonly warm: boolean;
  readonly start: 'identity' | 'random';
  readonly maxIterations: number;
  /** Whether the objective has settled; `scale` is its natural size. */
  readonly settled: (previous: number, current: number, scale: number) => boolean;
}

/** Caches starts by latent dimension if they begin at the identity, so shapes in lockstep share their sums. */
export function startOnce<T>(start: Iteration['start'], make: (q: number) => T): (q: number) => T {
  if (start === 'random') return make;
  const cache = new Map<number, T>();
  return (q) => {
    const initial = cache.get(q) ?? make(q);
    cache.set(q, initial);
    return initial;
  };
}

/** The iteration that `settings` specify. */
export function iterationOf({ restart, start, tolerance, maxIterations }: IterationSettings): Iteration {
  if (restart === 'cold') {
    return {
      warm: false,
      start,
      maxIterations: 20,
      // Zhao, Yu, Kwok 2012, section V: |1 − L(t) / L(t + 1)| < 1e-5. An objective that does not change has settled.
      settled: (previous, current) => Math.abs(current - previous) <= 1e-5 * Math.abs(current),
    };
  }
  return {
    warm: restart === 'warm',
    start,
    maxIterations,
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
      if (!Number.isFinite(value))
        throw new FitError(`${title}: the ${name} is not finite. The images may be too few or constant.`);
      if (last !== null) {
        const loss = (sense === 'maximise' ? last - value : value - last) / Math.max(Math.abs(value), scale);
        if (loss > GROSS) {
          throw new FitError(
            `${title}: the ${name} went from ${last} to ${value}, which only a breakdown of arithmetic explains.`,
          );
        }
        worst = Math.max(worst, loss);
      }
      last = value;
    },
    warnings: () =>
      worst > ROUNDING ? [`The ${name} moved in the wrong direction by ${worst.toExponential(1)} (relative).`] : [],
  };
}

/** An objective and the stopping rule of its iteration. */
export interface Ascent {
  readonly title: string;
  readonly objective: Objective;
  /** Natural size of the objective, which may cross zero: the change is measured against the larger of both. */
  readonly scale: number;
  /** The objective before the first iteration, if known. */
  readonly start?: number;
  /** 0: run all iterations. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Whether theory promises that the objective never gets worse. @default true */
  readonly monotone?: boolean;
}

/** The rule specified by the settings of `stopParameters`. */
export function stopRule({ tolerance, maxIterations }: StopSettings): Pick<Ascent, 'tolerance' | 'maxIterations'> {
  return { tolerance, maxIterations };
}

/** Facts of a fit that result from its iterations. */
export type AscentFacts = Pick<
  Fit,
  'trace' | 'iterationSeconds' | 'objective' | 'iterations' | 'converged' | 'warnings'
>;

/** Monitor of one iteration; `take` gets the objective after each step and returns true after the last. */
export interface AscentWatch {
  /** Throws FitError if the objective breaks down (see watchObjective). */
  readonly take: (value: number) => boolean;
  readonly facts: () => AscentFacts;
}

/** A monitor that ends when the objective has settled or the maximum number of iterations is reached. */
export function watchAscent(
  { title, objective, scale, start, tolerance, maxIterations, monotone = true }: Ascent,
  { clock }: Pick<FitContext, 'clock'>,
): AscentWatch {
  const watch = watchObjective(title, objective.name, objective.sense);
  const trace: number[] = [];
  const times = iterationTimes({ clock });
  let converged = false;
  let previous = start;
  return {
    take(value) {
      if (monotone) watch.step(value, scale);
      trace.push(value);
      times.mark();
      const size = Math.max(Math.abs(value), scale);
      const gain =
        previous === undefined ? Infinity : objective.sense === 'maximise' ? value - previous : previous - value;
      // A step in the wrong direction beyond rounding, however small, is a defect of the iteration: it does not count
      // as settled.
      const faulty = monotone && gain < -ROUNDING * size;
      converged = tolerance > 0 && Math.abs(gain) <= tolerance * size && !faulty;
      previous = value;
      return converged || trace.length >= maxIterations;
    },
    facts: () => ({
      trace,
      ...times.kept(),
      objective,
      iterations: trace.length,
      converged,
      warnings: watch.warnings(),
    }),
  };
}

/**
 * Iterates until the objective has settled or the maximum number of iterations is reached. `step` runs one and returns
 * the objective after it. Throws FitError if it breaks down (see watchObjective), CancelledError.
 */
export function iterateToConvergence(
  ascent: Ascent,
  { checkCancelled, clock }: Pick<FitContext, 'checkCancelled' | 'clock'>,
  step: () => number,
): AscentFacts {
  const watch = watchAscent(ascent, { clock });
  do checkCancelled();
  while (!watch.take(step()));
  return watch.facts();
}
