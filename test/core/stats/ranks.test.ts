import { describe, expect, it } from 'vitest';
import { averageRanks, tieTerm } from '../../../src/core/stats/ranks.ts';

describe('ranks', () => {
  it('are shared by equal values', () => {
    expect([...averageRanks([3, 1, 3, 2])]).toEqual([3.5, 1, 3.5, 2]);
    expect(tieTerm([3, 1, 3, 2])).toBe(6);
    expect([...averageRanks([])]).toEqual([]);
  });

  it('leaves the sum of ranks as without ties', () => {
    expect([...averageRanks([7, 7, 7])]).toEqual([2, 2, 2]);
    expect([...averageRanks([9, -1, 9, 0, 0, 9])]).toEqual([5, 1, 5, 2.5, 2.5, 5]);
  });
});

describe('the correction for ties', () => {
  it('adds t³ − t over the groups of t equal values', () => {
    expect([tieTerm([]), tieTerm([1, 2, 3]), tieTerm([5, 5]), tieTerm([2, 1, 2, 1, 2])]).toEqual([0, 0, 6, 24 + 6]);
  });
});
