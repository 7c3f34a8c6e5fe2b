/**
 * Images and attached vectors that a workspace does not hold itself, but a file that others read too: those of the
 * parts of a study. The workspace names that file by its SHA-256; bytes are found in it by their digests, and what it
 * holds is not stored again.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileHash } from '../disk/fileHash.ts';
import { openDatabase } from './database/database.ts';
import { WorkspaceError } from './workspaceErrors.ts';

const referenceSchema = z.strictObject({
  /** Where it was when it was referred to. */
  file: z.string(),
  sha256: z.string(),
});

type Reference = z.infer<typeof referenceSchema>;

export interface Bundle {
  /** Refers to a file from now on. Throws `WorkspaceError` where it has another SHA-256. */
  readonly refer: (reference: Reference) => void;
  /** What to store of bytes with this digest: nothing where the bundle holds them. */
  readonly stored: (bytes: Buffer, digest: Buffer) => Buffer;
  /**
   * The bytes of a row: its own, or those of the bundle with its digest; none where the bundle has none. Throws
   * `WorkspaceError` where the bundle is missing or another file.
   */
  readonly bytesOf: (row: { readonly bytes: Buffer; readonly digest: Buffer | null }) => Buffer;
  readonly close: () => void;
}

interface OpenBundle {
  readonly find: (digest: Buffer) => Buffer | null;
  readonly has: (digest: Buffer) => boolean;
  readonly close: () => void;
}

/** Columns of a bundle with bytes, and those with their digests. */
const PLACES = [
  { table: 'images', bytes: 'pixels', digest: 'digest' },
  { table: 'images', bytes: 'colour', digest: 'colour_digest' },
  { table: 'attachments', bytes: 'bytes', digest: 'digest' },
] as const;

/** Of the workspace at `path`. The bundle is opened when its bytes are asked for first. */
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

/** The file beside the workspace, which may have moved together with it, else where it was. */
function openBundle(path: string, { file, sha256 }: Reference): OpenBundle {
  const beside = join(dirname(resolve(path)), basename(file));
  const found = [beside, file].find((place) => existsSync(place));
  if (found === undefined) {
    const places = beside === file ? dirname(file) : `${dirname(beside)} nor in ${dirname(file)}`;
    throw new WorkspaceError(
      `The images of "${path}" are in ${basename(file)} (SHA-256 ${sha256}), which is not in ${places}.`,
    );
  }
  const hash = fileHash(found);
  if (hash !== sha256) {
    throw new WorkspaceError(
      `"${found}" is not the file that has the images of "${path}": its SHA-256 is ${hash}, expected ${sha256}.`,
    );
  }
  const { db, close } = openDatabase(found, { readOnly: true });
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
      const found = places.get(digest.toString('hex'));
      return found ? (reads[found.place].get(found.row) ?? null) : null;
    },
    close,
  };
}
