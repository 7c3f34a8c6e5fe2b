import type { Progress } from '../../core/progress.ts';

/** Detects a rise of the estimated time left that is larger than its noise. */
const RISE = 1.2;

/**
 * Tells which part of the work a rise of the time left by more than a fifth comes from. A rise counts from the least
 * that was told since the last one, and is over when the time left has fallen by as much.
 */
class RiseWatch {
  #least: { readonly seconds: number; readonly parts: ReadonlyMap<string, number> } | null = null;
  /** The largest time left of the rise that is told. */
  #peak: number | null = null;
  #from: string | null = null;

  /** The part that has grown most in a rise; null: there is none. `parts` are times of the same unit each. */
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

/** Rates are taken over this past. */
const WINDOW_MS = 20_000;

/** A unit of work: units of one group take about the same time. */
export interface Unit {
  readonly group: string;
  /** What the time of its group follows from where no unit of the group has ended, e.g. the label of the method. */
  readonly method: string;
  /** By the plan; null: there is no estimate. */
  readonly seconds: number | null;
  /** Shown while it runs. */
  readonly title: string;
}

/** Units to come or running, of one group. */
interface OpenGroup {
  readonly method: string;
  readonly planned: number | null;
  units: number;
}

/** What ended units took, and what the plan had for those of them that it has an estimate of. */
interface Measured {
  readonly count: number;
  readonly ms: number;
  readonly plannedMs: number;
  /** Of those with an estimate. */
  readonly ofPlanned: number;
}

const NOTHING: Measured = { count: 0, ms: 0, plannedMs: 0, ofPlanned: 0 };

/**
 * Rate and time left of work whose units differ: what remains is the sum, over the groups, of the units to come times
 * the mean duration of the group so far, shared by the lanes; never less than what one running unit still needs. A
 * group without an ended unit has the plan's time, times what the plan was wrong by: for units of its method, else for
 * all. Until each method has an ended unit the time left is a lower bound (`atLeast`). A unit that runs longer than the
 * mean of its group is expected to need as long again as it is overdue, and its duration so far counts in the mean of
 * its group: the time left of a stalled run rises. A rise by more than a fifth names the method that it comes from.
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
    for (const { group, method, seconds } of open) {
      const known = this.#open.get(group);
      if (known) known.units++;
      else this.#open.set(group, { method, planned: seconds === null ? null : 1000 * seconds, units: 1 });
    }
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
      const known = this.#measured.get(group);
      unknown ||= !this.#methods.has(method);
      const mean = known ? known.ms / known.count : this.#expected(planned, this.#methods.get(method) ?? NOTHING, all);
      if (mean === null) continue;
      const overdue = running.filter((one) => one.group === group && one.elapsed > mean);
      const took = overdue.reduce((total, { elapsed }) => total + elapsed, known?.ms ?? mean);
      const expected = took / (overdue.length + (known?.count ?? 1));
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

  /** Milliseconds of a unit whose group has none that ended; null: nothing to go by. */
  #expected(planned: number | null, own: Measured, all: Measured): number | null {
    if (planned === null) return own.count > 0 ? own.ms / own.count : null;
    if (own.plannedMs > 0) return (planned * own.ofPlanned) / own.plannedMs;
    return all.plannedMs > 0 ? (planned * all.ofPlanned) / all.plannedMs : planned;
  }

  #reason(method: string): string {
    const began = [...this.#running.keys()].some((unit) => unit.method === method);
    return this.#methods.has(method) || began
      ? `${method} takes longer than expected`
      : `finished cells took longer than planned, and ${method} is expected to`;
  }
}

function withUnit(known: Measured = NOTHING, ms: number, seconds: number | null): Measured {
  const plan = seconds === null ? { plannedMs: 0, ofPlanned: 0 } : { plannedMs: 1000 * seconds, ofPlanned: ms };
  return sum(known, { count: 1, ms, ...plan });
}

function sum(a: Measured, b: Measured): Measured {
  return {
    count: a.count + b.count,
    ms: a.ms + b.ms,
    plannedMs: a.plannedMs + b.plannedMs,
    ofPlanned: a.ofPlanned + b.ofPlanned,
  };
}
