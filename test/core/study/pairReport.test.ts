import { describe, expect, it } from 'vitest';
import { correctedResampledT, pairedT } from '../../../src/core/stats/pairedT.ts';
import { twoSampleT } from '../../../src/core/stats/twoSampleT.ts';
import { pairTestNames } from '../../../src/core/study/pairTests.ts';
import { pairReport } from '../../../src/core/study/pairReport.ts';

const x = [12, 14, 11, 15, 13, 16];
const y = [10, 13, 10, 12, 12, 13];
const report = pairReport({ values: x }, { values: y }, 4, 1);
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
    const turned = pairReport({ values: y }, { values: x }, 4, 1);
    expect(turned.difference).toBeCloseTo(-report.difference!, 12);
    expect(turned.tests.map((test) => test.p)).toEqual(report.tests.map((test) => test.p));
    expect(turned.cliffDelta).toBe(-report.cliffDelta!);
  });

  it('survives JSON when nothing can be said, or the difference has no spread', () => {
    for (const other of [[], [13], x.map((value) => value - 2), x]) {
      const made = pairReport({ values: x }, { values: other }, 1, 0.5);
      expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    }
  });
});
