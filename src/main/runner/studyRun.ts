/** One run of one study: hands its pending cells to the workers and commits each result as it arrives. */
import { cellTask } from '../../core/study/cells/cellTask.ts';
import { cellIdentity, planCells, inShard, type Shard } from '../../core/study/plan/plan.ts';
import { planStudy } from '../../core/study/study.ts';
import type { PlannedMethod } from '../../core/study/study.ts';
import { cachedSpeed } from '../machineSpeed.ts';
import { importedLabels } from '../../core/study/spec/spec.ts';
import { cellEstimates } from '../../core/study/plan/cost.ts';
import { cellTitle, type Progress } from '../../core/progress.ts';
import { splitOf } from '../../core/study/plan/splits.ts';
import type { StoredCell } from '../workspace/studies/cells.ts';
import type { StoredStudy } from '../workspace/studies/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { attributesFor, loadStudy, type LoadStudy } from './loadStudy.ts';
import { createPool, type CellPool, type PoolReply } from '../workers/solvers/pool.ts';
import { solverThreads, type SolverThreads } from '../workers/solvers/solverThreads.ts';
import { Cancelled } from '../cancelled.ts';
import { measuredCosts, methodsOf } from './measuredCosts.ts';
import { NetworkFailure, networkTasks } from './networkTasks.ts';
import { ProgressMeter, type Unit } from './progressMeter.ts';

// Queue of the pending cells of a study. The cells of one split go to one worker, where they share work.

interface Group<T> {
  readonly split: string;
  readonly entries: T[];
  lanes: number;
}

export interface SplitQueue<T> {
  readonly add: (entry: T) => void;
  /**
   * The next entry for a lane: of its current split, else of the first split without a lane, else of the first split
   * that has any. Undefined if the queue is empty.
   */
  readonly take: (lane: number) => T | undefined;
}

/** `entries` are in the order in which they should run; `splitOf` returns the split of an entry. */
export function splitQueue<T>(entries: readonly T[], splitOf: (entry: T) => string): SplitQueue<T> {
  const groups = new Map<string, Group<T>>();
  const groupAt = new Map<number, Group<T>>();

  const add = (entry: T): void => {
    const split = splitOf(entry);
    const group = groups.get(split);
    if (group) group.entries.push(entry);
    else groups.set(split, { split, entries: [entry], lanes: 0 });
  };

  /** Visits at most one split per lane, because empty groups are removed. */
  const choose = (): Group<T> | undefined => {
    for (const group of groups.values()) if (group.lanes === 0) return group;
    return groups.values().next().value;
  };

  entries.forEach(add);
  return {
    add,
    take(lane) {
      let group = groupAt.get(lane);
      if (!group?.entries.length) {
        if (group) group.lanes--;
        group = choose();
        if (!group) {
          groupAt.delete(lane);
          return undefined;
        }
        group.lanes++;
        groupAt.set(lane, group);
      }
      const entry = group.entries.shift();
      if (group.entries.length === 0) groups.delete(group.split);
      return entry;
    },
  };
}

/** Deaths of workers after which their cell fails. */
const MAX_DEATHS = 3;

/** The key of a cell's method covers its settings; the program fills in those that the spec leaves open. */
const OTHER_DEFAULTS: PoolReply = {
  kind: 'failed',
  reason: 'The study was made by a version with other default settings of this method. Create it again.',
};

/** The key covers the rules of the result, e.g. whose training images an adaptive grid is searched on. */
const OTHER_RULES: PoolReply = {
  kind: 'failed',
  reason: 'The cell was planned by a version with other rules for such cells. Create the study again.',
};

export interface StudyRun {
  /** Settles when every cell is finished or the run was cancelled; rejects if the workspace cannot be written. */
  readonly finished: Promise<void>;
  readonly progress: () => Progress;
  /** The study's revision as stored, without reading the file. */
  readonly revision: () => number;
  /** Starts no further cell; running cells finish. */
  readonly pause: () => void;
  readonly pausing: () => boolean;
  readonly cancel: () => void;
}

export interface StudyRunOptions {
  readonly workspace: Workspace;
  readonly study: StoredStudy;
  readonly threads: number;
  readonly solvers: SolverThreads;
  /** The part of the study to compute. @default all of it */
  readonly shard?: Shard;
  /** Called after every change of progress. */
  readonly onChange: () => void;
  /** Another worker module, for tests. */
  readonly load?: LoadStudy | undefined;
  readonly workerFile?: string | undefined;
}

/**
 * Starts computing the pending cells of a study, `threads` at a time, split after split in the order of the plan. A
 * lane requests its next cell when a worker becomes free, usually the one that computed its previous cell.
 */
