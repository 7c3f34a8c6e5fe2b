/** What campaigns share: tries that each have a seed of their own, counts of what came of them, and faults. */
import { seeded, type Random } from './fuzz/mutate.ts';

export interface Campaign {
  /** What is attacked, and how, as the list of campaigns says it. */
  readonly about: string;
  /** Counts are of these, e.g. "kills". */
  readonly unit: string;
  readonly attack: (tries: Tries, options: AttackOptions) => Promise<void>;
}

export interface AttackOptions {
  /** A folder for everything that the campaign writes. */
  readonly folder: string;
  /** Part of the name of what is attacked. @default everything */
  readonly only: string;
}

export interface Try {
  /** Repeats this try: `--seed <seed> --count 1`. */
  readonly seed: number;
  readonly random: Random;
}

export interface TriesOptions {
  /** Of the first try; the others follow. */
  readonly seed: number;
  readonly count: number;
  /** Milliseconds after which no further try begins. */
  readonly duration: number;
  /** Hears of faults, and now and then of how far it is. */
  readonly say: (line: string) => void;
}

/** Milliseconds between two lines of progress. */
const PAUSE = 60_000;

/** Tries until there are enough of them, or the time is over; lanes that take from it in turn share it. */
export class Tries implements Iterable<Try> {
  readonly #options: TriesOptions;
  readonly #began = performance.now();
  readonly #outcomes = new Map<string, number>();
  readonly #parts = new Map<string, Map<string, number>>();
  readonly #remarks: string[] = [];
  #said = this.#began;
  #taken = 0;
  #faults = 0;

  constructor(options: TriesOptions) {
    this.#options = options;
  }

  *[Symbol.iterator](): Generator<Try> {
    const { seed: first, count: most, duration, say } = this.#options;
    while (this.#taken < most && performance.now() - this.#began < duration) {
      const seed = (first + this.#taken++) % 2 ** 31;
      yield { seed, random: seeded(seed) };
      if (performance.now() - this.#said < PAUSE) continue;
      this.#said = performance.now();
      say(`${this.#taken} after ${this.seconds} s, ${this.#faults} faults`);
    }
  }

  /** Counts an outcome that is as it should be; `part` is what was attacked. */
  tally(outcome: string, part = ''): void {
    count(this.#outcomes, outcome);
    if (part === '') return;
    if (!this.#parts.has(part)) this.#parts.set(part, new Map());
    count(this.#parts.get(part)!, outcome);
  }

  /** Something that was measured, for the table. */
  remark(text: string): void {
    this.#remarks.push(text);
  }

  /** Counts an outcome that is not as it should be, and says it. */
  fault({ seed }: Pick<Try, 'seed'>, sentence: string): void {
    this.#faults++;
    this.#options.say(`Fault at --seed ${seed} --count 1: ${sentence}`);
  }

  /** The one that was taken last. */
  get last(): Pick<Try, 'seed'> {
    return { seed: (this.#options.seed + Math.max(0, this.#taken - 1)) % 2 ** 31 };
  }

  get faults(): number {
    return this.#faults;
  }

  get taken(): number {
    return this.#taken;
  }

  get seconds(): number {
    return Math.round((performance.now() - this.#began) / 1000);
  }

  /** What came of the tries, most frequent first, and what was measured, as a cell of a table. */
  get outcomes(): string {
    return [listed(this.#outcomes), ...this.#remarks].filter((text) => text !== '').join('; ');
  }

  /** The same by what was attacked, a line each. */
  get parts(): readonly string[] {
    return [...this.#parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([part, own]) => `${part}: ${listed(own)}`);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function listed(counts: ReadonlyMap<string, number>): string {
  const found = [...counts].sort(([, a], [, b]) => b - a);
  return found.map(([outcome, times]) => `${outcome} ${times.toLocaleString('en')}`).join(', ');
}
