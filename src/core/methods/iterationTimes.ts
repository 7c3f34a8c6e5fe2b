import type { Fit, FitContext } from './method.ts';

/** When each value of a trace was reached. */
export interface IterationTimes {
  /** To be called as a value joins the trace. */
  readonly mark: () => void;
  /** What a fit keeps: nothing where the caller gave no clock, so that fits are functions of their input. */
  readonly kept: () => Pick<Fit, 'iterationSeconds'>;
}

/** For one trace of a fit; a further start of the iteration begins another. */
export function iterationTimes({ clock }: Pick<FitContext, 'clock'>): IterationTimes {
  if (!clock) return { mark: () => undefined, kept: () => ({}) };
  const iterationSeconds: number[] = [];
  return { mark: () => void iterationSeconds.push(clock()), kept: () => ({ iterationSeconds }) };
}
