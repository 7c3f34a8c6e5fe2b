import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True where one of `sources` (files or folders below `root`) was changed after `time` (milliseconds). A folder's own
 * time tells of files in it that were removed or renamed.
 */
export function isNewer(root: string, sources: readonly string[], time: number): boolean {
  const newer = (path: string): boolean => {
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts) return false;
    if (facts.mtimeMs > time) return true;
    return facts.isDirectory() && readdirSync(path).some((name) => newer(join(path, name)));
  };
  return sources.some((source) => newer(join(root, source)));
}
