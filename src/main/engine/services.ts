import type { Logger } from 'pino';
import { implement } from '@orpc/server';
import type { Choice } from '../../core/contract/files.ts';
import type { Printing } from '../../core/contract/desktopShell.ts';
import type { ThemeChoice } from '../../core/contract/activity.ts';
import { contract } from '../../core/contract/contract.ts';
import type { FileTokens } from './fileTokens.ts';
import type { StudyRunner } from '../runner/studyRunner.ts';
import type { Reader } from './reader/reader.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { toContractError } from './errors.ts';

/** Services shared by the handlers of the contract. */
export interface Services {
  readonly workspace: Workspace;
  readonly runner: StudyRunner;
  readonly files: FileTokens;
  /** Number of worker threads for studies. */
  readonly workers: () => number;
  readonly host: 'desktop' | 'browser';
  readonly chooseNative: ((kind: Choice) => Promise<string | null>) | null;
  readonly printNative: ((document: Printing) => Promise<boolean>) | null;
  readonly log: Logger;
  readonly reader: Reader;
  /** Registers an import in progress; returns a function that ends it. */
  readonly importing: (name: string) => () => void;
  /** Runs work that may block the event loop. */
  readonly announced: <T>(work: () => T) => T;
  readonly onTheme: (theme: ThemeChoice) => void;
  /** Why this engine replaces an earlier one; null: it is the first. */
  readonly restart: string | null;
  readonly closing: AbortSignal;
}

/**
 * The contract, ready to be implemented; errors thrown by handlers become contract errors, and calls that write are
 * refused in a read-only workspace.
 */
export function implementer({ log, workspace }: Pick<Services, 'log' | 'workspace'>) {
  return implement(contract).use(async ({ next, path, procedure }) => {
    try {
      workspace.requirePresent();
      if ('writes' in procedure['~orpc'].meta) workspace.requireWritable();
      return await next();
    } catch (error) {
      throw toContractError(error, path.join('.'), log);
    }
  });
}

export type Implementer = ReturnType<typeof implementer>;
