/** What single tests say of their answers next to those of others. */
import { describe, expect, it } from 'vitest';
import { pairSamples } from '../../../../src/core/compare/repeatValues.ts';
import { correctedResampledT } from '../../../../src/core/compare/tests/correctedResampledT.ts';
import { sign } from '../../../../src/core/compare/tests/sign.ts';

const facts = (differences: number[], more = {}) => ({
  samples: pairSamples({ values: differences }, { values: differences.map(() => 0) }),
  alpha: 0.05,
  testToTrain: 1,
  hasInterval: true,
  disagreement: null,
  ...more,
});

describe('the sign test', () => {
  const said = (differences: number[], alpha = 0.05) => sign.explain!(facts(differences, { alpha }));

  it('counts the repeats that differ, and those in which the first is greater', () => {
    expect(said([2, -1, 0, 3, 4, 1, -2, 5, 0])).toBe(
      'The sign test counts only that the first is greater in 5 of 7 differing repeats; ' +
        'Wilcoxon’s test ranks the differences as well, and neither takes them as normal.',
    );
  });

  it('says the least p that it can give where that exceeds the level', () => {
    // Of five signs that are all alike 2/32.
    expect(said([1, 1, 1, 1, 1])).toContain(
      '5 of 5 differing repeats, and cannot give less than p = 0.0625 with so few;',
    );
    expect(said([1, 1, 1, 1, 1, 1])).toContain('6 of 6 differing repeats;');
    expect(said([1, 1, 1, 1, 1], 0.0625)).toContain('5 of 5 differing repeats;');
  });

  it('has nothing to say where no repeat differs', () => {
    expect(said([0, 0, 0])).toBeNull();
  });
});

describe('the corrected resampled t-test', () => {
  const said = (differences: number[], more = {}) => correctedResampledT.explain!(facts(differences, more));

  it('says how much larger its standard error is: √(1 + n · n_test/n_train)', () => {
    expect(said([1, 2, 4, 3, 5, 2, 3, 1])).toContain('is 3.0 times that of the paired t-test');
    expect(said([1, 2], { testToTrain: 4 })).toContain('is 3.0 times');
  });

  it('has nothing to say below two repeats or without an interval', () => {
    expect(said([1])).toBeNull();
    expect(said([1, 1], { hasInterval: false })).toBeNull();
  });
});
