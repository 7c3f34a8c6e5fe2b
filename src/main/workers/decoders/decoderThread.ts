/** One thread of the third-party decoders, with its own instances of their libraries. */
import { FormatError } from '../../../core/formats/formatError.ts';
import { Cancelled } from '../../cancelled.ts';
import { WorkerClient, workerModule } from '../../workerClient.ts';
import type { DecoderJob, DecoderMessage, DecoderResults } from './decoderMessages.ts';

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

const workerFile = workerModule('decoderWorker', import.meta.url);

/**
 * A thread that decodes until the first error: a file that may have damaged its decoder, a cancelled or stuck job, a
 * crash. It then accepts no further jobs (`spent`), and ends once its present jobs are answered, or at once if it is
 * stuck.
 */
export class DecoderThread {
  readonly #client: WorkerClient<DecoderJob, DecoderMessage>;
  readonly #patience: number;
  #running = 0;
  #spent = false;

  constructor({ patience = PATIENCE, objects = OBJECTS, workerFile: file = workerFile }: ThreadOptions = {}) {
    this.#patience = patience;
    this.#client = new WorkerClient(file, {
      resourceLimits: { maxOldGenerationSizeMb: objects, maxYoungGenerationSizeMb: YOUNG },
      deathError: (error) => new ThreadLost(`it ended the decoder${error === null ? '' : `: ${error.message}`}`),
    });
  }

  /** True if the next job must go to another thread. */
  get spent(): boolean {
    return this.#spent || this.#client.over;
  }

  get idle(): boolean {
    return this.#running === 0;
  }

  /**
   * Throws FormatError for a file that the decoder refuses, ThreadLost, Cancelled. Buffers in `transfer` move to the
   * thread.
   */
  async ask<J extends DecoderJob>(
    job: J,
    { signal, onShare }: Waiting = {},
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<DecoderResults[J['kind']]> {
    if (signal?.aborted) throw new Cancelled();
    if (this.#client.over) throw new ThreadLost('it ended the decoder');
    const lose = (): void => this.#end(`its decoder made no progress for ${this.#patience / 1000} s`);
    const timer = setTimeout(lose, this.#patience);
    this.#running++;
    try {
      const reply = await this.#client.ask(job, {
        signal,
        transfer,
        onInterim({ share }) {
          timer.refresh();
          onShare?.(share);
        },
      });
      if (reply.kind === 'done') return reply.result as DecoderResults[J['kind']];
      this.#spent ||= reply.worn;
      throw new FormatError(reply.reason);
    } catch (error) {
      if (!(error instanceof FormatError)) this.#spent = true;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#running--;
      if (this.#spent) this.retire();
    }
  }

  /** Accepts no further jobs; ends when the present ones are answered. */
  retire(): void {
    this.#spent = true;
    if (this.idle) this.#end('');
  }

  /** Ends the thread and rejects its pending jobs with the reason. */
  #end(reason: string): void {
    // Native work of a decoder may keep the thread alive for a while; do not wait for it.
    void this.#client.end(new ThreadLost(reason));
  }
}
