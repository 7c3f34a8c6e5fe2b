/** Reads eye positions for the images of a dataset. */
import { realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FormatError } from '../../core/formats/formatError.ts';
import { decodeEyeList, decodePos, type EyePair } from '../../core/formats/eyePositions.ts';
import { readLimited } from './decode/readLimited.ts';
import { withoutImageExtension } from './layouts/fileNames.ts';
import { fileReason } from '../disk/fileReason.ts';
import { ImportError } from './types.ts';
import { walk } from './sources/listFolder.ts';

const MAX_FILE = 64 * 2 ** 20;
const MAX_POS = 64 * 2 ** 10;

/**
 * The eyes of each file, null if there are none: from a list or table, or from a folder of `.pos` files. Compares names
 * without extensions, first as paths, then, if unique on both sides, without folders. Refuses links out of the folder.
 * Throws ImportError.
 */
export async function readEyes(path: string, files: readonly string[]): Promise<(EyePair | null)[]> {
  try {
    const positions = (await stat(path)).isDirectory() ? await readFolder(path) : await readList(path);
    if (positions.size === 0) throw new ImportError(`${basename(path)} holds no eye positions.`);
    return match(positions, files);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${basename(path)}: ${fileReason(error)}.`);
  }
}

async function readList(path: string): Promise<ReadonlyMap<string, EyePair>> {
  const bytes = await readLimited(path, MAX_FILE);
  return path.toLowerCase().endsWith('.pos')
    ? new Map([[basename(path), decodePos(bytes)]])
    : decodeEyeList(bytes, /\.[ct]sv$/i.test(path));
}

async function readFolder(path: string): Promise<ReadonlyMap<string, EyePair>> {
  const within = [await realpath(path)];
  const { files, problems } = await walk(path, { within });
  const bad = problems.find(({ file }) => isPos(file));
  if (bad !== undefined) throw new ImportError(`${bad.file}: ${bad.reason}.`);
  const names = files.filter(isPos).sort();
  const positions = new Map<string, EyePair>();
  for (const name of names) {
    try {
      positions.set(name, decodePos(await readLimited(join(path, name), MAX_POS, undefined, within)));
    } catch (error) {
      if (error instanceof FormatError) throw new ImportError(`${name}: ${error.message}.`);
      throw error;
    }
  }
  return positions;
}

function isPos(name: string): boolean {
  return /\.pos$/i.test(name);
}

function match(positions: ReadonlyMap<string, EyePair>, files: readonly string[]): (EyePair | null)[] {
  const byPath = new Map<string, EyePair>();
  const byName = new Map<string, EyePair | null>();
  for (const [key, eyes] of positions) {
    const path = plain(key);
    const name = lastPart(path);
    byPath.set(path, eyes);
    // Equal names in different folders: only the whole path distinguishes them.
    byName.set(name, byName.has(name) ? null : eyes);
  }
  // A name without its folder must also match only one file.
  const filesOf = Map.groupBy(files, (file) => lastPart(plain(file)));
  return files.map((file) => {
    const name = lastPart(plain(file));
    return byPath.get(plain(file)) ?? (filesOf.get(name)?.length === 1 ? byName.get(name) : null) ?? null;
  });
}

function plain(name: string): string {
  return withoutImageExtension(name.replace(/\.pos$/i, '').replace(/^\.?\//, ''));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
