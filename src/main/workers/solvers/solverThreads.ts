import { SolverThread } from './solverThread.ts';
import type { SharedStudy } from './sharedStudy.ts';

/** Creates and reuses solver threads. */
export interface SolverThreads {
  /** A thread attached to a study; `file` is the module that it runs. */
  readonly take: (file: string, study: SharedStudy) => SolverThread;
  /** Returns a thread after its last cell. */
  readonly give: (file: string, thread: SolverThread) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * `keep`: threads are reused from study to study. In Electron on Windows, threads that end and start again crash the
 * application after some minutes (electron#47986). Elsewhere they end with their study, which frees the memory of its
 * cells, some 20 MiB per thread.
 * @param threads maximum number of threads
 */
export function solverThreads(threads: () => number, keep = process.versions['electron'] !== undefined): SolverThreads {
  const spare: { readonly file: string; readonly thread: SolverThread }[] = [];
  return {
    take(file, study) {
      const place = spare.findIndex((one) => one.file === file && !one.thread.over);
      const [reused] = place < 0 ? [] : spare.splice(place, 1);
      if (reused === undefined) return new SolverThread(new URL(file), study, threads());
      reused.thread.attach(study);
      return reused.thread;
    },
    async give(file, thread) {
      if (!keep || thread.over || spare.length >= threads()) return thread.end();
      thread.attach(null);
      spare.push({ file, thread });
    },
    async close() {
      await Promise.all(spare.splice(0).map(({ thread }) => thread.end()));
    },
  };
}
