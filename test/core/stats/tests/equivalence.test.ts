import { describe, expect, it } from 'vitest';
import { stream } from '../../../../src/core/random/stream.ts';
import { equivalenceT } from '../../../../src/core/stats/tests/equivalence.ts';
import { correctedResampledT } from '../../../../src/core/stats/tests/pairedT.ts';
import { differences } from '../../../../src/core/stats/describe.ts';
import { isUnavailable } from '../../../../src/core/stats/tests/testResult.ts';
import { answered, expectClose, fixture } from '../fixture.ts';

const d = [0.4, -0.3, 0.9, 0.1, 0.6, -0.2];

describe('equivalenceT', () => {
  it.each(fixture.pairs)(
    "has SciPy's larger tail beyond ± the margin (case %#)",
    ({ x, y, testToTrain, ...values }) => {
      const [less, , greater] = values.rope_probabilities;
      const found = answered(equivalenceT(differences(x, y), testToTrain, values.rope));
      expectClose(found.p, Math.max(less, greater), x[0] > 1e5 ? 1e-8 : 1e-11);
    },
  );

  it('is one of the two one-sided tests at margin 0, and the opposite of the test that finds the difference', () => {
    const { p } = answered(equivalenceT(d, 1.5, 0));
    expect(p).toBe(answered(correctedResampledT(d, 1.5, 'less')).p);
    expect(p).toBeGreaterThan(0.5);
  });

  it('has the statistic of the test with the larger p: by hand on either side, and of both the one above', () => {
    // Mean 1, variance 1: t = ∓√3 at the margin 2, and with two degrees of freedom the tail is algebraic.
    const p = expect.closeTo((1 - Math.sqrt(3 / 5)) / 2, 12) as number;
    const t = expect.closeTo(Math.sqrt(3), 12) as number;
    expect(equivalenceT([0, 1, 2], 0, 2)).toEqual({ statistic: expect.closeTo(-Math.sqrt(3), 12), df: 2, p });
    expect(equivalenceT([0, -1, -2], 0, 2)).toEqual({ statistic: t, df: 2, p });
    expect(equivalenceT([1, 0, -1], 0, 1)).toEqual({ statistic: t, df: 2, p });
    // Of splits with two thirds as many images for testing: variance (1/3 + 2/3) · 1.
    expect(equivalenceT([1, 0, -1], 2 / 3, 1)).toMatchObject({ statistic: expect.closeTo(1, 12) });
  });

  it('falls with the margin, to 0', () => {
    const p = [0, 0.5, 1, 2, 5, 1e6].map((margin) => answered(equivalenceT(d, 1.5, margin)).p);
    p.slice(1).forEach((value, i) => expect(value).toBeLessThan(p[i]));
    expect(p.at(-1)).toBeLessThan(1e-20);
  });

  it('is the same for the two methods swapped', () => {
    const swapped = d.map((value) => -value);
    expect(answered(equivalenceT(swapped, 2, 0.7)).p).toBe(answered(equivalenceT(d, 2, 0.7)).p);
  });

  /** Repeats that correlate by r/(1 + r); the true difference lies on the margin, where the error is largest. */
  it('rejects in a share α of the studies whose true difference is the margin', () => {
    const random = stream('equivalence');
    const [repeats, ratio, margin, studies] = [10, 0.5, 40, 8000];
    let found = 0;
    for (let study = 0; study < studies; study++) {
      const shared = Math.sqrt(ratio) * random.normal();
      const answer = equivalenceT(
        Array.from({ length: repeats }, () => margin + shared + random.normal()),
        ratio,
        margin,
      );
      if (!isUnavailable(answer) && answer.p < 0.05) found++;
    }
    expect(Math.abs(found / studies - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / studies));
  });

  it('has no answer without spread or repeats, and refuses a margin that is none', () => {
    expect(equivalenceT([1], 1, 1)).toBe('too few repeats');
    expect(equivalenceT([1, 1, 1], 1, 1)).toBe('no spread');
    for (const margin of [-1, NaN, Infinity]) expect(() => equivalenceT(d, 1, margin)).toThrow(RangeError);
  });
});
