import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Cached groups of duplicates, by the hash of the dataset and the minimum correlation. */
export interface DuplicateRepository {
  readonly get: (hash: string, near: number | null) => readonly (readonly number[])[] | null;
  readonly set: (hash: string, near: number | null, groups: readonly (readonly number[])[]) => void;
}

const stored = z.array(z.array(z.int().min(0)).min(2));

export function duplicateRepository(db: Database, readOnly: boolean): DuplicateRepository {
  const select = db
    .prepare<[string, string], string>('SELECT images FROM duplicates WHERE hash = ? AND near = ?')
    .pluck();
  const insert = db.prepare('INSERT OR REPLACE INTO duplicates (hash, near, images) VALUES (?, ?, ?)');
  return {
    get(hash, near) {
      const text = select.get(hash, String(near));
      return text === undefined ? null : groupsOf(text);
    },
    set(hash, near, groups) {
      if (!readOnly) insert.run(hash, String(near), JSON.stringify(groups));
    },
  };
}

/** null for an invalid list of groups, which is then recomputed. */
function groupsOf(text: string): readonly (readonly number[])[] | null {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
