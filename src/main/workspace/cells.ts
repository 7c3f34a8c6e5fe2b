import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { PlannedCell } from '../../core/study/plan.ts';
import type { CellResult } from '../../core/study/result.ts';

export type CellStatus = 'pending' | 'running' | 'done' | 'failed';

/** A result without the nearest neighbours, which are large and seldom asked for. */
export type CellSummary = Omit<CellResult, 'nearest'>;

export interface StoredCell extends PlannedCell {
  /** Place in the plan. */
  readonly position: number;
  readonly status: CellStatus;
  /** Why the cell failed. */
  readonly reason: string | null;
  readonly result: CellSummary | null;
}

/** A cell that is still to be computed. */
export interface OpenCell extends PlannedCell {
  readonly position: number;
  /** Workers that died on it. */
  readonly deaths: number;
}

export interface CellRepository {
  readonly addPlan: (study: number, cells: readonly PlannedCell[]) => void;
  readonly all: (study: number) => StoredCell[];
  readonly pending: (study: number) => OpenCell[];
  readonly nearest: (study: number, position: number) => CellResult['nearest'] | null;
  /** Positions of the cells that are running now, in any process. */
  readonly running: (study: number) => PlannedCell[];
  readonly markRunning: (study: number, position: number) => void;
  readonly markPending: (study: number, position: number) => void;
  /** The worker died: pending again, and counted. */
  readonly markDead: (study: number, position: number) => void;
  readonly complete: (study: number, position: number, result: CellResult) => void;
  readonly fail: (study: number, position: number, reason: string) => void;
  /** Failed cells become pending; answers how many. */
  readonly retryFailed: (study: number) => number;
}

interface CellRow {
  position: number;
  key: string;
  condition: string;
  repeat: number;
  method_key: string;
  label: string;
  status: CellStatus;
  deaths: number;
  reason: string | null;
  result: string | null;
}

const planned = (row: CellRow): PlannedCell & { position: number } => ({
  position: row.position,
  key: row.key,
  condition: row.condition,
  repeat: row.repeat,
  methodKey: row.method_key,
  label: row.label,
});

export function cellRepository(db: Database): CellRepository {
  const insert = db.prepare(
    `INSERT INTO cells (study_id, position, key, condition, repeat, method_key, label) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const fields = 'position, key, condition, repeat, method_key, label, status, deaths, reason, result';
  const selectAll = db.prepare<[number], CellRow>(`SELECT ${fields} FROM cells WHERE study_id = ? ORDER BY position`);
  const selectByStatus = db.prepare<[number, CellStatus], CellRow>(
    `SELECT ${fields} FROM cells WHERE study_id = ? AND status = ? ORDER BY position`,
  );
  const selectNearest = db.prepare<[number, number], { nearest: Buffer | null; nearest_bytes: number | null }>(
    'SELECT nearest, nearest_bytes FROM cells WHERE study_id = ? AND position = ?',
  );
  const setStatus = db.prepare<[CellStatus, number, number, number]>(
    'UPDATE cells SET status = ?, deaths = deaths + ? WHERE study_id = ? AND position = ?',
  );
  const setDone = db.prepare(
    `UPDATE cells SET status = 'done', reason = NULL, result = ?, nearest = ?, nearest_bytes = ?, seconds = ?
     WHERE study_id = ? AND position = ?`,
  );
  const setFailed = db.prepare("UPDATE cells SET status = 'failed', reason = ? WHERE study_id = ? AND position = ?");
  const resetFailed = db.prepare(
    "UPDATE cells SET status = 'pending', reason = NULL, deaths = 0 WHERE study_id = ? AND status = 'failed'",
  );
  const bump = db.prepare('UPDATE studies SET revision = revision + 1 WHERE id = ?');

  return {
    addPlan: db.transaction((study: number, cells: readonly PlannedCell[]) => {
      cells.forEach((cell, position) =>
        insert.run(study, position, cell.key, cell.condition, cell.repeat, cell.methodKey, cell.label),
      );
    }),
    all: (study) =>
      selectAll.all(study).map((row) => ({
        ...planned(row),
        status: row.status,
        reason: row.reason,
        result: row.result === null ? null : JSON.parse(row.result),
      })),
    pending: (study) => selectByStatus.all(study, 'pending').map((row) => ({ ...planned(row), deaths: row.deaths })),
    nearest(study, position) {
      const row = selectNearest.get(study, position);
      return row?.nearest ? unpack(row.nearest, row.nearest_bytes!) : null;
    },
    running: (study) => selectByStatus.all(study, 'running').map(planned),
    markRunning: (study, position) => void setStatus.run('running', 0, study, position),
    markPending: (study, position) => void setStatus.run('pending', 0, study, position),
    markDead: (study, position) => void setStatus.run('pending', 1, study, position),
    complete: db.transaction((study: number, position: number, { nearest, ...rest }: CellResult) => {
      const packed = pack(nearest);
      setDone.run(JSON.stringify(rest), packed, nearest.BYTES_PER_ELEMENT, rest.seconds, study, position);
      bump.run(study);
    }),
    fail: db.transaction((study: number, position: number, reason: string) => {
      setFailed.run(reason, study, position);
      bump.run(study);
    }),
    retryFailed: db.transaction((study: number) => {
      const { changes } = resetFailed.run(study);
      if (changes > 0) bump.run(study);
      return changes;
    }),
  };
}

function pack(values: CellResult['nearest']): Buffer {
  const size = values.BYTES_PER_ELEMENT;
  const bytes = Buffer.alloc(values.byteLength);
  for (let i = 0; i < values.length; i++) bytes.writeUIntLE(values[i], i * size, size);
  return deflateRawSync(bytes);
}

function unpack(packed: Buffer, size: number): CellResult['nearest'] {
  const bytes = inflateRawSync(packed);
  const values = size === 2 ? new Uint16Array(bytes.length / 2) : new Uint32Array(bytes.length / 4);
  for (let i = 0; i < values.length; i++) values[i] = bytes.readUIntLE(i * size, size);
  return values;
}
