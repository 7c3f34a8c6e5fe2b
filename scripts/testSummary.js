/**
 * Reads vitest's JSON reports and names the tests that were skipped, that passed on a retry and that failed, and why.
 * The last two lines count all reports: "flaky: N", and "N passed, N failed" (", N skipped" if tests were). A test file
 * that could not be loaded counts as one failure; so do a test that is skipped for no stated reason, and a missing
 * report. Exit code 1 if anything failed, or if nothing passed in one of the reports.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { flakyLines, skippedLines } from './testLines.js';

const reports = process.argv.slice(2).flatMap((path) => {
  try {
    return [JSON.parse(readFileSync(path, 'utf8'))];
  } catch (error) {
    console.error(`No test report: ${error.message}`);
    return [];
  }
});
/** The start of a failure's message, indented: the whole of it stands in the output of the tests, far above. */
const startOf = (message) => `  ${message.split('\n').slice(0, 12).join('\n  ')}`;
const missing = Math.max(process.argv.length - 2, 1) - reports.length;
const files = reports.flatMap(({ testResults }) => testResults);
const broken = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
const fileOf = ({ name }) => relative('.', name).replaceAll('\\', '/');
const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: fileOf(file) })));
const skipped = tests
  .filter(({ status }) => status !== 'passed' && status !== 'failed')
  .map(({ meta, fullName, file }) => ({ reason: meta?.skipped, fullName, file }));
const unexplained = skipped.filter(({ reason }) => reason === undefined);
for (const line of skippedLines(skipped.filter(({ reason }) => reason !== undefined))) console.log(line);
for (const { file, fullName } of unexplained) console.log(`Skipped for no stated reason: ${file}, ${fullName}`);
for (const file of broken) console.log(`Failed: ${fileOf(file)} could not be loaded\n${startOf(file.message)}`);
for (const { file, fullName, failureMessages } of tests.filter(({ status }) => status === 'failed'))
  console.log(`Failed: ${file}, ${fullName}\n${failureMessages.map(startOf).join('\n')}`);
// A test that passed keeps the failures of its earlier attempts.
const flaky = tests
  .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)
  .map(({ file, fullName, failureMessages }) => ({ file, name: fullName, error: failureMessages[0] }));
for (const line of flakyLines(flaky)) console.log(line);

const sumOf = (count) => reports.reduce((sum, report) => sum + count(report), 0);
const passed = sumOf(({ numPassedTests }) => numPassedTests);
const found = sumOf(({ numFailedTests }) => numFailedTests) + broken.length + unexplained.length + missing;
const failed = Math.max(found, reports.every(({ success }) => success) ? 0 : 1);
const explained = skipped.length - unexplained.length;
console.log(`${passed} passed, ${failed} failed${explained > 0 ? `, ${explained} skipped` : ''}`);
const nothing = reports.some(({ numPassedTests }) => numPassedTests === 0);
process.exitCode = failed > 0 || nothing ? 1 : 0;
