/** Data of the contract: workspace, settings and files. */

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
  /** Bytes of the file, and of them unused. */
  readonly space: { readonly bytes: number; readonly free: number };
}

export interface UserSettings {
  /** Worker threads; 0 means one a processor. */
  readonly workers: number;
  readonly theme: 'system' | 'light' | 'dark';
}

/** A place that the user may import from. The token stands for a path which stays in the engine. */
export interface FileEntry {
  readonly token: string;
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly size: number | null;
}

/** What a file is chosen for. */
export type FileUse = 'images' | 'eyes';

export interface FileListing {
  /** Where we are, as shown to the user; null at the list of roots. */
  readonly location: string | null;
  readonly token: string | null;
  readonly parent: string | null;
  readonly entries: readonly FileEntry[];
}

/** Something that is not as it was stored. */
export interface WorkspaceFinding {
  /** One sentence. */
  readonly text: string;
  readonly repairable: boolean;
  readonly repaired: boolean;
}
