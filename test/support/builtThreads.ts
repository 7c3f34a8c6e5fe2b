/** A plugin of the tests' configuration. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/**
 * Lets the modules under test start threads of the build, in a third of the processor time that their sources take:
 * a module finds the file of a thread beside itself, as a `.js` where it is built.
 */
export function builtThreads(): Plugin {
  const beside = JSON.stringify(pathToFileURL(join(root, 'out/main/threads.js')).href);
  const startsThreads = /new URL\(`\.\/[^`]*\.\$\{extension\}`, import\.meta\.url\)/;
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(join(root, 'src/main')) && startsThreads.test(code)
        ? { code: code.replaceAll('import.meta.url', beside), map: null }
        : null,
  };
}
