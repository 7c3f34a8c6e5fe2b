/** Synchronous client of a method's program: sends a request, blocks the thread, returns the reply. */
import { receiveMessageOnPort, MessageChannel, Worker } from 'node:worker_threads';
import { z } from 'zod';
import { decodeNpy, encodeNpy, startFile, type NpyArray } from '../../core/formats/npy.ts';
import { FormatError } from '../../core/formats/formatError.ts';
import type { FrameArray } from '../../core/methods/external/messageFrames.ts';
import { type FitContext, FitError } from '../../core/methods/method.ts';
import type { ProgramReply, ProgramStart } from './programMessages.ts';
import { findProgram } from '../findProgram.ts';
import { workerModule } from '../workerClient.ts';

/** How a program fails without subjects: it names the labels, or Python's None. */
const SPEAKS_OF_THEM = /labels|NoneType/;
const HINT = 'method.json does not ask for the subjects: add "labels": true.';

/** Why a program failed: its own message or that of its fit, and the last lines of its standard error. */
export class ProgramFailure extends FitError {
  readonly #said: string;
  readonly #stderr: string;

  constructor(said: string, stderr = '') {
    super(stderr === '' ? said : `${said}\nStandard error:\n${stderr}`);
    this.#said = said;
    this.#stderr = stderr;
  }

  /** Adds the remedy if the failure is due to missing subjects; returns any other failure unchanged. */
  withoutLabels(): ProgramFailure {
    // Lists show the first line only; the lines after it quote code, which may name the labels for any failure.
    const [first, ...more] = this.#said.split('\n');
    if (!SPEAKS_OF_THEM.test(first)) return this;
    const explained = [`${first}${/[.!?…]$/.test(first) ? '' : '.'} ${HINT}`, ...more].join('\n');
    return new ProgramFailure(explained, this.#stderr);
  }
}

/** Python's exceptions for a failed import. */
const FAILED_IMPORT = /\b(?:ModuleNotFoundError|ImportError)\b/;

/**
 * Remedy if Python could not import a module: which interpreter ran, and how to choose another. "" for any other
 * failure.
 */
export function missingModule(said: string, [program]: readonly string[]): string {
  if (!FAILED_IMPORT.test(said)) return '';
  const place = findProgram(program);
  return (
    ` The interpreter that ran is ${place === null ? program : `${program}, ${place}`}: install the module there, or name ` +
    'another interpreter as the first word of "command" in method.json and register the method again.'
  );
}

const workerFile = workerModule('programWorker', import.meta.url);

/** Milliseconds between two checks for cancellation while waiting. */
const TICK_MS = 50;

/** How often the iterations of one call may restart: one call fits several shapes, and a fit has several starts. */
const MOST_RESTARTS = 1000;

const replySchema = z.looseObject({
  reply: z.enum(['done', 'failed', 'progress']),
  /** Number of the answered request; older SDKs omit it. */
  request: z.int().optional(),
  /** For failures: one sentence. */
  message: z.string().max(10_000).optional(),
  /** For progress; an invalid number of iterations is ignored. */
  iteration: z.int().min(0).optional().catch(undefined),
  of: z.int().min(1).optional().catch(undefined),
});

export interface ProgramOptions extends Pick<ProgramStart, 'command' | 'folder' | 'cache' | 'threads'> {
  /** Title of the method in messages. */
  readonly title: string;
}

export interface ProgramAnswer {
  readonly head: Readonly<Record<string, unknown>>;
  readonly arrays: ReadonlyMap<string, NpyArray>;
}

/** Numbers as float64, or integers as int32. */
export type Sent = { readonly shape: readonly number[]; readonly data: Float64Array | Int32Array };

/** A running program. All its errors are ProgramFailure. */
export class ProgramClient {
  readonly #options: ProgramOptions;
  readonly #worker: Worker;
  readonly #port;
  /** Counts replies, and parts of replies in transit. */
  readonly #signal = new Int32Array(new SharedArrayBuffer(8));
  #request = 0;
  #fate: ProgramFailure | null = null;

  constructor(options: ProgramOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    const { command, folder, cache, threads } = options;
    const start: ProgramStart = {
      command,
      folder,
      cache,
      threads,
      signal: this.#signal.buffer as SharedArrayBuffer,
      port: port2,
    };
    this.#worker = new Worker(workerFile, { workerData: start, transferList: [port2] });
    this.#worker.unref();
    port1.unref();
    this.#port = port1;
  }

  /** Why the program takes no more requests; null while it does. */
  get fate(): ProgramFailure | null {
    return this.#fate;
  }

