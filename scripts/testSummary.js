/**
 * Reads vitest's JSON reports, names what was skipped and why, and ends with "N passed, N failed" of all of them
 * (", N skipped" when tests were). A test file that could not be loaded has no tests to count and counts as one
 * failure; so do a test that is skipped for no stated reason, and a report that is missing. Exit code 1 when anything
 * failed, or when nothing passed in one of the reports.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { skippedLines } from './skippedTests.js';

const reports = process.argv.slice(2).flatMap((path) => {
  try {
    return [JSON.parse(readFileSync(path, 'utf8'))];
  } catch (error) {
    console.error(`No test report: ${error.message}`);
    return [];
  }
});
const missing = Math.max(process.argv.length - 2, 1) - reports.length;
const files = reports.flatMap(({ testResults }) => testResults);
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

const sumOf = (count) => reports.reduce((sum, report) => sum + count(report), 0);
const passed = sumOf(({ numPassedTests }) => numPassedTests);
const found = sumOf(({ numFailedTests }) => numFailedTests) + broken.length + unexplained.length + missing;
const failed = Math.max(found, reports.every(({ success }) => success) ? 0 : 1);
const explained = skipped.length - unexplained.length;
console.log(`${passed} passed, ${failed} failed${explained > 0 ? `, ${explained} skipped` : ''}`);
const nothing = reports.some(({ numPassedTests }) => numPassedTests === 0);
process.exitCode = failed > 0 || nothing ? 1 : 0;
