import { shareKernels } from '../../kernelChoice.ts';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import { heapLimits, memoryFate } from '../../heapLimits.ts';
import { WorkerClient } from '../../workerClient.ts';
import type { SolverMessage, SolverJob } from './serveCells.ts';
import type { CellReply } from './evaluateTask.ts';
import type { SharedStudy } from './sharedStudy.ts';

/**
 * MiB of young objects of a thread; its numbers are in typed arrays outside the heap. With V8's default a thread takes
 * 8 MiB more once its modules are loaded, without being faster.
 */
const YOUNG = 4;

/** A thread that computes one cell at a time, from its start to its end. */
export class SolverThread {
  readonly #client: WorkerClient<SolverJob, SolverMessage>;

  /** `threads`: the total number of threads. */
  constructor(file: URL, shared: SharedStudy, threads: number) {
    shareKernels();
    this.#client = new WorkerClient(file, {
      workerData: shared,
      resourceLimits: { ...heapLimits('solvers', threads), maxYoungGenerationSizeMb: YOUNG },
      deathError(error, code) {
        if (error === null) return new Error(`it ended with code ${code}`);
        const fate = memoryFate(error);
        return fate === null ? error : new Error(`it ${fate}`);
      },
    });
  }

  /** Whether the thread has ended or was ended. */
  get over(): boolean {
    return this.#client.over;
  }

  /** Sets the study of the following cells; null: none follow for a while. */
  attach(study: SharedStudy | null): void {
    // A thread that has ended says so when it is asked for its next cell.
    this.#client.ask({ kind: 'study', study }).catch(() => undefined);
  }

  /** Throws if the thread ends before it has replied. `onProgress` receives the progress of the fit, if reported. */
  async evaluate(task: CellTask, onProgress?: (text: string) => void): Promise<CellReply> {
    const reply = await this.#client.ask({ kind: 'cell', task }, { onInterim: ({ text }) => onProgress?.(text) });
    if (reply.kind === 'attached') throw new TypeError('A cell was answered as a study.');
    return reply;
  }

  /** Terminates the thread immediately. */
  end(): Promise<void> {
    return this.#client.end(new Error('it was ended'));
  }
}
