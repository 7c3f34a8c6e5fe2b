/** Files of external methods, by the version that has results in a study: its rows can be packed after an edit. */
import type { Database } from 'better-sqlite3';
import { sha256Hex } from '../../../core/hash.ts';
import { digestOf } from '../digests.ts';
import { damaged } from '../workspaceErrors.ts';

/** A file of a method: its path below the folder, with / as separator. */
interface StoredFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface MethodFileRepository {
  /** Keeps a version for a study if its files are stored; returns whether they are. */
  readonly keep: (study: number, version: string) => boolean;
  /** Stores the files of a version for a study, equal contents once. They are removed with the last of its studies. */
  readonly put: (study: number, version: string, files: readonly StoredFile[]) => void;
  /** The files of a version as they were put; null if none are stored. Throws `WorkspaceError` if damaged. */
  readonly get: (version: string) => readonly StoredFile[] | null;
  /** All versions whose files are stored, or those of a study. */
  readonly versions: (study?: number) => readonly string[];
  /** Removes damaged files, whatever studies they are kept for. */
  readonly remove: (version: string) => void;
}

interface VersionRow {
  readonly files: string;
  readonly digest: Buffer;
}

export function methodFileRepository(db: Database): MethodFileRepository {
  const select = db.prepare<[string], VersionRow>('SELECT files, digest FROM method_versions WHERE version = ?');
  const selectAll = db.prepare<[], string>('SELECT version FROM method_versions ORDER BY version').pluck();
  const selectOf = db
    .prepare<[number], string>('SELECT version FROM study_methods WHERE study_id = ? ORDER BY version')
    .pluck();
  const selectBytes = db.prepare<[string], Buffer>('SELECT bytes FROM method_files WHERE hash = ?').pluck();
  const insertFile = db.prepare('INSERT OR IGNORE INTO method_files (hash, bytes) VALUES (?, ?)');
  const insertVersion = db.prepare('INSERT INTO method_versions (version, files, digest) VALUES (?, ?, ?)');
  const link = db.prepare('INSERT OR IGNORE INTO study_methods (study_id, version) VALUES (?, ?)');
  const unlink = db.prepare('DELETE FROM study_methods WHERE version = ?');

  const keep = (study: number, version: string): boolean => {
    if (!select.get(version)) return false;
    link.run(study, version);
    return true;
  };
  return {
    keep,
    put: db.transaction((study: number, version: string, files: readonly StoredFile[]) => {
      if (keep(study, version)) return;
      const hashes = files.map(({ path, content }) => {
        const hash = sha256Hex(content);
        insertFile.run(hash, content);
        return { path, hash };
      });
      const list = JSON.stringify(hashes);
      insertVersion.run(version, list, digestOf(version, list));
      link.run(study, version);
    }),
    get(version) {
      const row = select.get(version);
      if (!row) return null;
      const wrong = (): Error => damaged(`The kept files of version ${version} of an external method are damaged.`);
      if (!row.digest.equals(digestOf(version, row.files))) throw wrong();
      return (JSON.parse(row.files) as { path: string; hash: string }[]).map(({ path, hash }) => {
        const content = selectBytes.get(hash);
        if (content === undefined || sha256Hex(content) !== hash) throw wrong();
        return { path, content };
      });
    },
    versions: (study) => (study === undefined ? selectAll.all() : selectOf.all(study)),
    remove: (version) => void unlink.run(version),
  };
}
