import { describe, expect, it } from 'vitest';
import { pairReport } from '../../../src/core/compare/pairReport.ts';
import {
  pairDesign,
  pairVerdict,
  pairVerdictParts,
  type VerdictContext,
} from '../../../src/core/report/pairVerdict.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import { correctedResampledT } from '../../../src/core/stats/tests/pairedT.ts';
import { answered } from '../stats/fixture.ts';

const context: VerdictContext = {
  first: 'BPPCA',
  second: 'PCA',
  measure: measureOf('error-rate'),
  test: 'corrected-resampled-t',
};

type Given = [x: number[], y: number[], testToTrain: number, changed?: Partial<VerdictContext>];

function report(...[x, y, testToTrain]: Given) {
  const look = { testToTrain: () => testToTrain, halfWidth: 1, alpha: 0.05 };
  return pairReport({ values: x }, { values: y }, look);
}

function verdict(...given: Given): string[] {
  return pairVerdict(report(...given), { ...context, ...given[3] });
}

function parts(...given: Given) {
  return pairVerdictParts(report(...given), { ...context, ...given[3] });
}

const base = [30, 31, 29, 32, 30, 28];
/** Mean −4, std 4. */
const wide = [0, -8, -4, -9, 1, -4];
const shifted = (d: number[]): number[] => base.map((value, i) => value + d[i]);

