/** The interpretation of a folder or file by a layout, before any pixel is stored. */
import type { Judgement } from '../../core/readings/reading.ts';
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import type { SourceArray } from '../../core/contract/imports.ts';
import type { ImportProblem } from '../../core/contract/datasets.ts';
import type { Within } from './decode/readLimited.ts';
import type { ImportedDataset } from './types.ts';

/** Information in the name of an image file. */
export interface ParsedName {
  readonly subject: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ImageRecipe extends ParsedName {
  /** Path relative to the folder, with / between folders; "faces.gif#2" for the second frame of a file of several. */
  readonly file: string;
  /** The file itself and the frame number from 0, if the file contains several. */
  readonly frame?: { readonly file: string; readonly number: number };
}

/** A folder of image files. */
export interface FilesSource extends Judgement {
  readonly kind: 'files';
  readonly layout: string;
  readonly title: string;
  /** The regular expression that parsed the names. */
  readonly pattern: string;
  readonly root: string;
  /** Permitted targets of links in the folder. */
  readonly within: Within;
  readonly recipes: readonly ImageRecipe[];
  /** Image files whose names do not follow the layout; each is among the problems. */
  readonly unmatched: readonly string[];
  readonly problems: readonly ImportProblem[];
}

/** A folder of image files, from their names alone. */
export type NamedFiles = Omit<FilesSource, 'within'>;

export type ReadImages = Omit<ImportedDataset, 'layout' | 'hash' | 'preprocessing' | 'making'>;

/** One file (or pair of files) with all images. */
export interface ArraySource extends ReadImages, Judgement {
  readonly kind: 'array';
  readonly layout: string;
  readonly title: string;
}

export type ImportSource = FilesSource | ArraySource;

/** Recognises the files of a known database by their names. */
export interface FolderLayout {
  readonly id: string;
  readonly title: string;
  /** The naming in a problem message. */
  readonly naming: string;
  /** The naming as a regular expression with named groups, which the user can edit. */
  readonly pattern: string;
  /** Subject and attributes of a path below the folder of the database; null if it does not follow the naming. */
  readonly parse: (file: string) => ParsedName | null;
  /** Used only if the recipe names it. @default also recognised */
  readonly onlyNamed?: boolean;
  /** Why the database itself excludes a file; null for all others. */
  readonly skips?: (file: string) => string | null;
}

/** Progress, cancellation and permitted folders for reading a file of many images. */
export interface Watch {
  /** @default anywhere */
  readonly within?: Within | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the current stage that is done, 0…1. */
  readonly onShare?: ((share: number) => void) | undefined;
}

/** Reads a file of many images. */
export interface FileLayout {
  readonly id: string;
  /** True for a file this layout reads, by name and first bytes. */
  readonly accepts: (name: string, head: Uint8Array) => boolean;
  /** Throws FormatError, ImportError or Cancelled. */
  readonly open: (path: string, recipe: ImportRecipe, watch: Watch) => Promise<ArraySource>;
  /** Arrays or columns of the file that can be selected. @default none */
  readonly arrays?: (path: string, watch: Watch) => Promise<readonly SourceArray[]>;
}
