/**
 * A file that passed stays valid until one of its dependencies changes. A typed rule reads a file and the types of
 * whatever it imports, directly or indirectly: the key of a file is a hash of all of these.
 */
import { createHash } from 'node:crypto';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Relative imports of a text, as paths: of values, of types, and dynamic ones. */
export function importsOf(path: string, text: string): readonly string[] {
  const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
  return [...importedFiles, ...referencedFiles]
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(path), name)));
}

export interface KeyedFiles {
  /** Reads a file; undefined if it does not exist. */
  readonly read: (path: string) => string | undefined;
  /** The interface of a file to others: its declarations if known, else its text. */
  readonly shapeOf: (path: string) => string;
  /** Hash of everything that all files depend on: rules, versions, settings, global types. */
  readonly common: string;
}

/** The keys of files, by their paths. */
export function keysOf(paths: readonly string[], { read, shapeOf, common }: KeyedFiles): ReadonlyMap<string, string> {
  const entries = new Map<string, { readonly shape: string; readonly imports: readonly string[] }>();
  const see = (path: string) => {
    const seen = entries.get(path);
    if (seen) return seen;
    const text = read(path);
    const entry = {
      shape: text === undefined ? 'none' : hash(shapeOf(path)),
      imports: text === undefined || !/\.(ts|vue)$/.test(path) ? [] : importsOf(path, text),
    };
    entries.set(path, entry);
    return entry;
  };
  const keyOf = (path: string): string => {
    const below = new Set(see(path).imports);
    // Iterating over a set includes entries added on the way.
    for (const other of below) for (const next of see(other).imports) below.add(next);
    const lines = [...below].sort().map((other) => `${other} ${see(other).shape}`);
    return hash([common, path, hash(read(path) ?? ''), ...lines].join('\n'));
  };
  return new Map(paths.map((path) => [path, keyOf(path)]));
}
