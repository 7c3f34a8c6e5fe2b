import { describe, expect, it } from 'vitest';
import { pairScorer, pairScores, samplesOf } from '../../../src/core/classify/pairScores.ts';
import type { Scores } from '../../../src/core/classify/scores.ts';

const rows = [
  [1, 5, 2],
  [7, 3, 4],
];
const asked: number[] = [];
const scores: Scores = {
  probes: 2,
  subjects: [6, 6, 9],
  positions: [0, 1, 2],
  voters: 1,
  of: (probe) => {
    asked.push(probe);
    return rows[probe];
  },
};
const gallery = [6, 6, 9];
const list = {
  probes: Int32Array.of(0, 0, 1, 1),
  references: Int32Array.of(0, 2, 0, 1),
  genuine: Uint8Array.of(1, 0, 1, 0),
};

describe('scores of pairs', () => {
  it('are those of their references, from one row of each probe', () => {
    asked.length = 0;
    expect([...pairScores(scores, list, gallery, false)]).toEqual([1, 2, 7, 3]);
    expect(asked).toEqual([0, 1]);
    const pair = (probe: number, candidate: number) => 10 * probe + candidate;
    expect([...pairScores({ ...scores, pair }, list, gallery, false)]).toEqual([0, 2, 10, 11]);
  });

  it('are the best of the subject of a template, however many candidates it has', () => {
    expect([...pairScores(scores, list, gallery, true)]).toEqual([5, 2, 7, 7]);
    const subjects: Scores = { ...scores, subjects: [6, 9] };
    expect([...pairScores(subjects, list, gallery, true)]).toEqual([1, 5, 7, 7]);
    expect(() => pairScorer(subjects, gallery, false)).toThrow('Pairs of images need a score of every gallery image');
    expect(pairScorer({ ...scores, subjects: [6, 6, 1] }, gallery, true)(0, 2)).toBe(-Infinity);
  });

  it('are numbers, and are told apart by kind', () => {
    expect(() => pairScorer({ ...scores, of: () => [NaN, 0, 0] }, gallery, false)(0, 0)).toThrow('not a number');
    const { genuine, impostors } = samplesOf(Float64Array.of(1, 2, 7, 3), list);
    expect([[...genuine], [...impostors]]).toEqual([
      [1, 7],
      [2, 3],
    ]);
  });
});
