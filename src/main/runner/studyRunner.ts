/** Runs the studies of this process in sequence, each with all workers. */
import { availableParallelism } from 'node:os';
import type { HistoryEvent } from '../../core/contract/notebook.ts';
import type { StudyEvent } from '../../core/contract/studies.ts';
import type { Shard } from '../../core/study/plan/plan.ts';
import type { Progress } from '../../core/progress.ts';
import { reasonOfFault } from '../workspace/workspaceErrors.ts';
import type { StoredStudy } from '../workspace/studies/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { solverThreads } from '../workers/solvers/solverThreads.ts';
import type { LoadStudy } from './loadStudy.ts';
import { startStudyRun, type StudyRun } from './studyRun.ts';

/** Another process is computing in the workspace; the message is for the user. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** A study that is running or queued. */
export interface ActiveStudy {
  readonly id: number;
  readonly shard: Shard | null;
  /** The study starts no further cell. */
  readonly pausing: boolean;
}

export interface StudyRunner {
  /**
   * Queues the pending cells of a study, or of a shard of it. Throws `BusyError` if another process computes in this
   * workspace.
   */
  readonly start: (study: number, shard?: Shard) => void;
  /**
   * Starts no further cell of the study; running cells finish and are stored. `start` resumes it. Throws `BusyError` if
   * another process runs it.
   */
  readonly pause: (study: number) => void;
  /** Resolves when the study has stopped. Throws `BusyError` if another process runs it. */
  readonly cancel: (study: number) => Promise<void>;
  /** Whether the study is queued or running, here or in another process. */
  readonly isActive: (study: number) => boolean;
  /** Current state and progress; null without such a study. */
  readonly event: (study: number) => StudyEvent | null;
  /** Studies of this process, in the order of computation; includes one that has ended until it is on the disk. */
  readonly active: () => readonly ActiveStudy[];
  /** Calls back after every change of a study; returns a function that unsubscribes. */
  readonly subscribe: (study: number, listener: () => void) => () => void;
  /** The same for all studies. */
  readonly watchAll: (listener: () => void) => () => void;
  /** Why the last run of a study ended early; null if it did not. Available here even if the file cannot be written. */
  readonly fault: (study: number) => string | null;
  /** Cancels everything and resolves when it has stopped. */
  readonly close: () => Promise<void>;
}

export interface StudyRunnerOptions {
  readonly workspace: Workspace;
  /** Worker threads of the next run; 0 means one per processor. */
  readonly workers: () => number;
  /** A fault of the machine or the file has ended a run; `fault` and `event` report it as well. */
  readonly onFault: (error: unknown) => void;
  /**
   * Loads the images of a study and these attributes into shared memory. @default in this thread, over its own
   * connection
   */
  readonly load?: LoadStudy;
  /** Another worker module, for tests. */
  readonly workerFile?: string;
  /** Solver threads live until `close`. @default in Electron */
  readonly keepThreads?: boolean | undefined;
}

interface ActiveRun {
  readonly id: number;
  readonly run: StudyRun;
}

/** Another process that opens the workspace takes its lock for a moment. */
const LOCK_WAIT_MS = 300;

const BUSY = 'Another process is running studies in this workspace; wait for it, or cancel them there.';

