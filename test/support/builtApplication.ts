/** What tests start from the build instead of from its sources: threads, processes, command lines. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A variable of the environment that the tests' configuration sets where the build is as new as its sources. */
export const BUILT = 'EIGENBENCH_BUILT';

/** Where this file of the build lies, such as `main/cli.js`; null where sources are to be run. */
export function built(file: string): URL | null {
  const folder = process.env[BUILT];
  return folder ? new URL(file, `${pathToFileURL(folder).href}/`) : null;
}

/** The file that Node runs as the command line: the one of an installed package, or the launcher of the sources. */
export function commandLineFile(): string {
  const file = built('main/cli.js');
  return file ? fileURLToPath(file) : resolve(import.meta.dirname, '../../bin/eigenbench.js');
}
