/** Answers that several clients share: one query serves all that ask for the same, until what is stored has changed. */
import { Cancelled } from '../../cancelled.ts';
import type { ReaderAnswer } from './readerThread.ts';

/** Starts a query, and calls `begin` just before it first reads what is stored. */
export type Query = (signal: AbortSignal, begin: () => void) => Promise<ReaderAnswer>;

interface Entry {
  readonly answer: Promise<ReaderAnswer>;
  readonly abort: AbortController;
  /** What was stored when the query began; null: it waits, and will read whatever has changed until then. */
  state: string | null;
  /** How many wait for the answer. */
  waiting: number;
  /** Null until it has come. */
  bytes: number | null;
}

export class SharedAnswers {
  readonly #state: () => string;
  readonly #most: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();

  /**
   * `state` changes with everything stored. Answers that have come are kept up to `most` bytes together, and none of
   * more than a quarter of them.
   */
  constructor(state: () => string, most: number) {
    this.#state = state;
    this.#most = most;
  }

  /** The answer of an equal query that read what is stored now, or of a new one. Throws Cancelled and its errors. */
  async get(key: string, query: Query, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted) throw new Cancelled();
    const entry = this.#valid(key) ?? this.#begin(key, query);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.waiting++;
    const aborted = Promise.withResolvers<never>();
    const cancel = (): void => aborted.reject(new Cancelled());
    signal?.addEventListener('abort', cancel);
    try {
      return (await Promise.race([entry.answer, aborted.promise])).result;
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (--entry.waiting === 0 && entry.bytes === null) this.#abandon(key, entry);
    }
  }

  #valid(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && (entry.state === null || entry.state === this.#state()) ? entry : undefined;
  }

  #begin(key: string, query: Query): Entry {
    const abort = new AbortController();
    const begin = (): void => {
      entry.state = this.#state();
    };
    const entry: Entry = {
      abort,
      state: null,
      waiting: 0,
      bytes: null,
      // Asynchronous, because `begin` needs the entry.
      answer: Promise.resolve().then(() => query(abort.signal, begin)),
    };
    entry.answer.then(
      ({ bytes }) => {
        entry.bytes = bytes;
        if (bytes === null || bytes > this.#most / 4) this.#forget(key, entry);
        else this.#shrink();
      },
      () => this.#forget(key, entry),
    );
    return entry;
  }

  /** Nobody waits any more. */
  #abandon(key: string, entry: Entry): void {
    this.#forget(key, entry);
    entry.abort.abort();
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  /** Forgets answers of an earlier state, then the least recently used, until the rest fits. */
  #shrink(): void {
    const state = this.#state();
    const kept = [...this.#entries].filter(([, { bytes }]) => bytes !== null);
    let sum = kept.reduce((total, [, { bytes }]) => total + bytes!, 0);
    for (const [key, entry] of kept) {
      if (entry.state === state && sum <= this.#most) continue;
      this.#entries.delete(key);
      sum -= entry.bytes!;
    }
  }
}
