/** Faults of the machine or the file, in words. */
import { memoryReason } from '../heapLimits.ts';

/** The file cannot be used as a workspace; the message is one sentence for the user. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
}

/** Thrown if stored data fail their checksum; `sentence` names what is affected. */
export function damaged(sentence: string): WorkspaceError {
  return new WorkspaceError(`${sentence} "eigenbench check" lists the damage.`);
}

const DAMAGED = 'the workspace is damaged ("eigenbench check" lists the damage)';

/** By prefix of SQLite's code; longer prefixes first. */
const REASONS: readonly (readonly [string, string])[] = [
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_READONLY_DBMOVED', 'the workspace file has been moved or deleted'],
  ['SQLITE_READONLY', 'the workspace is read-only'],
  ['SQLITE_CORRUPT', DAMAGED],
  ['SQLITE_NOTADB', DAMAGED],
  // Tables are strict and receive typed values: a value of another type comes from a damaged row.
  ['SQLITE_CONSTRAINT_DATATYPE', DAMAGED],
  ['SQLITE_BUSY', 'another process keeps the workspace busy'],
  ['SQLITE_NOMEM', 'there is no memory left'],
  ['SQLITE_CANTOPEN', 'the workspace or a file next to it cannot be opened'],
  ['SQLITE_IOERR_READ', 'the workspace file cannot be read (disk I/O error)'],
  ['SQLITE_IOERR_SHORT_READ', 'the workspace file cannot be read (disk I/O error)'],
  ['SQLITE_IOERR', 'the workspace file cannot be written (disk I/O error, or a limit on the size of files)'],
];

const LOST_COLUMN = /no such (column|table)|has no column named/;

/** Why reading or writing a workspace failed, as the end of a sentence; null for errors with another cause. */
export function faultReason(error: unknown): string | null {
  if (error instanceof WorkspaceError) return error.message.replace(/\.$/, '');
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code === 'ENOSPC') return 'the disk is full';
  // The version was checked before: a table without its columns is damaged.
  if (code === 'SQLITE_ERROR' && LOST_COLUMN.test(String(error))) return DAMAGED;
  return REASONS.find(([start]) => code.startsWith(start))?.[1] ?? memoryReason(error);
}

/** The same for any error: its own message if it is unknown. */
export function reasonOfFault(error: unknown): string {
  return faultReason(error) ?? (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/** Whether an error indicates damaged bytes in the file. */
export function isDamage(error: unknown): boolean {
  return faultReason(error) === DAMAGED;
}