export function createStudyRunner(options: StudyRunnerOptions): StudyRunner {
  const { workspace, workers, onFault, load, workerFile, keepThreads } = options;
  const { studies, cells, notebook, runnerLock } = workspace;
  const threadsOf = (): number => workers() || availableParallelism();
  const solvers = solverThreads(threadsOf, keepThreads);
  const queue: number[] = [];
  const shards = new Map<number, Shard | undefined>();
  const listeners = new Map<number, Set<() => void>>();
  /** The last event of studies whose run ended with a fault. */
  const faults = new Map<number, FaultEvent>();
  let active: ActiveRun | null = null;
  /**
   * A run that has ended but is not yet on the disk: its end is not reported before, because the disk may still refuse
   * it.
   */
  let landing: ActiveRun | null = null;
  /** Why the active run is ended early. */
  let ending: RunEnd | null = null;
  /** Settles when the active study is marked as stopped. */
  let settled: Promise<void> = Promise.resolve();
  let loop: Promise<void> | null = null;

  const watchers = new Set<() => void>();

  const changed = (study: number): void => {
    listeners.get(study)?.forEach((listener) => listener());
    watchers.forEach((listener) => listener());
  };

  /** Records a fault in memory, and in the file (`stored`) if it can be written. */
  const remember = (id: number, error: unknown, run: StudyRun | null, { stored = true } = {}): void => {
    if (faults.has(id)) return;
    onFault(error);
    const fault = reasonOfFault(error);
    faults.set(id, eventOfFault(fault, run));
    if (!stored) return;
    try {
      studies.setFault(id, fault);
    } catch {
      // The cause of the fault usually prevents this write too: opening the file makes the cells pending again.
    }
  };

  const runOne = async (id: number): Promise<void> => {
    let run: StudyRun | null = null;
    faults.delete(id);
    ending = null;
    const item = { kind: 'study', id } as const;
    const part = shardText(shards.get(id));
    try {
      const study = studies.get(id)!;
      notebook.record(item, study.cells.done + study.cells.failed === 0 ? 'started' : 'resumed', part);
      run = startStudyRun({
        workspace,
        study,
        threads: threadsOf(),
        solvers,
        shard: shards.get(id),
        load,
        workerFile,
        onChange: () => changed(id),
      });
      active = { id, run };
      await run.finished;
    } catch (error) {
      remember(id, error, run);
    }
    landing = active;
    active = null;
    try {
      const { event, detail } = faults.has(id) ? stopped(faults.get(id)!.fault) : (ending ?? endOf(run, part));
      notebook.tryToRecord(item, event, detail);
      // A study that was restarted while it was pausing is in the queue.
      studies.setRunning(id, queue.includes(id));
    } catch (error) {
      remember(id, error, run);
    }
    // Otherwise a finished study would keep its stored fault forever.
    await workspace.flush().catch((error: unknown) => remember(id, error, run, { stored: false }));
    landing = null;
    changed(id);
  };

  const work = async (): Promise<void> => {
    // `start` returns before the pixels are read.
    await new Promise(setImmediate);
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      settled = runOne(id);
      await settled;
    }
    loop = null;
    runnerLock.release();
  };

  /** True if no process is running studies: the previous owner has died and its cells are open again. */
  const reclaim = (): boolean => {
    if (loop || !runnerLock.acquire()) return false;
    studies.recover();
    runnerLock.release();
    return true;
  };

  /** The study that is being computed, or has just ended. */
  const current = (): ActiveRun | null => active ?? landing;

  const isHere = (study: number): boolean => active?.id === study || queue.includes(study);

  /** Removes a study from the queue; true if it was queued here. */
  const unqueue = (study: number): boolean => {
    const waiting = queue.indexOf(study);
    if (waiting < 0) return false;
    queue.splice(waiting, 1);
    if (active?.id !== study) studies.setRunning(study, false);
    changed(study);
    return true;
  };

  const storedEvent = (id: number): StudyEvent | null => {
    let study = studies.get(id);
    if (study?.state === 'running' && !isHere(id) && reclaim()) study = studies.get(id);
    if (!study) return null;
    const { state, revision, fault } = study;
    const progress = storedProgress(study, cells.running(id));
    return { state, revision, progress, pausing: false, fault };
  };

  const requireHere = (study: number): void => {
    if (studies.get(study)?.state === 'running' && !reclaim()) throw new BusyError(BUSY);
  };

  return {
    start(study, shard) {
      if (queue.includes(study)) return;
      if (active?.id === study) {
        if (!active.run.pausing()) return;
        shards.set(study, shard);
        queue.unshift(study);
        changed(study);
        return;
      }
      if (!loop) {
        if (!runnerLock.acquire(LOCK_WAIT_MS)) throw new BusyError(BUSY);
        studies.recover();
      }
      studies.setRunning(study, true);
      shards.set(study, shard);
      queue.push(study);
      loop ??= work();
      changed(study);
    },
    pause(study) {
      const waited = unqueue(study);
      if (active?.id === study) active.run.pause();
      else if (!waited) requireHere(study);
    },
    async cancel(study) {
      const waited = unqueue(study);
      if (active?.id === study) {
        ending = { event: 'cancelled', detail: '' };
        active.run.cancel();
        await settled;
      } else if (!waited) requireHere(study);
    },
    active() {
      const running = current();
      const pausing = (id: number): boolean => running?.id === id && running.run.pausing() && !queue.includes(id);
      const ids = new Set(running ? [running.id, ...queue] : queue);
      return [...ids].map((id) => ({ id, shard: shards.get(id) ?? null, pausing: pausing(id) }));
    },
    isActive: (study) => isHere(study) || studies.get(study)?.state === 'running',
    event(id) {
      // Reading the file at every change of a large study would cost more than its cells.
      const running = current();
      if (running?.id === id) {
        const { run } = running;
        return {
          state: 'running',
          revision: run.revision(),
          progress: run.progress(),
          pausing: run.pausing() && !queue.includes(id),
          fault: null,
        };
      }
      const faulted = queue.includes(id) ? undefined : faults.get(id);
      if (faulted) return faulted;
      try {
        return storedEvent(id);
      } catch (error) {
        // Listeners run within the run and in timers, where errors are not caught: report an unreadable file as the
        // event.
        onFault(error);
        return eventOfFault(reasonOfFault(error), null);
      }
    },
    subscribe(study, listener) {
      const set = listeners.get(study) ?? new Set();
      listeners.set(study, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(study);
      };
    },
    watchAll(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    fault: (study) => faults.get(study)?.fault ?? studies.get(study)?.fault ?? null,
    async close() {
      for (const id of queue.splice(0)) studies.setRunning(id, false);
      ending = stopped('the program was closed');
      active?.run.cancel();
      await loop;
      await solvers.close();
    },
  };
}

type FaultEvent = StudyEvent & { readonly fault: string };

function eventOfFault(fault: string, run: StudyRun | null): FaultEvent {
  const progress = run?.progress() ?? { done: 0, total: 0, failed: 0 };
  return {
    state: 'stopped',
    revision: run?.revision() ?? 0,
    progress: { ...progress, rate: null, secondsLeft: null, running: [] },
    pausing: false,
    fault,
  };
}

interface RunEnd {
  readonly event: HistoryEvent;
  readonly detail: string;
}

function stopped(detail: string): RunEnd {
  return { event: 'stopped', detail };
}

/** End of a run without a fault or a cancellation. */
function endOf(run: StudyRun | null, part: string): RunEnd {
  const { done, failed, total } = run?.progress() ?? { done: 0, failed: 0, total: 0 };
  return run?.pausing() && done + failed < total
    ? { event: 'paused', detail: '' }
    : { event: 'finished', detail: part };
}

function shardText(shard: Shard | undefined): string {
  if (!shard) return '';
  const { index, count, condition } = shard;
  return [count > 1 ? `part ${index} of ${count}` : '', condition ?? ''].filter((part) => part !== '').join(', ');
}

function storedProgress(study: StoredStudy, running: readonly { label: string; repeat: number }[]): Progress {
  return {
    ...study.cells,
    rate: null,
    secondsLeft: null,
    running: running.map((cell) => `${cell.label}, repeat ${cell.repeat}`),
  };
}
