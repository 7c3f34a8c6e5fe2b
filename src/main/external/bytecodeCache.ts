/**
 * Where interpreters keep what they compile of a method's sources: a folder for each version, so that what runs is what
 * was hashed.
 */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { registryPath } from './registryFile.ts';

const all = (): string => join(dirname(registryPath()), 'compiled');

/** The folder for the method whose folder has this hash; it may not be there yet. */
export function compiledCode(hash: string): string {
  return join(all(), hash.slice(0, 16));
}

/** Removes the folders of versions that are not registered. */
export function dropCompiledCode(registered: readonly { readonly hash: string }[]): void {
  const kept = new Set(registered.map(({ hash }) => hash.slice(0, 16)));
  let found: string[];
  try {
    found = readdirSync(all());
  } catch {
    return;
  }
  for (const name of found) if (!kept.has(name)) rmSync(join(all(), name), { recursive: true, force: true });
}
