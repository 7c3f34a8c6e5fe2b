/**
 * One SQLite file with everything a user has: datasets with their pixels, studies, cells, settings. The only writer.
 */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { WorkspaceFinding } from '../../core/contract/workspace.ts';
import type { Steps } from '../../core/formats/cooperativeSteps.ts';
import { checkWorkspace } from './checkWorkspace.ts';
import { attachmentRepository, type AttachmentRepository } from './datasets/attachments.ts';
import { bundleOf, type Bundle } from './bundle.ts';
import { cellRepository, type CellRepository } from './studies/cells.ts';
import { openDatabase, type OpenOptions } from './database/database.ts';
import { datasetRepository, type DatasetRepository } from './datasets/datasets.ts';
import { copyDatabase } from './database/copyDatabase.ts';
import { duplicateRepository, type DuplicateRepository } from './datasets/duplicates.ts';
import { eyeRepository, type EyeRepository, faceRepository, type FaceRepository } from './datasets/eyes.ts';
import { fileSpace, shrink, type FileSpace } from './database/space.ts';
import { schemaVersion } from './database/migrations.ts';
import { networkRepository, type NetworkRepository } from './networks.ts';
import { notebookRepository, type NotebookRepository } from './notebook.ts';
import { paperRepository, type PaperRepository } from './papers.ts';
import { methodFileRepository, type MethodFileRepository } from './studies/methodFiles.ts';
import { publishedRepository, type PublishedRepository } from './studies/published.ts';
import { recordSeals } from './recordSeals.ts';
import { hiddenByDamage } from './studies/hiddenByDamage.ts';
import { noRunnerLock, runnerLock, type RunnerLock } from './runnerLock.ts';
import { studyRepository, type StudyRepository } from './studies/studies.ts';
import { WorkspaceError } from './workspaceErrors.ts';
import type { UserSettings } from '../../core/contract/settings.ts';
import { defaultFigureLook, figureLookSchema } from '../../core/figures/figurePage.ts';

const schema = z.object({
  workers: z.int().min(0).max(64).catch(0),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  figure: figureLookSchema.catch(defaultFigureLook),
});

export interface SettingsRepository {
  readonly get: () => UserSettings;
  readonly set: (change: Partial<UserSettings>) => UserSettings;
}

