/** Parcels of unknown origin. Only what is asked for by its own name is read; nothing is unpacked, nothing is run. */
import { FormatError } from '../../formats/formatError.ts';
import { runSteps } from '../../formats/cooperativeSteps.ts';
import { zipEntries, type ZipEntry } from '../../formats/zip.ts';
import { PARCEL_IMAGES, PARCEL_MANIFEST, PARCEL_METHODS, PARCEL_VECTORS } from './parcel.ts';

/** Bytes of a parcel, and of its images, at most. */
export const MOST_PARCEL = 2 ** 31;
/** Bytes of its manifest and of any other file at most. */
const MOST_FILE = 256 * 2 ** 20;

export interface OpenedParcel {
  /** The text of its manifest. */
  readonly manifest: string;
  /** The file of its images; null: it has none. Throws FormatError where it is damaged. */
  readonly images: (() => Uint8Array) | null;
  /** Ids of methods whose folders it has. */
  readonly methods: readonly string[];
  /** Names of its files. */
  readonly names: readonly string[];
  /** A file of a method or of results; null: it has none. Throws FormatError for a damaged one, and for two. */
  readonly file: (name: string) => Uint8Array | null;
  /** The NumPy file of attached vectors of this name; null: it has none. Throws FormatError where it is damaged. */
  readonly vectors: (name: string) => Uint8Array | null;
}

/** Throws FormatError for what is no parcel or damaged. */
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
      const found = only(entries, name);
      return found && readEntry(found, MOST_FILE);
    },
    vectors(name) {
      const found = only(entries, `${PARCEL_VECTORS}${name}.npy`);
      return found && readEntry(found, MOST_PARCEL);
    },
  };
}

/** The entry of this name; null where there is none. Of two, programs take the one or the other. */
function only(entries: readonly ZipEntry[], name: string): ZipEntry | null {
  const found = entries.filter((entry) => entry.name === name);
  if (found.length > 1) throw new FormatError(`expected one ${name} in the archive, found ${found.length}`);
  return found[0] ?? null;
}

function readEntry(entry: ZipEntry, most: number): Uint8Array {
  if (entry.size > most) throw new FormatError(`expected at most ${most} bytes of ${entry.name}, found ${entry.size}`);
  return runSteps(entry.read());
}

function methodIds(entries: readonly ZipEntry[]): string[] {
  const ids = entries.flatMap(({ name }) => (name.startsWith(PARCEL_METHODS) ? [name.split('/')[1]] : []));
  return [...new Set(ids)].filter((id) => /^[a-z][a-z0-9-]{0,59}$/.test(id));
}
