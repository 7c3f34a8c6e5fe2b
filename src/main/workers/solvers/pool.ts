/** The solver threads of one study. */
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import { releaseShared } from './computeOnce.ts';
import type { CellReply } from './evaluateTask.ts';
import { CANCELLED, type SharedStudy } from './sharedStudy.ts';
import type { SolverThread } from './solverThread.ts';
import type { SolverThreads } from './solverThreads.ts';

/** Sources run as they are under Node; the build puts solverWorker.js beside the module that asks for it. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./solverWorker.${extension}`, import.meta.url).href;

/** A cancelled thread that has not come back by itself is killed after this time. */
const PATIENCE_MS = 500;

export type PoolReply = CellReply | { readonly kind: 'died'; readonly reason: string };

export interface CellPool {
  /**
   * At most as many at a time as there should be threads: each call beyond those there are starts one. `tell` hears how
   * far the fits are that say so.
   */
  readonly evaluate: (task: CellTask, tell?: (text: string) => void) => Promise<PoolReply>;
  /** Asks the threads to stop, kills those that do not, and refuses further cells. */
  readonly cancel: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Threads on shared data, started as they are needed. One that dies, or cannot be loaded, is replaced; its cell is
 * answered with 'died'. A caller that comes back with its next cell meets the thread that had its last one.
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
    async evaluate(task, tell) {
      if (stopped) return { kind: 'cancelled' };
      const thread = take();
      try {
        const reply = await thread.evaluate(task, tell);
        idle.push(thread);
        return reply;
      } catch (error) {
        threads.delete(thread);
        if (stopped) return { kind: 'cancelled' };
        // A task that cannot be sent leaves a sound thread, which nobody would use again.
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
