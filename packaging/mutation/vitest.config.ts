/** The quick tests that `npm run mutate` runs again for every change: those that scripts/mutate.ts names. */
import { defineConfig } from 'vitest/config';
import { quick } from '../../vitest.config.ts';

export default defineConfig({
  test: {
    ...quick,
    include: [process.env['MUTATION_TESTS']!],
    // Hundreds of simulated studies for every change: an hour for 300, and a loose bound notices few of them.
    exclude: [...quick.exclude, '**/*Coverage.test.ts'],
    // Stryker has its tests run in threads, which take no options of V8.
    execArgv: [],
  },
});
