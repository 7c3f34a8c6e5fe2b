/** npm run test:package: the tests of the packaged application, which take a build and electron-builder. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
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
