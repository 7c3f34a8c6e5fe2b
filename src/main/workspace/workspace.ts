/** One SQLite file with everything a user has: datasets with their pixels, studies, cells, settings. The only writer. */
import { cellRepository, type CellRepository } from './cells.ts';
import { openDatabase } from './database.ts';
import { datasetRepository, type DatasetRepository } from './datasets.ts';
import { schemaVersion } from './migrations.ts';
import { runnerLock, type RunnerLock } from './runnerLock.ts';
import { settingsRepository, type SettingsRepository } from './settings.ts';
import { studyRepository, type StudyRepository } from './studies.ts';

export interface Workspace {
  readonly path: string;
  readonly schemaVersion: number;
  readonly datasets: DatasetRepository;
  readonly studies: StudyRepository;
  readonly cells: CellRepository;
  readonly settings: SettingsRepository;
  readonly runnerLock: RunnerLock;
  /** All changes of `work` or none. */
  readonly transaction: <T>(work: () => T) => T;
  readonly close: () => void;
}

/** Milliseconds for which the deletion of a dataset can be taken back at least. */
const UNDO = 60 * 60 * 1000;

/** Opens or creates a workspace. Throws `WorkspaceError` with one sentence where the file cannot be used. */
export function openWorkspace(path: string): Workspace {
  const db = openDatabase(path);
  const workspace: Workspace = {
    path,
    schemaVersion,
    datasets: datasetRepository(db),
    studies: studyRepository(db),
    cells: cellRepository(db),
    settings: settingsRepository(db),
    runnerLock: runnerLock(path),
    transaction: (work) => db.transaction(work).immediate(),
    close() {
      workspace.datasets.abandon();
      workspace.runnerLock.release();
      db.close();
    },
  };
  // A process that was killed in mid-study left cells marked as running; one that is still at work keeps its lock.
  if (workspace.runnerLock.acquire()) {
    workspace.studies.recover();
    workspace.datasets.purge(new Date(Date.now() - UNDO));
    workspace.runnerLock.release();
  }
  return workspace;
}