describe('pairVerdict', () => {
  it('says how large the difference is in percentage points, and in how many repeats', () => {
    expect(verdict(shifted(wide), base, 4)[0]).toBe(
      'BPPCA errs 4.0 pp less than PCA on average over 6 repeats; lower in 4 of 6 repeats.',
    );
    expect(verdict(base, shifted(wide), 4)[0]).toContain('BPPCA errs 4.0 pp more than PCA');
    expect(verdict(shifted([-1, -2, -3, -1, -2, -3]), base, 4)[0]).toContain('; lower in every one.');
    expect(verdict(base, base, 4)[0]).toBe('BPPCA and PCA have the same mean error rate over 6 repeats.');
  });

  it('names other measures and their direction', () => {
    const [first] = verdict(shifted(wide), base, 4, { measure: measureOf('accuracy') });
    expect(first).toBe(
      'The mean recognition rate of BPPCA is 4.0 pp lower than that of PCA over 6 repeats; lower in 4 of 6 repeats.',
    );
    const [area] = verdict([0.9, 0.8], [0.9, 0.8], 4, { measure: measureOf('verification-auc') });
    expect(area).toBe('BPPCA and PCA have the same mean verification AUC over 2 repeats.');
  });

  it('says that the design cannot show the difference where no number of repeats would', () => {
    const [, confirmed, ...others] = verdict(shifted(wide), base, 4);
    const power = others.find((sentence) => sentence.includes('cannot find'));
    expect(confirmed).toMatch(/finds no significant difference \(p = 0\.\d+, α = 0\.05\)\.$/);
    expect(power).toContain('The test cannot find this difference at this spread');
    expect(power).toContain('4.0 times as many images as they train on');
    // z · s · √r = 1.96 · 4.05 · 2
    expect(power).toContain('no number of repeats detects any below 15.9 pp');
  });

  it('does not call a difference large that might as well be one the other way', () => {
    // Mean −5, standard deviation 30: hardly within ±1, and hardly on one side either.
    const texts = verdict([20, 80, 40], [40, 50, 65], 4);
    expect(texts.join(' ')).not.toContain('large enough to matter');
    expect(texts.join(' ')).toMatch(/Whether it matters is open: within ±1 pp with probability [0-4]\.\d %/);
  });

  it('says that no difference is detected where it would exceed 100 percentage points', () => {
    const none = verdict([20, 80, 40], [40, 50, 65], 4).join(' ');
    expect(none).toContain('3 repeats cannot detect any difference, and no number of repeats detects one.');
    const [few] = verdict([50, 20], [50, 50], 0.05).filter((text) => text.startsWith('2 repeats'));
    expect(few).toMatch(
      /^2 repeats cannot detect any difference; a difference of this size and spread takes \d+ repeats\.$/,
    );
  });

  it('counts the repeats that would show it, and the test agrees with the count', () => {
    const ratio = 0.05;
    const d = [0, -8, -4, -9, 1, -4];
    const power = verdict(shifted(d), base, ratio).find((sentence) => sentence.includes('spread takes'))!;
    const needed = Number(/takes (\d+) repeats/.exec(power)![1]);
    expect(needed).toBeGreaterThan(6);
    // The same mean and spread from more repeats: ± s √((n − 1)/n) around the mean, and the mean itself if n is odd.
    const alike = (n: number): number[] => {
      const pairs = Math.floor(n / 2);
      const s = Math.sqrt(16.4);
      const half = s * Math.sqrt((n - 1) / (2 * pairs));
      const ends = Array.from({ length: 2 * pairs }, (_, i) => -4 + (i % 2 === 0 ? half : -half));
      return n % 2 === 0 ? ends : [...ends, -4];
    };
    expect(answered(correctedResampledT(alike(needed), ratio)).p).toBeLessThan(0.05);
    expect(answered(correctedResampledT(alike(needed - 1), ratio)).p).toBeGreaterThan(0.05);
  });

  it('says nothing on power where a difference was found', () => {
    const found = verdict(shifted([-9, -10, -11, -9, -10, -11]), base, 0.2);
    expect(found[1]).toMatch(/finds a significant difference/);
    expect(found.join(' ')).not.toMatch(/cannot find|detect/);
    expect(found).toHaveLength(4);
  });

  it('knows the smallest p of tests that count signs', () => {
    const few = verdict([1, 2, 3], [4, 5, 7], 0, { test: 'sign' });
    expect(few).toContain(
      'The test cannot find one: with 3 differing repeats its p is never below 0.250; it needs at least 6.',
    );
    expect(verdict(shifted(wide), base, 4, { test: 'welch' }).join(' ')).not.toContain('cannot find');
  });

  it('says whether the difference matters, without contradicting its size', () => {
    const matters = verdict(shifted([-20, -21, -19, -20, -22, -18]), base, 0.5).join(' ');
    expect(matters).toContain('The difference is large enough to matter: within ±1 pp only with probability 0.0 %');
    expect(matters).toContain('BPPCA is better by more than that with probability 100.0 %');
    const equal = verdict(shifted([0.01, -0.01, 0.01, -0.01, 0.01, -0.01]), base, 1);
    expect(equal).toContain('The two are practically equal: within ±1 pp with probability 100.0 %.');
    expect(verdict(shifted(wide), base, 4).join(' ')).toContain('Whether it matters is open');
  });

  it('says whether two one-sided tests show equivalence within the margin', () => {
    const far = verdict(shifted([-9, -10, -11, -9, -10, -11]), base, 0.2);
    expect(far.at(-1)).toMatch(/^Two one-sided tests .* do not show equivalence within ±1 pp \(p .*, α = 0\.05\)\.$/);
    const near = verdict(shifted([0.01, -0.01, 0.01, -0.01, 0.02, -0.01]), base, 1).join(' ');
    expect(near).toContain('corrected variance show equivalence within ±1 pp (p < 0.001, α = 0.05).');
  });

  it('says why the corrected test counts where tests that take repeats as independent find a difference', () => {
    const differing = shifted([-1, -2, -3, -1, -2, -3]);
    const { headline, answers } = parts(differing, base, 4);
    expect(headline).toContain('; lower in every one.');
    expect(answers[0]).toMatch(/^The corrected resampled t-test .* finds no significant difference/);
    expect(answers[1]).toMatch(
      /^(All|\d of the) \d tests that take repeats as independent find one, but repeats share training images\.$/,
    );
    expect(pairDesign(report(differing, base, 4), context)[0]).toContain(
      'The test cannot find this difference at this spread',
    );
    expect(parts(differing, base, 4, { test: 'paired-t' }).answers.join(' ')).not.toContain('as independent');
    expect(parts(shifted([-9, -10, -11, -9, -10, -11]), base, 0.2).answers.join(' ')).not.toContain('as independent');
    expect(parts(base, shifted([1, -1, 1, -1, 1, -1]), 4).answers.join(' ')).not.toContain('as independent');
  });

  it('says why there is no test', () => {
    expect(verdict([1], [2], 1)).toEqual([
      'BPPCA errs 1.0 pp less than PCA on average over 1 repeat.',
      'No test is possible: it needs two repeats that both methods have finished.',
    ]);
    expect(verdict([], [], 1)[0]).toBe('BPPCA and PCA have no finished repeat in common.');
    expect(verdict(shifted([2, 2, 2, 2, 2, 2]), base, 1)[1]).toContain('the difference is the same in every repeat');
  });
});
