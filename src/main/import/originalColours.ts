/** Reads colours of images that are stored in grey from the files that they were imported from. */
import { importStage, type DatasetProvenance } from '../../core/images/provenance.ts';
import { pixelsAt } from './decode/imagePixels.ts';
import { importDataset } from './importDataset.ts';
import { ImportError, type ImportOptions } from './types.ts';

/** Grey images of a dataset. */
interface StoredGrey {
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly making: DatasetProvenance;
  /** File of every image. */
  readonly files: readonly string[];
  /** Grey values of an image, valid until the next call. */
  readonly read: (n: number) => Float64Array;
}

/** Files that a sentence lists before it counts the others. */
const NAMED = 5;

/**
 * RGB triples of every image; null for grey files. Reads the files as the import did and matches them by name. Throws
 * ImportError that names files if grey values differ from the stored ones, and Cancelled.
 */
export async function originalColours(
  options: Omit<ImportOptions, 'size' | 'recipe'>,
  { name, rows, cols, making, files, read }: StoredGrey,
): Promise<(Uint8Array | Float64Array | null)[]> {
  if (making.some(({ kind }) => kind === 'preprocess' || kind === 'drawn')) {
    throw new ImportError(`"${name}" was not imported as it is: give the files for the dataset that it was made from`);
  }
  const { size = null, recipe = {} } = importStage(making) ?? {};
  const { greyOnly: _, dropDuplicates: __, ...kept } = recipe;
  const imported = await importDataset({ ...options, size, recipe: kept });
  try {
    const places = new Map(imported.files.map((file, n) => [file, n]));
    const missing = files.filter((file) => !places.has(file));
    if (missing.length > 0) throw new ImportError(`The folder lacks ${listed(missing)}`);
    const sameShape = imported.images.rows === rows && imported.images.cols === cols;
    const other = files.filter((file, n) => {
      const place = places.get(file)!;
      const stored = read(n);
      return !sameShape || !pixelsAt(imported.images, place, place + 1).every((value, i) => value === stored[i]);
    });
    if (other.length > 0) throw new ImportError(`Not the images of "${name}", by their grey values: ${listed(other)}`);
    const colours = files.map((file) => imported.colours?.[places.get(file)!] ?? null);
    if (colours.every((imageColours) => imageColours === null))
      throw new ImportError('The files are in grey: they have no colours');
    return colours;
  } finally {
    imported.release?.();
  }
}

function listed(files: readonly string[]): string {
  const more = files.length - NAMED;
  return [...files.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
