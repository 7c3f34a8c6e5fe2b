/** Builds the page into out/renderer; the same for the desktop shell and the loopback host. */
import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => resolve(import.meta.dirname, path);

/** The page lies at the root of its origin; electron-vite would make its addresses relative. */
const absoluteBase: Plugin = { name: 'absolute-base', enforce: 'post', config: () => ({ base: '/' }) };

/**
 * @stdlib asks by `eval` whether there are generators, which the policy of the page blocks and the browser reports.
 * There are; and so the page sums its series the same way as Node.
 */
const generators: Plugin = {
  name: 'generators',
  transform: (_code, id) =>
    /assert-has-generator-support\/lib\/main\.js$/.test(id) ? 'module.exports = () => true;' : null,
};

export default defineConfig({
  root: at('src/renderer'),
  publicDir: false,
  plugins: [vue(), absoluteBase, generators],
  build: {
    outDir: at('out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    minify: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    // Everything stays a file of its own, as the content security policy wants it.
    assetsInlineLimit: 0,
    rolldownOptions: { input: at('src/renderer/index.html') },
  },
});
