import type { Progress } from '../../core/progress.ts';

/** Rates are taken over this past. */
const WINDOW_MS = 20_000;

/** A unit of work: units of one group take about the same time. */
export interface Unit {
  readonly group: string;
  /** Shown while it runs. */
  readonly title: string;
}

/**
 * Rate and time left of work whose units differ: what remains is the sum, over the groups, of the units to come times
 * the mean duration of the group so far (of all groups where one has none yet), shared by the lanes; never less than
 * what one running unit still needs. A unit that runs longer than the mean of its group is expected to need as long
 * again as it is overdue, and its duration so far counts in the mean of its group: the time left of a stalled run
 * rises.
 */
export class ProgressMeter {
  readonly #now: () => number;
  readonly #lanes: number;
  readonly #total: number;
  readonly #began: number;
  #done: number;
  #failed: number;
  readonly #open = new Map<string, number>();
  readonly #measured = new Map<string, { count: number; ms: number }>();
  readonly #running = new Map<Unit, number>();
  readonly #notes = new Map<Unit, string>();
  #finished: number[] = [];

  /** `open` are the units to come; `before` counts those of earlier runs. `now` gives milliseconds. */
  constructor(
    open: readonly Unit[],
    before: { done: number; failed: number },
    lanes: number,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#lanes = lanes;
    this.#done = before.done;
    this.#failed = before.failed;
    this.#total = before.done + before.failed + open.length;
    this.#began = now();
    for (const { group } of open) this.#open.set(group, (this.#open.get(group) ?? 0) + 1);
  }

  start(unit: Unit): void {
    this.#running.set(unit, this.#now());
  }

  /** What a running unit says of how far it is, e.g. "at (5, 4): iteration 12". */
  note(unit: Unit, text: string): void {
    if (this.#running.has(unit)) this.#notes.set(unit, text);
  }

  /** The unit ended without a result and will run again, or never. */
  drop(unit: Unit): void {
    this.#running.delete(unit);
    this.#notes.delete(unit);
  }

  finish(unit: Unit, outcome: 'done' | 'failed'): void {
    const now = this.#now();
    const ms = now - (this.#running.get(unit) ?? now);
    this.#running.delete(unit);
    this.#notes.delete(unit);
    this.#open.set(unit.group, (this.#open.get(unit.group) ?? 1) - 1);
    const measured = this.#measured.get(unit.group) ?? { count: 0, ms: 0 };
    this.#measured.set(unit.group, { count: measured.count + 1, ms: measured.ms + ms });
    this.#finished.push(now);
    if (outcome === 'done') this.#done++;
    else this.#failed++;
  }

  progress(): Progress {
    return {
      done: this.#done,
      total: this.#total,
      failed: this.#failed,
      rate: this.#rate(),
      secondsLeft: this.#secondsLeft(),
      running: [...this.#running.keys()].map((unit) => [unit.title, this.#notes.get(unit) ?? []].flat().join(' ')),
    };
  }

  #rate(): number | null {
    const now = this.#now();
    this.#finished = this.#finished.filter((time) => time > now - WINDOW_MS);
    const elapsed = Math.min(now - this.#began, WINDOW_MS);
    return this.#measured.size === 0 || elapsed <= 0 ? null : (1000 * this.#finished.length) / elapsed;
  }

  #secondsLeft(): number | null {
    const measured = [...this.#measured.values()];
    const count = measured.reduce((sum, group) => sum + group.count, 0);
    if (count === 0) return null;
    const overall = measured.reduce((sum, group) => sum + group.ms, 0) / count;
    const now = this.#now();
    const running = [...this.#running].map(([unit, since]) => ({ group: unit.group, elapsed: now - since }));
    const means = new Map<string, number>();
    for (const group of this.#open.keys()) {
      const known = this.#measured.get(group);
      const mean = known ? known.ms / known.count : overall;
      const overdue = running.filter((one) => one.group === group && one.elapsed > mean);
      const ms = overdue.reduce((sum, { elapsed }) => sum + elapsed, known?.ms ?? mean);
      means.set(group, ms / (overdue.length + (known?.count ?? 1)));
    }
    let ms = 0;
    for (const [group, units] of this.#open) ms += units * means.get(group)!;
    let longest = 0;
    for (const { group, elapsed } of running) {
      const mean = means.get(group)!;
      const needed = Math.abs(mean - elapsed);
      ms += needed - mean;
      longest = Math.max(longest, needed);
    }
    return Math.max(longest, ms / this.#lanes) / 1000;
  }
}
