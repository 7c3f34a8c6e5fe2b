import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, for sources and built files alike. */
export function packageRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}.`);
  }
}

/** Whether this is a working copy, which `npm start` runs; an installed package has no such script. */
export function fromSources(root: string = packageRoot()): boolean {
  return existsSync(join(root, 'scripts', 'start.js'));
}
