import type { Fit, FitContext } from './method.ts';

/** Records when each value of a trace was reached. */
export interface IterationTimes {
  /** Call when a value is appended to the trace. */
  readonly mark: () => void;
  /**
   * The times that a fit keeps: none if the caller provided no clock, which keeps a fit a function of its input.
   */
  readonly kept: () => Pick<Fit, 'iterationSeconds'>;
}

/** For one trace of a fit; a further start of the iteration needs a new instance. */
export function iterationTimes({ clock }: Pick<FitContext, 'clock'>): IterationTimes {
  if (!clock) return { mark: () => undefined, kept: () => ({}) };
  const iterationSeconds: number[] = [];
  return { mark: () => void iterationSeconds.push(clock()), kept: () => ({ iterationSeconds }) };
}
