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
  it('says how large the difference is in points, and in how many repeats', () => {
    expect(verdict(shifted(wide), base, 4)[0]).toBe(
      'The error rate of BPPCA is 4.0 points lower than that of PCA on average, and lower in 4 of 6 repeats.',
    );
    expect(verdict(base, shifted(wide), 4)[0]).toContain('The error rate of BPPCA is 4.0 points higher than');
    expect(verdict(shifted([-1, -2, -3, -1, -2, -3]), base, 4)[0]).toContain(
      ' on average, and lower in all 6 repeats.',
    );
    expect(verdict(base, base, 4)[0]).toBe('BPPCA and PCA have equal means of the error rate over 6 repeats.');
  });

  it('names other measures and their direction', () => {
    const [first] = verdict(shifted(wide), base, 4, { measure: measureOf('accuracy') });
    expect(first).toBe(
      'The recognition rate of BPPCA is 4.0 points lower than that of PCA on average, and lower in 4 of 6 repeats.',
    );
    const [area] = verdict([0.9, 0.8], [0.9, 0.8], 4, { measure: measureOf('verification-auc') });
    expect(area).toBe('BPPCA and PCA have equal means of the verification AUC over 2 repeats.');
  });

  it('says that the design cannot show the difference where no number of repeats would', () => {
    const [, confirmed, ...others] = verdict(shifted(wide), base, 4);
    const power = others.find((sentence) => sentence.startsWith('More repeats'));
    expect(confirmed).toMatch(/leaves the difference undecided \(p = 0\.\d+, α = 0\.05\)\.$/);
    expect(power).toContain('More repeats will not settle this: 6 repeats require a difference above ');
    expect(power).toContain('Each split has 4.0 test images per training image');
    // z · s · √r = 1.96 · 4.05 · 2
    expect(power).toContain('no number of repeats can establish any below 15.8 points');
  });

  it('does not call a difference large that might as well be one the other way', () => {
    // Mean −5, standard deviation 30: hardly within ±1, and hardly on one side either.
    const texts = verdict([20, 80, 40], [40, 50, 65], 4);
    expect(texts.join(' ')).not.toContain('The difference matters');
    expect(texts.join(' ')).toMatch(
      /Practical relevance is undecided: [0-4]\.\d% probability that the difference lies within ±1 point;/,
    );
  });

  it('says that no difference can be significant where it would exceed 100 percentage points', () => {
    const none = verdict([20, 80, 40], [40, 50, 65], 4).join(' ');
    expect(none).toContain(
      '3 repeats cannot make any difference significant, and no number of repeats can establish one.',
    );
    const [few] = verdict([50, 20], [50, 50], 0.05).filter((text) => text.startsWith('2 repeats'));
    expect(few).toMatch(
      /^2 repeats cannot make any difference significant; at this spread, about \d+ repeats would make this difference significant\.$/,
    );
  });

  it('counts the repeats that would show it, and the test agrees with the count', () => {
    const ratio = 0.05;
    const d = [0, -8, -4, -9, 1, -4];
    const power = verdict(shifted(d), base, ratio).find((sentence) => sentence.includes('at this spread'))!;
    const needed = Number(/about (\d+) repeats/.exec(power)![1]);
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
    expect(found.join(' ')).not.toMatch(/More repeats|require/);
    expect(found).toHaveLength(4);
  });

  it('knows the smallest p of tests that count signs', () => {
    const few = verdict([1, 2, 3], [4, 5, 7], 0, { test: 'sign' });
    expect(few).toContain('With 3 differing repeats this test cannot fall below p = 0.25; it takes at least 6.');
    expect(verdict(shifted(wide), base, 4, { test: 'welch' }).join(' ')).not.toContain('cannot fall');
  });

  it('says whether the difference matters, without contradicting its size', () => {
    const matters = verdict(shifted([-20, -21, -19, -20, -22, -18]), base, 0.5).join(' ');
    expect(matters).toContain('The difference matters: only 0.0% probability that it lies within ±1 point;');
    expect(matters).toContain('BPPCA is better by more than that with 100.0%');
    const equal = verdict(shifted([0.01, -0.01, 0.01, -0.01, 0.01, -0.01]), base, 1);
    expect(equal).toContain('Practically equivalent: the difference lies within ±1 point with 100.0% probability.');
    expect(verdict(shifted(wide), base, 4).join(' ')).toContain('Practical relevance is undecided');
  });

  it('says whether two one-sided tests show equivalence within the margin', () => {
    const far = verdict(shifted([-9, -10, -11, -9, -10, -11]), base, 0.2);
    expect(far.at(-1)).toMatch(
      /^Equivalence within ±1 point is not shown \(two one-sided corrected t-tests, p .*, α = 0\.05\)\.$/,
    );
    const near = verdict(shifted([0.01, -0.01, 0.01, -0.01, 0.02, -0.01]), base, 1);
    expect(near[0]).toBe(
      'Equivalent within ±1 point (two one-sided corrected t-tests, p < 0.001); both means are 30.0%.',
    );
    expect(near.join(' ')).not.toContain('is not shown');
    // PCA and no projection on ORL at k = 5: the differences of ten splits.
    const pixels = [11.5, 14, 12.5, 10.5, 12, 13, 13.5, 11, 12.5, 13.5];
    const pca = pixels.map((value, i) => value + [0.3, -0.3, 0.3, -0.3, 0.25, -0.25, 0, 0, 0, 0][i]);
    expect(verdict(pca, pixels, 1)[0]).toMatch(
      /^Equivalent within ±1 point \(two one-sided corrected t-tests, p = 0\.001\); both means are 12\.4%\.$/,
    );
  });

  it('says why the corrected test counts where tests that take repeats as independent find a difference', () => {
    const differing = shifted([-1, -2, -3, -1, -2, -3]);
    const { headline, answers } = parts(differing, base, 4);
    expect(headline).toContain(' on average, and lower in all 6 repeats.');
    expect(answers[0]).toMatch(/^The corrected resampled t-test .* leaves the difference undecided/);
    expect(answers[1]).toMatch(
      /^(All|\d of the) \d tests that assume independent repeats call it significant, but these repeats share training images\.$/,
    );
    expect(pairDesign(report(differing, base, 4), context)[0]).toContain('More repeats will not settle this');
    expect(parts(differing, base, 4, { test: 'paired-t' }).answers.join(' ')).not.toContain('assume independent');
    expect(parts(shifted([-9, -10, -11, -9, -10, -11]), base, 0.2).answers.join(' ')).not.toContain(
      'assume independent',
    );
    expect(parts(base, shifted([1, -1, 1, -1, 1, -1]), 4).answers.join(' ')).not.toContain('assume independent');
  });

  it('says why there is no test', () => {
    expect(verdict([1], [2], 1)).toEqual([
      'The error rate of BPPCA is 1.0 points lower than that of PCA over 1 repeat.',
      'Not tested: a test needs at least two repeats of both methods.',
    ]);
    expect(verdict([], [], 1)[0]).toBe('BPPCA and PCA share no finished repeat.');
    expect(verdict(shifted([2, 2, 2, 2, 2, 2]), base, 1)[1]).toContain('the difference is identical in every repeat');
  });
});
