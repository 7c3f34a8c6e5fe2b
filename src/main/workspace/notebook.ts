/** Notes, tags and stars of studies and datasets, and the history of each. */
import type { Database } from 'better-sqlite3';
import type { HistoryEntry, HistoryEvent, NotebookChange, NotebookEntry } from '../../core/contract/notebook.ts';
import { faultReason } from './workspaceErrors.ts';

export interface NotebookItem {
  readonly kind: 'study' | 'dataset';
  readonly id: number;
}

export interface NotebookRepository {
  readonly change: (item: NotebookItem, change: NotebookChange) => void;
  /** Does nothing in a read-only workspace. Replaces the last entry if it is equal. */
  readonly record: (item: NotebookItem, event: HistoryEvent, detail?: string) => void;
  /** Records an event that has already happened: a full disk is ignored. */
  readonly tryToRecord: NotebookRepository['record'];
  /** The newest first. */
  readonly history: (item: NotebookItem) => HistoryEntry[];
  /** Rows that this connection has changed in histories. */
  readonly recorded: () => number;
}

/** The columns of an entry, in the rows of studies and datasets. */
export interface NotebookRow {
  readonly note: string;
  /** One per line, because tags contain no line breaks. */
  readonly tags: string;
  readonly starred: number;
}

/** Entries of the history kept per study and dataset. */
const KEPT = 500;

export function notebookEntry({ note, tags, starred }: NotebookRow): NotebookEntry {
  return {
    note,
    tags: tags === '' ? [] : tags.split('\n'),
    starred: starred === 1,
  };
}

export function notebookRepository(db: Database, readOnly: boolean): NotebookRepository {
  const tables = {
    study: statements(db, 'studies', 'study_id'),
    dataset: statements(db, 'datasets', 'dataset_id'),
  };
  let recorded = 0;
  const record = db.transaction(({ kind, id }: NotebookItem, event: HistoryEvent, detail: string) => {
    const { last, touch, add, forget } = tables[kind];
    const now = new Date().toISOString();
    const before = last.get(id);
    const repeated = before?.event === event && before.detail === detail;
    recorded += (repeated ? touch.run(now, before.id) : add.run(id, now, event, detail)).changes;
    recorded += forget.run(id, id, KEPT).changes;
  });
  return {
    change: ({ kind, id }, { note, tags, starred }) =>
      void tables[kind].change.run(
        note ?? null,
        tags?.join('\n') ?? null,
        starred === undefined ? null : Number(starred),
        id,
      ),
    record(item, event, detail = '') {
      if (!readOnly) record(item, event, detail);
    },
    tryToRecord(item, event, detail = '') {
      try {
        if (!readOnly) record(item, event, detail);
      } catch (error) {
        if (faultReason(error) === null) throw error;
      }
    },
    history({ kind, id }) {
      const { all, created } = tables[kind];
      const createdAt = created.get(id);
      return createdAt === undefined ? [] : [...all.all(id), { at: createdAt, event: 'created', detail: '' }];
    },
    recorded: () => recorded,
  };
}

function statements(db: Database, table: string, column: string) {
  return {
    change: db.prepare(
      `UPDATE ${table} SET note = coalesce(?, note), tags = coalesce(?, tags), starred = coalesce(?, starred)
         WHERE id = ?`,
    ),
    last: db.prepare<[number], { id: number; event: string; detail: string }>(
      `SELECT id, event, detail FROM history WHERE ${column} = ? ORDER BY id DESC LIMIT 1`,
    ),
    touch: db.prepare('UPDATE history SET at = ? WHERE id = ?'),
    add: db.prepare(`INSERT INTO history (${column}, at, event, detail) VALUES (?, ?, ?, ?)`),
    forget: db.prepare(
      `DELETE FROM history WHERE ${column} = ? AND id <=
         (SELECT id FROM history WHERE ${column} = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    ),
    all: db.prepare<[number], HistoryEntry>(
      `SELECT at, event, detail FROM history WHERE ${column} = ? ORDER BY id DESC`,
    ),
    created: db.prepare<[number], string>(`SELECT created_at FROM ${table} WHERE id = ?`).pluck(),
  };
}
