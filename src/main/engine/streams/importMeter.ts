import type { Progress } from '../../../core/progress.ts';

/** Seconds without a rate: the first image pays for starting the decoder, and foretold 45 s of an import of 1.6 s. */
const SETTLING = 1;

/** Progress of an import: files are alike, so that the mean rate so far tells the time left. */
export class ImportMeter {
  readonly #now: () => number;
  readonly #began: number;

  /** `now`: milliseconds since some fixed time. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#began = now();
  }

  get seconds(): number {
    return (this.#now() - this.#began) / 1000;
  }

  update({ done, total, running }: { done: number; total: number; running: string }): Progress {
    const { seconds } = this;
    const rate = done > 0 && seconds >= SETTLING ? done / seconds : null;
    const secondsLeft = rate === null ? null : (total - done) / rate;
    return { done, total, failed: 0, rate, secondsLeft, running: running === '' ? [] : [running] };
  }
}
