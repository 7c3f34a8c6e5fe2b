import { expect, it } from 'vitest';
import { pairPower } from '../../../../src/core/compare/pairPower.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';
import { powerSentences } from '../../../../src/core/report/prose/powerSentences.ts';

const said = (difference: number, testToTrain: number): string =>
  powerSentences(
    pairPower([1, -2, 3, 0, 2, -1, 4, -3], { testToTrain, alpha: 0.05 }, difference, 0.8)!,
    measureOf('error-rate'),
  ).join(' ');

it('does not say that neither would do where enough repeats do', () => {
  const text = said(2, 0.05);
  expect(text).toMatch(/ 2(\.0+)? pp would need \d+ repeats\./);
  expect(text).toContain('Smaller test sets alone would not suffice with 8 repeats of this spread.');
  expect(text).not.toContain('Nor do');
});

it('says so where neither does', () => {
  const text = said(0.5, 2);
  expect(text).toContain('No number of repeats gives');
  expect(text).toContain('Nor do smaller test sets with 8 repeats of this spread.');
});

it('does not name a difference that rates cannot have', () => {
  expect(said(2, 0.05)).toMatch(/80% power requires a true difference of at least \d/);
  expect(said(2, 900)).toContain('No difference has 80% power: it would have to exceed 100.00 pp.');
});
