/** @typedef {{ reason: string, file: string }} SkippedTest */

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
