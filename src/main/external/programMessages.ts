/** What the thread of a program and the thread that waits for it say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { Frame } from '../../core/methods/external/messageFrames.ts';

export interface ProgramStart {
  readonly command: readonly string[];
  readonly folder: string;
  /** Folder of compiled code that holds that of this version of the method alone; made by who needs it. */
  readonly cache: string;
  /** Threads of its linear algebra. */
  readonly threads: number;
  /** int32, two: the first grows with every reply, the second with every part of one. */
  readonly signal: SharedArrayBuffer;
  readonly port: MessagePort;
}

export type ProgramReply =
  | { readonly kind: 'frame'; readonly frame: Frame; readonly stderr: string }
  /** The program has ended, or was ended; `reason` continues a sentence about it. */
  | { readonly kind: 'ended'; readonly reason: string; readonly stderr: string };
