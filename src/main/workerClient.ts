/**
 * Requests to a worker thread, on both sides. A request has a number, which every message about it repeats: interim
 * messages first, then one reply. A thread that ends rejects its pending requests.
 */
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { Cancelled } from './cancelled.ts';

/** A worker module next to the importing one: Node runs the sources directly, and the build keeps workers together. */
export function workerModule(name: string, importer: string): URL {
  return new URL(`./${name}${importer.endsWith('.ts') ? '.ts' : '.js'}`, importer);
}

/** Kinds of messages that precede the reply. */
const INTERIM = ['iterations', 'progress', 'share'] as const;

interface Message {
  readonly kind: string;
}
type InterimOf<M extends Message> = Extract<M, { readonly kind: (typeof INTERIM)[number] }>;
type ReplyOf<M extends Message> = Exclude<M, { readonly kind: (typeof INTERIM)[number] }>;

export interface NumberedRequest<Job> {
  readonly id: number;
  readonly job: Job;
}

export interface ClientOptions extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  /** The error of requests that the thread leaves open: it threw `error`, or ended with `code` if that is null. */
  readonly deathError: (error: Error | null, code: number) => Error;
}

export interface RequestOptions<M extends Message> {
  /** Aborting it rejects the request with Cancelled; the thread continues unless it is ended. */
  readonly signal?: AbortSignal | undefined;
  readonly onInterim?: ((message: InterimOf<M>) => void) | undefined;
  /** Buffers that move to the thread. */
  readonly transfer?: readonly ArrayBuffer[];
}

interface Pending<M extends Message> {
  readonly onInterim: ((message: InterimOf<M>) => void) | undefined;
  readonly resolve: (reply: ReplyOf<M>) => void;
  readonly reject: (error: Error) => void;
}

/** A worker thread that serves requests by `serveRequests`; it keeps the process alive while one is pending. */
export class WorkerClient<Job, M extends Message> {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending<M>>();
  readonly #ended = Promise.withResolvers<void>();
  #sent = 0;
  #fate: Error | null = null;

  constructor(file: URL, { deathError, ...options }: ClientOptions) {
    this.#worker = new Worker(file, options);
    this.#worker.unref();
    this.#worker.on('message', (message: M & { readonly id: number }) => this.#receive(message));
    // Also emitted if the module cannot be loaded, which leaves every request unanswered.
    this.#worker.on('error', (error) => this.#close(deathError(error, 1)));
    this.#worker.on('exit', (code) => this.#close(deathError(null, code)));
  }

  /** Whether the thread has ended or was ended; further requests are rejected. */
  get over(): boolean {
    return this.#fate !== null;
  }

  /** Settles when the thread has ended or was ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Rejects with Cancelled, or with the error of the thread's end. */
  ask(job: Job, { signal, onInterim, transfer = [] }: RequestOptions<M> = {}): Promise<ReplyOf<M>> {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    if (this.#fate) return Promise.reject(this.#fate);
    const id = this.#sent++;
    return new Promise<ReplyOf<M>>((resolve, reject) => {
      this.#worker.postMessage({ id, job } satisfies NumberedRequest<Job>, transfer);
      const settle = (): void => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', cancel);
        if (this.#pending.size === 0) this.#worker.unref();
      };
      const fail = (error: Error): void => {
        settle();
        reject(error);
      };
      const cancel = (): void => fail(new Cancelled());
      signal?.addEventListener('abort', cancel);
      this.#worker.ref();
      this.#pending.set(id, {
        onInterim,
        resolve: (reply) => {
          settle();
          resolve(reply);
        },
        reject: fail,
      });
    });
  }

  /** Terminates the thread at once; its pending requests are rejected with the error. */
  async end(error: Error = new Cancelled()): Promise<void> {
    this.#close(error);
    await this.#worker.terminate();
  }

  #receive(message: M & { readonly id: number }): void {
    const pending = this.#pending.get(message.id);
    if ((INTERIM as readonly string[]).includes(message.kind)) pending?.onInterim?.(message as unknown as InterimOf<M>);
    else pending?.resolve(message as unknown as ReplyOf<M>);
  }

  #close(error: Error): void {
    if (this.#fate !== null) return;
    this.#fate = error;
    for (const { reject } of [...this.#pending.values()]) reject(error);
    this.#ended.resolve();
  }
}

/** The thread's side: `answer` sends interim messages, and the reply last. */
export function serveRequests<Job, M extends Message>(
  answer: (job: Job, send: (message: M, transfer?: readonly ArrayBuffer[]) => void) => void | Promise<void>,
): void {
  parentPort?.on('message', ({ id, job }: NumberedRequest<Job>) => {
    void answer(job, (message, transfer) => parentPort?.postMessage({ ...message, id }, transfer));
  });
}
