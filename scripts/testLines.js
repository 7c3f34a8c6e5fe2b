// Lines at the end of a test run, shared by the reporter of vitest and the summary of CI.

/** @typedef {{ reason: string, file: string }} SkippedTest */
/** @typedef {{ file: string, name: string, error: string }} FlakyTest */

/**
 * One line per reason for which tests were skipped: how many, why, in which files.
 * @param {readonly SkippedTest[]} tests
 * @returns {string[]}
 */
export function skippedLines(tests) {
  const reasons = new Map();
  for (const { reason, file } of tests) {
    const entry = reasons.get(reason) ?? { count: 0, files: new Set() };
    entry.count++;
    entry.files.add(file);
    reasons.set(reason, entry);
  }
  return [...reasons].map(
    ([reason, { count, files }]) => `Skipped ${count}: ${reason}; ${[...files].sort().join(', ')}`,
  );
}

/**
 * Tests that passed on a retry, each with the first line of its failure, and their number.
 * @param {readonly FlakyTest[]} tests
 * @returns {string[]}
 */
export function flakyLines(tests) {
  const lines = tests.map(({ file, name, error }) => `Flaky: ${file}, ${name}\n  ${error.split('\n', 1)[0]}`);
  return [...lines, `flaky: ${tests.length}`];
}