/** User settings; absent or unreadable values have their defaults. */
function settingsRepository(db: Database): SettingsRepository {
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM settings');
  const put = db.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const get = (): UserSettings =>
    schema.parse(Object.fromEntries(all.all().map((row) => [row.name, parse(row.value)])));
  return {
    get,
    set: db.transaction((change: Partial<UserSettings>) => {
      for (const [name, value] of Object.entries(change)) if (value !== undefined) put.run(name, JSON.stringify(value));
      return get();
    }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Workspace {
  readonly path: string;
  readonly schemaVersion: number;
  readonly datasets: DatasetRepository;
  readonly attachments: AttachmentRepository;
  readonly networks: NetworkRepository;
  readonly duplicates: DuplicateRepository;
  readonly eyes: EyeRepository;
  readonly faces: FaceRepository;
  readonly studies: StudyRepository;
  readonly cells: CellRepository;
  readonly methodFiles: MethodFileRepository;
  readonly notebook: NotebookRepository;
  readonly published: PublishedRepository;
  readonly papers: PaperRepository;
  readonly settings: SettingsRepository;
  readonly runnerLock: RunnerLock;
  /** From now on reads the contents of a bundle instead of storing them; see `Bundle`. */
  readonly refer: Bundle['refer'];
  /**
   * Differs from what it was if anything but histories has been stored since, by this connection or another: for
   * answers of read-only calls, which show no history.
   */
  readonly state: () => string;
  /** Commits all changes of `work` or none. */
  readonly transaction: <T>(work: () => T) => T;
  readonly readOnly: boolean;
  /** Other connections may read for long while this one writes, because the file has a write-ahead log. */
  readonly readers: boolean;
  /** Notices about the file for the user, each one sentence. */
  readonly notices: readonly string[];
  /** Throws `WorkspaceError` if the file has been deleted or replaced behind the connection. */
  readonly requirePresent: () => void;
  /** Throws `WorkspaceError` if the workspace is read-only. */
  readonly requireWritable: () => void;
  readonly space: () => FileSpace;
  /** Rewrites the file without unused space. */
  readonly shrink: () => void;
  /** Reports damage; see `checkWorkspace`. */
  readonly check: (repair: boolean) => Steps<WorkspaceFinding[]>;
  /** Writes the whole workspace to another file. Throws `WorkspaceError` if that file exists. */
  readonly backup: (target: string) => void;
  /** Resolves when all commits are on the disk. Throws WorkspaceError if the disk refuses. */
  readonly flush: () => Promise<void>;
  /** Throws if commits cannot be flushed to the disk; the file is closed even so. */
  readonly close: () => void;
}

/** Minimum milliseconds during which the deletion of a dataset or study can be undone. */
const UNDO = 60 * 60 * 1000;

/** Opens or creates a workspace. Throws `WorkspaceError` with one sentence if the file cannot be used. */
export function openWorkspace(path: string, options: OpenOptions = {}): Workspace {
  const opened = openDatabase(path, options);
  const { db, readOnly } = opened;
  const notices = [...opened.notices];
  const seals = recordSeals(db);
  const bundle = bundleOf(db, path);
  const attachments = attachmentRepository(db, bundle);
  const notebook = notebookRepository(db, readOnly);
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const workspace: Workspace = {
    path,
    schemaVersion,
    datasets: datasetRepository(db, seals, attachments, bundle),
    attachments,
    networks: networkRepository(db),
    duplicates: duplicateRepository(db, readOnly),
    eyes: eyeRepository(db),
    faces: faceRepository(db),
    studies: studyRepository(db, seals, readOnly),
    cells: cellRepository(db, seals),
    methodFiles: methodFileRepository(db),
    notebook,
    published: publishedRepository(db),
    papers: paperRepository(db),
    settings: settingsRepository(db),
    runnerLock: readOnly ? noRunnerLock : runnerLock(path),
    refer: bundle.refer,
    state: () => `${db.pragma('data_version', { simple: true })} ${changes.get()! - notebook.recorded()}`,
    transaction: (work) => db.transaction(work).immediate(),
    readOnly,
    readers: !readOnly && db.pragma('journal_mode', { simple: true }) === 'wal',
    notices,
    requirePresent: presenceOf(path),
    requireWritable() {
      if (!readOnly) return;
      throw new WorkspaceError(
        `The workspace is read-only: make "${path}" and its folder writable, or work on a copy ("eigenbench backup <file>").`,
      );
    },
    space: () => fileSpace(db),
    shrink: () => shrink(db),
    check: (repair) => checkWorkspace(db, workspace, repair),
    backup: (target) => copyDatabase(db, target),
    flush: opened.flush,
    close() {
      try {
        workspace.datasets.abandon();
      } finally {
        workspace.runnerLock.release();
        bundle.close();
        opened.close();
      }
    },
  };
  try {
    notices.push(...missingNotice(db, path));
    if (readOnly) return workspace;
    // A process killed in mid-study left cells marked as running; a live one still holds its lock.
    if (workspace.runnerLock.acquire()) {
      if (opened.unclean) notices.push(...damageNotice(db, path));
      workspace.studies.recover();
      const before = new Date(Date.now() - UNDO);
      workspace.studies.purge(before);
      workspace.datasets.purge(before);
      workspace.runnerLock.release();
    }
    return workspace;
  } catch (error) {
    workspace.runnerLock.release();
    opened.close();
    throw error;
  }
}

function missingNotice(db: Database, path: string): string[] {
  const missing = hiddenByDamage(db);
  return missing.length === 0
    ? []
    : [`"${path}" is damaged: ${missing.join(', ')}. "eigenbench check" lists the damage.`];
}

/** Checks the file before use after a crash or a power failure. */
function damageNotice(db: Database, path: string): string[] {
  const answer = String(db.pragma('quick_check(1)', { simple: true }));
  if (answer === 'ok') return [];
  return [`"${path}" is damaged since it was last open (${answer}): "eigenbench check" lists the damage.`];
}

/**
 * Returns a check that the file at `path` is still the one that was opened: a database whose file was removed accepts
 * every write silently, and loses all of them when it is closed. The check throws `WorkspaceError`.
 */
function presenceOf(path: string): () => void {
  const identity = (): string | null => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.dev} ${stats.ino}` : null;
  };
  const opened = identity();
  return () => {
    const now = identity();
    if (now === opened) return;
    const fate = now === null ? 'deleted or moved' : 'replaced by another file';
    throw new WorkspaceError(`The workspace "${path}" was ${fate} while it was open; it stores no more results.`);
  };
}
