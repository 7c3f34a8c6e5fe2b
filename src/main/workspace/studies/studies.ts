import type { Database } from 'better-sqlite3';
import type { StudyState, StudySummary, Verification } from '../../../core/contract/studies.ts';
import { damaged } from '../workspaceErrors.ts';
import { notebookEntry, type NotebookRow } from '../notebook.ts';
import { DELETED_AFTER_CREATION } from './hiddenByDamage.ts';
import type { RecordSeals } from '../recordSeals.ts';
import { giveBack } from '../database/space.ts';
import { declarationOf } from '../../../core/protocols/registry.ts';
import { importedLabels, type StudySpec } from '../../../core/study/spec/spec.ts';

export interface StoredStudy extends StudySummary {
  readonly spec: StudySpec;
  readonly datasetId: number;
  /** Hash of the dataset that the study was created for. */
  readonly datasetHash: string;
  /** Whether the study is a part: it stores fewer cells than its plan has, which `cells.total` counts. */
  readonly partial: boolean;
  /** Increases with every change of the table. */
  readonly revision: number;
}

/** A deleted study or dataset that can be restored. */
export interface Deleted {
  readonly id: number;
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly deletedAt: string;
}

export interface StudyRepository {
  readonly list: () => StudySummary[];
  readonly get: (id: number) => StoredStudy | null;
  readonly findByName: (name: string) => StoredStudy | null;
  /** Excludes deleted studies. */
  readonly ofDataset: (dataset: number) => { id: number; name: string }[];
  /**
   * Adds a study, hidden until `show`, when its cells are stored. For a part, `planSize` is the number of cells of the
   * whole plan.
   */
  readonly add: (
    spec: StudySpec,
    dataset: { id: number; hash: string },
    options?: { readonly hidden?: boolean; readonly planSize?: number; readonly verification?: Verification },
  ) => number;
  /** Shows a hidden study with complete cells, under the name in its spec. */
  readonly show: (id: number) => void;
  /** Removes the study with its cells, and returns their space to the disk. */
  readonly remove: (id: number) => void;
  /** Renames the study, also in its spec; a verification thereby becomes an ordinary study. */
  readonly rename: (id: number, name: string) => void;
  /** Hides the study from every other call, and frees its name. */
  readonly hide: (id: number) => void;
  /** Former name and dataset of a hidden study; null if there is none. */
  readonly hidden: (id: number) => { name: string; datasetId: number; datasetHash: string } | null;
  readonly unhide: (id: number) => void;
  /** Deleted studies, which are hidden, the last one first. */
  readonly deleted: () => Deleted[];
  /** Permanently removes studies hidden before this time. */
  readonly purge: (before: Date) => void;
  /** Replaces the spec by another one of the same name and dataset; the caller updates the cells. */
  readonly setSpec: (id: number, spec: StudySpec) => void;
  /** Updates the stored specs to a new name of the dataset. */
  readonly renameDataset: (dataset: number, name: string) => void;
  readonly setRunning: (id: number, running: boolean) => void;
  /** A run of the study ended early; its running cells become pending. `reason` is the end of a sentence. */
  readonly setFault: (id: number, reason: string) => void;
  /**
   * Cleans up after a killed process: running cells become pending, running studies stopped. Only for the holder of the
   * runner lock.
   */
  readonly recover: () => void;
}

interface StudyRow extends NotebookRow {
  id: number;
  name: string;
  dataset: string;
  dataset_id: number;
  dataset_hash: string;
  dataset_deleted_at: string | null;
  spec: string;
  revision: number;
  running: number;
  fault: string | null;
  verification: string | null;
  created_at: string;
  total: number;
  stored: number;
  done: number;
  failed: number;
  seconds: number;
}

/**
 * The spec as it is stored. It says what random splits are drawn by: specs of versions that drew by the hash of the
 * pixels say nothing, and keep their splits.
 */
function specText(spec: StudySpec): string {
  return JSON.stringify({ ...spec, draws: spec.draws ?? 'identities' });
}

/** The spec of a stored text; see `specText`. */
function specFrom(text: string): StudySpec {
  const { draws = 'pixels', ...spec } = JSON.parse(text) as Omit<StudySpec, 'draws'> & { draws?: string };
  return draws === 'pixels' && declarationOf(spec.protocol).drawsImages ? { ...spec, draws } : spec;
}

/** Milliseconds after which a study with missing cells counts as abandoned by a dead process. */
const PLANNING = 60 * 60 * 1000;

