import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../../src/core/study/check/check.ts';
import { powerOf } from '../../../../src/core/compare/power.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const warningsOf = (k: number, test?: 'paired-t') =>
  checkSpec(
    smallSpec({
      protocol: { kind: 'random', trainPerSubject: [k], repeats: 20 },
      ...(test && { comparison: { test } }),
    }),
    facts,
  ).warnings.filter((warning) => warning.includes('n_test/n_train'));

describe('the check of a design', () => {
  it('names what the corrected test can show with small training sets, and what it cannot with any repeats', () => {
    // 1 training and 5 test images of each subject: n_test/n_train = 5.
    const [warning] = warningsOf(1);
    expect(warning).toContain('the test has 80 % power only for differences above');
    expect(warning).toContain('(20 repeats, n_test/n_train = 5)');
    const [, now, limit] = /above ([\d.]+) standard .* below ([\d.]+);/.exec(warning)!;
    const design = { repeats: 20, testToTrain: 5, alpha: 0.05, tails: 1 } as const;
    expect(powerOf(design, Number(now))).toBeCloseTo(0.8, 1);
    expect(Number(limit)).toBeCloseTo((1.6449 + 0.8416) * Math.sqrt(5), 1);
    expect(powerOf({ ...design, repeats: 50_000 }, Number(limit) - 0.1)).toBeLessThan(0.8);
  });

  it('is silent where the test sets are small, and for other tests', () => {
    expect(warningsOf(4)).toEqual([]);
    expect(warningsOf(1, 'paired-t')).toEqual([]);
  });
});
