import { globSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { isBuilt } from './scripts/freshBuild.ts';
import { BUILT } from './test/support/builtApplication.ts';
import { builtThreads } from './test/support/builtThreads.ts';
import { IsolatedFirst } from './test/support/isolatedFirst.ts';

const core = ['test/core/**/*.test.ts', 'test/*.test.ts'];

/**
 * In the mode `long` (`npm run test:long`): fuzz tests; what needs whole databases (published figures in full size,
 * counts, defects); and what is tried with programs of others: TeX, interpreters, schedulers, the commands of the
 * manual one by one.
 */
const long = [
  'test/attack/**/*.test.ts',
  'test/core/**/reproduction/**/*.test.ts',
  'test/core/methods/discriminant/orlNoise.test.ts',
  'test/**/realData.test.ts',
  'test/core/{report/latexFit,report/typstFigures,figures/tikzFit}.test.ts',
  'test/main/external/languages.test.ts',
  'test/main/cli/{clients,examples,manualCommands,slurm}.test.ts',
  'test/main/cli/shards/run.test.ts',
];
/**
 * Kills at random moments and flips of random bits: a few in `npm test`, as many as this in the mode `long`, which also
 * fuzzes more outside CI. Failures
 * of the power: two commands in `npm test`, each call of each command in the mode `long`. Calls that fail: the flushes
 * of one command; in the mode `long` of each command so many calls of each kind.
 */
const repeated = [
  'test/main/runner/killed.test.ts',
  'test/main/workspace/bitFlips.test.ts',
  'test/main/disk/{failingCalls,powerFailure}.test.ts',
];
const counts = {
  EIGENBENCH_KILLS: '12',
  EIGENBENCH_FLIPS: '1000',
  EIGENBENCH_DISKS: '2',
  EIGENBENCH_FUZZING: '4',
  EIGENBENCH_CALLS: process.env['EIGENBENCH_CALLS'] ?? '1',
};

/** Tests of the core that take seconds: figures of real data, sweeps over all methods, sizes of 60 000. */
const slow = [
  'test/core/methods/field/{frey,size}.test.ts',
  'test/core/methods/vector/{fewAxes,usps}.test.ts',
  'test/core/methods/bilinear/kronecker/{kroneckerLockstep,missingPixels}.test.ts',
  'test/core/study/cells/{orl,leaks,sharedWork}.test.ts',
  'test/core/classify/iris.test.ts',
  'test/core/measures/intervalCoverage.test.ts',
];

/**
 * Where temporary files of tests go: into memory where Linux offers room for them. Tests open some thousand workspaces,
 * and each waits for a disk three times as long as for memory (140 ms against 50 ms on a busy machine).
 */
function temporaryFiles(): { readonly TMPDIR?: string } {
  if (process.env['TMPDIR'] || process.platform !== 'linux') return {};
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 4 * 2 ** 30 ? { TMPDIR: '/dev/shm' } : {};
  } catch {
    return {};
  }
}

/** Otherwise what tests start runs from the sources: slower, with the same result. */
const fresh = isBuilt();

const shared = {
  environment: 'node',
  // No test is of time: these limits only end what hangs, also on a machine that does ten other things at once.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
  // Processes and threads that tests start load compiled code: a worker of a study takes 0.16 s of processor time to
  // start instead of 0.5 s.
  env: {
    NODE_COMPILE_CACHE: resolve(import.meta.dirname, 'node_modules/.cache/eigenbench'),
    ...(fresh ? { [BUILT]: resolve(import.meta.dirname, 'out') } : {}),
    // Every new data folder would cost half a second to find the width of the kernels, on which no result depends.
    EIGENBENCH_WIDTH: '128',
    ...temporaryFiles(),
  },
  // Short-lived objects have 32 MiB from the start, where V8 begins with 1 MiB in every thread and collects them, with
  // four helper threads, until it has grown: 18.2 s of processor time instead of 20.8 s where engines start again
  // (test/main/engineThread/restart.test.ts).
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'] as string[],
} as const;
/** Tests of the page without a browser. */
const page = ['test/renderer/**/*.test.ts'];
/**
 * Tests of application and page that put others in the place of modules need a worker of their own: the rest share one
 * module graph per worker, in half of the processor time.
 */
const alone = globSync('test/{main,renderer}/**/*.test.ts', { cwd: import.meta.dirname })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      file.startsWith('test/main/electron/') ||
      /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(resolve(import.meta.dirname, file), 'utf8')),
  );
const builtPlugins = fresh ? [builtThreads()] : [];
/**
 * Tests that drive the built application in a browser. Their files share a worker too, its modules and its process of
 * commands: they take 65 s by themselves, where they took 72 s.
 */
const endToEnd = 'test/e2e/**/*.test.ts';
const noBenchmarks = { benchmark: { include: [] } };

/**
 * `npm run test:quick`. The core is pure: its tests share one module graph per worker instead of loading it again.
 * `npm run mutate` runs some of them.
 */
export const quick = {
  ...shared,
  ...noBenchmarks,
  name: 'quick',
  include: core,
  exclude: [...slow, ...long],
  isolate: false,
  setupFiles: ['test/support/bestKernels.ts'],
};

const projects: TestProjectConfiguration[] = [
  { test: quick },
  { test: { ...shared, ...noBenchmarks, name: 'slow', include: slow } },
  {
    plugins: builtPlugins,
    test: {
      ...shared,
      name: 'application',
      include: ['test/**/*.test.ts'],
      exclude: [...core, ...long, ...page, ...alone, endToEnd, 'test/package/**'],
      isolate: false,
      benchmark: { include: ['test/bench/**/*.bench.ts'] },
    },
  },
  {
    plugins: [vue()],
    test: {
      ...shared,
      ...noBenchmarks,
      name: 'page',
      include: page,
      exclude: alone,
      isolate: false,
      setupFiles: ['test/renderer/cleanWindow.ts'],
    },
  },
  {
    plugins: [vue(), ...builtPlugins],
    test: { ...shared, ...noBenchmarks, name: 'alone', include: alone },
  },
  {
    test: {
      ...shared,
      ...noBenchmarks,
      name: 'end to end',
      retry: 2,
      include: [endToEnd],
      isolate: false,
      globalSetup: ['test/e2e/buildFirst.ts'],
    },
  },
];

const longProject: TestProjectConfiguration = {
  plugins: builtPlugins,
  test: {
    ...shared,
    ...noBenchmarks,
    name: 'long',
    // CI has just run these in `npm test`, as often as a change needs them; more of them are for a release.
    include: process.env['CI'] ? long : [...long, ...repeated],
    env: process.env['CI'] ? shared.env : { ...shared.env, ...counts },
  },
};

export default defineConfig(({ mode }) => ({
  test: {
    // One more than processors, since tests wait for browsers and for processes that they start. By default a run
    // leaves a processor free, which on two processors halves the suite's speed.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: IsolatedFirst },
    reporters: ['default', './scripts/summaryReporter.js'],
    // All in one run: what the long ones leave of the processors at their end, many small ones take.
    // Processes and browsers share the machine with others. What passes on a retry is listed at the end, as `flaky: N`.
    tags: [{ name: 'processes', description: 'starts processes', retry: 2 }],
    projects: { long: [longProject], all: [longProject, ...projects] }[mode] ?? projects,
  },
}));
