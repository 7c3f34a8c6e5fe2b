import type { Progress } from '../../core/progress.ts';

/** Detects a rise of the estimated time left that is larger than its noise. */
const RISE = 1.2;

/**
 * Attributes a rise of the time left by more than a fifth to a part of the work. A rise is measured from the lowest
 * value reported since the last one, and ends when the time left has fallen by as much.
 */
class RiseWatch {
  #least: { readonly seconds: number; readonly parts: ReadonlyMap<string, number> } | null = null;
  /** The largest time left during the reported rise. */
  #peak: number | null = null;
  #from: string | null = null;

  /** The part that has grown most during a rise; null without a rise. `parts` are times in the same unit. */
  after(seconds: number, parts: ReadonlyMap<string, number>): string | null {
    const least = this.#least;
    const fallen = this.#peak !== null && seconds < this.#peak / RISE;
    if (least === null || fallen || seconds <= least.seconds) {
      this.#least = { seconds, parts };
      this.#peak = null;
      return null;
    }
    if (this.#peak === null && seconds <= RISE * least.seconds) return null;
    if (this.#peak === null || seconds > this.#peak) {
      this.#peak = seconds;
      const grown = [...parts].map(([part, now]) => [part, now - (least.parts.get(part) ?? 0)] as const);
      this.#from = grown.reduce((most, one) => (one[1] > most[1] ? one : most), grown[0])[0];
    }
    return this.#from;
  }
}

/** Window of the rate. */
const WINDOW_MS = 20_000;

/** A unit of work: units of one group take about the same time. */
export interface Unit {
  readonly group: string;
  /** Key for the estimate of a group without finished units, e.g. the label of the method. */
  readonly method: string;
  /** Estimate of the plan; null without one. */
  readonly seconds: number | null;
  /** Displayed while the unit runs. */
  readonly title: string;
}

/** Pending or running units of one group. */
interface OpenGroup {
  readonly method: string;
  readonly planned: number | null;
  units: number;
}

/** Time of finished units, and the plan's estimate for those that have one. */
interface Measured {
  readonly count: number;
  readonly ms: number;
  readonly plannedMs: number;
  /** Time of the units with an estimate. */
  readonly ofPlanned: number;
}

const NOTHING: Measured = { count: 0, ms: 0, plannedMs: 0, ofPlanned: 0 };

/**
 * Rate and time left of heterogeneous work. The remaining time is the sum, over the groups, of pending units times the
 * group's mean duration so far, divided among the lanes; never less than the rest of one running unit. A group without
 * a finished unit uses the plan's time, corrected by the plan's error for units of its method, else for all units.
 * Until each method has a finished unit, the time left is a lower bound (`atLeast`). A unit that runs longer than the
 * mean of its group is expected to need as long again as it is overdue, and its duration so far counts in that mean:
 * the time left of a stalled run rises. A rise by more than a fifth names the method that causes it.
 */
export class ProgressMeter {
  readonly #now: () => number;
  readonly #lanes: number;
  readonly #total: number;
  readonly #began: number;
  #done: number;
  #failed: number;
  readonly #open = new Map<string, OpenGroup>();
  readonly #measured = new Map<string, Measured>();
  readonly #methods = new Map<string, Measured>();
  readonly #rises = new RiseWatch();
  readonly #running = new Map<Unit, number>();
  readonly #notes = new Map<Unit, string>();
  #finished: number[] = [];

  /** `open` are the pending units; `before` counts the units of earlier runs. `now` returns milliseconds. */
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
    for (const { group, method, seconds } of open) {
      const entry = this.#open.get(group);
      if (entry) entry.units++;
      else this.#open.set(group, { method, planned: seconds === null ? null : 1000 * seconds, units: 1 });
    }
  }

  start(unit: Unit): void {
    this.#running.set(unit, this.#now());
  }