const SELECT = `
  SELECT studies.*, datasets.name AS dataset, datasets.deleted_at AS dataset_deleted_at, count(cells.position) AS stored,
    max(count(cells.position), coalesce(plan_size, 0)) AS total,
    coalesce(sum(cells.status = 'done'), 0) AS done, coalesce(sum(cells.status = 'failed'), 0) AS failed,
    coalesce(sum(cells.seconds), 0) AS seconds
  FROM studies JOIN datasets ON datasets.id = studies.dataset_id LEFT JOIN cells ON cells.study_id = studies.id`;

function summary(row: StudyRow, awaited: number, readOnly: boolean): StudySummary {
  return {
    id: row.id,
    name: row.name,
    dataset: row.dataset,
    state: stateOf(row, awaited, readOnly),
    cells: { total: row.total, done: row.done, failed: row.failed, ...(awaited > 0 && { awaited }) },
    createdAt: row.created_at,
    seconds: row.seconds,
    fault: row.fault,
    ...(row.verification !== null && { verification: JSON.parse(row.verification) }),
    ...notebookEntry(row),
  };
}

function stateOf(row: StudyRow, awaited: number, readOnly: boolean): StudyState {
  // In a read-only workspace it is unknown whether the process that ran the study is alive.
  if (row.running && !readOnly) return 'running';
  if (row.done + row.failed + awaited === row.total) return 'finished';
  return row.done + row.failed === 0 ? 'ready' : 'stopped';
}

function stored(row: StudyRow, awaited: number, readOnly: boolean): StoredStudy {
  return {
    ...summary(row, awaited, readOnly),
    spec: specFrom(row.spec),
    datasetId: row.dataset_id,
    datasetHash: row.dataset_hash,
    partial: row.stored < row.total,
    revision: row.revision,
  };
}

