/** What the desktop shell says to its page, one way, apart from the calls of the contract. */

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
