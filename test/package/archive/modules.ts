/** How Node finds modules, for those in an archive: its own resolver asks the file system past `fs`. */
import { readFileSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Found } from './archive.ts';

type Find = (path: string) => Found | null | undefined;
type Exports = string | null | { readonly [condition: string]: Exports };
interface Manifest {
  readonly type?: string;
  readonly main?: string;
  readonly exports?: Exports;
}

export function loadFromArchives(find: Find): void {
  const isFile = (path: string): boolean => ['file', 'unpacked'].includes(find(path)?.kind ?? '');
  const manifest = (folder: string): Manifest | null =>
    isFile(join(folder, 'package.json'))
      ? (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest)
      : null;

  /** As CommonJS completes a path. */
  const completed = (path: string): string | null => {
    const { main } = manifest(path) ?? {};
    const candidates = [
      path,
      `${path}.js`,
      `${path}.json`,
      `${path}.node`,
      ...(main ? [join(path, main)] : []),
      join(path, 'index.js'),
    ];
    return candidates.find(isFile) ?? null;
  };

  const exported = (entry: Exports | undefined, conditions: readonly string[]): string | null => {
    if (typeof entry === 'string') return entry;
    for (const [condition, inner] of Object.entries(entry ?? {})) {
      if (condition !== 'default' && !conditions.includes(condition)) continue;
      const found = exported(inner, conditions);
      if (found !== null) return found;
    }
    return null;
  };

  function inPackage(name: string, from: string, conditions: readonly string[]): string | null {
    const [, packageName, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name)!;
    for (let folder = from; find(folder) !== undefined; folder = dirname(folder)) {
      const place = join(folder, 'node_modules', packageName);
      const found = manifest(place);
      if (found === null) continue;
      if (found.exports === undefined) return completed(join(place, rest));
      const { exports } = found;
      const bySubpath = typeof exports === 'object' && exports !== null && Object.keys(exports)[0].startsWith('.');
      const file = exported(bySubpath ? exports[`.${rest}`] : exports, conditions);
      return file === null ? null : join(place, file);
    }
    return null;
  }

  const formatOf = (path: string): string => {
    const ending = extname(path);
    if (ending !== '.js')
      return { '.mjs': 'module', '.cjs': 'commonjs', '.json': 'json', '.node': 'addon' }[ending] ?? 'commonjs';
    for (let folder = dirname(path); find(folder) !== undefined; folder = dirname(folder)) {
      const found = manifest(folder);
      if (found !== null) return found.type === 'module' ? 'module' : 'commonjs';
    }
    return 'commonjs';
  };

  registerHooks({
    resolve(name, context, next) {
      const parent = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : null;
      const inside = parent !== null && find(parent) !== undefined;
      const conditions = ['node', 'node-addons', ...context.conditions];
      let path: string | null = null;
      if (name.startsWith('file:')) path = fileURLToPath(name);
      else if (name.startsWith('/')) path = name;
      else if (inside && !isBuiltin(name) && name !== 'electron') {
        path = name.startsWith('.') ? join(dirname(parent), name) : inPackage(name, dirname(parent), conditions);
        if (path === null)
          throw Object.assign(new Error(`Cannot find module '${name}' from ${parent}`), { code: 'MODULE_NOT_FOUND' });
      }
      if (path === null || find(path) === undefined) return next(name, context);
      const found = conditions.includes('require') ? completed(path) : isFile(path) ? path : null;
      if (found === null)
        throw Object.assign(new Error(`Cannot find module '${path}' from ${parent}`), { code: 'MODULE_NOT_FOUND' });
      return { url: pathToFileURL(found).href, format: formatOf(found), shortCircuit: true };
    },
    load(url, context, next) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : null;
      if (path === null || find(path) === undefined || path.endsWith('.node')) return next(url, context);
      return { format: context.format ?? formatOf(path), source: readFileSync(path, 'utf8'), shortCircuit: true };
    },
  });
}
