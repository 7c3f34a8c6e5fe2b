import { ORPCError } from '@orpc/client';
import { faultReason, WorkspaceError } from '../workspace/workspaceErrors.ts';
import { fileReason } from '../disk/fileReason.ts';

/** The command line was wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something failed that the message explains in one sentence: exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The user pressed Ctrl-C; the message says what is kept and how to go on. Exit code 130, as shells expect. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2;
  return error instanceof Interrupted ? 130 : 1;
}

/** What standard error shows: one sentence, and one more line for each problem where there are several. */
export function explain(error: unknown): string {
  const problems = problemsOf(error);
  if (problems.length === 1) return sentence(problems[0]);
  if (problems.length > 1) return [`${problems.length} problems:`, ...problems.map((text) => `  ${text}`)].join('\n');
  return sentence(error instanceof Error ? messageOf(error) : String(error));
}

/** In words for failures of the file system and of a workspace that is damaged; else the error's own message. */
function messageOf(error: Error): string {
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && path !== undefined) return `${path}: ${fileReason(error)}`;
  const fault = faultReason(error);
  if (fault === null || error instanceof WorkspaceError) return error.message;
  return `${fault[0].toUpperCase()}${fault.slice(1)}.`;
}

/** The sentences of all problems, as the contract's INVALID, the core's input errors and refused schemas carry them. */
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
