/**
 * File tokens. Clients never send or receive paths: they get tokens for what they may see, and the paths stay here.
 * Tokens are random, live as long as the process, and are checked at every use.
 */
import { randomBytes } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileEntry, FileListing, FileUse, PathEntry } from '../../core/contract/files.ts';

/** Thrown if a token is unknown, or its path is out of bounds or gone. */
export class FileTokenError extends Error {
  override readonly name = 'FileTokenError';
}

/**
 * A readable path, and the roots that links inside it must stay within (null: unrestricted, because the user chose it).
 */
export interface GrantedPath {
  readonly path: string;
  readonly roots: readonly string[] | null;
}

export interface FileTokens {
  /**
   * Lists folders and files of one use under a token; null lists the roots. Throws FileTokenError. @default 'images'
   */
  readonly list: (token: string | null, use?: FileUse) => Promise<FileListing>;
  /** At most 20 entries whose paths start with `path`, all within the roots. @default 'images' */
  readonly complete: (path: string, use?: FileUse) => Promise<PathEntry[]>;
  /** The entry at this path; null if it is gone or outside the roots. */
  readonly at: (path: string) => Promise<PathEntry | null>;
  /** The real path of a token. Throws FileTokenError if it has left the roots or is gone. */
  readonly resolve: (token: string) => Promise<GrantedPath>;
  /**
   * Returns a token for a path that the user named by other means than this listing. Throws if nothing exists there.
   */
  readonly grant: (path: string) => string;
}

/**
 * File names by use: files with many images, lists of images, archives (folders are imported as a whole); lists of eye
 * positions; networks; manifests and parcels.
 */
const NAMES: Readonly<Record<FileUse, RegExp>> = {
  images: /(\.(mat|idx|npy|npz|h5|hdf5|csv|tsv|txt|dat|data|arff|libsvm|svm|svmlight|zip|tar|tgz)|idx3-ubyte)(\.gz)?$/i,
  eyes: /\.(pos|txt|eyes|csv|tsv)$/i,
  networks: /\.onnx$/i,
  studies: /\.(json|zip)$/i,
};

/** Maximum completions of a typed path. */
const COMPLETIONS = 20;

const order = new Intl.Collator('en', { numeric: true });

/** Issues tokens for paths within `roots` (folders; missing ones are skipped). */
export function fileTokens(roots: readonly string[]): FileTokens {
  const realRoots = roots.flatMap((root) => {
    try {
      return [realpathSync(resolve(root))];
    } catch {
      return [];
    }
  });
  const paths = new Map<string, { path: string; granted: boolean }>();
  const tokens = new Map<string, string>();

  const tokenOf = (path: string, granted = false): string => {
    const key = `${granted} ${path}`;
    const existing = tokens.get(key);
    if (existing) return existing;
    const token = randomBytes(16).toString('base64url');
    tokens.set(key, token);
    paths.set(token, { path, granted });
    return token;
  };

  /** The real path, links followed; null if it does not exist or is outside the roots. */
  const contained = async (path: string): Promise<string | null> => {
    const real = await realpath(path).catch(() => null);
    return real !== null && realRoots.some((root) => isInside(root, real)) ? real : null;
  };

  const resolveToken = async (token: string): Promise<GrantedPath> => {
    const entry = paths.get(token);
    if (!entry) throw new FileTokenError('This location is no longer known. Choose it again.');
    if (entry.granted) return { path: entry.path, roots: null };
    const path = await contained(entry.path);
    if (path === null) throw new FileTokenError(`"${basename(entry.path)}" no longer exists.`);
    return { path, roots: realRoots };
  };

  const entryOf = async (folder: string, name: string, use: FileUse): Promise<FileEntry | null> => {
    const path = await contained(join(folder, name));
    const facts = path === null ? null : await stat(path).catch(() => null);
    if (path === null || facts === null) return null;
    if (facts.isDirectory()) return { token: tokenOf(path), name, kind: 'folder', size: null };
    if (!facts.isFile() || !NAMES[use].test(name)) return null;
    return { token: tokenOf(path), name, kind: 'file', size: facts.size };
  };

  const entryAt = async (path: string): Promise<PathEntry | null> => {
    const real = isAbsolute(path) ? await contained(path) : null;
    const facts = real === null ? null : await stat(real).catch(() => null);
    if (real === null || facts === null || !(facts.isDirectory() || facts.isFile())) return null;
    const [kind, size] = facts.isDirectory() ? (['folder', null] as const) : (['file', facts.size] as const);
    return { token: tokenOf(real), name: basename(real), kind, size, path };
  };

  return {
    resolve: resolveToken,
    at: entryAt,
    async complete(path, use = 'images') {
      const typed = path.toLowerCase();
      const roots = await Promise.all(realRoots.filter((root) => root.toLowerCase().startsWith(typed)).map(entryAt));
      const inside = path.endsWith(sep);
      const folder = inside ? path : dirname(path);
      const real = isAbsolute(path) ? await contained(folder) : null;
      const names = real === null ? [] : await readdir(real).catch(() => []);
      const begin = inside ? '' : basename(path).toLowerCase();
      const visible = names.filter((name) => !name.startsWith('.') && name.toLowerCase().startsWith(begin));
      visible.sort((a, b) => order.compare(a, b));
      const matches: PathEntry[] = roots.filter((entry) => entry !== null);
      for (const name of visible) {
        if (matches.length >= COMPLETIONS) break;
        const entry = await entryOf(real!, name, use);
        if (entry !== null) matches.push({ ...entry, path: join(folder, name) });
      }
      return matches;
    },
    grant(path) {
      return tokenOf(realpathSync(resolve(path)), true);
    },
    async list(token, use = 'images') {
      if (token === null) {
        const entries = realRoots.map((path) => ({
          token: tokenOf(path),
          name: path,
          kind: 'folder' as const,
          size: null,
        }));
        return { location: null, token: null, parent: null, entries };
      }
      const { path } = await resolveToken(token);
      const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
        throw new FileTokenError(
          error.code === 'ENOTDIR'
            ? `"${basename(path)}" is not a folder.`
            : `"${basename(path)}" cannot be read (${error.code}).`,
        );
      });
      const visible = names.filter((name) => !name.startsWith('.'));
      const entries = (await Promise.all(visible.map((name) => entryOf(path, name, use)))).filter(
        (entry) => entry !== null,
      );
      entries.sort((a, b) => kindOrder(a) - kindOrder(b) || order.compare(a.name, b.name));
      const above = realRoots.includes(path) ? null : await contained(dirname(path));
      return { location: path, token, parent: above === null ? null : tokenOf(above), entries };
    },
  };
}

function kindOrder(entry: FileEntry): number {
  return entry.kind === 'folder' ? 0 : 1;
}

function isInside(root: string, path: string): boolean {
  const between = relative(root, path);
  return between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between);
}
