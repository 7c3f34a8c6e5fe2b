/** Errors of the engine, and their conversion to contract errors. */
import { ORPCError } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import type { Logger } from 'pino';
import type { Problem } from '../../core/methods/problems.ts';
import { parseStudySpec } from '../../core/study/spec/parse.ts';
import { Cancelled } from '../cancelled.ts';
import { ExportError } from '../export/pngFolder.ts';
import { FileTokenError } from './fileTokens.ts';
import { ImportError } from '../import/types.ts';
import { ExperimentError } from '../papers/experiments.ts';
import { BusyError } from '../runner/studyRunner.ts';
import { faultReason, WorkspaceError } from '../workspace/workspaceErrors.ts';

type Code = 'NOT_FOUND' | 'INVALID' | 'CONFLICT';

const STATUS: Readonly<Record<Code, number>> = { NOT_FOUND: 404, INVALID: 422, CONFLICT: 409 };

export function notFound(message: string): Error {
  return contractError('NOT_FOUND', message);
}

export function conflict(message: string): Error {
  return contractError('CONFLICT', message);
}

export function isConflict(error: unknown): error is Error {
  return error instanceof ORPCError && error.code === 'CONFLICT';
}

/** INVALID with every problem by field; its message joins their sentences. */
export function invalid(problems: readonly Problem[]): Error {
  return contractError('INVALID', problems.map((problem) => problem.message).join(' '), { problems });
}

function contractError(code: Code, message: string, data?: unknown): Error {
  return new ORPCError(code, { status: STATUS[code], message, data });
}

/** The contract error for whatever a call threw. Unexpected errors are logged and summarised in one sentence. */
export function toContractError(error: unknown, call: string, log: Logger): Error {
  if (error instanceof ORPCError) {
    if (error.code in STATUS) return error;
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') return invalid(problemsOf(error.cause));
  }
  if (error instanceof BusyError || error instanceof WorkspaceError) return conflict(error.message);
  if (error instanceof FileTokenError) return notFound(error.message);
  if (error instanceof ExportError || error instanceof ExperimentError) return conflict(error.message);
  if (error instanceof ImportError) return invalid([{ path: 'token', message: error.message }]);
  const fault = faultReason(error);
  if (fault !== null) return conflict(`${fault[0].toUpperCase()}${fault.slice(1)}.`);
  // The client no longer waits, and nothing has failed.
  if (error instanceof Cancelled) return new ORPCError('CLIENT_CLOSED_REQUEST', { message: error.message });
  log.error({ err: error, call }, 'call failed');
  const reason = error instanceof Error ? error.message : String(error);
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: `Unexpected error in ${call}: ${reason}` });
}

function problemsOf({ issues, data }: ValidationError): Problem[] {
  const spec = (data as { spec?: unknown } | undefined)?.spec;
  const parsed = spec === undefined ? null : parseStudySpec(spec);
  if (parsed && !parsed.ok) return [...parsed.problems];
  return issues.map((issue) => {
    const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
    const path = keys.map(String).join('.');
    return { path, message: `${path === '' ? 'The input' : path}: ${issue.message}.` };
  });
}
