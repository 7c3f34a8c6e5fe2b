/** Shows progress: one line that is rewritten on a terminal, sparse lines or JSON lines elsewhere. */
import { onOneLine } from '../../core/formats/formatError.ts';
import { escapedHidden, withoutHidden } from '../../core/text/hiddenCharacters.ts';
import type { Progress } from '../../core/progress.ts';

export interface ProgressTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write: (text: string) => unknown;
}

export interface ProgressOptions {
  /** Counted unit, e.g. "cells". */
  readonly unit: string;
  /** Subject of the work, e.g. the name of a study: the first words of the line. */
  readonly of?: string;
  /** Writes JSON lines instead of sentences if the target is not a terminal. @default false */
  readonly json?: boolean;
  /** Milliseconds since an arbitrary fixed time. @default performance.now */
  readonly now?: () => number;
}

/** At most ten lines per second on a terminal, one line every ten seconds elsewhere. */
const TERMINAL_PAUSE = 100;
const SPARSE_PAUSE = 10_000;
const CLEAR_LINE = '\r\u001b[2K';

export class ProgressLine {
  readonly #target: ProgressTarget;
  readonly #options: ProgressOptions;
  #shown = Number.NEGATIVE_INFINITY;
  #drawn = false;
  #complete = false;
  /** Progress held back because it came too soon after the last line. */
  #held: readonly [Progress, string] | null = null;

  constructor(target: ProgressTarget, options: ProgressOptions) {
    this.#target = target;
    this.#options = options;
  }

  /** Shows the progress unless a line was shown just now. The last unit is always shown, once. */
  show(progress: Progress, unit: string = this.#options.unit): void {
    const now = (this.#options.now ?? (() => performance.now()))();
    const terminal = this.#target.isTTY === true;
    const complete = progress.done + progress.failed >= progress.total;
    if (this.#complete && complete) return;
    this.#held = this.#complete ? null : [progress, unit];
    if (now - this.#shown < (terminal ? TERMINAL_PAUSE : SPARSE_PAUSE) && !complete) return;
    this.#held = null;
    this.#shown = now;
    this.#complete = complete;
    if (terminal) {
      this.#drawn = true;
      const text = onOneLine(withoutHidden(this.#named(describe(progress, unit))));
      this.#target.write(CLEAR_LINE + fit(text, (this.#target.columns ?? 80) - 1));
    } else if (this.#options.json) {
      this.#target.write(`${escapedHidden(JSON.stringify({ event: 'progress', ...progress }))}\n`);
    } else {
      this.#target.write(`${onOneLine(withoutHidden(this.#named(describe({ ...progress, running: [] }, unit))))}\n`);
    }
  }

  /** Shows any progress held back, and ends; a terminal's line is cleared. */
  end(): void {
    if (this.#held && !this.#drawn) {
      this.#shown = Number.NEGATIVE_INFINITY;
      this.show(...this.#held);
    }
    this.clear();
  }

  #named(text: string): string {
    return this.#options.of === undefined ? text : `${this.#options.of}: ${text}`;
  }

  /** Clears the terminal's line before other output. */
  clear(): void {
    if (this.#drawn) this.#target.write(CLEAR_LINE);
    this.#drawn = false;
  }
}

/** "28%" if the unit is %, otherwise "42 of 150 cells (28%) · 3.1 cells/s · 35 s left · BPPCA, k = 3, repeat 7". */
export function describe(progress: Progress, unit: string): string {
  const { done, total, failed, rate, secondsLeft, atLeast, longer, running } = progress;
  const percent = total > 0 ? ` (${Math.floor((100 * (done + failed)) / total)}%)` : '';
  const parts = [unit === '%' ? `${done}%` : `${done} of ${total} ${unit}${percent}`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (rate !== null) parts.push(`${rate >= 100 ? rate.toFixed(0) : rate.toPrecision(2)} ${unit}/s`);
  // A lower bound would fall and rise: nothing is said before it is an estimate.
  if (secondsLeft !== null && !atLeast && done + failed < total) {
    parts.push(`${duration(secondsLeft)} left`);
    if (longer !== undefined) parts.push(longer);
  }
  if (running.length > 0) parts.push(running.join('; '));
  return parts.join(' · ');
}

/** "8 s", "3 min 20 s", "2 h 5 min". */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function fit(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}
