import type { Logger } from 'pino';
import type { FileTokens } from '../files/fileTokens.ts';
import type { StudyRunner } from '../runner/studyRunner.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What the handlers of the contract work with. */
export interface Services {
  readonly workspace: Workspace;
  readonly runner: StudyRunner;
  readonly files: FileTokens;
  readonly host: 'desktop' | 'browser';
  readonly chooseNative: ((kind: 'folder' | 'file') => Promise<string | null>) | null;
  readonly log: Logger;
  /** Aborts when the engine closes. */
  readonly closing: AbortSignal;
}
