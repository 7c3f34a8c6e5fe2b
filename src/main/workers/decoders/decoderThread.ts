/** One thread of the third-party decoders, with its own instances of their libraries. */
import { Worker } from 'node:worker_threads';
import { FormatError } from '../../../core/formats/formatError.ts';
import { Cancelled } from '../../cancelled.ts';
import type { DecoderJob, DecoderReply, DecoderRequest, DecoderResults } from './decoderMessages.ts';

export interface ThreadOptions {
  /** Milliseconds without a reply or a sign of life after which a job is abandoned. @default 30 000 */
  readonly patience?: number;
  /** MiB of JavaScript objects; numbers and WebAssembly memory are outside and have their own limits. @default 1024 */
  readonly objects?: number;
  /** Another worker module, for tests. */
  readonly workerFile?: URL;
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly onShare?: ((share: number) => void) | undefined;
}

/** The thread ended, or was ended, before it replied; the message is a clause about the file. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

const PATIENCE = 30_000;
const OBJECTS = 1024;

/**
 * MiB. Node ends a thread at its limit and leaves it 16 MiB for that. With V8's default for young objects, more than
 * that may be promoted at once: on a busy machine 3 of 10 processes with 16 such threads each were aborted, none of 8
 * with this limit.
 */
const YOUNG = 4;

/** Node runs the sources directly; the build puts decoderWorker.js next to this module. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./decoderWorker.${extension}`, import.meta.url);

interface Pending {
  readonly answer: (result: DecoderResults[DecoderJob['kind']]) => void;
  readonly refuse: (error: FormatError) => void;
  readonly fail: (error: Error) => void;
  readonly alive: (share: number) => void;
}

/**
 * A thread that decodes until the first error: a file that may have damaged its decoder, a cancelled or stuck job, a
 * crash. It then accepts no further jobs (`spent`), and ends once its present jobs are answered, or at once if it is
 * stuck.
 */
export class DecoderThread {
  readonly #worker: Worker;
  readonly #patience: number;
  readonly #pending = new Map<number, Pending>();
  #next = 0;
  #spent = false;
  #ended = false;

  constructor({ patience = PATIENCE, objects = OBJECTS, workerFile: file = workerFile }: ThreadOptions = {}) {
    this.#patience = patience;
    const resourceLimits = { maxOldGenerationSizeMb: objects, maxYoungGenerationSizeMb: YOUNG };
    this.#worker = new Worker(file, { resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (reply: DecoderReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#end(`it ended the decoder: ${error.message}`));
    this.#worker.on('exit', () => this.#end('it ended the decoder'));
  }

  /** True if the next job must go to another thread. */
  get spent(): boolean {
    return this.#spent;
  }

  get idle(): boolean {
    return this.#pending.size === 0;
  }

  /**
   * Throws FormatError for a file that the decoder refuses, ThreadLost, Cancelled. Buffers in `transfer` move to the
   * thread.
   */
  ask<J extends DecoderJob>(
    job: J,
    { signal, onShare }: Waiting = {},
    transfer: ArrayBuffer[] = [],
  ): Promise<DecoderResults[J['kind']]> {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    if (this.#ended) return Promise.reject(new ThreadLost('it ended the decoder'));
    const id = this.#next++;
    return new Promise<DecoderResults[J['kind']]>((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => this.#end(`its decoder made no progress for ${this.#patience / 1000} s`),
          this.#patience,
        );
      };
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#pending.delete(id);
        if (this.idle) this.#worker.unref();
        if (this.idle && this.#spent) this.#end('');
      };
      const fail = (error: Error): void => {
        this.#spent = true;
        settle();
        reject(error);
      };
      const cancel = (): void => fail(new Cancelled());
      signal?.addEventListener('abort', cancel);
      wait();
      this.#pending.set(id, {
        answer: (result) => {
          settle();
          resolve(result as DecoderResults[J['kind']]);
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
        fail,
        alive: (share) => {
          wait();
          onShare?.(share);
        },
      });
      this.#worker.ref();
      const request: DecoderRequest = { id, job };
      this.#worker.postMessage(request, transfer);
    });
  }

  /** Accepts no further jobs; ends when the present ones are answered. */
  retire(): void {
    this.#spent = true;
    if (this.idle) this.#end('');
  }

  #receive(reply: DecoderReply): void {
    const pending = this.#pending.get(reply.id);
    if (reply.kind === 'share') pending?.alive(reply.share);
    else if (reply.kind === 'done') pending?.answer(reply.result);
    else {
      this.#spent ||= reply.worn;
      pending?.refuse(new FormatError(reply.reason));
    }
  }

  /** Ends the thread and rejects its pending jobs with the reason. */
  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#spent = true;
    // Native work of a decoder may keep the thread alive for a while; do not wait for it.
    void this.#worker.terminate();
    for (const { fail } of [...this.#pending.values()]) fail(new ThreadLost(reason));
  }
}
