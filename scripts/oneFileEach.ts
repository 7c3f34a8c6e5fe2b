/** Threads of which a study starts many, each bundled into one file. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** Removes white space, a quarter of the size; names stay, for stack traces. */
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Rebundles entries of a build, each with all its imports. Node resolves, reads and links every file by itself: a
 * solver thread of 51 files takes 0.12 s of processor time to start, of one file 0.08 s. Other entries share the
 * chunks: a separate reader would add 3 MB to every installer, and a window starts one.
 */
export function oneFileEach(entries: readonly string[]): Plugin {
  return {
    name: 'one file each',
    async writeBundle({ dir }) {
      for (const entry of entries) {
        const file = join(dir!, `${entry}.js`);
        const bundle = await rolldown({ input: file, platform: 'node', external: (id) => !/^[./]/.test(id) });
        await bundle.write({ file, codeSplitting: false, minify });
        await bundle.close();
      }
    },
  };
}
