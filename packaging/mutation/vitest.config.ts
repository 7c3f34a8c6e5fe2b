/** The quick tests that `npm run mutate` runs again for every change: those that scripts/mutate.ts names. */
import { defineConfig } from 'vitest/config';
import { quick } from '../../vitest.config.ts';

export default defineConfig({
  test: {
    ...quick,
    include: [process.env['MUTATION_TESTS']!],
    // Stryker has its tests run in threads, which take no options of V8.
    execArgv: [],
  },
});
