// A test runner of Stryker over scripts/mutation/residentTests.ts. Stryker's own runner of vitest starts a thread for
// every change: 567 changes of the room `compare` took it 410 s.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { collect } from '../../scripts/mutation/collectedTests.ts';
import { residentTests } from '../../scripts/mutation/residentTests.ts';

// How long each test takes and how often it comes by each change, for the processes that come later. In the copy of the
// sources.
const firstRunFile = 'first-run.json';

// A loop that a test goes through so many times as often as before, and so many more, counts as endless. The limit of
// Stryker is of all tests together: beside simulations a loop of ten turns took 100 s to end.
const OFTEN = 100;
const MORE = 100_000;

// Stryker counts each time that code is come by, also when nobody reads it: simulations took ten times as long.
const COUNTED = 'var c = cov.static;';
const COUNTED_WHEN_READ = `if (ns.${INSTRUMENTER_CONSTANTS.ACTIVE_MUTANT} !== undefined) return; ${COUNTED}`;

const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

class ResidentRunner {
  static inject = [];

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    const sources = pathToFileURL(join(process.cwd(), 'src/')).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'vitest'
          ? { url: new URL('vitest.js', import.meta.url).href, shortCircuit: true }
          : next(specifier, context),
      load: (url, context, next) => {
        const loaded = next(url, context);
        if (!url.startsWith(sources)) return loaded;
        return { ...loaded, source: String(loaded.source).replace(COUNTED, COUNTED_WHEN_READ) };
      },
    });
    const load = (file) => import(pathToFileURL(join(process.cwd(), file)).href);
    const { setup, files } = JSON.parse(process.env.MUTATION_TESTS);
    for (const file of setup) await load(file);
    const tests = new Map();
    for (const file of files) for (const test of await collect(() => load(file))) tests.set(`${file} ${test.name}`, test);
    this.first = existsSync(firstRunFile) ? JSON.parse(readFileSync(firstRunFile, 'utf8')) : { times: {}, hits: {} };
    this.tests = residentTests(tests, stryker, new Map(Object.entries(this.first.times)));
  }

  async dryRun() {
    const results = await this.tests.runAll();
    const times = Object.fromEntries(results.map(({ id, ms }) => [id, ms]));
    this.first = { times, hits: stryker.mutantCoverage.perTest };
    writeFileSync(firstRunFile, JSON.stringify(this.first));
    const tests = results.map(({ id, ms, failure }) => {
      const test = { id, name: id, timeSpentMs: ms };
      if (failure === null) return { ...test, status: TestStatus.Success };
      return { ...test, status: TestStatus.Failed, failureMessage: failure };
    });
    return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant: { id: change }, testFilter = [] }) {
    const limitOf = (id) => MORE + OFTEN * (this.first.hits[id]?.[change] ?? 0);
    const verdict = await this.tests.ask(change, testFilter, limitOf);
    // Stryker tries a change anew where the process ended under it.
    if (verdict.is === 'unsure') process.exit(1);
    if (verdict.is === 'endless') return { status: MutantRunStatus.Timeout };
    if (verdict.is === 'unnoticed') return { status: MutantRunStatus.Survived, nrOfTests: verdict.asked };
    const { by, failure, asked } = verdict;
    return { status: MutantRunStatus.Killed, killedBy: [by], failureMessage: failure, nrOfTests: asked };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'resident', ResidentRunner)];
