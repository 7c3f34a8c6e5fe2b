/** Bytecode caches of interpreters: one folder per version of a method, so the hashed sources are what runs. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { registryPath } from './registryFile.ts';

const all = (): string => join(dirname(registryPath()), 'compiled');

/** The cache folder of the method whose folder has this hash; it may not exist yet. */
export function compiledCode(hash: string): string {
  return join(all(), hash.slice(0, 16));
}

/** Removes the folders of versions that are not registered. */
export function dropCompiledCode(registered: readonly { readonly hash: string }[]): void {
  const kept = new Set(registered.map(({ hash }) => hash.slice(0, 16)));
  let names: string[];
  try {
    names = readdirSync(all());
  } catch {
    return;
  }
  for (const name of names) if (!kept.has(name)) rmSync(join(all(), name), { recursive: true, force: true });
}
