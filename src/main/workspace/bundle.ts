/**
 * A bundle: a file with the images and attached vectors that several workspaces share, e.g. the parts of a study. A
 * workspace refers to the file by its SHA-256, finds bytes in it by their digests, and does not store them again.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileHash } from '../disk/fileHash.ts';
import { openDatabase } from './database/database.ts';
import { WorkspaceError } from './workspaceErrors.ts';

const referenceSchema = z.strictObject({
  /** Its location when it was referred to. */
  file: z.string(),
  sha256: z.string(),
});

type Reference = z.infer<typeof referenceSchema>;

export interface Bundle {
  /** Refers to a file. Throws `WorkspaceError` if its SHA-256 differs. */
  readonly refer: (reference: Reference) => void;
  /** Bytes to store for this digest: empty if the bundle contains them. */
  readonly stored: (bytes: Buffer, digest: Buffer) => Buffer;
  /**
   * The bytes of a row: its own, or those of the bundle with its digest; null if the bundle lacks them. Throws
   * `WorkspaceError` if the bundle is missing or another file.
   */
  readonly bytesOf: (row: { readonly bytes: Buffer; readonly digest: Buffer | null }) => Buffer;
  readonly close: () => void;
}

interface OpenBundle {
  readonly find: (digest: Buffer) => Buffer | null;
  readonly has: (digest: Buffer) => boolean;
  readonly close: () => void;
}

/** Columns of a bundle with bytes and with their digests. */
const PLACES = [
  { table: 'images', bytes: 'pixels', digest: 'digest' },
  { table: 'images', bytes: 'colour', digest: 'colour_digest' },
  { table: 'attachments', bytes: 'bytes', digest: 'digest' },
] as const;

/** The bundle of the workspace at `path`. The first request for its bytes opens it. */
export function bundleOf(db: Database, path: string): Bundle {
  const select = db.prepare<[], string>(`SELECT value FROM settings WHERE name = 'bundle'`).pluck();
  const put = db.prepare<[string]>(`INSERT OR REPLACE INTO settings (name, value) VALUES ('bundle', ?)`);
  const nothing = Buffer.alloc(0);
  let open: OpenBundle | null = null;
  const close = (): void => {
    open?.close();
    open = null;
  };
  const opened = (): OpenBundle | null => {
    if (open) return open;
    const text = select.get();
    return text === undefined ? null : (open = openBundle(path, referenceSchema.parse(JSON.parse(text))));
  };
  return {
    refer({ file, sha256 }) {
      close();
      put.run(JSON.stringify({ file: resolve(file), sha256 }));
      opened();
    },
    stored: (bytes, digest) => (opened()?.has(digest) ? nothing : bytes),
    bytesOf: ({ bytes, digest }) => (bytes.length > 0 || digest === null ? bytes : (opened()?.find(digest) ?? nothing)),
    close,
  };
}

/** The file next to the workspace, with which it may have moved, else at its former location. */
function openBundle(path: string, { file, sha256 }: Reference): OpenBundle {
  const beside = join(dirname(resolve(path)), basename(file));
  const location = [beside, file].find((place) => existsSync(place));
  if (location === undefined) {
    const places = beside === file ? dirname(file) : `${dirname(beside)} nor in ${dirname(file)}`;
    throw new WorkspaceError(
      `The images of "${path}" are in ${basename(file)} (SHA-256 ${sha256}), which is not in ${places}.`,
    );
  }
  const hash = fileHash(location);
  if (hash !== sha256) {
    throw new WorkspaceError(
      `"${location}" is not the file that has the images of "${path}": its SHA-256 is ${hash}, expected ${sha256}.`,
    );
  }
  const { db, close } = openDatabase(location, { readOnly: true });
  const places = new Map<string, { readonly place: number; readonly row: number }>();
  for (const [place, { table, digest }] of PLACES.entries()) {
    const rows = db.prepare<[], { row: number; digest: Buffer }>(
      `SELECT rowid AS row, ${digest} AS digest FROM ${table} WHERE ${digest} IS NOT NULL`,
    );
    for (const row of rows.iterate()) places.set(row.digest.toString('hex'), { place, row: row.row });
  }
  const reads = PLACES.map(({ table, bytes }) =>
    db.prepare<[number], Buffer>(`SELECT ${bytes} FROM ${table} WHERE rowid = ?`).pluck(),
  );
  return {
    has: (digest) => places.has(digest.toString('hex')),
    find(digest) {
      const entry = places.get(digest.toString('hex'));
      return entry ? (reads[entry.place].get(entry.row) ?? null) : null;
    },
    close,
  };
}
