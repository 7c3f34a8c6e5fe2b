/**
 * Opens parcels of unknown origin: unpacks and executes nothing, and reads no more than the parcel declares. Its list
 * of files must agree with the archive, file by file, before any of them is read.
 */
import { z } from 'zod';
import { FormatError } from '../../formats/formatError.ts';
import { partsOf, runSteps, type Steps } from '../../formats/cooperativeSteps.ts';
import { zipEntries, type ZipEntry, type ZipSource } from '../../formats/zip.ts';
import {
  FILES_FORMAT,
  FILES_VERSION,
  type ListedFile,
  PARCEL_ALWAYS,
  PARCEL_FILES,
  PARCEL_IMAGES,
  PARCEL_MANIFEST,
  PARCEL_METHODS,
  PARCEL_VECTORS,
} from './parcel.ts';

/** Maximum bytes of a parcel, and of its files together. */
export const MOST_PARCEL = 2 ** 31;
/** Maximum bytes of the manifest; a cell takes about 700. */
export const MOST_MANIFEST = 2 ** 27;
/** Maximum bytes of the list of files: a method has at most 2000. */
const MOST_LIST = 2 ** 24;
/** Bytes that any file may have, and how many times its length in the archive a larger one may have. */
const SMALL = 2 ** 22;
const MOST_INFLATED = 200;
/** Bytes for the subject, file name and attributes of an image. */
const MOST_TEXT = 2 ** 14;
/** Bytes of a pixel: grey and three colours in float64. */
const MOST_PIXEL = 32;

/** Bytes at the end of an archive that hold the directory of any parcel. */
export const PARCEL_TAIL = 4 * 2 ** 20;

/** Bytes at the beginning of a manifest that say what it is. */
export const MANIFEST_HEAD = 256;

/** Whether a text begins as manifests do. */
export function isManifestText(head: string): boolean {
  return /^\s*\{\s*"format"\s*:\s*"eigenbench-manifest"/.test(head);
}

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
  /** All files but the list itself, in the order of the list. */
  readonly files: readonly ListedFile[];
  /** The file of the images; null if they are not included. */
  readonly images: ListedFile | null;
  /** Ids of methods whose folders are included. */
  readonly methods: readonly string[];
  /** Reads a file; null if there is none. Throws FormatError if it is damaged. */
  readonly file: (name: string) => Uint8Array | null;
  /** The same in steps. */
  readonly read: (name: string) => Steps<Uint8Array>;
  /** NumPy file of attached vectors; null if there is none. Throws FormatError if it is damaged. */
  readonly vectors: (name: string) => Uint8Array | null;
}

/** Throws FormatError if the bytes are not a parcel, are damaged, or differ from its list of files. */
export function openParcel(bytes: Uint8Array | ZipSource): OpenedParcel {
  const entries = new Map<string, ZipEntry>();
  for (const entry of zipEntries(bytes)) {
    if (entry.name.endsWith('/') && entry.size === 0) continue;
    // Programs differ in which of two they read.
    if (entries.has(entry.name)) throw new FormatError(`expected one ${entry.name} in the archive, found several`);
    entries.set(entry.name, entry);
  }
  const manifest = entries.get(PARCEL_MANIFEST);
  if (!manifest) throw new FormatError(`expected a parcel with ${PARCEL_MANIFEST}, found an archive without it`);
  const files = listedFiles(entries);
  const steps = (name: string): Steps<Uint8Array> => readEntry(entries.get(name)!);
  const file = (name: string): Uint8Array | null => (entries.has(name) ? runSteps(steps(name)) : null);
  return {
    manifest: new TextDecoder().decode(runSteps(readEntry(manifest, MOST_MANIFEST))),
    files,
    images: files.find(({ name }) => name === PARCEL_IMAGES) ?? null,
    methods: methodIds(files),
    file,
    read: steps,
    vectors: (name) => file(`${PARCEL_VECTORS}${name}.npy`),
  };
}

const listSchema = z.object({
  format: z.literal(FILES_FORMAT),
  version: z.number(),
  files: z.array(
    z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }).readonly(),
  ),
});

