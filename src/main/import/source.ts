/** What a layout makes of a folder or file, before any pixel is stored. */
import type { ImportRecipe } from '../../core/contract/importRecipe.ts';
import type { ImportProblem } from '../../core/contract/types.ts';
import type { ImportedImages } from './types.ts';

/** One image file and what its name says. */
export interface ImageRecipe {
  /** Path relative to the folder, with / between folders. */
  readonly file: string;
  readonly subject: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A folder of image files. */
export interface FilesSource {
  readonly kind: 'files';
  readonly layout: string;
  readonly title: string;
  readonly root: string;
  readonly recipes: readonly ImageRecipe[];
  readonly problems: readonly ImportProblem[];
}

/** One file (or pair of files) that holds all images. */
export interface ArraySource {
  readonly kind: 'array';
  readonly layout: string;
  readonly title: string;
  readonly images: ImportedImages;
  readonly subjects: readonly string[];
  readonly files: readonly string[];
  readonly attributes: readonly Readonly<Record<string, string>>[];
  readonly problems: readonly ImportProblem[];
}

export type ImportSource = FilesSource | ArraySource;

/** Recognises the files of a known database by their names. */
export interface FolderLayout {
  readonly id: string;
  readonly title: string;
  /** The naming, as a problem line shows it. */
  readonly naming: string;
  /** Subject and attributes of a path below the folder that holds the database; null where it does not follow the naming. */
  readonly parse: (file: string) => Omit<ImageRecipe, 'file'> | null;
}

/** Reads a file that holds many images. */
export interface FileLayout {
  readonly id: string;
  /** True for a file this layout reads, by name and first bytes. */
  readonly accepts: (name: string, head: Uint8Array) => boolean;
  /** Throws FormatError, ImportError or ImportCancelled. */
  readonly open: (path: string, recipe: ImportRecipe, signal?: AbortSignal) => Promise<ArraySource>;
}
