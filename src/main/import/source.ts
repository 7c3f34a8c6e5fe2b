/** What a layout makes of a folder or file, before any pixel is stored. */
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import type { NameReading, SourceArray } from '../../core/contract/imports.ts';
import type { ImportProblem } from '../../core/contract/datasets.ts';
import type { Within } from './decode/readLimited.ts';
import type { ImportedDataset } from './types.ts';

/** What the name of an image file says. */
export interface ParsedName {
  readonly subject: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ImageRecipe extends ParsedName {
  /** Path relative to the folder, with / between folders; "faces.gif#2" for the second frame of a file of several. */
  readonly file: string;
  /** The file itself and the number of the frame from 0, where the file holds several. */
  readonly frame?: { readonly file: string; readonly number: number };
}

/** A folder of image files. */
export interface FilesSource {
  readonly kind: 'files';
  readonly layout: string;
  readonly title: string;
  /** The regular expression by which the names were read. */
  readonly pattern: string;
  readonly root: string;
  /** Where links in the folder may lead. */
  readonly within: Within;
  readonly recipes: readonly ImageRecipe[];
  /** Image files whose names do not follow the layout; each is among the problems. */
  readonly unmatched: readonly string[];
  readonly problems: readonly ImportProblem[];
  /** Layouts of which one must be named, this one first; empty where only one fits. */
  readonly readings: readonly NameReading[];
}

/** A folder of image files by their names alone. */
export type NamedFiles = Omit<FilesSource, 'within'>;

export type ReadImages = Omit<ImportedDataset, 'layout' | 'hash' | 'preprocessing' | 'making'>;

/** One file (or pair of files) that holds all images. */
export interface ArraySource extends ReadImages {
  readonly kind: 'array';
  readonly layout: string;
  readonly title: string;
}

export type ImportSource = FilesSource | ArraySource;

/** Recognises the files of a known database by their names. */
export interface FolderLayout {
  readonly id: string;
  readonly title: string;
  /** The naming, as a problem line shows it. */
  readonly naming: string;
  /** The naming as a regular expression with named groups, for the user to change. */
  readonly pattern: string;
  /**
   * Subject and attributes of a path below the folder that holds the database; null where it does not follow the
   * naming.
   */
  readonly parse: (file: string) => ParsedName | null;
  /** Only taken where the recipe names it. @default also recognised */
  readonly onlyNamed?: boolean;
  /** Why the database itself excludes a file; null for all others. */
  readonly skips?: (file: string) => string | null;
}

/** Who waits for a file that holds many images, and where the files beside it may lie. */
export interface Watch {
  /** @default anywhere */
  readonly within?: Within | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Learns which share of the present stretch of work is done, 0…1. */
  readonly onShare?: ((share: number) => void) | undefined;
}

/** Reads a file that holds many images. */
export interface FileLayout {
  readonly id: string;
  /** True for a file this layout reads, by name and first bytes. */
  readonly accepts: (name: string, head: Uint8Array) => boolean;
  /** Throws FormatError, ImportError or Cancelled. */
  readonly open: (path: string, recipe: ImportRecipe, watch: Watch) => Promise<ArraySource>;
  /** What the file offers to choose from. @default nothing */
  readonly arrays?: (path: string, watch: Watch) => Promise<readonly SourceArray[]>;
}
