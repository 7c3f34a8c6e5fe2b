// @module-tag processes
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const root = resolve(import.meta.dirname, '../..');

interface Outcome {
  readonly status: string;
  readonly skipped?: string;
  /** Failure of the first attempt of a test that passed on a retry. */
  readonly failedFirst?: string;
}

/** A report of vitest in a file of its own. */
function reportOf(tests: readonly Outcome[], broken = 0): string {
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const testResults = [
    {
      name: join(root, 'test/one.test.ts'),
      status: 'passed',
      assertionResults: tests.map(({ status, skipped, failedFirst }, n) => ({
        status,
        fullName: `test ${n + 1}`,
        failureMessages: status === 'failed' ? ['Error: 1 is not 2\n    at one.test.ts:3'] : [failedFirst ?? []].flat(),
        meta: skipped === undefined ? {} : { skipped },
      })),
    },
    ...Array.from({ length: broken }, () => ({
      name: join(root, 'x.ts'),
      status: 'failed',
      message: 'no module y',
      assertionResults: [],
    })),
  ];
  const report = {
    success: count('failed') + broken === 0,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults,
  };
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

function summaryIn(...files: readonly string[]): { code: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/testSummary.js', ...files], { cwd: root });
  return { code: status, lines: String(stdout).trim().split('\n') };
}

const summaryOf = (...parameters: Parameters<typeof reportOf>) => summaryIn(reportOf(...parameters));

describe('the summary of the tests', () => {
  it('counts what passed', () => {
    expect(summaryOf([{ status: 'passed' }])).toEqual({ code: 0, lines: ['flaky: 0', '1 passed, 0 failed'] });
  });

  it('names what failed, and why', () => {
    expect(summaryOf([{ status: 'passed' }, { status: 'failed' }])).toEqual({
      code: 1,
      lines: [
        'Failed: test/one.test.ts, test 2',
        '  Error: 1 is not 2',
        '      at one.test.ts:3',
        'flaky: 0',
        '1 passed, 1 failed',
      ],
    });
    const broken = ['Failed: x.ts could not be loaded', '  no module y'];
    expect(summaryOf([{ status: 'passed' }], 2)).toEqual({
      code: 1,
      lines: [...broken, ...broken, 'flaky: 0', '1 passed, 2 failed'],
    });
  });

  it('names what passed on a retry, with the first line of its failure', () => {
    const flaky = { status: 'passed', failedFirst: 'Error: the button moved\n    at one.test.ts:3' };
    expect(summaryOf([{ status: 'passed' }, flaky])).toEqual({
      code: 0,
      lines: ['Flaky: test/one.test.ts, test 2', '  Error: the button moved', 'flaky: 1', '2 passed, 0 failed'],
    });
  });

  it('names what was skipped, and why', () => {
    const skipped = { status: 'skipped', skipped: 'no real data: orl' };
    expect(summaryOf([{ status: 'passed' }, skipped, skipped])).toEqual({
      code: 0,
      lines: ['Skipped 2: no real data: orl; test/one.test.ts', 'flaky: 0', '1 passed, 0 failed, 2 skipped'],
    });
  });

  it('fails when a test is skipped for no stated reason, and when nothing passed', () => {
    expect(summaryOf([{ status: 'passed' }, { status: 'skipped' }])).toEqual({
      code: 1,
      lines: ['Skipped for no stated reason: test/one.test.ts, test 2', 'flaky: 0', '1 passed, 1 failed'],
    });
    expect(summaryOf([{ status: 'skipped', skipped: 'no browser' }]).code).toBe(1);
  });

  it('counts the tests of several reports, one of which may have failed, be empty or be missing', () => {
    const passing = reportOf([{ status: 'passed' }, { status: 'passed' }]);
    expect(summaryIn(passing, passing)).toEqual({ code: 0, lines: ['flaky: 0', '4 passed, 0 failed'] });
    const failing = summaryIn(passing, reportOf([{ status: 'failed' }]));
    expect([failing.code, failing.lines.at(-1)]).toEqual([1, '2 passed, 1 failed']);
    expect(summaryIn(passing, reportOf([]))).toEqual({ code: 1, lines: ['flaky: 0', '2 passed, 0 failed'] });
    expect(summaryIn(passing, join(root, 'nowhere.json'))).toEqual({
      code: 1,
      lines: ['flaky: 0', '2 passed, 1 failed'],
    });
    expect(summaryIn()).toEqual({ code: 1, lines: ['flaky: 0', '0 passed, 1 failed'] });
  });
});
