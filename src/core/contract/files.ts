/** Calls and data of the contract: files that the user may choose. */
import { type } from '@orpc/contract';
import { z } from 'zod';
import { base, token } from './procedures.ts';
import { printing } from './desktopShell.ts';

/** A place that the user may import from. The token stands for a path which stays in the engine. */
export interface FileEntry {
  readonly token: string;
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly size: number | null;
}

/** A place with the path that the user would type for it. */
export interface PathEntry extends FileEntry {
  readonly path: string;
}

/** What the native dialog asks for; "dropped": what the user dropped on the window last, without a dialog. */
export type Choice = 'folder' | 'file' | 'dropped';

/** What a file is chosen for. */
const fileUse = z.enum(['images', 'eyes', 'networks']);
export type FileUse = z.infer<typeof fileUse>;

export interface FileListing {
  /** Where we are, as shown to the user; null at the list of roots. */
  readonly location: string | null;
  readonly token: string | null;
  readonly parent: string | null;
  readonly entries: readonly FileEntry[];
}

/** A file that the client read itself, its bytes as base64: messages are texts. */
export const sentFile = z.strictObject({ name: z.string().min(1).max(1000), content: z.base64() });

export type SentFile = z.infer<typeof sentFile>;

/** Files by token; paths stay in the engine. */
export const files = {
  /** Folders and files of one use under a token; null lists the roots. Browser host only. @default 'images' */
  list: base.input(z.strictObject({ token: token.nullable(), use: fileUse.optional() })).output(type<FileListing>()),
  /**
   * What a typed path begins: folders and files of one use whose paths start with it, at most 20; and what it names
   * exactly. Within the places of the host only; nothing beyond them is told. Browser host only.
   */
  complete: base
    .input(z.strictObject({ path: z.string().min(1).max(4096), use: fileUse.optional() }))
    .output(type<readonly PathEntry[]>()),
  /** Where datasets were imported from, the latest first, at most 5, as far as it is still there and may be read. */
  recent: base.output(type<readonly PathEntry[]>()),
  /** Opens the native dialog (desktop only); null when dismissed, or where nothing was dropped. */
  choose: base
    .input(z.strictObject({ kind: z.enum(['folder', 'file', 'dropped']) }))
    .output(type<{ token: string; name: string } | null>()),
  /** Prints a document, or saves it as PDF, by the system's dialogs (desktop only); false where they were dismissed. */
  print: base.input(printing).output(type<boolean>()),
};
