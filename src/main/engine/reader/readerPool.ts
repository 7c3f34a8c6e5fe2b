/** Threads that read a workspace, with a queue for each kind of query. */
import { Cancelled } from '../../cancelled.ts';
import type { QueryName } from './queries.ts';
import type { ReaderThread, ReaderAnswer, ReaderRequest } from './readerThread.ts';

interface Waiting {
  readonly request: ReaderRequest;
  readonly signal: AbortSignal | undefined;
  readonly begin: () => void;
  readonly resolve: (answer: ReaderAnswer) => void;
  readonly reject: (error: unknown) => void;
}

type Thread = Pick<ReaderThread, 'ask' | 'close' | 'started'>;

export class ReaderPool {
  readonly #threads: readonly Thread[];
  readonly #idle: Thread[];
  /** By kind, in the order of their turns: many queries of one kind delay another kind by one query at most. */
  readonly #queues = new Map<QueryName, Waiting[]>();
  #closed = false;

  /** Each thread starts when all that have started are busy. */
  constructor(threads: readonly Thread[]) {
    this.#threads = threads;
    this.#idle = [...threads];
  }

  /** Calls `begin` just before a thread begins with the query. Throws Cancelled, and what the query throws. */
  ask(request: ReaderRequest, signal: AbortSignal | undefined, begin: () => void): Promise<ReaderAnswer> {
    if (this.#closed || signal?.aborted) return Promise.reject(new Cancelled());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { request, signal, begin, resolve, reject };
      const queue = this.#queues.get(request.name);
      if (queue) queue.push(waiting);
      else this.#queues.set(request.name, [waiting]);
      signal?.addEventListener('abort', () => this.#leave(waiting), { once: true });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of [...this.#queues.values()].flat()) reject(new Cancelled());
    this.#queues.clear();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** An aborted query leaves its queue; one that has begun is left to its thread. */
  #leave(waiting: Waiting): void {
    const { name } = waiting.request;
    const queue = this.#queues.get(name) ?? [];
    const place = queue.indexOf(waiting);
    if (place < 0) return;
    queue.splice(place, 1);
    if (queue.length === 0) this.#queues.delete(name);
    waiting.reject(new Cancelled());
  }

  #next(): void {
    const [turn] = this.#queues;
    if (!turn || this.#idle.length === 0) return;
    const [name, queue] = turn;
    // The kind whose turn it was goes to the end.
    this.#queues.delete(name);
    const waiting = queue.shift()!;
    if (queue.length > 0) this.#queues.set(name, queue);
    const started = this.#idle.findIndex((thread) => thread.started);
    const [thread] = this.#idle.splice(Math.max(0, started), 1);
    void this.#answer(thread, waiting);
  }

  async #answer(thread: Thread, { request, signal, begin, resolve, reject }: Waiting): Promise<void> {
    begin();
    await thread.ask(request, signal).then(resolve, reject);
    this.#idle.push(thread);
    this.#next();
  }
}
