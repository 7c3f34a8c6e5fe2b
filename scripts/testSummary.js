/**
 * Reads vitest's JSON report, names what was skipped and why, and ends with "N passed, N failed" (", N skipped" when
 * tests were). A test file that could not be loaded has no tests to count and counts as one failure; so does a test
 * that is skipped for no stated reason. Exit code 1 when anything failed, when nothing passed, or without a report.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { skippedLines } from './skippedTests.js';

let report = null;
try {
  report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
} catch (error) {
  console.error(`No test report: ${error.message}`);
}
const files = report?.testResults ?? [];
const broken = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
const skipped = files.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ meta, fullName }) => ({
      reason: meta?.skipped,
      fullName,
      file: relative('.', name).replaceAll('\\', '/'),
    })),
);
const unexplained = skipped.filter(({ reason }) => reason === undefined);
for (const line of skippedLines(skipped.filter(({ reason }) => reason !== undefined))) console.log(line);
for (const { file, fullName } of unexplained) console.log(`Skipped for no stated reason: ${file}, ${fullName}`);

const passed = report?.numPassedTests ?? 0;
const found = (report?.numFailedTests ?? 0) + broken.length + unexplained.length;
const failed = report === null ? 1 : Math.max(found, report.success ? 0 : 1);
const explained = skipped.length - unexplained.length;
console.log(`${passed} passed, ${failed} failed${explained > 0 ? `, ${explained} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
