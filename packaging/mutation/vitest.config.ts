/** npm run mutate: the quick tests of the core. Stryker runs them in threads, which take no options of V8. */
import { defineConfig } from 'vitest/config';
import { quick } from '../../vitest.config.ts';

export default defineConfig({ test: { ...quick, execArgv: [] } });
