/** Reporter of vitest that names, below its summary, which tests were skipped and why. */
import { skippedLines } from './skippedTests.js';

export default class SkipReporter {
  onTestRunEnd(modules) {
    const skipped = [];
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        // A test that a filter of the command line leaves out has no reason.
        const reason = test.meta().skipped;
        if (reason !== undefined) skipped.push({ reason, file: module.relativeModuleId });
      }
    }
    for (const line of skippedLines(skipped)) console.log(line);
  }
}
