/** npm run test:package: the tests of the packaged application, which take a build and electron-builder. */
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    include: ['test/package/*.test.ts'],
    // As in vitest.config.ts: they only end what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Both may install electron-builder.
    fileParallelism: false,
    reporters: ['default', './scripts/summaryReporter.js'],
  },
});
