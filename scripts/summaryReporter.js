/**
 * Reporter of vitest. Below its summary it names the tests that were skipped, and why, and those that passed on a
 * retry. If the run is terminated, it names the files that had not ended.
 */
import { flakyLines, skippedLines } from './testLines.js';

export default class SummaryReporter {
  #running = new Set();

  onTestRunStart() {
    this.#running.clear();
    process.once('SIGTERM', this.#onTerminate);
  }

  onTestModuleStart({ relativeModuleId }) {
    this.#running.add(relativeModuleId);
  }

  onTestModuleEnd({ relativeModuleId }) {
    this.#running.delete(relativeModuleId);
  }

  onTestRunEnd(modules) {
    process.removeListener('SIGTERM', this.#onTerminate);
    const skipped = [];
    const flaky = [];
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const test of module.children.allTests('skipped')) {
        // A test that a filter of the command line leaves out has no reason.
        const reason = test.meta().skipped;
        if (reason !== undefined) skipped.push({ reason, file });
      }
      for (const test of module.children.allTests('passed')) {
        if (!test.diagnostic()?.flaky) continue;
        flaky.push({ file, name: test.fullName, error: test.result().errors?.[0]?.message ?? '' });
      }
    }
    for (const line of [...skippedLines(skipped), ...flakyLines(flaky)]) console.log(line);
  }

  #onTerminate = () => {
    console.log(`Terminated while these test files ran: ${[...this.#running].sort().join(', ') || 'none'}`);
    process.exit(143);
  };
}
