/** Lists the files below a folder. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ImportProblem } from '../../core/contract/types.ts';
import { hasHidden, HIDDEN_PROBLEM } from '../../core/text/hidden.ts';
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
 * Every regular file below `root`, hidden ones (`.DS_Store`, `._1.pgm`, `__MACOSX`) left out. Symbolic links are followed,
 * within `roots` where these are given; a folder that was already visited is not entered again, so loops end. Folders
 * without permission, names that are not UTF-8, pipes and devices give a problem. Throws ImportError beyond 500,000 entries.
 */
export async function walk(root: string, signal?: AbortSignal, roots?: readonly string[]): Promise<FolderListing> {
  const files: string[] = [];
  const problems: ImportProblem[] = [];
  const visited = new Set<string>([await realpath(root)]);
  const waiting: { folder: string; depth: number }[] = [{ folder: '', depth: 0 }];
  let entries = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (signal?.aborted) throw new ImportCancelled();
    const { folder, depth } = next;
    const found = await entriesIn(root, folder, problems);
    entries += found.length;
    if (entries > MAX_ENTRIES)
      throw new ImportError(`The folder holds more than ${MAX_ENTRIES} files. Choose a smaller one.`);
    for (const { name, entry } of found) {
      if (name.startsWith('.') || name === '__MACOSX') continue;
      const file = folder + name;
      if (hasHidden(name)) {
        problems.push({ file, reason: `its name ${HIDDEN_PROBLEM}` });
        continue;
      }
      try {
        const kind = await kindOf(entry, join(root, file), roots);
        if (kind === 'file') files.push(file);
        if (kind === 'other') problems.push({ file, reason: 'it is a pipe, socket or device' });
        if (kind !== 'folder') continue;
        if (depth >= MAX_DEPTH)
          problems.push({ file, reason: `folders deeper than ${MAX_DEPTH} levels are not searched` });
        else if (await enter(join(root, file), visited)) waiting.push({ folder: `${file}/`, depth: depth + 1 });
      } catch (error) {
        problems.push({ file, reason: reasonOf(error) });
      }
    }
  }
  return { files, problems };
}

interface Named {
  readonly name: string;
  readonly entry: Dirent<Buffer>;
}

async function entriesIn(root: string, folder: string, problems: ImportProblem[]): Promise<readonly Named[]> {
  let entries: Dirent<Buffer>[];
  try {
    entries = await readdir(join(root, folder), { encoding: 'buffer', withFileTypes: true });
  } catch (error) {
    if (folder === '') throw new ImportError(`The folder cannot be read: ${reasonOf(error)}.`);
    problems.push({ file: folder, reason: reasonOf(error) });
    return [];
  }
  const named: Named[] = [];
  for (const entry of entries) {
    const name = entry.name.toString('utf8');
    if (Buffer.from(name, 'utf8').equals(entry.name)) named.push({ name, entry });
    else problems.push({ file: folder + entry.name.toString('latin1'), reason: 'its name is not UTF-8' });
  }
  return named;
}

type Kind = 'file' | 'folder' | 'other';

async function kindOf(entry: Dirent<Buffer>, path: string, roots?: readonly string[]): Promise<Kind> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return 'other';
  const real = await realpath(path);
  if (roots && !roots.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep))) {
    throw new ImportError('it links to a place outside the allowed folders');
  }
  const target = await stat(real);
  if (target.isFile()) return 'file';
  return target.isDirectory() ? 'folder' : 'other';
}

/** True the first time a folder is seen, under whatever name. */
async function enter(path: string, visited: Set<string>): Promise<boolean> {
  const real = await realpath(path);
  if (visited.has(real)) return false;
  visited.add(real);
  return true;
}
