import { describe, expect, it } from 'vitest';
import { correctedResampledT, pairedT } from '../../../../src/core/stats/pairedT.ts';
import { twoSampleT } from '../../../../src/core/stats/twoSampleT.ts';
import { pairTestNames } from '../../../../src/core/study/comparison/pairTests.ts';
import { pairReport } from '../../../../src/core/study/comparison/pairReport.ts';

const x = [12, 14, 11, 15, 13, 16];
const y = [10, 13, 10, 12, 12, 13];
const report = pairReport({ values: x }, { values: y }, { testToTrain: 4, halfWidth: 1, alpha: 0.05 });
const p = (name: string) => report.tests.find((test) => test.name === name)!.p!;

describe('pairReport', () => {
  it('asks every test about the same pair, on both sides', () => {
    expect(report.tests.map(({ name }) => name)).toEqual([...pairTestNames]);
    expect(p('two-sample-t')).toBe(twoSampleT(x, y)!.p);
    expect(p('paired-t')).toBe(pairedT(x, y)!.p);
    expect(p('corrected-resampled-t')).toBe(correctedResampledT(x, y, 4)!.p);
    // Pairing removes what the splits have in common; the correction takes most of that gain back.
    expect(p('paired-t')).toBeLessThan(p('two-sample-t'));
    expect(p('corrected-resampled-t')).toBeGreaterThan(p('paired-t'));
  });

  it('gives the difference with both intervals, the wider one corrected, and agrees with the tests', () => {
    expect(report.difference).toBeCloseTo(11 / 6, 12);
    const [plain, corrected] = [report.interval!, report.correctedInterval!];
    expect(plain.low).toBeGreaterThan(0);
    expect(corrected.high - corrected.low).toBeGreaterThan(plain.high - plain.low);
    expect(corrected.low > 0).toBe(p('corrected-resampled-t') < 0.05);
  });

  it('adds the probabilities of smaller, practically equal and larger to 1', () => {
    const { less, equivalent, greater } = report.rope!;
    expect(less + equivalent + greater).toBeCloseTo(1, 12);
    expect(greater).toBeGreaterThan(less);
  });

  it('turns round with the methods', () => {
    const turned = pairReport({ values: y }, { values: x }, { testToTrain: 4, halfWidth: 1, alpha: 0.05 });
    expect(turned.difference).toBeCloseTo(-report.difference!, 12);
    expect(turned.tests.map((test) => test.p)).toEqual(report.tests.map((test) => test.p));
    expect(turned.cliffDelta).toBe(-report.cliffDelta!);
  });

  it('survives JSON when nothing can be said, or the difference has no spread', () => {
    for (const other of [[], [13], x.map((value) => value - 2), x]) {
      const made = pairReport({ values: x }, { values: other }, { testToTrain: 1, halfWidth: 0.5, alpha: 0.05 });
      expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    }
  });

  it('says of every test whether it finds a difference at the level asked for', () => {
    const strict = pairReport({ values: x }, { values: y }, { testToTrain: 4, halfWidth: 1, alpha: 1e-6 });
    expect(report.tests.map(({ p, different }) => different === p! < 0.05)).not.toContain(false);
    expect(strict.tests.map(({ different }) => different)).not.toContain(true);
    expect(strict.explanation[0]).toBe('No test finds a difference at α = 0.000001.');
  });

  it('adds McNemar’s exact test where the predictions of a split are at hand', () => {
    const mcnemar = { repeat: 3, tests: 50, onlyFirstWrong: 9, onlySecondWrong: 1 };
    const made = pairReport({ values: x }, { values: y }, { testToTrain: 4, halfWidth: 1, alpha: 0.05, mcnemar });
    expect(made.tests.at(-1)).toMatchObject({ name: 'mcnemar', p: 22 / 1024, different: true });
    expect(made.explanation.join(' ')).toContain(
      'repeat 3): of its 50 test images 9 are wrong by the first method alone',
    );
  });

  it('explains the answers with the numbers behind them', () => {
    const text = report.explanation.join(' ');
    expect(text).toMatch(
      /^3 of 6 tests find a difference at α = 0\.05; not: t-test with pooled variance, Welch.s t-test, corrected/,
    );
    expect(text).toContain('correlate by 0.86: paired tests take out');
    // √(1 + 6 · 4)
    expect(text).toContain('the standard error 5.0 times as large');
    expect(text).toContain('greater in 6 of 6 differing repeats;');
    const few = pairReport({ values: [1, 2] }, { values: [0, 0] }, { testToTrain: 1, halfWidth: 0, alpha: 0.05 });
    expect(few.explanation.join(' ')).toContain('cannot give less than p = 0.5 with so few');
  });

  it('decides for practical equivalence only with a probability of 1 − α', () => {
    expect(report.rope!.decision).toBeNull();
    const near = x.map((value, i) => value + (i % 2 === 0 ? 0.01 : -0.01));
    const equal = pairReport({ values: x }, { values: near }, { testToTrain: 1, halfWidth: 1, alpha: 0.05 });
    expect(equal.rope).toMatchObject({ decision: 'equivalent' });
  });
});
