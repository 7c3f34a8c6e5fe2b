/** What the desktop shell says to its page, one way, apart from the calls of the contract. */
import { z } from 'zod';

/** Parts of the page that the application menu opens. */
export type ShellPart = 'palette' | 'keys' | 'find' | 'manual';

export type ShellMessage =
  /** Go to a page of this name. */
  | { readonly kind: 'go'; readonly to: 'new-study' | 'import' | 'settings' }
  | { readonly kind: 'study'; readonly id: number }
  | { readonly kind: 'show'; readonly part: ShellPart }
  /** Something was dropped on the window; `files.choose({ kind: 'dropped' })` answers its token. */
  | { readonly kind: 'dropped'; readonly what: 'folder' | 'file' }
  /** A sentence for the user, which stays until it is closed. */
  | { readonly kind: 'notice'; readonly text: string };

// Data of the contract and of the engine's thread: documents that the desktop application prints.

/** A document of its own, and what becomes of it. */
export const printing = z.strictObject({
  /** Without folder and ending. */
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^/\\:*?"<>|]+$/),
  html: z.string().max(2 ** 26),
  as: z.enum(['paper', 'pdf']),
});

export type Printing = z.infer<typeof printing>;
