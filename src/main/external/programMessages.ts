/** Messages between the thread of a program and the thread that waits for it. */
import type { MessagePort } from 'node:worker_threads';
import type { Frame } from '../../core/methods/external/messageFrames.ts';

export interface ProgramStart {
  readonly command: readonly string[];
  readonly folder: string;
  /** Folder for bytecode of this version of the method only; created by the program's thread if needed. */
  readonly cache: string;
  /** Threads of the program's linear algebra. */
  readonly threads: number;
  /** int32, length 2: counts of replies and of parts of replies. */
  readonly signal: SharedArrayBuffer;
  readonly port: MessagePort;
}

export type ProgramReply =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly stderr: string }
  /** The program has ended or was ended; `reason` continues a sentence about it. */
  | { readonly kind: 'ended'; readonly reason: string; readonly stderr: string };
