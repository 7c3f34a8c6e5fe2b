import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

/** Reproductions of published figures and whole studies: seconds to minutes per file. */
const slow = [
  'test/core/**/reproduction/**',
  'test/core/**/realData.test.ts',
  'test/core/methods/field/frey.test.ts',
  'test/core/methods/vector/usps.test.ts',
  'test/core/methods/discriminant/orlNoise.test.ts',
  'test/core/study/cells/orl.test.ts',
  'test/core/classify/iris.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', './scripts/skipReporter.js'],
    projects: [
      {
        // `npm run test:quick`. The core is pure: files share one module graph per worker instead of loading it again.
        test: { name: 'quick', include: ['test/core/**/*.test.ts', 'test/*.test.ts'], exclude: slow, isolate: false },
      },
      {
        plugins: [vue()],
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/core/**/*.test.ts', 'test/*.test.ts'],
        },
      },
      { test: { name: 'slow', include: slow } },
    ].map((project) => ({
      ...project,
      test: { ...project.test, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 },
    })),
    benchmark: { include: ['test/bench/**/*.bench.ts'] },
  },
});
