import { describe, expect, it } from 'vitest';
import { designWarnings, weakCondition } from '../../../../src/core/study/spec/designWarning.ts';
import { powerOf } from '../../../../src/core/compare/power.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const warningsOf = (k: number, test?: 'paired-t', spread?: number) =>
  designWarnings(
    smallSpec({
      protocol: { kind: 'random', trainPerSubject: [k], repeats: 20 },
      ...(test && { comparison: { test } }),
    }),
    facts,
    spread,
  );

describe('the check of a design', () => {
  it('names what the corrected test can show with small training sets, and what it cannot with any repeats', () => {
    // 1 training and 5 test images of each subject: n_test/n_train = 5.
    const [warning] = warningsOf(1);
    expect(warning).toContain('the test has 80% power only for true differences above');
    const [, now, limit] = /above ([\d.]+) standard .* to ([\d.]+) at best/.exec(warning)!;
    const design = { repeats: 20, testToTrain: 5, alpha: 0.05, tails: 1 } as const;
    expect(powerOf(design, Number(now))).toBeCloseTo(0.8, 1);
    expect(Number(limit)).toBeCloseTo((1.6449 + 0.8416) * Math.sqrt(5), 1);
    expect(powerOf({ ...design, repeats: 50_000 }, Number(limit) - 0.1)).toBeLessThan(0.8);
  });

  it('says it in percentage points where the differences of the condition are known', () => {
    expect(
      weakCondition(smallSpec({ protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 20 } }), facts)?.key,
    ).toBe('k=1');
    const [inDeviations] = warningsOf(1);
    const [unit] = /above ([\d.]+) standard/.exec(inDeviations)!.slice(1).map(Number);
    const [warning] = warningsOf(1, undefined, 10);
    const [, now, limit] = /above ([\d.]+) percentage points.* to ([\d.]+) at best/.exec(warning)!.map(Number);
    // Both are rounded to a decimal.
    expect(Math.abs(now - 10 * unit)).toBeLessThan(0.6);
    expect(limit).toBeLessThan(now);
    expect(warning).toContain('differences so far: s = 10.00');
    expect(warning).not.toContain('standard deviation');
  });

  it('is silent where the differences do not scatter', () => {
    expect(warningsOf(1, undefined, 0)).toEqual([]);
  });

  it('is silent where the test sets are small, and for other tests', () => {
    expect(warningsOf(4)).toEqual([]);
    expect(warningsOf(1, 'paired-t')).toEqual([]);
  });
});
