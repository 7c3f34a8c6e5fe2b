/** Sources that may be archives: these are unpacked for as long as something reads them. */
import { realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { Cancelled } from '../../cancelled.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { sweepFolder } from '../../disk/ownedName.ts';
import { temporaryTree, type TemporaryTree } from '../../disk/temporaryTree.ts';
import { recordingOnly } from '../decode/readLimited.ts';
import { hasImageExtension } from '../layouts/fileNames.ts';
import { openSource } from '../sources/openSource.ts';
import type { ImportSource, Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { archiveKind, unpackArchive, type ArchiveKind } from './readers.ts';
import { unpackInto } from './unpacking.ts';

/** Where the content of a path is. */
export interface Place {
  /** The path itself or, for an archive, the folder that it was unpacked to, or its only file. */
  readonly path: string;
  /** Permitted folders for this place, which replace those of the host. */
  readonly roots: readonly string[] | undefined;
  /** Entries of the archive that were left out. */
  readonly problems: readonly ImportProblem[];
}

/**
 * Runs `use` with the source at `path`, a folder, a file or an archive, which can be read until `use` has ended. Throws
 * ImportError if no layout fits, Cancelled, and the errors of `use`.
 */
export async function withSource<T>(
  path: string,
  recipe: ImportRecipe,
  watch: Watch,
  roots: readonly string[] | undefined,
  use: (source: ImportSource) => Promise<T>,
): Promise<T> {
  return withUnpacked(path, watch, roots, async (place) => {
    const source = await openSource(place.path, recipe, watch, place.roots);
    return use(place.problems.length === 0 ? source : { ...source, problems: [...place.problems, ...source.problems] });
  });
}

/**
 * Runs `use` with the place of the content of `path`, which remains until `use` has ended. What is read meanwhile is
 * recorded as the archive. Throws ImportError for an archive that cannot be read, Cancelled, and the errors of `use`.
 */
export async function withUnpacked<T>(
  path: string,
  watch: Watch,
  roots: readonly string[] | undefined,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  // The layout that opens an unreadable file refuses it.
  const kind = await archiveKind(path).catch(() => null);
  if (kind === null) return use({ path, roots, problems: [] });
  const key = await keyOf(path);
  if (last?.key !== key) {
    const before = last;
    last = unpack(path, kind, key, watch);
    if (before?.users === 0) before.discard();
  }
  const held = last;
  held.users++;
  clearTimeout(held.timer);
  try {
    const place = await beforeAbort(held.place, watch.signal);
    return await recordingOnly(path, watch.signal, () => use(place));
  } finally {
    held.users--;
    if (held.users === 0 && (held !== last || !held.isReady)) held.discard();
    else if (held.users === 0) held.timer = setTimeout(() => held.discard(), KEPT).unref();
  }
}

/** Removes what is unpacked and not in use, and what processes left that were killed. */
export function removeUnpacked(): void {
  if (last?.users === 0) last.discard();
  sweepFolder(tmpdir());
}

/** Milliseconds that an unpacked archive is kept: previews and the import ask for the same one in turn. */
const KEPT = 120_000;

interface Held {
  /** Real path, length and time of the archive. */
  readonly key: string;
  readonly place: Promise<Place>;
  /** True once it is unpacked. */
  isReady: boolean;
  /** How many read it. */
  users: number;
  timer?: NodeJS.Timeout;
  /** Stops unpacking, and removes the files. */
  readonly discard: () => void;
}

/** The last archive. */
let last: Held | null = null;

async function keyOf(path: string): Promise<string> {
  const { size, mtimeNs } = await stat(path, { bigint: true });
  return JSON.stringify([await realpath(path), String(size), String(mtimeNs)]);
}

function unpack(path: string, kind: ArchiveKind, key: string, { onShare }: Watch): Held {
  const stop = new AbortController();
  const tree = temporaryTree();
  const remove = (): void => tree.remove();
  process.once('exit', remove);
  const held: Held = {
    key,
    isReady: false,
    users: 0,
    place: placeIn(tree, path, kind, { signal: stop.signal, onShare }),
    discard() {
      if (last === held) last = null;
      clearTimeout(held.timer);
      stop.abort();
      // A reader that is being stopped may still write a file.
      const end = held.place.catch(() => undefined);
      void end.then(remove).then(() => process.off('exit', remove));
    },
  };
  held.place.then(
    () => (held.isReady = true),
    () => undefined,
  );
  return held;
}

async function placeIn(tree: TemporaryTree, path: string, kind: ArchiveKind, watch: Watch): Promise<Place> {
  const name = basename(path);
  const into = unpackInto(tree, name, name);
  try {
    await unpackArchive(path, kind, into, watch);
  } catch (error) {
    if (error instanceof ImportError || error instanceof Cancelled) throw error;
    const next =
      error instanceof FormatError
        ? 'Fetch it again, or unpack it and import its folder'
        : 'Unpack it, and import its folder';
    throw new ImportError(`${name}: ${fileReason(error)}. ${next}.`);
  }
  const { files, problems } = into;
  if (files.length === 0) throw new ImportError(nothingIn(name, problems));
  const folder = join(tree.path, name);
  const isOneFile = files.length === 1 && !hasImageExtension(files[0]);
  return { path: isOneFile ? join(folder, files[0]) : folder, roots: [await realpath(tree.path)], problems };
}

function nothingIn(name: string, problems: readonly ImportProblem[]): string {
  const first = problems.at(0);
  const reason = first === undefined ? '' : `: ${first.file}, ${first.reason}`;
  return `${name} holds no file that can be read${reason}. Unpack it, and import the folder of the images.`;
}

/** The result, or Cancelled as soon as the signal is aborted. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new Cancelled());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
