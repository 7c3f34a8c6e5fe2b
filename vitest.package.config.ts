/** npm run test:package: the tests of the packaged application, which take a build and electron-builder. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/package/*.test.ts'],
    // As in vitest.config.ts: it runs beside others.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Both may install electron-builder.
    fileParallelism: false,
    reporters: ['default', './scripts/summaryReporter.js'],
  },
});
