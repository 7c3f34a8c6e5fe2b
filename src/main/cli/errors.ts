import { ORPCError } from '@orpc/client';
import { faultReason, WorkspaceError } from '../workspace/workspaceErrors.ts';
import { fileReason } from '../disk/fileReason.ts';

/** A wrong command line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the message explains in one sentence; exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Ctrl-C; the message says what is kept and how to continue. Exit code 130, as shells expect. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2;
  return error instanceof Interrupted ? 130 : 1;
}

/** The message on standard error: one sentence, followed by one line per problem if there are several. */
export function explain(error: unknown): string {
  const problems = problemsOf(error);
  if (problems.length === 1) return sentence(problems[0]);
  if (problems.length > 1) return [`${problems.length} problems:`, ...problems.map((text) => `  ${text}`)].join('\n');
  return sentence(error instanceof Error ? messageOf(error) : String(error));
}

/** Explains failures of the file system and damaged workspaces; returns the message of other errors. */
function messageOf(error: Error): string {
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && path !== undefined) return `${path}: ${fileReason(error)}`;
  const fault = faultReason(error);
  if (fault === null || error instanceof WorkspaceError) return error.message;
  return `${fault[0].toUpperCase()}${fault.slice(1)}.`;
}

/** The sentences of all problems of a contract error INVALID, an input error of the core, or a failed schema. */
function problemsOf(error: unknown): string[] {
  const data: unknown = error instanceof ORPCError ? error.data : error;
  const { problems, issues } = (data ?? {}) as { problems?: unknown; issues?: unknown };
  const list = Array.isArray(problems) ? problems : Array.isArray(issues) ? issues : [];
  return list.map(({ message }: { message: unknown }) => String(message));
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
