import type { Progress } from '../../core/progress.ts';

/**
 * Seconds without a rate, because the first unit includes the start of a decoder, a network or threads: an import of
 * 1.6 s was estimated at 45 s.
 */
export const SETTLING = 1;

/** Estimates the time left from the mean rate so far, for units of similar cost such as files or iterations. */
export class MeanRateMeter {
  readonly #settling: number;
  readonly #now: () => number;
  readonly #began: number;

  /** `settling`: seconds without a rate. `now`: milliseconds since an arbitrary fixed time. */
  constructor(settling = 0, now: () => number = () => performance.now()) {
    this.#settling = settling;
    this.#now = now;
    this.#began = now();
  }

  get seconds(): number {
    return (this.#now() - this.#began) / 1000;
  }

  update({ done, total, running }: { done: number; total: number; running: string }): Progress {
    const { seconds } = this;
    const rate = done > 0 && seconds > 0 && seconds >= this.#settling ? done / seconds : null;
    const secondsLeft = rate === null ? null : (total - done) / rate;
    return { done, total, failed: 0, rate, secondsLeft, running: running === '' ? [] : [running] };
  }
}
