/** The solver threads of one study. */
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import { workerModule } from '../../workerClient.ts';
import { releaseShared } from './computeOnce.ts';
import type { CellReply } from './evaluateTask.ts';
import { CANCELLED, type SharedStudy } from './sharedStudy.ts';
import type { SolverThread } from './solverThread.ts';
import type { SolverThreads } from './solverThreads.ts';

const workerFile = workerModule('solverWorker', import.meta.url).href;

/** Milliseconds after which a cancelled thread that has not replied is killed. */
const PATIENCE_MS = 500;

export type PoolReply = CellReply | { readonly kind: 'died'; readonly reason: string };

export interface CellPool {
  /**
   * Call at most as many at a time as there should be threads: each call beyond the existing threads starts one.
   * `onProgress` receives the progress of fits that report it.
   */
  readonly evaluate: (task: CellTask, onProgress?: (text: string) => void) => Promise<PoolReply>;
  /** Asks the threads to stop, kills those that do not, and refuses further cells. */
  readonly cancel: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Threads on shared data, started on demand. A thread that dies or cannot be loaded is replaced; its cell is answered
 * with 'died'. A caller that returns with its next cell gets the thread of its last one.
 */
export function createPool(shared: SharedStudy, source: SolverThreads, filename: string = workerFile): CellPool {
  const threads = new Set<SolverThread>();
  const idle: SolverThread[] = [];
  let patience: NodeJS.Timeout | undefined;
  let stopped = false;

  const take = (): SolverThread => {
    for (let thread = idle.pop(); thread; thread = idle.pop()) if (!thread.over) return thread;
    const thread = source.take(filename, shared);
    threads.add(thread);
    return thread;
  };
  const endAll = async (): Promise<void> => {
    stopped = true;
    await Promise.all([...threads].map((thread) => thread.end()));
  };

  return {
    async evaluate(task, onProgress) {
      if (stopped) return { kind: 'cancelled' };
      const thread = take();
      try {
        const reply = await thread.evaluate(task, onProgress);
        idle.push(thread);
        return reply;
      } catch (error) {
        threads.delete(thread);
        if (stopped) return { kind: 'cancelled' };
        // A task that cannot be sent leaves a sound thread, which would never be used again.
        await thread.end();
        releaseShared(shared);
        return { kind: 'died', reason: error instanceof Error ? error.message : String(error) };
      }
    },
    cancel() {
      Atomics.store(new Int32Array(shared.flags), CANCELLED, 1);
      patience ??= setTimeout(() => void endAll(), PATIENCE_MS);
    },
    async close() {
      clearTimeout(patience);
      stopped = true;
      for (const thread of idle) threads.delete(thread);
      await Promise.all([...idle.map((thread) => source.give(filename, thread)), endAll()]);
    },
  };
}
