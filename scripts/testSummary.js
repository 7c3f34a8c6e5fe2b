/**
 * Reads vitest's JSON report and prints "N passed, N failed". A test file that could not be loaded has no tests to
 * count and counts as one failure. Exit code 1 when anything failed, when nothing passed, or without a report.
 */
import { readFileSync } from 'node:fs';

let report = null;
try {
  report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
} catch (error) {
  console.error(`No test report: ${error.message}`);
}
const broken =
  report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0) ?? [];
const passed = report?.numPassedTests ?? 0;
const failed = report === null ? 1 : Math.max(report.numFailedTests + broken.length, report.success ? 0 : 1);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
