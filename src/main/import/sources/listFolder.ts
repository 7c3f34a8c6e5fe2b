/** Lists the files below a folder. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImportProblem } from '../../../core/contract/datasets.ts';
import { hasHidden, HIDDEN_PROBLEM } from '../../../core/text/hiddenCharacters.ts';
import { isWithin, type Within } from '../decode/readLimited.ts';
import { fileReason } from '../../disk/fileReason.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError } from '../types.ts';

export interface FolderListing {
  /** Paths relative to the folder, with / between folders. */
  readonly files: readonly string[];
  readonly problems: readonly ImportProblem[];
}

const MAX_DEPTH = 12;
const MAX_ENTRIES = 500_000;

export interface Links {
  /** Permitted targets of links. */
  readonly within: Within;
  /** Whether links out of the folder are followed. @default false */
  readonly followLinks?: boolean | undefined;
}

/** Beginning of the reason for a link out of the folder. */
export const OUTSIDE_FOLDER = 'it links to a place outside the chosen folder';

/**
 * Every regular file below `root`, except hidden ones (`.DS_Store`, `._1.pgm`, `__MACOSX`). Links to files inside count
 * as files. Links out of `within`, links to folders inside (they would be listed twice), loops, folders without
 * permission, names that are not UTF-8, pipes and devices become one problem each. Throws ImportError beyond 500,000
 * entries.
 */
export async function walk(
  root: string,
  options: Links & { readonly signal?: AbortSignal | undefined },
): Promise<FolderListing> {
  const files: string[] = [];
  const problems: ImportProblem[] = [];
  const base = await realpath(root);
  const visited = new Set<string>([base]);
  const waiting: { folder: string; depth: number }[] = [{ folder: '', depth: 0 }];
  let entries = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (options.signal?.aborted) throw new Cancelled();
    const { folder, depth } = next;
    const children = await entriesIn(root, folder, problems);
    entries += children.length;
    if (entries > MAX_ENTRIES)
      throw new ImportError(`The folder holds more than ${MAX_ENTRIES} files. Choose a smaller one.`);
    for (const { name, entry } of children) {
      if (name.startsWith('.') || name === '__MACOSX') continue;
      const file = folder + name;
      if (hasHidden(name)) {
        problems.push({ file, reason: `its name ${HIDDEN_PROBLEM}` });
        continue;
      }
      // Most entries: needs no system call.
      if (entry.isFile()) {
        files.push(file);
        continue;
      }
      try {
        const { kind, real } = await resolved(entry, join(root, file), base, options);
        if (kind === 'file') files.push(file);
        if (kind === 'other') problems.push({ file, reason: 'it is a pipe, socket or device' });
        if (kind !== 'folder') continue;
        if (depth >= MAX_DEPTH)
          problems.push({ file, reason: `folders deeper than ${MAX_DEPTH} levels are not searched` });
        else if (visited.has(real)) problems.push({ file, reason: 'a link has led to the same folder already' });
        else {
          visited.add(real);
          waiting.push({ folder: `${file}/`, depth: depth + 1 });
        }
      } catch (error) {
        problems.push({ file, reason: fileReason(error) });
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
    if (folder === '') throw new ImportError(`The folder cannot be read: ${fileReason(error)}.`);
    problems.push({ file: folder, reason: fileReason(error) });
    return [];
  }
  const named: Named[] = [];
  for (const entry of entries) {
    const name = entry.name.toString('utf8');
    if (Buffer.from(name, 'utf8').equals(entry.name)) named.push({ name, entry });
    else problems.push({ file: folder + entry.name.toString('latin1'), reason: 'its name is not UTF-8' });
  }
  // The order of the disk is arbitrary, but matters for links to the same folder.
  return named.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Kind = 'file' | 'folder' | 'other';

interface ResolvedEntry {
  readonly kind: Kind;
  readonly real: string;
}

/** The type of an entry, following links. Throws ImportError for a link that is not permitted. */
async function resolved(entry: Dirent<Buffer>, path: string, base: string, links: Links): Promise<ResolvedEntry> {
  const real = await realpath(path);
  if (!entry.isSymbolicLink()) {
    return { kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other', real };
  }
  if (isWithin(await realpath(dirname(path)), [real])) {
    throw new ImportError('it links back to a folder that contains it');
  }
  if (!isWithin(real, links.within)) {
    throw new ImportError(
      links.followLinks ? 'it links to a place outside the allowed folders' : `${OUTSIDE_FOLDER}, and is not followed`,
    );
  }
  const target = await stat(real);
  if (target.isFile()) return { kind: 'file', real };
  if (!target.isDirectory()) return { kind: 'other', real };
  // The folder is read or reported under its own name anyway; otherwise the order of the disk would decide.
  if (isWithin(real, [base])) throw new ImportError('it links to a folder that has its own place below the chosen one');
  return { kind: 'folder', real };
}
