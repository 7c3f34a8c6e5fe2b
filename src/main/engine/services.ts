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

/** What the handlers of the contract work with. */
export interface Services {
  readonly workspace: Workspace;
  readonly runner: StudyRunner;
  readonly files: FileTokens;
  /** Worker threads that studies run on. */
  readonly workers: () => number;
  readonly host: 'desktop' | 'browser';
  readonly chooseNative: ((kind: Choice) => Promise<string | null>) | null;
  readonly printNative: ((document: Printing) => Promise<boolean>) | null;
  readonly log: Logger;
  readonly reader: Reader;
  /** Something is being imported; answers how to say that this is over. */
  readonly importing: (name: string) => () => void;
  /** Does something that may take long without a turn of the loop. */
  readonly announced: <T>(work: () => T) => T;
  readonly onTheme: (theme: ThemeChoice) => void;
  /** Why this engine takes the place of another one; null: it is the first. */
  readonly restart: string | null;
  readonly closing: AbortSignal;
}

/** The contract to be implemented; whatever a handler throws reaches the client as an error of the contract. */
export function implementer({ log, workspace }: Pick<Services, 'log' | 'workspace'>) {
  return implement(contract).use(async ({ next, path }) => {
    try {
      workspace.requirePresent();
      return await next();
    } catch (error) {
      throw toContractError(error, path.join('.'), log);
    }
  });
}

export type Implementer = ReturnType<typeof implementer>;
