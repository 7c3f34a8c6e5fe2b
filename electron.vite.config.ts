/** Builds the main process, its worker, the command line, the preload script and the page into out/. */
import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const at = (path: string): string => resolve(import.meta.dirname, path);

/** The page is served from the root of its origin, so nested addresses need absolute asset paths; electron-vite sets './'. */
const absoluteBase: Plugin = { name: 'absolute-base', enforce: 'post', config: () => ({ base: '/' }) };

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: {
          main: at('src/main/electron/main.ts'),
          cli: at('src/main/cli/main.ts'),
          worker: at('src/main/jobs/worker.ts'),
        },
        // Chunks lie beside the entries: the pool finds ./worker.js relative to the module that asks for it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
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
  renderer: {
    root: at('src/renderer'),
    plugins: [vue(), absoluteBase],
    build: {
      outDir: at('out/renderer'),
      minify: true,
      rolldownOptions: { input: at('src/renderer/index.html') },
      // Fonts and images stay files: the content security policy allows no data: scripts and needs no exceptions.
      assetsInlineLimit: 0,
    },
  },
});
