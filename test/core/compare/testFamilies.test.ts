import { expect, it } from 'vitest';
import { correctionPhrase, splitByFamily } from '../../../src/core/compare/testFamilies.ts';

const conditions = [['a', 'b'], [], ['c']];

it('tests are corrected together by condition where a study does not say, else over the whole table', () => {
  expect(splitByFamily(conditions)).toEqual(conditions);
  expect(splitByFamily(conditions, 'table')).toEqual([['a', 'b', 'c']]);
});

it('a correction is named with what it is over, and none without', () => {
  expect(correctionPhrase('holm')).toMatch(/ over the comparisons within each condition$/);
  expect(correctionPhrase('holm', 'table')).toMatch(/ over all comparisons in the table$/);
  expect(correctionPhrase()).not.toContain(' over ');
  expect(correctionPhrase('none', 'table')).toBe(correctionPhrase());
});