/** The list of files. Throws FormatError unless it has each entry of the archive once, with its size. */
function listedFiles(entries: ReadonlyMap<string, ZipEntry>): readonly ListedFile[] {
  const list = entries.get(PARCEL_FILES);
  if (!list) throw new FormatError(`expected ${PARCEL_FILES} in the parcel, which lists its files, found none`);
  const { files, version } = parsedList(new TextDecoder().decode(runSteps(readEntry(list, MOST_LIST))));
  if (version !== FILES_VERSION) {
    throw new FormatError(`expected ${PARCEL_FILES} of version ${FILES_VERSION}, found version ${version}`);
  }
  const listed = new Set<string>();
  for (const { name, bytes } of files) {
    if (listed.has(name)) throw new FormatError(`expected ${name} once in ${PARCEL_FILES}, found it several times`);
    listed.add(name);
    const entry = entries.get(name);
    if (!entry) throw new FormatError(`expected ${name}, which ${PARCEL_FILES} lists, found no such file`);
    if (entry.size !== bytes) {
      throw new FormatError(`expected ${bytes} bytes of ${name}, as ${PARCEL_FILES} lists, found ${entry.size}`);
    }
  }
  const surplus = [...entries.keys()].find((name) => name !== PARCEL_FILES && !listed.has(name));
  if (surplus !== undefined) throw new FormatError(`expected only files that ${PARCEL_FILES} lists, found ${surplus}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MOST_PARCEL) throw new FormatError(`expected at most ${MOST_PARCEL} bytes in all files, found ${total}`);
  return files;
}

function parsedList(text: string): z.infer<typeof listSchema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FormatError(`expected JSON in ${PARCEL_FILES}, found another text`);
  }
  const parsed = listSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0].path.join('.');
  throw new FormatError(`expected the list of files in ${PARCEL_FILES}, found an invalid field ${field}`);
}

/**
 * Verifies that the files of a study are there, and each by the digest that the parcel lists. `dataset` and `methods`:
 * the recorded images and the ids of the external methods, which bound the file of the images and say which folders and
 * vectors belong to the study. Throws FormatError.
 */
export function* verifyParcel(
  { files, images, methods, read }: OpenedParcel,
  recorded: {
    readonly dataset: {
      readonly images: number;
      readonly rows: number;
      readonly cols: number;
      readonly attachments?: Readonly<Record<string, string>>;
    };
    readonly methods: ReadonlySet<string>;
  },
  sha256: (bytes: Uint8Array) => string,
): Steps<void> {
  const { attachments = {}, ...shape } = recorded.dataset;
  const used = new Set(Object.keys(attachments).map((name) => `${PARCEL_VECTORS}${name}.npy`));
  const names = new Set(files.map(({ name }) => name));
  const missing = [...PARCEL_ALWAYS, ...used].find((name) => !names.has(name));
  if (missing !== undefined) throw new FormatError(`expected ${missing} in the parcel, found no such file`);
  if (images && images.bytes > mostImageBytes(shape)) {
    throw new FormatError(
      `expected at most ${mostImageBytes(shape)} bytes of ${PARCEL_IMAGES}, by the images that the manifest states, found ${images.bytes}`,
    );
  }
  const foreign = methods.find((id) => !recorded.methods.has(id));
  if (foreign !== undefined) {
    throw new FormatError(`expected only methods of the study in ${PARCEL_METHODS}, found ${foreign}`);
  }
  const part = partsOf(files.map(({ bytes }) => bytes));
  for (const { name, sha256: listed } of files) {
    if (name.startsWith(PARCEL_VECTORS) && !used.has(name)) {
      throw new FormatError(`expected only vectors that the manifest names, found ${name}`);
    }
    const content = yield* part(read(name));
    const actual = sha256(content);
    if (actual !== listed) {
      throw new FormatError(
        `${name} is not as packed: its SHA-256 is ${actual.slice(0, 12)}…, ${PARCEL_FILES} lists ${listed.slice(0, 12)}…`,
      );
    }
    if (name === PARCEL_IMAGES) requireArrays(content, mostImageBytes(shape));
  }
}

/** Throws FormatError if the arrays of an NPZ file have more than `most` bytes together, as its directory states. */
function requireArrays(npz: Uint8Array, most: number): void {
  const total = zipEntries(npz).reduce((sum, { size }) => sum + size, 0);
  if (total > most)
    throw new FormatError(`expected arrays of at most ${most} bytes in ${PARCEL_IMAGES}, found ${total}`);
}

/** Maximum bytes of a file of images of this shape and number. */
function mostImageBytes({ images, rows, cols }: { images: number; rows: number; cols: number }): number {
  return Math.min(MOST_PARCEL, images * (rows * cols * MOST_PIXEL + MOST_TEXT) + SMALL);
}

/** Throws FormatError before inflating if the size exceeds `most`, or what data of its length in the archive hold. */
function* readEntry(entry: ZipEntry, most = MOST_PARCEL): Steps<Uint8Array> {
  const { name, size, stored } = entry;
  const limit = Math.min(most, Math.max(SMALL, MOST_INFLATED * stored));
  if (size > limit) throw new FormatError(`expected at most ${limit} bytes of ${name}, found ${size}`);
  return yield* entry.read();
}

function methodIds(files: readonly ListedFile[]): string[] {
  const ids = files.flatMap(({ name }) => (name.startsWith(PARCEL_METHODS) ? [name.split('/')[1]] : []));
  return [...new Set(ids)];
}