  /**
   * Sends a request and waits for its reply, at most `timeout` seconds without a sign of life: bytes of a reply, or
   * progress that increases. `tick` is called meanwhile; if it throws, the program is ended. `onProgress` is called
   * with the iterations that the program reports. Throws ProgramFailure if the program fails, ends, is silent for too
   * long, or writes an invalid frame.
   */
  call(
    head: Record<string, unknown>,
    arrays: Readonly<Record<string, Sent>>,
    tick: () => void,
    timeout: number,
    onProgress?: FitContext['told'],
  ): ProgramAnswer {
    if (this.#fate !== null) throw this.#fate;
    const files = Object.entries(arrays).map(([name, array]): FrameArray => ({ name, npy: npyOf(array) }));
    const request = ++this.#request;
    this.#port.postMessage(
      { head: { ...head, request }, arrays: files },
      files.map(({ npy }) => npy.buffer as ArrayBuffer),
    );
    let alive = performance.now();
    let looked = alive;
    let [bytes, reached, restarts] = [Atomics.load(this.#signal, 1), 0, 0];
    for (;;) {
      // Checked between messages too: a flood of messages hides neither silence nor a cancellation.
      const now = performance.now();
      if (now - looked >= TICK_MS) {
        looked = now;
        const arrived = Atomics.load(this.#signal, 1);
        if (arrived !== bytes) [bytes, alive] = [arrived, now];
        if (now - alive > 1000 * timeout) {
          return this.#end(`did not answer "${String(head['call'])}" for ${timeout} s and was ended`, '');
        }
        try {
          tick();
        } catch (error) {
          this.#end('was cancelled', '', error);
        }
      }
      const seen = Atomics.load(this.#signal, 0);
      const message = receiveMessageOnPort(this.#port)?.message as ProgramReply | undefined;
      if (!message) {
        Atomics.wait(this.#signal, 0, seen, TICK_MS);
        continue;
      }
      if (message.kind === 'ended') return this.#end(`failed: ${message.reason}`, message.stderr);
      const parsed = replySchema.safeParse(message.frame.head);
      if (!parsed.success) {
        const received = JSON.stringify(message.frame.head).slice(0, 200);
        return this.#end(`answered with another frame than expected: ${received}`, message.stderr);
      }
      const { reply, message: sentence = 'it gave no reason', iteration, of, request: answered } = parsed.data;
      if (answered !== undefined && answered !== request) {
        return this.#end(`answered request ${answered}, expected an answer to request ${request}`, message.stderr);
      }
      if (reply === 'progress' && iteration !== undefined) {
        onProgress?.({ iteration, of });
        // A count that goes up and down increases now and then: after too many restarts only a new maximum counts.
        if (iteration > reached || (iteration < reached && restarts++ < MOST_RESTARTS)) {
          alive = performance.now();
          reached = iteration;
        }
      }
      if (reply === 'failed') throw this.#failure(`failed: ${sentence}`, message.stderr);
      if (reply === 'done') return { head: parsed.data, arrays: this.#decoded(message.frame.arrays, message.stderr) };
    }
  }

  /** Rejects an invalid reply: ends the program, because its further replies cannot be trusted. */
  refuse(reason: string): never {
    return this.#end(reason, '');
  }

  /** Lets the program end by itself, and kills it if it does not. */
  close(): void {
    this.#fate ??= new ProgramFailure(`${this.#options.title}: its program was closed.`);
    this.#port.postMessage('close');
  }

  #decoded(files: readonly FrameArray[], stderr: string): Map<string, NpyArray> {
    try {
      return new Map(files.map(({ name, npy }) => [name, decodeNpy(npy)]));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return this.#end(`answered with an array that cannot be read: ${error.message}`, stderr);
    }
  }

  #end(reason: string, stderr: string, error?: unknown): never {
    this.#fate ??= this.#failure(reason, stderr);
    this.#port.postMessage('kill');
    throw error ?? this.#fate;
  }

  #failure(reason: string, stderr: string): ProgramFailure {
    const text = `${this.#options.title}: the program ${reason}`;
    const hint = missingModule(/ failed: it ended/.test(text) ? stderr : reason, this.#options.command);
    return new ProgramFailure((/[.!?…]$/.test(text) ? text : `${text}.`) + hint, stderr);
  }
}

function npyOf({ shape, data }: Sent): Uint8Array<ArrayBuffer> {
  if (data instanceof Float64Array) return encodeNpy({ shape, data }) as Uint8Array<ArrayBuffer>;
  const { bytes, from } = startFile('<i4', shape, 4 * data.length);
  const view = new DataView(bytes.buffer);
  data.forEach((value, i) => view.setInt32(from + 4 * i, value, true));
  return bytes;
}
