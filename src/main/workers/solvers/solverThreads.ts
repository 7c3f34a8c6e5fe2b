import { SolverThread } from './solverThread.ts';
import type { SharedStudy } from './sharedStudy.ts';

/** Where solver threads come from and go to. */
export interface SolverThreads {
  /** A thread on a study; `file` is the module that it runs. */
  readonly take: (file: string, study: SharedStudy) => SolverThread;
  /** A thread that has come back from its last cell. */
  readonly give: (file: string, thread: SolverThread) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * `keep`: threads live as long as this, one study after another. In Electron on Windows, threads that end and start
 * again end the application after some minutes (electron#47986). Elsewhere they end with their study, and so does the
 * memory that its cells took, some 20 MiB each.
 *
 * @param threads how many there are at most
 */
export function solverThreads(threads: () => number, keep = process.versions['electron'] !== undefined): SolverThreads {
  const spare: { readonly file: string; readonly thread: SolverThread }[] = [];
  return {
    take(file, study) {
      const place = spare.findIndex((one) => one.file === file && !one.thread.over);
      const [found] = place < 0 ? [] : spare.splice(place, 1);
      if (found === undefined) return new SolverThread(new URL(file), study, threads());
      found.thread.takeUp(study);
      return found.thread;
    },
    async give(file, thread) {
      if (!keep || thread.over || spare.length >= threads()) return thread.end();
      thread.takeUp(null);
      spare.push({ file, thread });
    },
    async close() {
      await Promise.all(spare.splice(0).map(({ thread }) => thread.end()));
    },
  };
}