export function startStudyRun(options: StudyRunOptions): StudyRun {
  const { workspace, study, threads, solvers, shard, onChange, workerFile } = options;
  const load = options.load ?? (async (...wanted) => loadStudy(workspace, ...wanted));
  const { cells, datasets } = workspace;
  const facts = datasets.factsOf(study.datasetId);
  const plan = planCells(planStudy(study.spec), facts, shard);
  if (study.partial) cells.fill(study.id, plan.cells);
  const planned = new Set(plan.cells.map(cellIdentity));
  const methods = new Map(plan.methods.map((method) => [method.key, method]));
  const titles = new Map(plan.conditions.map((condition) => [condition.key, condition.title]));
  const identity = { ...study.spec, datasetHash: study.datasetHash };
  const speed = cachedSpeed();
  const estimates = cellEstimates(plan.study, facts, speed, measuredCosts(workspace, speed, methodsOf(study.spec)));
  // Results of another program are awaited, not computed.
  const awaited = new Set(importedLabels(study.spec));
  const open = cells
    .withStatus(study.id, 'pending')
    .filter((cell) => !awaited.has(cell.label) && (!shard || inShard(shard, cell, plan)))
    .map((cell) => ({ cell, unit: unitOf(cell, titles.get(cell.condition)!, estimates(cell)) }));
  // The programs of external methods end with the thread that uses them.
  const hasPrograms = plan.methods.some(({ version }) => version !== undefined);
  const lanes = Math.max(1, Math.min(threads, open.length));
  const queue = splitQueue(open, ({ cell }) => JSON.stringify([cell.condition, cell.repeat]));
  const meter = new ProgressMeter(
    open.map(({ unit }) => unit),
    study.cells,
    lanes,
  );
  const ending = new AbortController();
  const tasks = networkTasks(workspace, study, load, ending.signal);
  let pool: CellPool | null = null;
  let stopping: 'paused' | 'cancelled' | null = null;
  let revision = study.revision;

  const commit = (entry: { cell: StoredCell; unit: Unit }, reply: PoolReply): void => {
    const { cell, unit } = entry;
    workspace.requirePresent();
    switch (reply.kind) {
      case 'done':
        cells.complete(study.id, cell.position, reply.result);
        revision++;
        meter.finish(unit, 'done');
        break;
      case 'failed':
        cells.fail(study.id, cell.position, reply.reason);
        revision++;
        meter.finish(unit, 'failed');
        break;
      case 'cancelled':
        cells.markPending(study.id, cell.position);
        meter.drop(unit);
        break;
      case 'died': {
        const deaths = cell.deaths + 1;
        if (deaths < MAX_DEATHS) {
          cells.markDead(study.id, cell.position);
          meter.drop(unit);
          queue.add({ cell: { ...cell, deaths }, unit });
        } else {
          cells.fail(study.id, cell.position, `${deaths} workers died on this cell; the last: ${reply.reason}`);
          revision++;
          meter.finish(unit, 'failed');
        }
      }
    }
    onChange();
  };

  const evaluate = async ({ cell, unit }: (typeof open)[number], method: PlannedMethod): Promise<PoolReply> => {
    if (!planned.has(cellIdentity(cell))) return OTHER_RULES;
    const split = splitOf(study.spec, facts, cell.condition, cell.repeat);
    const onProgress = (text: string): void => {
      meter.note(unit, text);
      onChange();
    };
    const task = cellTask(cell, method, identity, split);
    try {
      // A lane that does not wait gets the thread of its previous cell.
      const ready = tasks.ready(task, onProgress);
      return await pool!.evaluate(ready instanceof Promise ? await ready : ready, onProgress);
    } catch (error) {
      if (error instanceof Cancelled) return { kind: 'cancelled' };
      if (error instanceof NetworkFailure) return { kind: 'failed', reason: error.message };
      throw error;
    }
  };

  const lane = async (number: number): Promise<void> => {
    for (let entry = queue.take(number); entry && !stopping; entry = queue.take(number)) {
      const { cell, unit } = entry;
      cells.markRunning(study.id, cell.position);
      meter.start(unit);
      onChange();
      const method = methods.get(cell.methodKey);
      commit(entry, await (method ? evaluate(entry, method) : OTHER_DEFAULTS));
    }
  };

  const run = async (): Promise<void> => {
    // The caller receives the run before the first change is reported.
    await Promise.resolve();
    try {
      const shared = await load(study, attributesFor(plan.methods));
      if (stopping) return;
      pool = createPool(shared, hasPrograms ? solverThreads(() => threads, false) : solvers, workerFile);
      await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    } finally {
      stopping ??= 'cancelled';
      ending.abort();
      await pool?.close();
    }
  };

  return {
    finished: run(),
    progress: () => meter.progress(),
    revision: () => revision,
    pause() {
      stopping ??= 'paused';
      onChange();
    },
    pausing: () => stopping === 'paused',
    cancel() {
      stopping = 'cancelled';
      ending.abort();
      pool?.cancel();
    },
  };
}

function unitOf(cell: StoredCell, condition: string, seconds: number | null): Unit {
  return {
    group: `${cell.methodKey} ${cell.condition}`,
    method: cell.label,
    seconds,
    title: cellTitle(cell.label, condition, cell.repeat),
  };
}
