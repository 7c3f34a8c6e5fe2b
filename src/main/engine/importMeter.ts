import type { Progress } from '../../core/study/result.ts';

/** Progress of an import: files are alike, so that the mean rate so far tells the time left. */
export class ImportMeter {
  readonly #began = performance.now();

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  update({ done, total, running }: { done: number; total: number; running: string }): Progress {
    const rate = done > 0 && this.seconds > 0 ? done / this.seconds : null;
    const secondsLeft = rate === null ? null : (total - done) / rate;
    return { done, total, failed: 0, rate, secondsLeft, running: running === '' ? [] : [running] };
  }
}
