import { describe, expect, it } from 'vitest';
import { correctedResampledT, pairedT, twoSampleT } from '../../../src/core/stats/tests/pairedT.ts';
import { differences } from '../../../src/core/stats/describe.ts';
import { pairTestNames } from '../../../src/core/compare/tests/registry.ts';
import { pairReport } from '../../../src/core/compare/pairReport.ts';
import { answered } from '../stats/fixture.ts';

const x = [12, 14, 11, 15, 13, 16];
const y = [10, 13, 10, 12, 12, 13];
const report = pairReport({ values: x }, { values: y }, { testToTrain: () => 4, halfWidth: 1, alpha: 0.05 });
const p = (name: string) => report.tests.find((test) => test.name === name)!.p!;

describe('pairReport', () => {
  it('asks every test about the same pair, on both sides', () => {
    expect(report.tests.map(({ name }) => name)).toEqual([...pairTestNames]);
    expect(p('two-sample-t')).toBe(answered(twoSampleT(x, y)).p);
    expect(p('paired-t')).toBe(answered(pairedT(differences(x, y))).p);
    expect(p('corrected-resampled-t')).toBe(answered(correctedResampledT(differences(x, y), 4)).p);
    // Pairing removes what the splits have in common; the correction takes most of that gain back.
    expect(p('paired-t')).toBeLessThan(p('two-sample-t'));
    expect(p('corrected-resampled-t')).toBeGreaterThan(p('paired-t'));
  });

  it('gives the difference with both intervals, the wider one corrected, and agrees with the tests', () => {
    expect(report.difference).toBeCloseTo(11 / 6, 12);
    const [plain, corrected] = [answered(report.interval), answered(report.correctedInterval)];
    expect(plain.low).toBeGreaterThan(0);
    expect(corrected.high - corrected.low).toBeGreaterThan(plain.high - plain.low);
    expect(corrected.low > 0).toBe(p('corrected-resampled-t') < 0.05);
  });

  it('adds the probabilities of smaller, practically equal and larger to 1', () => {
    const { less, equivalent, greater } = answered(report.rope);
    expect(less + equivalent + greater).toBeCloseTo(1, 12);
    expect(greater).toBeGreaterThan(less);
  });

  it('shows equivalence by two one-sided tests only where they find it at α', () => {
    expect(answered(report.equivalence)).toMatchObject({ margin: 1, equivalent: false });
    const wide = pairReport({ values: x }, { values: y }, { testToTrain: () => 4, halfWidth: 20, alpha: 0.05 });
    expect(answered(wide.equivalence).equivalent).toBe(true);
    expect(answered(wide.equivalence).p).toBeCloseTo(
      Math.max(answered(wide.rope).less, answered(wide.rope).greater),
      14,
    );
  });

  it('turns round with the methods', () => {
    const turned = pairReport({ values: y }, { values: x }, { testToTrain: () => 4, halfWidth: 1, alpha: 0.05 });
    expect(turned.difference).toBeCloseTo(-report.difference!, 12);
    expect(turned.tests.map((test) => test.p)).toEqual(report.tests.map((test) => test.p));
    expect(turned.cliffDelta).toBe(-report.cliffDelta!);
  });

  it('survives JSON when nothing can be said, or the difference has no spread', () => {
    for (const other of [[], [13], x.map((value) => value - 2), x]) {
      const made = pairReport({ values: x }, { values: other }, { testToTrain: () => 1, halfWidth: 0.5, alpha: 0.05 });
      expect(JSON.parse(JSON.stringify(made))).toEqual(made);
    }
  });

  it('says "no spread" of everything that measures by the variance, if the difference is the same in every repeat', () => {
    const n = 280;
    const counted = (counts: number[]) => ({
      values: counts.map((count) => (100 * count) / n),
      counts: { counts, of: counts.map(() => n) },
    });
    const counts = [41, 38, 52, 47, 60, 33];
    const made = pairReport(counted(counts.map((count) => count + 2)), counted(counts), {
      testToTrain: () => 280 / 120,
      halfWidth: 1,
      alpha: 0.05,
    });
    const lackOf = (name: string) => made.tests.find((test) => test.name === name);
    for (const name of ['paired-t', 'corrected-resampled-t']) {
      expect(lackOf(name)).toMatchObject({ p: null, statistic: null, lack: 'no spread', different: null });
    }
    expect(lackOf('wilcoxon')).toMatchObject({ p: 2 ** -5, lack: null });
    expect([made.interval, made.correctedInterval, made.cohenDz, made.rope, made.equivalence]).toEqual(
      new Array<string>(5).fill('no spread'),
    );
    expect(made.difference).toBeCloseTo(200 / 280, 12);
    expect(made.explanation.join(' ')).toContain('it is the same in every repeat');
  });

  it('looks at the repeats that both methods have, and asks for the sizes of these splits', () => {
    const asked: (readonly number[])[] = [];
    const options = {
      halfWidth: 1,
      alpha: 0.05,
      testToTrain: (repeats: readonly number[]) => {
        asked.push(repeats);
        return 2;
      },
    };
    const full = { values: x, repeats: [1, 2, 3, 4, 5, 6] };
    const some = { values: [y[1], y[3], y[5]], repeats: [2, 4, 6] };
    const made = pairReport(full, some, options);
    const short = pairReport({ values: [x[1], x[3], x[5]] }, { values: some.values }, options);
    expect(made).toEqual({ ...short, samples: { ...short.samples, repeats: [2, 4, 6] } });
    expect(asked[0]).toEqual([2, 4, 6]);
  });

  it('says of every test whether it finds a difference at the level asked for', () => {
    const strict = pairReport({ values: x }, { values: y }, { testToTrain: () => 4, halfWidth: 1, alpha: 1e-6 });
    expect(report.tests.map(({ p, different }) => different === p! < 0.05)).not.toContain(false);
    expect(strict.tests.map(({ different }) => different)).not.toContain(true);
    expect(strict.explanation[0]).toBe('No test finds a difference at α = 0.000001.');
  });

  it('adds McNemar’s tests, exact and with mid-p, where the predictions of a split are at hand', () => {
    const mcnemar = { repeat: 3, tests: 50, onlyFirstWrong: 9, onlySecondWrong: 1 };
    const made = pairReport({ values: x }, { values: y }, { testToTrain: () => 4, halfWidth: 1, alpha: 0.05, mcnemar });
    expect(made.tests.at(-2)).toMatchObject({ name: 'mcnemar', p: 22 / 1024, different: true });
    expect(made.tests.at(-1)).toMatchObject({ name: 'mcnemar-mid-p', p: 12 / 1024, different: true });
    expect(made.explanation.join(' ')).toContain(
      'repeat 3): of its 50 test images 9 are wrong by the first method alone',
    );
  });

  it('lists the tests of single images without an answer where only rates are known, and says nothing of a margin', () => {
    const options = { testToTrain: () => 4, halfWidth: null, alpha: 0.05, mcnemar: 'rates only' } as const;
    const made = pairReport({ values: x }, { values: y }, options);
    const lacking = { p: null, statistic: null, df: null, lack: 'rates only', different: null };
    expect(made.tests.slice(-2)).toMatchObject([
      { name: 'mcnemar', ...lacking },
      { name: 'mcnemar-mid-p', ...lacking },
    ]);
    expect(made).toMatchObject({ rope: 'no margin', equivalence: 'no margin', mcnemar: null });
  });

  it('explains the answers with the numbers behind them', () => {
    const text = report.explanation.join(' ');
    expect(text).toMatch(
      /^4 of 7 tests find a difference at α = 0\.05; not: t-test with pooled variance, Welch.s t-test, corrected/,
    );
    expect(text).toContain('correlate by 0.86: paired tests remove');
    // √(1 + 6 · 4)
    expect(text).toContain('is 5.0 times that of the paired t-test');
    expect(text).toContain('greater in 6 of 6 differing repeats;');
    const few = pairReport({ values: [1, 2] }, { values: [0, 0] }, { testToTrain: () => 1, halfWidth: 0, alpha: 0.05 });
    expect(few.explanation.join(' ')).toContain('cannot give less than p = 0.5 with so few');
  });

  it('decides for practical equivalence only with a probability of 1 − α', () => {
    expect(answered(report.rope).decision).toBeNull();
    const near = x.map((value, i) => value + (i % 2 === 0 ? 0.01 : -0.01));
    const equal = pairReport({ values: x }, { values: near }, { testToTrain: () => 1, halfWidth: 1, alpha: 0.05 });
    expect(equal.rope).toMatchObject({ decision: 'equivalent' });
  });
});

