import type { Database } from 'better-sqlite3';
import { cellIdentity, type PlannedCell } from '../../../core/study/plan/plan.ts';
import type { TableCell } from '../../../core/study/table/measuredRepeats.ts';
import type { CellMeasures } from '../../../core/measures/cellMeasures.ts';
import type { CellResult } from '../../../core/study/cells/cellResult.ts';
import { contradiction, sealOf, type CellState, type CellStatus, type StoredState } from './cellStates.ts';
import { damaged } from '../workspaceErrors.ts';
import type { RecordSeals } from '../recordSeals.ts';
import { resultRepository, type CellDetails, type RequestedParts } from './results.ts';

export interface StoredCell extends PlannedCell, CellState {
  /** Number of workers that died on the cell. */
  readonly deaths: number;
}

export interface CellRepository {
  readonly addPlan: (study: number, cells: readonly PlannedCell[]) => void;
  /** The same in slices, because a large plan would block others; `StudyRepository.show` completes it. */
  readonly addSlice: (study: number, cells: readonly PlannedCell[]) => void;
  /** Adds missing cells: a part gets the cells of another shard, or of the whole plan. */
  readonly fill: (study: number, cells: readonly PlannedCell[]) => void;
  /**
   * Reorders the cells after a plan that contains them all, updates their labels, and adds missing ones. `planSize`:
   * cells of the whole plan, if the study is a part.
   */
  readonly extendPlan: (study: number, cells: readonly PlannedCell[], planSize?: number) => void;
  /** Removes all cells of a method (key) with their results; `extendPlan` then reorders the others. */
  readonly removeMethod: (study: number, methodKey: string) => void;
  /** Labels of cells with the keys of their methods, each pair once. */
  readonly methodKeys: (study: number) => Pick<StoredCell, 'label' | 'methodKey'>[];
  /**
   * All cells in the order of the plan. Throws `WorkspaceError` if the plan or a state is damaged, if a finished cell
   * has no result, or if another cell has one. `condition` selects its cells; null or absent: all.
   */
  readonly all: (study: number, condition?: string | null) => StoredCell[];
  /** The same, with the faults of each cell. Throws `WorkspaceError` if the plan is damaged. */
  readonly withFaults: (study: number) => { readonly cell: StoredCell; readonly fault: string | null }[];
  /** Throws `WorkspaceError` if the list of cells is damaged. */
  readonly requirePlan: (study: number) => void;
  /**
   * The cell at a position of the plan; null if none is stored. Requires one call of `requirePlan`; throws as `all`
   * does.
   */
  readonly at: (study: number, position: number) => StoredCell | null;
  /** The cells of `all` in a state; throws as it does. */
  readonly withStatus: (study: number, status: CellStatus, condition?: string | null) => StoredCell[];
  /** Running cells for progress lines; not verified against digests. */
  readonly running: (study: number) => Pick<StoredCell, 'label' | 'repeat'>[];
  /** Errors of the finished cells for tables and curves, by position. Equal lists of shapes are one array. */
  readonly errors: (study: number, wanted?: RequestedParts) => Map<number, TableCell>;
  /** The rest of a finished cell's result; null if there is none. */
  readonly details: (study: number, position: number) => CellDetails | null;
  readonly result: (study: number, position: number) => CellResult | null;
  /** Values and curves of a finished cell; null if the study has none. */
  readonly measures: (study: number, position: number) => CellMeasures | null;
  readonly nearest: (study: number, position: number) => CellResult['nearest'] | null;
  /** Builds of the kernels that computed the finished cells, in order of their names. */
  readonly kernels: (study: number) => string[];
  /** Mean seconds of the finished cells of each method and condition. */
  readonly meanSeconds: (study: number) => { methodKey: string; condition: string; seconds: number }[];
  /**
   * Number and geometric mean of the seconds; the mean is robust to the occasional cell that was computed on a loaded
   * or sleeping machine.
   */
  readonly typicalSeconds: (
    study: number,
  ) => { methodKey: string; condition: string; count: number; seconds: number }[];
  readonly markRunning: (study: number, position: number) => void;
  readonly markPending: (study: number, position: number) => void;
  /** The worker died: the cell is pending again, and the death is counted. */
  readonly markDead: (study: number, position: number) => void;
  readonly complete: (study: number, position: number, result: CellResult) => void;
  readonly fail: (study: number, position: number, reason: string) => void;
  /** Drops the result of a finished cell: the cell is pending again. */
  readonly giveUp: (study: number, position: number) => void;
  /** Marks the cell as done, according to its result. */
  readonly settle: (study: number, position: number) => void;
  /** Makes failed cells pending; returns their number. */
  readonly retryFailed: (study: number) => number;
}

