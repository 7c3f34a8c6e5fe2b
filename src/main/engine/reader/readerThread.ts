import { Worker } from 'node:worker_threads';
import { ORPCError } from '@orpc/client';
import { Cancelled } from '../../cancelled.ts';
import { heapLimits, memoryFate } from '../../heapLimits.ts';
import type { QueryResult, QueryInput, QueryName } from './queries.ts';

export interface ReaderRequest {
  readonly name: QueryName;
  readonly input: never;
}

export type ReaderReply =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly bytes: ArrayBuffer }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly status: number;
      readonly message: string;
      readonly data: unknown;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly stack?: string | undefined };

interface Waiting {
  readonly answer: (reply: ReaderReply) => void;
  readonly fail: (error: Error) => void;
}

/** Node runs the sources directly; the build places readerWorker.js next to the importing module. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const FILE = new URL(`./readerWorker.${extension}`, import.meta.url);

/** A thread that reads a workspace. Starts with its first query, and restarts after it was ended or has died. */
export class ReaderThread {
  readonly #path: string;
  readonly #interruptible: boolean;
  #worker: Worker | null = null;
  #waiting: Waiting | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /**
   * `interruptible`: an abort ends the thread; otherwise only queued queries can be aborted, which costs no new thread.
   */
  constructor(path: string, interruptible: boolean) {
    this.#path = path;
    this.#interruptible = interruptible;
  }

  /** Answers queries in order. Throws Cancelled, and what the query throws. */
  ask<N extends QueryName>(name: N, input: QueryInput<N>, signal?: AbortSignal): Promise<QueryResult<N>> {
    const mine = this.#last.then(() => this.#run({ name, input: input as never }, signal));
    this.#last = mine.catch(() => undefined);
    return mine as Promise<QueryResult<N>>;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#lose(new Cancelled());
  }

  async #run(request: ReaderRequest, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted || this.#closed) throw new Cancelled();
    const worker = (this.#worker ??= this.#start());
    const interrupt = (): void => void this.#lose(new Cancelled());
    if (this.#interruptible) signal?.addEventListener('abort', interrupt);
    try {
      return answerOf(
        await new Promise<ReaderReply>((answer, fail) => {
          this.#waiting = { answer, fail };
          worker.ref();
          worker.postMessage(request);
        }),
      );
    } finally {
      this.#waiting = null;
      worker.unref();
      signal?.removeEventListener('abort', interrupt);
    }
  }

  #start(): Worker {
    const worker = new Worker(FILE, { workerData: { path: this.#path }, resourceLimits: heapLimits('reader') });
    worker.on('message', (reply: ReaderReply) => this.#waiting?.answer(reply));
    const ended = (error: Error): void => {
      if (this.#worker === worker) void this.#lose(error);
    };
    worker.on('error', (error) => {
      const fate = memoryFate(error);
      ended(fate === null ? error : new Error(`The thread that reads the workspace ${fate}.`));
    });
    worker.on('exit', () => ended(new Error('the thread that reads the workspace has ended')));
    return worker;
  }

  /** Abandons the thread and rejects the pending queries with the error. */
  async #lose(error: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#waiting?.fail(error);
    await worker?.terminate();
  }
}

function answerOf(reply: ReaderReply): unknown {
  switch (reply.kind) {
    case 'done':
      return reply.result;
    case 'file':
      return new File([reply.bytes], reply.name, { type: reply.type });
    case 'refused':
      throw new ORPCError(reply.code, { status: reply.status, message: reply.message, data: reply.data });
    case 'failed':
      throw Object.assign(new Error(reply.message), reply.stack === undefined ? {} : { stack: reply.stack });
  }
}
