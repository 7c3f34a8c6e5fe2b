/**
 * What Electron does to `fs` for archives, as far as the application asks for it: paths that lead into one are answered
 * from it. Calls that are not here know no archives, and fail in the test that makes them.
 */
import fs, { Dirent, type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Found } from './archive.ts';

type Find = (path: string) => Found | null | undefined;
type Any = (...parameters: never[]) => unknown;

const asPath = (path: unknown): string | null =>
  typeof path === 'string' ? path : path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : null;

function missing(call: string, path: string): never {
  throw Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${path}'`), {
    code: 'ENOENT',
    errno: -2,
    syscall: call,
    path,
  });
}

/** Makes `fs`, `fs/promises` and their named exports read the archive, from now on. */
export function readArchives(find: Find): void {
  /** Wraps a call whose first parameter is a path; `within` answers for what is in the archive. */
  const wrap = <K extends string>(
    host: Record<K, unknown>,
    name: K,
    within: (found: Exclude<Found, { kind: 'unpacked' }>, path: string, ...rest: never[]) => unknown,
  ): void => {
    const plain = host[name] as Any & Record<string, unknown>;
    const wrapped = function (this: unknown, first: unknown, ...rest: never[]): unknown {
      const path = asPath(first);
      const found = path === null ? undefined : find(path);
      if (found === undefined) return plain.call(this, first as never, ...rest);
      if (found === null) return missing(name.replace(/Sync$/, ''), path!);
      if (found.kind === 'unpacked') return plain.call(this, found.path as never, ...rest);
      return within(found, path!, ...rest);
    };
    host[name] = Object.assign(wrapped, plain);
  };

  const content = (found: Found, options?: unknown): Buffer | string => {
    if (found.kind !== 'file')
      throw Object.assign(new Error('EISDIR: illegal operation on a directory'), { code: 'EISDIR' });
    const encoding = typeof options === 'string' ? options : (options as { encoding?: string } | undefined)?.encoding;
    return encoding ? found.read().toString(encoding as BufferEncoding) : found.read();
  };
  /** As the archive itself, but for kind and length. */
  const facts = (found: Found): fs.Stats => {
    const stats = plainStat(process.execPath);
    const isFile = found.kind === 'file';
    return Object.assign(stats, {
      size: isFile ? found.size : 0,
      isFile: () => isFile,
      isDirectory: () => !isFile,
      isSymbolicLink: () => false,
    });
  };
  const plainStat = fs.statSync;
  const list = (found: Found, path: string, options?: { recursive?: boolean; withFileTypes?: boolean }): unknown[] => {
    if (found.kind !== 'folder') throw Object.assign(new Error('ENOTDIR: not a directory'), { code: 'ENOTDIR' });
    const entries = (folder: string, names: readonly string[], below: string): [string, string, Found][] =>
      names.flatMap((name) => {
        const here = find(join(folder, name))!;
        const inner =
          options?.recursive && here.kind === 'folder'
            ? entries(join(folder, name), here.names, join(below, name))
            : [];
        return [[folder, join(below, name), here] satisfies [string, string, Found], ...inner];
      });
    return entries(path, found.names, '').map(([parent, name, here]) => {
      if (!options?.withFileTypes) return name;
      // UV_DIRENT_DIR and UV_DIRENT_FILE.
      const type = here.kind === 'folder' ? 2 : 1;
      return new (Dirent as unknown as new (...p: unknown[]) => Dirent)(name.split('/').at(-1), type, parent);
    });
  };

  const sync = fs as unknown as Record<string, unknown>;
  wrap(sync, 'readFileSync', (found, _path, options) => content(found, options));
  wrap(sync, 'statSync', facts);
  wrap(sync, 'lstatSync', facts);
  wrap(sync, 'readdirSync', list as never);
  wrap(sync, 'accessSync', () => undefined);
  wrap(sync, 'realpathSync', (_found, path) => path);
  const { existsSync } = fs;
  sync['existsSync'] = (path: PathLike) => {
    const found = find(asPath(path) ?? '');
    if (found === undefined) return existsSync(path);
    return found !== null && (found.kind !== 'unpacked' || existsSync(found.path));
  };
  // A callback hears in the next turn.
  wrap(sync, 'readFile', (found, _path, ...rest) => {
    const done = rest.at(-1) as unknown as (error: Error | null, data?: unknown) => void;
    process.nextTick(() => done(null, content(found, rest.length > 1 ? rest[0] : undefined)));
  });
  const later = fs.promises as unknown as Record<string, unknown>;
  wrap(later, 'readFile', async (found, _path, options) => content(found, options));
  wrap(later, 'stat', async (found) => facts(found));
  wrap(later, 'readdir', (async (found: Found, path: string, options?: object) => list(found, path, options)) as never);
  wrap(later, 'access', async () => undefined);

  const loadNative = process.dlopen.bind(process);
  process.dlopen = (module: object, file: string, flags?: number) => {
    const found = find(file);
    const place = found?.kind === 'unpacked' ? found.path : file;
    return flags === undefined ? loadNative(module, place) : loadNative(module, place, flags);
  };
  syncBuiltinESMExports();
}
