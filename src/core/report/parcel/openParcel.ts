/** Opens parcels of unknown origin: reads only entries with known names, unpacks and executes nothing. */
import { FormatError } from '../../formats/formatError.ts';
import { runSteps } from '../../formats/cooperativeSteps.ts';
import { zipEntries, type ZipEntry } from '../../formats/zip.ts';
import { PARCEL_IMAGES, PARCEL_MANIFEST, PARCEL_METHODS, PARCEL_VECTORS } from './parcel.ts';

/** Maximum bytes of a parcel, and of its images. */
export const MOST_PARCEL = 2 ** 31;
/** Maximum bytes of the manifest and of any other file. */
const MOST_FILE = 256 * 2 ** 20;

/** Bytes at the end of an archive that hold the directory of any parcel. */
export const PARCEL_TAIL = 4 * 2 ** 20;

/** Whether an archive of `length` bytes is a parcel, by the directory in its `tail`: the last `PARCEL_TAIL` bytes. */
export function isParcel(tail: Uint8Array, length: number): boolean {
  const begin = length - tail.length;
  const read = (from: number, to: number): Uint8Array => {
    if (from < begin) throw new FormatError('expected the directory at the end of the archive, found it before');
    return tail.subarray(from - begin, to - begin);
  };
  try {
    return zipEntries({ length, read }).some(({ name }) => name === PARCEL_MANIFEST);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

export interface OpenedParcel {
  /** Text of the manifest. */
  readonly manifest: string;
  /** File of the images; null if there is none. Throws FormatError if it is damaged. */
  readonly images: (() => Uint8Array) | null;
  /** Ids of methods whose folders are included. */
  readonly methods: readonly string[];
  /** Names of all files. */
  readonly names: readonly string[];
  /**
   * A file of a method or of results; null if there is none. Throws FormatError for a damaged file, and for two of the
   * same name.
   */
  readonly file: (name: string) => Uint8Array | null;
  /** NumPy file of attached vectors; null if there is none. Throws FormatError if it is damaged. */
  readonly vectors: (name: string) => Uint8Array | null;
}

/** Throws FormatError if the bytes are not a parcel or are damaged. */
export function openParcel(bytes: Uint8Array): OpenedParcel {
  const entries = zipEntries(bytes);
  const manifest = only(entries, PARCEL_MANIFEST);
  if (manifest === null)
    throw new FormatError(`expected a parcel with ${PARCEL_MANIFEST}, found an archive without it`);
  const images = only(entries, PARCEL_IMAGES);
  return {
    manifest: new TextDecoder().decode(readEntry(manifest, MOST_FILE)),
    images: images && (() => readEntry(images, MOST_PARCEL)),
    methods: methodIds(entries),
    names: entries.map(({ name }) => name).filter((name) => !name.endsWith('/')),
    file(name) {
      const entry = only(entries, name);
      return entry && readEntry(entry, MOST_FILE);
    },
    vectors(name) {
      const entry = only(entries, `${PARCEL_VECTORS}${name}.npy`);
      return entry && readEntry(entry, MOST_PARCEL);
    },
  };
}

/** The entry of this name, or null. Duplicates are refused, because programs differ in which one they read. */
function only(entries: readonly ZipEntry[], name: string): ZipEntry | null {
  const matches = entries.filter((entry) => entry.name === name);
  if (matches.length > 1) throw new FormatError(`expected one ${name} in the archive, found ${matches.length}`);
  return matches[0] ?? null;
}

function readEntry(entry: ZipEntry, most: number): Uint8Array {
  if (entry.size > most) throw new FormatError(`expected at most ${most} bytes of ${entry.name}, found ${entry.size}`);
  return runSteps(entry.read());
}

function methodIds(entries: readonly ZipEntry[]): string[] {
  const ids = entries.flatMap(({ name }) => (name.startsWith(PARCEL_METHODS) ? [name.split('/')[1]] : []));
  return [...new Set(ids)].filter((id) => /^[a-z][a-z0-9-]{0,59}$/.test(id));
}