type Row = StoredCell & StoredState;

const FIELDS = `position, key, condition, repeat, method_key AS methodKey, label, status, deaths, reason, seal,
  EXISTS (SELECT 1 FROM cell_results WHERE cell_id = cells.id) AS hasResult`;

function withFault({ seal, hasResult, ...cell }: Row): { cell: StoredCell; fault: string | null } {
  const name = `${cell.label}, ${cell.condition}, repeat ${cell.repeat}`;
  return { cell, fault: contradiction({ ...cell, seal, hasResult }, name) };
}

function requireSound({ cell, fault }: ReturnType<typeof withFault>): StoredCell {
  if (fault !== null) throw damaged(fault);
  return cell;
}

export function cellRepository(db: Database, seals: RecordSeals): CellRepository {
  const results = resultRepository(db);
  const insertStatement = (otherwise: '' | 'OR IGNORE') =>
    db.prepare(
      `INSERT ${otherwise} INTO cells (study_id, position, key, condition, repeat, method_key, label)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
  const insert = insertStatement('');
  const insertMissing = insertStatement('OR IGNORE');
  const selectAll = db.prepare<[number], Row>(`SELECT ${FIELDS} FROM cells WHERE study_id = ? ORDER BY position`);
  const selectOf = db.prepare<[number, string], Row>(
    `SELECT ${FIELDS} FROM cells WHERE study_id = ? AND condition = ? ORDER BY position`,
  );
  const selectAt = db.prepare<[number, number], Row>(`SELECT ${FIELDS} FROM cells WHERE study_id = ? AND position = ?`);
  const selectRunning = db.prepare<[number], Pick<StoredCell, 'label' | 'repeat'>>(
    "SELECT label, repeat FROM cells WHERE study_id = ? AND status = 'running' ORDER BY position",
  );
  const selectMeans = db.prepare<[number], { methodKey: string; condition: string; seconds: number }>(
    `SELECT method_key AS methodKey, condition, avg(seconds) AS seconds FROM cells
     WHERE study_id = ? AND status = 'done' GROUP BY method_key, condition`,
  );
  const selectTypical = db.prepare<[number], { methodKey: string; condition: string; count: number; seconds: number }>(
    `SELECT method_key AS methodKey, condition, count(*) AS count, exp(avg(ln(max(seconds, 1e-6)))) AS seconds
     FROM cells WHERE study_id = ? AND status = 'done' GROUP BY method_key, condition`,
  );
  const selectId = db
    .prepare<[number, number], number>('SELECT id FROM cells WHERE study_id = ? AND position = ?')
    .pluck();
  const setStatus = db.prepare<[CellStatus, number, number, number]>(
    'UPDATE cells SET status = ?, deaths = deaths + ? WHERE study_id = ? AND position = ?',
  );
  const setDone = db.prepare<[number, Buffer, number]>(
    "UPDATE cells SET status = 'done', reason = NULL, seconds = ?, seal = ? WHERE id = ?",
  );
  const setFailed = db.prepare<[string, Buffer, number, number]>(
    "UPDATE cells SET status = 'failed', reason = ?, seal = ? WHERE study_id = ? AND position = ?",
  );
  const resetting = "UPDATE cells SET status = 'pending', reason = NULL, seal = NULL, deaths = 0";
  const resetFailed = db.prepare(`${resetting} WHERE study_id = ? AND status = 'failed'`);
  const reset = db.prepare(`${resetting}, seconds = 0 WHERE study_id = ? AND position = ?`);
  const selectKeys = db.prepare<[number], Pick<StoredCell, 'label' | 'methodKey'>>(
    'SELECT DISTINCT label, method_key AS methodKey FROM cells WHERE study_id = ?',
  );
  const removeMethod = db.prepare('DELETE FROM cells WHERE study_id = ? AND method_key = ?');
  const moveAway = db.prepare('UPDATE cells SET position = -1 - position WHERE study_id = ?');
  const moveTo = db.prepare('UPDATE cells SET position = ?, repeat = ?, label = ? WHERE study_id = ? AND position = ?');
  const setPlanSize = db.prepare('UPDATE studies SET plan_size = ? WHERE id = ?');
  const bump = db.prepare('UPDATE studies SET revision = revision + 1 WHERE id = ?');

  const valuesOf = (study: number, { position, key, condition, repeat, methodKey, label }: PlannedCell) =>
    [study, position, key, condition, repeat, methodKey, label] as const;
  const addSlice = db.transaction((study: number, cells: readonly PlannedCell[]) => {
    for (const cell of cells) insert.run(...valuesOf(study, cell));
  });

  const withFaults = (study: number, condition: string | null = null): ReturnType<typeof withFault>[] => {
    seals.requirePlan(study);
    return (condition === null ? selectAll.all(study) : selectOf.all(study, condition)).map(withFault);
  };
  const all: CellRepository['all'] = (study, condition) => withFaults(study, condition).map(requireSound);
  const done = (study: number, id: number, seconds: number): void => {
    setDone.run(seconds, sealOf('done', null), id);
    bump.run(study);
  };

  return {
    addPlan: db.transaction((study: number, cells: readonly PlannedCell[]) => {
      addSlice(study, cells);
      seals.sealPlan(study);
    }),
    addSlice,
    fill: db.transaction((study: number, cells: readonly PlannedCell[]) => {
      seals.requirePlan(study);
      const added = cells.reduce((sum, cell) => sum + insertMissing.run(...valuesOf(study, cell)).changes, 0);
      if (added === 0) return;
      seals.sealPlan(study);
      bump.run(study);
    }),
    extendPlan: db.transaction((study: number, cells: readonly PlannedCell[], planSize?: number) => {
      const places = new Map(selectAll.all(study).map((cell) => [cellIdentity(cell), cell.position]));
      // Positions are unique at every moment: moves all cells away before the first one arrives.
      moveAway.run(study);
      for (const cell of cells) {
        const before = places.get(cellIdentity(cell));
        if (before !== undefined) moveTo.run(cell.position, cell.repeat, cell.label, study, -1 - before);
        else insert.run(...valuesOf(study, cell));
      }
      setPlanSize.run(planSize ?? null, study);
      seals.sealPlan(study);
      bump.run(study);
    }),
    removeMethod: (study, methodKey) => void removeMethod.run(study, methodKey),
    methodKeys: (study) => selectKeys.all(study),
    all,
    withFaults: (study) => withFaults(study),
    requirePlan: seals.requirePlan,
    at(study, position) {
      const row = selectAt.get(study, position);
      return row ? requireSound(withFault(row)) : null;
    },
    withStatus: (study, status, condition) => all(study, condition).filter((cell) => cell.status === status),
    running: (study) => selectRunning.all(study),
    errors: results.errors,
    details: (study, position) => results.details(selectId.get(study, position) ?? 0),
    result: (study, position) => results.whole(selectId.get(study, position) ?? 0),
    measures: (study, position) => results.measures(selectId.get(study, position) ?? 0),
    kernels: results.kernels,
    nearest: (study, position) => results.nearest(selectId.get(study, position) ?? 0),
    meanSeconds: (study) => selectMeans.all(study),
    typicalSeconds: (study) => selectTypical.all(study),
    markRunning: (study, position) => void setStatus.run('running', 0, study, position),
    markPending: (study, position) => void setStatus.run('pending', 0, study, position),
    markDead: (study, position) => void setStatus.run('pending', 1, study, position),
    complete: db.transaction((study: number, position: number, result: CellResult) => {
      const id = selectId.get(study, position)!;
      results.put(id, result);
      done(study, id, result.seconds);
    }),
    settle: db.transaction((study: number, position: number) => {
      const id = selectId.get(study, position)!;
      done(study, id, results.whole(id)!.seconds);
    }),
    fail: db.transaction((study: number, position: number, reason: string) => {
      setFailed.run(reason, sealOf('failed', reason), study, position);
      bump.run(study);
    }),
    giveUp: db.transaction((study: number, position: number) => {
      results.remove(selectId.get(study, position)!);
      reset.run(study, position);
      bump.run(study);
    }),
    retryFailed: db.transaction((study: number) => {
      const { changes } = resetFailed.run(study);
      if (changes > 0) bump.run(study);
      return changes;
    }),
  };
}
