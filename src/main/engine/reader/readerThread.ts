import { ORPCError } from '@orpc/client';
import { Cancelled } from '../../cancelled.ts';
import { heapLimits, memoryFate } from '../../heapLimits.ts';
import { WorkerClient, workerModule } from '../../workerClient.ts';
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

const workerFile = workerModule('readerWorker', import.meta.url);

/** A thread that reads a workspace. Starts with its first query, and restarts after it was ended or has died. */
export class ReaderThread {
  readonly #path: string;
  readonly #interruptible: boolean;
  #client: WorkerClient<ReaderRequest, ReaderReply> | null = null;
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
    await this.#client?.end();
  }

  async #run(request: ReaderRequest, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted || this.#closed) throw new Cancelled();
    const client = this.#client?.over === false ? this.#client : this.#start();
    this.#client = client;
    try {
      return resultOf(await client.ask(request, { signal: this.#interruptible ? signal : undefined }));
    } catch (error) {
      if (error instanceof Cancelled) void client.end();
      throw error;
    }
  }

  #start(): WorkerClient<ReaderRequest, ReaderReply> {
    return new WorkerClient(workerFile, {
      workerData: { path: this.#path },
      resourceLimits: heapLimits('reader'),
      deathError(error) {
        if (error === null) return new Error('the thread that reads the workspace has ended');
        const fate = memoryFate(error);
        return fate === null ? error : new Error(`The thread that reads the workspace ${fate}.`);
      },
    });
  }
}

function resultOf(reply: ReaderReply): unknown {
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
