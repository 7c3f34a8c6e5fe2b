import { Worker } from 'node:worker_threads';
import { shareKernels } from '../../kernelChoice.ts';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import { heapLimits, memoryFate } from '../../heapLimits.ts';
import type { SolverMessage, SolverRequest } from './serveCells.ts';
import type { CellReply } from './evaluateTask.ts';
import type { SharedStudy } from './sharedStudy.ts';

/**
 * MiB of young objects of a thread; its numbers are in typed arrays outside the heap. With V8's default a thread takes
 * 8 MiB more once its modules are loaded, without being faster.
 */
const YOUNG = 4;

/** A thread that computes one cell at a time, from its start to its end. */
export class SolverThread {
  readonly #worker: Worker;
  #settle: {
    readonly answer: (reply: CellReply) => void;
    readonly fail: (error: Error) => void;
    readonly tell: ((text: string) => void) | undefined;
  } | null = null;
  #fate: Error | null = null;

  /** `threads`: the total number of threads. */
  constructor(file: URL, shared: SharedStudy, threads: number) {
    shareKernels();
    const resourceLimits = { ...heapLimits('solvers', threads), maxYoungGenerationSizeMb: YOUNG };
    this.#worker = new Worker(file, { workerData: shared, resourceLimits });
    this.#worker.on('message', (message: SolverMessage) => {
      if (message.kind === 'progress') this.#settle?.tell?.(message.text);
      else this.#settle?.answer(message);
    });
    // Also emitted if the module cannot be loaded, which leaves every task unanswered.
    this.#worker.on('error', (error) => {
      const fate = memoryFate(error);
      this.#end(fate === null ? error : new Error(`it ${fate}`));
    });
    this.#worker.on('exit', (code) => this.#end(new Error(`it ended with code ${code}`)));
  }

  /** Whether the thread has ended or was ended. */
  get over(): boolean {
    return this.#fate !== null;
  }

  /**
   * Sets the study of the following cells; null: none follow for a while, and the thread does not keep the process
   * alive.
   */
  attach(study: SharedStudy | null): void {
    if (study === null) this.#worker.unref();
    else this.#worker.ref();
    this.#worker.postMessage({ kind: 'study', study } satisfies SolverRequest);
  }

  /** Throws if the thread ends before it has replied. `tell` receives the progress of the fit, if reported. */
  async evaluate(task: CellTask, tell?: (text: string) => void): Promise<CellReply> {
    if (this.#fate) throw this.#fate;
    try {
      return await new Promise<CellReply>((answer, fail) => {
        this.#settle = { answer, fail, tell };
        this.#worker.postMessage({ kind: 'cell', task } satisfies SolverRequest);
      });
    } finally {
      this.#settle = null;
    }
  }

  /** Terminates the thread immediately. */
  async end(): Promise<void> {
    this.#end(new Error('it was ended'));
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#fate ??= error;
    this.#settle?.fail(this.#fate);
  }
}
