/** The worker threads of one study. */
import { Piscina } from 'piscina';
import type { CellTask } from '../../../core/study/cells/cellTask.ts';
import { releaseShared } from './computeOnce.ts';
import { CANCELLED, type SharedStudy } from './sharedStudy.ts';
import type { CellReply } from './worker.ts';

/** Sources run as they are under Node; the build puts worker.js beside the module that asks for it. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./worker.${extension}`, import.meta.url).href;

/** A cancelled worker that has not come back by itself is killed after this time. */
const PATIENCE_MS = 500;

export type PoolReply = CellReply | { readonly kind: 'died'; readonly reason: string };

export interface CellPool {
  readonly evaluate: (task: CellTask) => Promise<PoolReply>;
  /** Asks the workers to stop, kills those that do not, and refuses further cells. */
  readonly cancel: () => void;
  readonly close: () => Promise<void>;
}

/** Starts `threads` workers on shared data. A worker that dies is replaced; its cell is answered with 'died'. */
export function createPool(shared: SharedStudy, threads: number, filename: string = workerFile): CellPool {
  const pool = new Piscina<CellTask, CellReply>({
    filename,
    minThreads: threads,
    maxThreads: threads,
    workerData: shared,
    // Atomics in the pool's own loop would keep a finished worker from seeing messages; cells take far longer anyway.
    atomics: 'disabled',
  });
  // A dead worker rejects its task, which is where it is dealt with.
  pool.on('error', () => undefined);
  const killer = new AbortController();
  let patience: NodeJS.Timeout | undefined;
  let closed = false;
  return {
    async evaluate(task) {
      try {
        return await pool.run(task, { signal: killer.signal });
      } catch (error) {
        if (closed || killer.signal.aborted) return { kind: 'cancelled' };
        releaseShared(shared);
        return { kind: 'died', reason: error instanceof Error ? error.message : String(error) };
      }
    },
    cancel() {
      Atomics.store(new Int32Array(shared.flags), CANCELLED, 1);
      patience ??= setTimeout(() => killer.abort(), PATIENCE_MS);
    },
    async close() {
      closed = true;
      clearTimeout(patience);
      await pool.destroy();
    },
  };
}
