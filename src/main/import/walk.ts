/** Lists the files below a folder. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportProblem } from '../../core/contract/types.ts';
import { reasonOf } from './reason.ts';
import { ImportCancelled, ImportError } from './types.ts';

export interface FolderListing {
  /** Paths relative to the folder, with / between folders. */
  readonly files: readonly string[];
  readonly problems: readonly ImportProblem[];
}

const MAX_DEPTH = 12;
const MAX_ENTRIES = 500_000;

/**
 * Every regular file below `root`, hidden ones (`.DS_Store`, `._1.pgm`, `__MACOSX`) left out. Symbolic links are followed;
 * a folder that was already visited is not entered again, so loops end. Folders without permission and names that are
 * not UTF-8 give a problem. Throws ImportError beyond 500,000 entries.
 */
export async function walk(root: string, signal?: AbortSignal): Promise<FolderListing> {
  const files: string[] = [];
  const problems: ImportProblem[] = [];
  const visited = new Set<string>([await realpath(root)]);
  const waiting: { folder: string; depth: number }[] = [{ folder: '', depth: 0 }];
  let entries = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (signal?.aborted) throw new ImportCancelled();
    const { folder, depth } = next;
    const names = await namesIn(root, folder, problems);
    entries += names.length;
    if (entries > MAX_ENTRIES) throw new ImportError(`The folder holds more than ${MAX_ENTRIES} files. Choose a smaller one.`);
    for (const name of names) {
      if (name.startsWith('.') || name === '__MACOSX') continue;
      const file = folder + name;
      const kind = await kindOf(join(root, file), file, problems);
      if (kind === 'file') files.push(file);
      if (kind !== 'folder') continue;
      if (depth >= MAX_DEPTH) problems.push({ file, reason: `folders deeper than ${MAX_DEPTH} levels are not searched` });
      else if (await enter(join(root, file), visited)) waiting.push({ folder: `${file}/`, depth: depth + 1 });
    }
  }
  return { files, problems };
}

async function namesIn(root: string, folder: string, problems: ImportProblem[]): Promise<string[]> {
  let raw: Buffer[];
  try {
    raw = await readdir(join(root, folder), { encoding: 'buffer' });
  } catch (error) {
    if (folder === '') throw new ImportError(`The folder cannot be read: ${reasonOf(error)}.`);
    problems.push({ file: folder, reason: reasonOf(error) });
    return [];
  }
  const names: string[] = [];
  for (const bytes of raw) {
    const name = bytes.toString('utf8');
    if (Buffer.from(name, 'utf8').equals(bytes)) names.push(name);
    else problems.push({ file: folder + bytes.toString('latin1'), reason: 'the file name is not UTF-8' });
  }
  return names;
}

async function kindOf(path: string, file: string, problems: ImportProblem[]): Promise<'file' | 'folder' | 'other'> {
  try {
    const entry = await stat(path);
    if (entry.isFile()) return 'file';
    return entry.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    problems.push({ file, reason: reasonOf(error) });
    return 'other';
  }
}

/** True the first time a folder is seen, under whatever name. */
async function enter(path: string, visited: Set<string>): Promise<boolean> {
  const real = await realpath(path);
  if (visited.has(real)) return false;
  visited.add(real);
  return true;
}
