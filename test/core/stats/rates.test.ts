/** Statistics of rates are those of the counts behind them, ties included. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohenDz } from '../../../src/core/stats/effectSize.ts';
import {
  fraction,
  fractionNumber,
  meanFraction,
  meanOf,
  meanRate,
  minus,
  rateDifferences,
  rates,
  sumOf,
  type Counts,
} from '../../../src/core/stats/rates.ts';
import { pairedT, twoSampleT, welchT } from '../../../src/core/stats/tests/pairedT.ts';
import { signTest } from '../../../src/core/stats/distributions/binomial.ts';
import { isUnavailable } from '../../../src/core/stats/tests/testResult.ts';
import { wilcoxonSignedRank } from '../../../src/core/stats/tests/wilcoxon.ts';
import { alternatives, answered, expectClose, ties } from './fixture.ts';

const sides = ({ a, b, of }: { a: number[]; b: number[]; of: number[] }): [Counts, Counts] => [
  { counts: a, of },
  { counts: b, of },
];

describe.each(ties.cases.map((values, index) => ({ index, values })))('SciPy case with ties $index', ({ values }) => {
  const [first, second] = sides(values);
  const d = rateDifferences(first, second);

  it.each(alternatives)('has the p that SciPy finds on the counts, %s', (alternative) => {
    const expected = values[alternative];
    const [x, y] = [rates(first), rates(second)];
    expectClose(answered(twoSampleT(x, y, alternative)).p, expected.twoSample, 1e-10);
    expectClose(answered(welchT(x, y, alternative)).p, expected.welch, 1e-10);
    expectClose(answered(pairedT(d, alternative)).p, expected.paired, 1e-10);
    expectClose(answered(signTest(d, alternative)).p, expected.sign, 1e-12);
    expectClose(answered(wilcoxonSignedRank(d, alternative, 'normal')).p, expected.wilcoxonNormal, 1e-12);
    if (expected.wilcoxonExact !== null) {
      expectClose(answered(wilcoxonSignedRank(d, alternative, 'exact')).p, expected.wilcoxonExact, 1e-12);
    }
  });

  it('has its effect size', () => {
    expectClose(answered(cohenDz(d)), values.cohenDz, 1e-12);
  });
});

describe('the signed-rank test of rates', () => {
  it('ranks equal differences of images alike: PPCA with 24 and 22 factors on 12 splits of ORL', () => {
    // 280 test images per split; from percentages p is 0.203125.
    const d = rateDifferences(
      { counts: [59, 56, 65, 50, 49, 64, 67, 63, 54, 65, 66, 62], of: new Array<number>(12).fill(280) },
      { counts: [52, 51, 65, 52, 48, 62, 65, 63, 53, 63, 70, 61], of: new Array<number>(12).fill(280) },
    );
    expect(answered(wilcoxonSignedRank(d)).p).toBe(0.16796875);
  });

  it('has no spread where every split differs by the same number of images', () => {
    const counts = [41, 38, 52, 47, 60, 33];
    for (const n of [280, 240, 120, 90, 2224]) {
      const of = counts.map(() => n);
      const d = rateDifferences({ counts: counts.map((count) => count + 2), of }, { counts, of });
      expect(pairedT(d)).toBe('no spread');
      expect(answered(wilcoxonSignedRank(d)).p).toBe(2 ** -5);
    }
  });
});

const repeat = fc.tuple(fc.nat(40), fc.nat(40), fc.constantFrom(40, 90, 120, 280));

describe('statistics', () => {
  it('do not change when percentages become counts', () => {
    fc.assert(
      fc.property(
        fc.array(repeat, { minLength: 2, maxLength: 14 }),
        fc.constantFrom(90, 120, 240, 280, 2224),
        (rows, n) => {
          const a = rows.map(([count]) => count);
          const b = rows.map(([, count]) => count);
          const of = rows.map(() => n);
          const [first, second] = sides({ a, b, of });
          const percent = rateDifferences(first, second);
          const counts = a.map((count, i) => count - b[i]);
          for (const side of alternatives) {
            expect(wilcoxonSignedRank(percent, side)).toEqual(wilcoxonSignedRank(counts, side));
            expect(signTest(percent, side)).toEqual(signTest(counts, side));
            for (const [found, expected] of [
              [pairedT(percent, side), pairedT(counts, side)],
              [twoSampleT(rates(first), rates(second), side), twoSampleT(a, b, side)],
              [welchT(rates(first), rates(second), side), welchT(a, b, side)],
            ]) {
              if (isUnavailable(expected)) expect(found).toBe(expected);
              else expect(Math.abs(answered(found).p - expected.p)).toBeLessThan(1e-10);
            }
          }
        },
      ),
    );
  });

  it('of test sets of different sizes are those of the fractions', () => {
    fc.assert(
      fc.property(fc.array(repeat, { minLength: 1, maxLength: 10 }), (rows) => {
        const [a, b, of] = [0, 1, 2].map((column) => rows.map((row) => row[column]));
        // 2520 is a multiple of every size: exact whole numbers of 2520ths.
        const whole = a.map((count, i) => (count - b[i]) * (2520 / of[i]));
        const d = rateDifferences({ counts: a, of }, { counts: b, of });
        for (const side of alternatives) expect(wilcoxonSignedRank(d, side)).toEqual(wilcoxonSignedRank(whole, side));
      }),
    );
  });
});

describe('differences of rates', () => {
  it('of test sets of other sizes are those of the fractions, in per cent', () => {
    const d = rateDifferences({ counts: [1, 3, 2], of: [4, 7, 10] }, { counts: [1, 5, 1], of: [8, 11, 5] });
    expect([...d]).toEqual([12.5, -200 / 77, 0]);
  });
});

describe('mean rates', () => {
  it('are equal to the last bit where they are equal as fractions', () => {
    const sizes = fc.array(fc.constantFrom(40, 90, 120, 280, 77), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.nat(1000), (of, seed) => {
        const counts = of.map((n, i) => (seed * (i + 3)) % (n + 1));
        const turned = (list: number[]) => [...list.slice(1), list[0]];
        const found = meanRate({ counts, of });
        expect(meanRate({ counts: turned(counts), of: turned(of) })).toBe(found);
        // The same rates written with three times the images.
        const tripled = { counts: counts.map((c) => 3 * c), of: of.map((n) => 3 * n) };
        expect(meanRate(tripled)).toBe(found);
        expect(fractionNumber(meanFraction(tripled)!, 100)).toBeCloseTo(found!, 10);
      }),
    );
    expect(meanRate({ counts: [1, 0], of: [3, 6] })).toBe(meanRate({ counts: [0, 2], of: [3, 6] }));
  });

  it('are not there without repeats', () => {
    expect(meanRate({ counts: [], of: [] })).toBeNull();
    expect(meanFraction({ counts: [], of: [] })).toBeNull();
    expect(() => rateDifferences({ counts: [1], of: [2] }, { counts: [], of: [] })).toThrow(RangeError);
  });
});

describe('fractions', () => {
  it('add, subtract and average without rounding', () => {
    expect(sumOf([fraction(1, 3), fraction(1, 6)])).toEqual(fraction(1, 2));
    expect(minus(fraction(1, 3), fraction(1, 2))).toEqual(fraction(-1, 6));
    expect(meanOf([fraction(1, 2), fraction(1, 3), fraction(1, 6)])).toEqual(fraction(1, 3));
    expect(() => fraction(1, 0)).toThrow('fraction: expected a denominator above 0, found 0');
    expect(() => fraction(1, -2)).toThrow(RangeError);
    expect(() => fraction(0.5, 2)).toThrow(RangeError);
    expect(() => meanOf([])).toThrow(RangeError);
  });

  it('of 0 have the denominator 1, and no sign', () => {
    expect(minus(fraction(3, 7), fraction(6, 14))).toEqual({ top: 0n, bottom: 1n });
    expect(fractionNumber(fraction(0, 5))).toBe(0);
  });

  it('are the nearest numbers, also where their terms exceed 2⁵³', () => {
    expect(fractionNumber(fraction(-7, 3))).toBe(-7 / 3);
    expect(fractionNumber(fraction(1, 8), 100)).toBe(12.5);
    const large = 10n ** 40n;
    expect(fractionNumber(fraction(large + 1n, 3n * large))).toBe(1 / 3);
    expect(fractionNumber(fraction(-2n * large - 1n, large))).toBe(-2);
    expect(fractionNumber(fraction(1n, large))).toBe(1e-40);
    expect(fractionNumber(fraction(10n ** 60n, 3n))).toBe(Number('3'.repeat(60)));
    // As Python's fractions round it; the quotients of the rounded terms end otherwise.
    const [top, bottom] = [598931070808520758408252n, 570916582991022993076036n];
    expect(fractionNumber(fraction(top, bottom))).toBe(1.0490693187973807);
    expect(fractionNumber(fraction(881n, 2356666430946836151n))).toBe(3.738331349872206e-16);
  });

  it('are the nearest numbers just above and below the middle of two', () => {
    const [middle, bottom] = [(2n ** 53n + 1n) * 10n ** 30n, 2n ** 53n * 10n ** 30n];
    expect(fractionNumber(fraction(middle + 1n, bottom))).toBe(1 + Number.EPSILON);
    expect(fractionNumber(fraction(middle, bottom))).toBe(1);
    expect(fractionNumber(fraction(middle - 1n, bottom))).toBe(1);
    const whole = (2n ** 53n + 1n) * 2n ** 90n;
    expect(fractionNumber(fraction(whole + 1n, 1))).toBe((2 ** 53 + 2) * 2 ** 90);
    expect(fractionNumber(fraction(-whole - 1n, 1))).toBe(-(2 ** 53 + 2) * 2 ** 90);
    expect(fractionNumber(fraction(whole, 1))).toBe(2 ** 143);
  });

  it('are numbers where their terms are none', () => {
    const large = 10n ** 400n;
    expect(fractionNumber(fraction(-large, 3n * large - 1n))).toBe(-1 / 3);
    expect(fractionNumber(fraction(10n ** 310n, 999n))).toBe(Number('001'.repeat(103) + '0'));
  });
});
