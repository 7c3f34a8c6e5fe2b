/** Calls and data of the contract: the workspace. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { base } from './procedures.ts';

export interface WorkspaceInfo {
  readonly path: string;
  readonly appVersion: string;
  readonly schemaVersion: number;
  readonly kernel: string;
  readonly processors: number;
  /** 'desktop' hosts have native dialogs, 'browser' hosts serve a folder picker. */
  readonly host: 'desktop' | 'browser';
  /** What the user should know of the file, each one sentence. */
  readonly notices: readonly string[];
  /** Why the engine was started again since the host was, one sentence; null: it was not. */
  readonly restart: string | null;
  /** Bytes of the file, and of them unused. */
  readonly space: { readonly bytes: number; readonly free: number };
}

/** Something that is not as it was stored. */
export interface WorkspaceFinding {
  /** One sentence. */
  readonly text: string;
  readonly repairable: boolean;
  readonly repaired: boolean;
}

/** The file that everything is kept in. */
export const workspace = {
  info: base.output(type<WorkspaceInfo>()),
  /** Writes all of the workspace to a new file beside it, named after the time; answers its path. */
  backup: base.output(type<{ path: string }>()),
  /** What is not as it was stored; with `repair`, damaged cells become pending again. Not while studies run. */
  check: base.input(z.strictObject({ repair: z.boolean() })).output(type<readonly WorkspaceFinding[]>()),
  /** Rewrites the file without the room of what was deleted; not while studies run. */
  shrink: base.output(type<WorkspaceInfo>()),
};
