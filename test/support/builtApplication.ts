/** What tests start from the build instead of from its sources: threads, processes, command lines. */
import { pathToFileURL } from 'node:url';

/** A variable of the environment that the tests' configuration sets where the build is as new as its sources. */
export const BUILT = 'EIGENBENCH_BUILT';

/** Where this file of the build lies, such as `main/cli.js`; null where sources are to be run. */
export function built(file: string): URL | null {
  const folder = process.env[BUILT];
  return folder ? new URL(file, `${pathToFileURL(folder).href}/`) : null;
}
