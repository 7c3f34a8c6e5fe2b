/** One-way messages of the desktop shell to its page, separate from the calls of the contract. */
import { z } from 'zod';

/** Parts of the page that the application menu opens. */
export type ShellPart = 'palette' | 'keys' | 'find' | 'manual';

export type ShellMessage =
  /** Go to a page of this name. */
  | { readonly kind: 'go'; readonly to: 'new-study' | 'import' | 'settings' }
  | { readonly kind: 'study'; readonly id: number }
  | { readonly kind: 'show'; readonly part: ShellPart }
  /** A file or folder was dropped on the window; `files.choose({ kind: 'dropped' })` returns its token. */
  | { readonly kind: 'dropped'; readonly what: 'folder' | 'file' }
  /** A message to the user, shown until it is closed. */
  | { readonly kind: 'notice'; readonly text: string };

/** A document to print or save, and how. */
export const printing = z.strictObject({
  /** Without folder and extension. */
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^/\\:*?"<>|]+$/),
  html: z.string().max(2 ** 26),
  as: z.enum(['paper', 'pdf']),
});

export type Printing = z.infer<typeof printing>;
