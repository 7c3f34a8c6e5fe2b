/** Calls and data of the contract: files for the user to choose. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { base, token } from './procedures.ts';
import { printing } from './desktopShell.ts';

/** A file or folder to import from. The token stands for a path that never leaves the engine. */
export interface FileEntry {
  readonly token: string;
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly size: number | null;
}

/** A file or folder with its path as the user would type it. */
export interface PathEntry extends FileEntry {
  readonly path: string;
}

/** What the native dialog selects; "dropped": the last item dropped on the window, without a dialog. */
export type Choice = 'folder' | 'file' | 'dropped';

/** What a file is chosen for. */
const fileUse = z.enum(['images', 'eyes', 'networks', 'studies']);
export type FileUse = z.infer<typeof fileUse>;

export interface FileListing {
  /** Current folder as shown to the user; null at the list of roots. */
  readonly location: string | null;
  readonly token: string | null;
  readonly parent: string | null;
  readonly entries: readonly FileEntry[];
}

/** A file read by the client, its bytes as base64 because messages are text. */
export const sentFile = z.strictObject({ name: z.string().min(1).max(1000), content: z.base64() });

export type SentFile = z.infer<typeof sentFile>;

/** Files by token; paths stay in the engine. */
export const files = {
  /** Folders, and files for one use, under a token; null lists the roots. Browser host only. @default 'images' */
  list: base.input(z.strictObject({ token: token.nullable(), use: fileUse.optional() })).output(type<FileListing>()),
  /**
   * Completions of a typed path: at most 20 folders, and files for one use, whose paths start with it, and an exact
   * match. Limited to the folders of the host; nothing outside them is revealed. Browser host only.
   */
  complete: base
    .input(z.strictObject({ path: z.string().min(1).max(4096), use: fileUse.optional() }))
    .output(type<readonly PathEntry[]>()),
  /** Sources of recent imports, newest first, at most 5; only those that still exist and may be read. */
  recent: base.output(type<readonly PathEntry[]>()),
  /** Opens the native dialog (desktop only); null if dismissed, or if nothing was dropped. */
  choose: base
    .input(z.strictObject({ kind: z.enum(['folder', 'file', 'dropped']) }))
    .output(type<{ token: string; name: string } | null>()),
  /** Prints a document or saves it as PDF with the system's dialogs (desktop only); false if dismissed. */
  print: base.input(printing).output(type<boolean>()),
};