/** The sentences on two methods with these values, n_test/n_train 4. */
function explained(first: number[], second: number[], alpha = 0.05): readonly string[] {
  const options = { testToTrain: () => 4, halfWidth: 1, alpha };
  return pairReport({ values: first }, { values: second }, options).explanation;
}
const about = (words: string, sentences: readonly string[]) => sentences.filter((each) => each.includes(words));

describe('the sentences on two methods', () => {
  it('say which tests find a difference', () => {
    const many = [10, 12, 11, 13, 10, 14, 12, 11];
    const all = explained(
      many.map((value, i) => 9 * value + (i % 2)),
      many,
    );
    expect(all[0]).toBe('All 7 tests find a difference at α = 0.05.');
    // Six of six differences have one sign: 2/64, which the tests of signs find and others do not.
    const some = explained([12, 14, 11, 15, 13, 16], [10, 13, 10, 12, 12, 13]);
    expect(some[0]).toBe(
      '4 of 7 tests find a difference at α = 0.05; not: t-test with pooled variance, ' +
        "Welch's t-test, corrected resampled t-test of Nadeau and Bengio.",
    );
    expect(explained([1, 2, 3], [1, 3, 2])[0]).toBe('No test finds a difference at α = 0.05.');
  });

  it('say why no test answers', () => {
    const few = 'Not tested: a test needs at least two repeats of both methods.';
    const equal = 'Not tested: both methods have identical results in every repeat.';
    expect(explained([], [1, 2])[0]).toBe(few);
    expect(explained([3], [3])[0]).toBe(few);
    // The tests of signs answer from one repeat.
    expect(explained([3], [5])[0]).toBe('No test finds a difference at α = 0.05.');
    expect(explained([3, 3], [3, 3])[0]).toBe(equal);
    expect(explained([3, 3, 3], [3, 3, 3])[0]).toBe(equal);
  });

  it('name the tests that a difference without spread leaves without an answer, and no others', () => {
    const [same] = about('No spread', explained([3, 4, 5], [1, 2, 3]));
    expect(same).toBe(
      'No spread, so no answer from: paired t-test, corrected resampled t-test of Nadeau and Bengio. ' +
        'These tests need a variance; it is the same in every repeat.',
    );
    const [none] = about('No spread', explained([3, 4, 5], [3, 4, 5]));
    expect(none).toMatch(/; the two are equal in every repeat\.$/);
    expect(about('No spread', explained([3, 4, 6], [1, 2, 3]))).toEqual([]);
  });

  it('say whether pairing removes anything, by Pearson’s correlation', () => {
    const pairing = (x: number[], y: number[]) => about('correlate', explained(x, y))[0];
    // Deviations −1, 0, 1 and −1, 1, 0: 1 / √(2 · 2).
    expect(pairing([1, 2, 3], [1, 3, 2])).toBe(
      'Over the repeats the values of the two correlate by 0.50: paired tests remove what the splits share; ' +
        'two-sample tests count it as noise.',
    );
    // −1, 0, 1 and ⅔, −⅓, −⅓: −1 / √(2 · ⅔).
    expect(pairing([1, 2, 3], [3, 2, 2])).toMatch(/correlate by -0\.87: pairing removes nothing here\.$/);
    expect(pairing([1, 2, 3], [1, 0, 1])).toMatch(/correlate by 0\.00: pairing removes nothing here\.$/);
    // 2 / √(20 · 22) = 0.095 is too little, 2 / √(20 · 10) = 0.14 is not.
    expect(pairing([-3, -1, 1, 3], [2, -4, 1, 1])).toContain('pairing removes nothing');
    expect(pairing([-3, -1, 1, 3], [-1, 2, -2, 1])).toContain('0.14: paired tests remove');
  });

  it('say nothing of a correlation of two repeats, which always lie on a line, or of equal values', () => {
    expect(about('correlate', explained([1, 2], [5, 9]))).toEqual([]);
    expect(about('correlate', explained([1, 2, 3], [4, 4, 4]))).toEqual([]);
    expect(about('correlate', explained([4, 4, 4], [1, 2, 3]))).toEqual([]);
  });

  it('have what single tests say of their answers, of intervals only where there are some', () => {
    const differing = explained([12, 14, 11, 15, 13, 16], [10, 13, 10, 12, 12, 13]);
    // √(1 + 6 · 4)
    expect(about('is 5.0 times that of the paired t-test', differing)).toHaveLength(1);
    expect(about('greater in 6 of 6 differing repeats', differing)).toHaveLength(1);
    const same = explained([3, 4, 5], [1, 2, 3]);
    expect(about('standard error', same)).toEqual([]);
    expect(about('greater in 3 of 3 differing repeats', same)).toHaveLength(1);
  });
});
