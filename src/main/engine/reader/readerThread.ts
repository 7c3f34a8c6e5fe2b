import { ORPCError } from '@orpc/client';
import { Cancelled } from '../../cancelled.ts';
import { heapLimits, memoryFate } from '../../heapLimits.ts';
import { WorkerClient, workerModule } from '../../workerClient.ts';
import type { QueryName } from './queries.ts';

export interface ReaderRequest {
  readonly name: QueryName;
  readonly input: never;
  /** Whether the reply says how many bytes it takes. */
  readonly sized: boolean;
}

export type ReaderReply =
  | { readonly kind: 'done'; readonly result: unknown; readonly bytes: number | null }
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

/** What a query returned, and the bytes that it takes to keep; null: unknown. */
export interface ReaderAnswer {
  readonly result: unknown;
  readonly bytes: number | null;
}

/** A thread that reads a workspace. Starts with its first query, and restarts after it was ended or has died. */
export class ReaderThread {
  readonly #path: string;
  readonly #interruptible: boolean;
  #client: WorkerClient<ReaderRequest, ReaderReply> | null = null;

  /**
   * `interruptible`: an abort ends the thread; otherwise only queries that have not begun can be aborted, which costs
   * no new thread.
   */
  constructor(path: string, interruptible: boolean) {
    this.#path = path;
    this.#interruptible = interruptible;
  }

  /** Whether the thread has answered before, and has its modules loaded. */
  get started(): boolean {
    return this.#client?.over === false;
  }

  /** Answers one query. Throws Cancelled, and what the query throws. */
  async ask(request: ReaderRequest, signal?: AbortSignal): Promise<ReaderAnswer> {
    const client = this.#client?.over === false ? this.#client : this.#start();
    this.#client = client;
    try {
      return answerOf(await client.ask(request, { signal: this.#interruptible ? signal : undefined }));
    } catch (error) {
      if (error instanceof Cancelled) void client.end();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client?.end();
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

function answerOf(reply: ReaderReply): ReaderAnswer {
  switch (reply.kind) {
    case 'done':
      return reply;
    case 'file': {
      const file = new File([reply.bytes], reply.name, { type: reply.type });
      return { result: file, bytes: file.size };
    }
    case 'refused':
      throw new ORPCError(reply.code, { status: reply.status, message: reply.message, data: reply.data });
    case 'failed':
      throw Object.assign(new Error(reply.message), reply.stack === undefined ? {} : { stack: reply.stack });
  }
}