  /** Progress of a running unit, e.g. "at (5, 4): iteration 12". */
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
    const open = this.#open.get(unit.group);
    if (open) open.units--;
    this.#measured.set(unit.group, withUnit(this.#measured.get(unit.group), ms, unit.seconds));
    this.#methods.set(unit.method, withUnit(this.#methods.get(unit.method), ms, unit.seconds));
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
      ...this.#timeLeft(),
      running: [...this.#running.keys()].map((unit) => [unit.title, this.#notes.get(unit) ?? []].flat().join(' ')),
    };
  }

  #rate(): number | null {
    const now = this.#now();
    this.#finished = this.#finished.filter((time) => time > now - WINDOW_MS);
    const elapsed = Math.min(now - this.#began, WINDOW_MS);
    return this.#measured.size === 0 || elapsed <= 0 ? null : (1000 * this.#finished.length) / elapsed;
  }

  #timeLeft(): Pick<Progress, 'secondsLeft' | 'atLeast' | 'longer'> {
    const all = [...this.#methods.values()].reduce(sum, NOTHING);
    const now = this.#now();
    const running = [...this.#running].map(([unit, since]) => ({ group: unit.group, elapsed: now - since }));
    const byMethod = new Map<string, number>();
    const means = new Map<string, number>();
    let unknown = false;
    let ms = 0;
    for (const [group, { method, planned, units }] of this.#open) {
      if (units === 0) continue;
      const measured = this.#measured.get(group);
      unknown ||= !this.#methods.has(method);
      const mean = measured
        ? measured.ms / measured.count
        : this.#expected(planned, this.#methods.get(method) ?? NOTHING, all);
      if (mean === null) continue;
      const overdue = running.filter((one) => one.group === group && one.elapsed > mean);
      const took = overdue.reduce((total, { elapsed }) => total + elapsed, measured?.ms ?? mean);
      const expected = took / (overdue.length + (measured?.count ?? 1));
      means.set(group, expected);
      ms += units * expected;
      byMethod.set(method, (byMethod.get(method) ?? 0) + units * expected);
    }
    if (means.size === 0 && this.#open.size > 0 && all.count === 0) return { secondsLeft: null };
    let longest = 0;
    for (const { group, elapsed } of running) {
      const mean = means.get(group);
      if (mean === undefined) continue;
      const needed = Math.abs(mean - elapsed);
      ms += needed - mean;
      longest = Math.max(longest, needed);
    }
    const secondsLeft = Math.max(longest, ms / this.#lanes) / 1000;
    const risen = this.#rises.after(secondsLeft, byMethod);
    return {
      secondsLeft,
      ...(unknown && { atLeast: true }),
      ...(risen !== null && { longer: this.#reason(risen) }),
    };
  }

  /** Expected milliseconds of a unit whose group has no finished unit; null without any basis for an estimate. */
  #expected(planned: number | null, method: Measured, all: Measured): number | null {
    if (planned === null) return method.count > 0 ? method.ms / method.count : null;
    if (method.plannedMs > 0) return (planned * method.ofPlanned) / method.plannedMs;
    return all.plannedMs > 0 ? (planned * all.ofPlanned) / all.plannedMs : planned;
  }

  #reason(method: string): string {
    const began = [...this.#running.keys()].some((unit) => unit.method === method);
    return this.#methods.has(method) || began
      ? `${method} takes longer than expected`
      : `finished cells took longer than planned, and ${method} is expected to`;
  }
}

function withUnit(previous: Measured = NOTHING, ms: number, seconds: number | null): Measured {
  const plan = seconds === null ? { plannedMs: 0, ofPlanned: 0 } : { plannedMs: 1000 * seconds, ofPlanned: ms };
  return sum(previous, { count: 1, ms, ...plan });
}

function sum(a: Measured, b: Measured): Measured {
  return {
    count: a.count + b.count,
    ms: a.ms + b.ms,
    plannedMs: a.plannedMs + b.plannedMs,
    ofPlanned: a.ofPlanned + b.ofPlanned,
  };
}
