/**
 * A test runner of Stryker that keeps sources and tests loaded: a change costs the tests that come by it, not a process
 * or a thread that loads all of them. Stryker's own runner of vitest starts a thread for every change: 567 changes of
 * the room `compare` took it 410 s.
 *
 * What one change leaves behind could decide about the next: a test that fails must pass without the change, and a
 * change that no test noticed must have been executed (its value may have been kept from before). Otherwise the process
 * ends, and Stryker tries the change anew in a fresh one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import type { CollectedTest } from './testApi.ts';

const testApi = new URL('testApi.ts', import.meta.url).href;

/** Runs before the tests: test/support/bestKernels.ts and others that vitest.config.ts names. */
const { setup, tests: files } = JSON.parse(process.env['MUTATION_TESTS']!) as { setup: string[]; tests: string[] };

const stryker: InstrumenterContext = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/** How long each test takes, for the processes that come later: short ones are asked first. In the sandbox. */
const timesFile = 'test-times.json';

/** Stryker counts each time that code is come by, also when nobody reads it: simulations took ten times as long. */
const COUNTED = 'var c = cov.static;';
const COUNTED_WHEN_READ = `if (ns.${INSTRUMENTER_CONSTANTS.ACTIVE_MUTANT} !== undefined) return; ${COUNTED}`;

/** What a test throws, null where it passes. */
async function failureOf(test: CollectedTest): Promise<string | null> {
  try {
    await test.run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

class ResidentRunner implements TestRunner {
  readonly #tests = new Map<string, { readonly test: CollectedTest; milliseconds: number }>();
  /** Whether a change has been tried in this process, and whether one is known to have left something behind. */
  #used = false;
  #stale = false;

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    const sources = pathToFileURL(join(process.cwd(), 'src/')).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'vitest' ? { url: testApi, shortCircuit: true } : next(specifier, context),
      load: (url, context, next) => {
        const loaded = next(url, context);
        if (!url.startsWith(sources)) return loaded;
        return { ...loaded, source: String(loaded.source).replace(COUNTED, COUNTED_WHEN_READ) };
      },
    });
    const times = existsSync(timesFile) ? (JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>) : {};
    const urlOf = (file: string): string => pathToFileURL(join(process.cwd(), file)).href;
    for (const file of setup) await import(urlOf(file));
    const { collect } = (await import(testApi)) as typeof import('./testApi.ts');
    for (const file of files) {
      try {
        const tests = await collect(urlOf(file));
        for (const test of tests) {
          const id = `${file} ${test.name}`;
          this.#tests.set(id, { test, milliseconds: times[id] ?? 0 });
        }
      } catch (error) {
        process.stderr.write(`${file} is left out: ${(error as Error).message}\n`);
      }
    }
  }

  async dryRun(): Promise<DryRunResult> {
    const passed: TestResult[] = [];
    for (const [id, { test }] of this.#tests) {
      stryker.currentTestId = id;
      const from = performance.now();
      const failure = await failureOf(test);
      const timeSpentMs = performance.now() - from;
      stryker.currentTestId = undefined;
      if (failure === null) passed.push({ id, name: id, timeSpentMs, status: TestStatus.Success });
      else process.stderr.write(`${id} is left out: ${failure}\n`);
    }
    writeFileSync(timesFile, JSON.stringify(Object.fromEntries(passed.map(({ id, timeSpentMs }) => [id, timeSpentMs]))));
    return { status: DryRunStatus.Complete, tests: passed, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, hitLimit, testFilter }: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker tries a change anew where the process ended under it.
    if (this.#stale) process.exit(1);
    const fresh = !this.#used;
    this.#used = true;
    const entries = (testFilter ?? []).map((id) => ({ id, entry: this.#tests.get(id)! }));
    entries.sort((a, b) => a.entry.milliseconds - b.entry.milliseconds);
    let executed = false;
    for (const [place, { id, entry }] of entries.entries()) {
      Object.assign(stryker, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      const from = performance.now();
      const failure = await failureOf(entry.test);
      entry.milliseconds = performance.now() - from;
      const hits = stryker.hitCount ?? 0;
      Object.assign(stryker, { activeMutant: 'none', hitCount: undefined });
      executed ||= hits > 0;
      const endless = hitLimit !== undefined && hits > hitLimit;
      if (failure === null && !endless) continue;
      if ((await failureOf(entry.test)) !== null) {
        if (!fresh) process.exit(1);
        this.#stale = true;
      }
      return endless
        ? { status: MutantRunStatus.Timeout, reason: `more than ${hitLimit} times` }
        : { status: MutantRunStatus.Killed, killedBy: [id], failureMessage: failure!, nrOfTests: place + 1 };
    }
    if (!executed && !fresh) process.exit(1);
    return { status: MutantRunStatus.Survived, nrOfTests: entries.length };
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'resident', Object.assign(ResidentRunner, { inject: [] as const })),
];
