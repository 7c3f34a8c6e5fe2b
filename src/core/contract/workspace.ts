/** Calls and data of the contract: the workspace. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { base, writing } from './procedures.ts';

export interface WorkspaceInfo {
  readonly path: string;
  readonly appVersion: string;
  readonly schemaVersion: number;
  readonly kernel: string;
  readonly processors: number;
  /** 'desktop' hosts have native dialogs, 'browser' hosts serve a folder picker. */
  readonly host: 'desktop' | 'browser';
  /** Notices about the file for the user, one sentence each. */
  readonly notices: readonly string[];
  /** Why the engine restarted since the host started, one sentence; null if it did not. */
  readonly restart: string | null;
  /** Size of the file in bytes, and how much of it is unused. */
  readonly space: { readonly bytes: number; readonly free: number };
}

/** Stored data that fail their check. */
export interface WorkspaceFinding {
  /** One sentence. */
  readonly text: string;
  readonly repairable: boolean;
  readonly repaired: boolean;
}

/** The workspace file. */
export const workspace = {
  info: base.output(type<WorkspaceInfo>()),
  /** Writes a copy of the workspace to a new file in the same folder, named by the time; returns its path. */
  backup: base.output(type<{ path: string }>()),
  /**
   * Stored data that fail their check; with `repair`, damaged cells become pending again. Refused while studies run.
   */
  check: base.input(z.strictObject({ repair: z.boolean() })).output(type<readonly WorkspaceFinding[]>()),
  /** Reclaims the space of deleted data; refused while studies run. */
  shrink: writing.output(type<WorkspaceInfo>()),
};
