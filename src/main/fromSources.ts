import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './packageRoot.ts';

/** Whether this is a working copy, which `npm start` starts; else it was installed, and has no scripts of that name. */
export function fromSources(root: string = packageRoot()): boolean {
  return existsSync(join(root, 'scripts', 'start.js'));
}
