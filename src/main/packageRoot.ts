import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, above the sources as well as above the built files. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}.`);
  }
}

/** Whether this is a working copy, which `npm start` starts; else it was installed, and has no scripts of that name. */
export function fromSources(root: string = packageRoot()): boolean {
  return existsSync(join(root, 'scripts', 'start.js'));
}
