/** Builds the main process, its threads, the command line, the preload script and the page into out/. */
import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { cliAnswers } from './scripts/cliAnswers.ts';
import { networks } from './scripts/networks/write.ts';
import { oneFileEach } from './scripts/oneFileEach.ts';
import { windowIcon } from './scripts/windowIcon.ts';
import { workingCopyCommit } from './src/main/engineInfo.ts';
import renderer from './vite.renderer.config.ts';

const commit = workingCopyCommit(import.meta.dirname);
const at = (path: string): string => resolve(import.meta.dirname, path);

export default defineConfig({
  main: {
    plugins: [oneFileEach(['solverWorker']), cliAnswers(), windowIcon(at('src/renderer/icon.svg')), networks()],
    define: commit === null ? {} : { EIGENBENCH_COMMIT: JSON.stringify(commit) },
    build: {
      rolldownOptions: {
        input: {
          main: at('src/main/electron/main.ts'),
          cli: at('src/main/cli/main.ts'),
          program: at('src/main/cli/program.ts'),
          engineThread: at('src/main/engineThread/engineThread.ts'),
          readerWorker: at('src/main/engine/reader/readerWorker.ts'),
          solverWorker: at('src/main/workers/solvers/solverWorker.ts'),
          embeddingWorker: at('src/main/workers/embeddingWorker.ts'),
          faceWorker: at('src/main/workers/faceWorker.ts'),
          modelWorker: at('src/main/workers/modelWorker.ts'),
          networkWorker: at('src/main/workers/networkWorker.ts'),
          pairWorker: at('src/main/workers/pairWorker.ts'),
          paperWorker: at('src/main/workers/paperWorker.ts'),
          methodWorker: at('src/main/workers/methodWorker.ts'),
          programWorker: at('src/main/external/programWorker.ts'),
          decoderWorker: at('src/main/workers/decoders/decoderWorker.ts'),
        },
        // Chunks lie beside the entries: the pool finds ./solverWorker.js relative to the module that asks for it.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: { jsdoc: false, annotation: false },
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script must be CommonJS and import nothing but electron.
      rolldownOptions: {
        input: { preload: at('src/main/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer,
});
