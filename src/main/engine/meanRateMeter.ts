import type { Progress } from '../../core/progress.ts';

/**
 * Seconds without a rate, where the first unit pays for the start of a decoder, a network or threads: it foretold 45 s
 * of an import of 1.6 s.
 */
export const SETTLING = 1;

/** Progress of work whose units are alike, such as files or iterations: the mean rate so far tells the time left. */
export class MeanRateMeter {
  readonly #settling: number;
  readonly #now: () => number;
  readonly #began: number;

  /** `settling`: seconds without a rate. `now`: milliseconds since some fixed time. */
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
