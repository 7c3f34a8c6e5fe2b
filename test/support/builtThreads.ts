/** A plugin of the tests' configuration. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** What names the module of a thread: `workerModule(name, import.meta.url)`. */
const THREAD = /\bworkerModule\(([^,()]+), import\.meta\.url\)/g;

/**
 * Lets the modules under test start threads of the build, in a third of the processor time that their sources take:
 * a module finds the file of a thread beside itself, as a `.js` where it is built.
 */
export function builtThreads(): Plugin {
  const beside = JSON.stringify(pathToFileURL(join(root, 'out/main/threads.js')).href);
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(join(root, 'src/main')) && code.search(THREAD) >= 0
        ? { code: code.replaceAll(THREAD, `workerModule($1, ${beside})`), map: null }
        : null,
  };
}
