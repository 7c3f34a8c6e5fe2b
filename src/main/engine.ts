/** The composition root: opens a workspace, wires the services, implements the contract. Hosts connect transports. */
import type { ImageSet } from '../core/images/imageSet.ts';
import type { DatasetSummary } from '../core/contract/types.ts';
import type { EngineClient, EngineRouter } from './engine/router.ts';
import type { ImportedDataset } from './import/types.ts';

export interface EngineOptions {
  /** The workspace file; created where absent. See `defaultWorkspacePath`. */
  readonly workspacePath: string;
  readonly host: 'desktop' | 'browser';
  /** Folders that `files.list` may show and imports may read. */
  readonly roots: readonly string[];
  /** Opens the native dialog and answers a path; null when dismissed (desktop only). */
  readonly chooseNative?: (kind: 'folder' | 'file') => Promise<string | null>;
  /** Worker threads of this process, before the user's setting; 0 means one a processor. */
  readonly workers?: number;
  /** Where unexpected errors are logged: standard error unless said otherwise. */
  readonly log?: 'stderr' | 'none';
}

/** Images with subject numbers 0 … K−1. */
export interface LabelledImages {
  readonly images: ImageSet;
  readonly labels: Int32Array;
  readonly subjects: readonly string[];
}

export interface Engine {
  readonly router: EngineRouter;
  /** The contract in process. */
  readonly client: EngineClient;
  /** A token for a path that the user named outside the contract (command line). Throws where there is no such file. */
  readonly grant: (path: string) => string;
  /** Stores images that were made rather than imported. Throws where the name is taken. */
  readonly addDataset: (name: string, dataset: ImportedDataset, source: string) => DatasetSummary;
  /** All images of a dataset by name; null where there is none. */
  readonly imageSet: (name: string) => LabelledImages | null;
  /** Stops running work (cells in progress become pending again) and closes the workspace. */
  readonly close: () => Promise<void>;
}

/** Opens (or creates) a workspace. Throws `WorkspaceError` with one sentence where the file cannot be used. */
export type OpenEngine = (options: EngineOptions) => Promise<Engine>;