export function studyRepository(db: Database, seals: RecordSeals, readOnly = false): StudyRepository {
  const SHOWN = 'planned = 1 AND studies.deleted_at IS NULL';
  const selectAll = db.prepare<[], StudyRow>(`${SELECT} WHERE ${SHOWN} GROUP BY studies.id ORDER BY studies.id`);
  const selectOne = db.prepare<[number], StudyRow>(`${SELECT} WHERE studies.id = ? AND ${SHOWN} GROUP BY studies.id`);
  const selectNamed = db.prepare<[string], StudyRow>(
    `${SELECT} WHERE studies.name = ? AND ${SHOWN} GROUP BY studies.id`,
  );
  const selectOfDataset = db.prepare<[number], { id: number; name: string }>(
    'SELECT id, name FROM studies WHERE dataset_id = ? AND deleted_at IS NULL ORDER BY id',
  );
  const everyOfDataset = db.prepare<[number], number>('SELECT id FROM studies WHERE dataset_id = ?').pluck();
  const selectHidden = db.prepare<[number], { name: string; datasetId: number; datasetHash: string }>(
    `SELECT name, dataset_id AS datasetId, dataset_hash AS datasetHash
     FROM studies WHERE id = ? AND deleted_at IS NOT NULL`,
  );
  const selectDeleted = db.prepare<[], Deleted>(
    `SELECT id, name, deleted_at AS deletedAt FROM studies
     WHERE planned = 1 AND deleted_at IS NOT NULL ORDER BY deleted_at DESC`,
  );
  const selectAwaited = db
    .prepare<[number, string], number>(
      "SELECT count(*) FROM cells WHERE study_id = ? AND label = ? AND status = 'pending'",
    )
    .pluck();
  /** Pending cells of imported rows, which are never computed here. */
  const awaited = ({ id, spec, total, done, failed }: StudyRow): number =>
    done + failed === total || !spec.includes('"elsewhere"')
      ? 0
      : importedLabels(JSON.parse(spec) as StudySpec).reduce((sum, label) => sum + selectAwaited.get(id, label)!, 0);
  const insert = db.prepare(
    `INSERT INTO studies (name, dataset_id, dataset_hash, spec, created_at, plan_size, verification, planned)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM studies WHERE id = ?');
  const rename = db.prepare(
    "UPDATE studies SET name = ?, spec = json_set(spec, '$.name', ?), verification = NULL WHERE id = ?",
  );
  const renameDataset = db.prepare("UPDATE studies SET spec = json_set(spec, '$.dataset', ?) WHERE dataset_id = ?");
  const setDeleted = db.prepare('UPDATE studies SET deleted_at = ? WHERE id = ?');
  const setSpec = db.prepare('UPDATE studies SET spec = ? WHERE id = ?');
  // A new run clears the fault of the last one.
  const setRunning = db.prepare(
    'UPDATE studies SET running = ?, fault = CASE WHEN running < ? THEN NULL ELSE fault END WHERE id = ?',
  );
  const setFault = db.prepare('UPDATE studies SET fault = ? WHERE id = ?');
  const giveUpCells = db.prepare("UPDATE cells SET status = 'pending' WHERE study_id = ? AND status = 'running'");

  const intact = (row: StudyRow | undefined): StoredStudy | null => {
    if (!row) return null;
    seals.requireStudy(row.id);
    // A dataset that studies use is never deleted.
    if (row.dataset_deleted_at !== null) throw damaged(`The study "${row.name}" is damaged: its dataset is deleted.`);
    return stored(row, awaited(row), readOnly);
  };
  const show = db.prepare('UPDATE studies SET planned = 1 WHERE id = ?');
  // Planning ends when cells are finished: damage, not a crash, marks such a study as unplanned.
  const purgeUnplanned = db.prepare(
    `DELETE FROM studies WHERE planned = 0 AND created_at < ?
     AND NOT EXISTS (SELECT 1 FROM cells WHERE study_id = studies.id AND status = 'done')`,
  );
  const hiddenBefore = db
    .prepare<[string], number>(`SELECT id FROM studies WHERE deleted_at < ? AND ${DELETED_AFTER_CREATION}`)
    .pluck();
  const removeWhole = db.transaction((ids: readonly number[]) => {
    for (const id of ids) remove.run(id);
    db.exec('DELETE FROM shape_lists WHERE id NOT IN (SELECT shape_list_id FROM cell_results)');
  });
  /**
   * Changes data that the digest of a study covers; first verifies it, because a damaged study must not become an
   * intact one.
   */
  const resealed = db.transaction((id: number, change: () => void) => {
    seals.requireStudy(id);
    change();
    seals.sealStudy(id);
  });

  return {
    list: () => selectAll.all().map((row) => summary(row, awaited(row), readOnly)),
    get: (id) => intact(selectOne.get(id)),
    findByName: (name) => intact(selectNamed.get(name)),
    ofDataset: (dataset) => selectOfDataset.all(dataset),
    add: db.transaction<StudyRepository['add']>((spec, dataset, { hidden = false, planSize, verification } = {}) => {
      const now = new Date().toISOString();
      const mark = verification ? JSON.stringify(verification) : null;
      const values = [spec.name, dataset.id, dataset.hash, specText(spec), now, planSize ?? null, mark];
      const id = Number(insert.run(...values, hidden ? 0 : 1).lastInsertRowid);
      seals.sealStudy(id);
      seals.sealPlan(id);
      return id;
    }),
    show: db.transaction((id: number) => {
      show.run(id);
      seals.sealPlan(id);
    }),
    remove(id) {
      removeWhole([id]);
      giveBack(db);
    },
    rename: (id, name) => resealed(id, () => rename.run(name, name, id)),
    hide: (id) => void setDeleted.run(new Date().toISOString(), id),
    hidden: (id) => selectHidden.get(id) ?? null,
    deleted: () => selectDeleted.all(),
    unhide: (id) => void setDeleted.run(null, id),
    purge(before) {
      const ids = hiddenBefore.all(before.toISOString());
      if (ids.length === 0) return;
      removeWhole(ids);
      giveBack(db);
    },
    setSpec: db.transaction((id: number, spec: StudySpec) => {
      setSpec.run(specText(spec), id);
      seals.sealStudy(id);
    }),
    renameDataset: db.transaction((dataset: number, name: string) => {
      const ids = everyOfDataset.all(dataset);
      // A damaged spec must not become an intact one.
      ids.forEach(seals.requireStudy);
      renameDataset.run(name, dataset);
      ids.forEach(seals.sealStudy);
    }),
    setRunning(id, running) {
      const value = running ? 1 : 0;
      setRunning.run(value, value, id);
    },
    setFault: db.transaction((id: number, reason: string) => {
      giveUpCells.run(id);
      setFault.run(reason, id);
    }),
    recover: db.transaction(() => {
      db.exec("UPDATE cells SET status = 'pending' WHERE status = 'running'");
      db.exec('UPDATE studies SET running = 0 WHERE running <> 0');
      purgeUnplanned.run(new Date(Date.now() - PLANNING).toISOString());
    }),
  };
}
