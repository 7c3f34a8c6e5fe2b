import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, margin, ranksOf, scoresOfRule, type Scores } from '../../../src/core/classify/scores.ts';

/** One probe; few values, so that there are ties. */
const oneProbe = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 1, max: 5 }),
  )
  .map(([pairs, voters]): Scores => ({
    probes: 1,
    subjects: pairs.map(([subject]) => subject),
    positions: pairs.map((_, candidate) => candidate),
    voters,
    of: () => pairs.map(([, score]) => score),
  }));

describe('ranks of subjects', () => {
  it('are 1 for the subject that is decided for, and 1, 2, 3 … over all subjects', () => {
    fc.assert(
      fc.property(oneProbe, (scores) => {
        const [decided] = decide(scores);
        expect(ranksOf(scores, [scores.subjects[decided]])[0]).toBe(1);
        const present = [...new Set(Array.from(scores.subjects))];
        expect(present.map((subject) => ranksOf(scores, [subject])[0]).sort((a, b) => a! - b!)).toEqual(
          present.map((_, i) => i + 1),
        );
        expect(ranksOf(scores, [99])).toEqual([null]);
      }),
    );
  });

  it('follow the best score of each subject', () => {
    const scores: Scores = {
      probes: 1,
      subjects: [1, 2, 1, 3],
      positions: [0, 1, 2, 3],
      voters: 1,
      of: () => [1, 5, 7, 6],
    };
    expect([1, 2, 3].map((subject) => ranksOf(scores, [subject])[0])).toEqual([1, 3, 2]);
    expect(margin(scores, 0, [2, 1])).toBe(2);
    expect(margin(scores, 0, [2, 9])).toBeNull();
    expect(margin(scores, 0, [9, 2])).toBeNull();
  });

  it('follow the votes where several candidates vote', () => {
    const scores: Scores = {
      probes: 1,
      subjects: [1, 2, 2, 3],
      positions: [0, 1, 2, 3],
      voters: 3,
      of: () => [9, 8, 7, 6],
    };
    expect([1, 2, 3].map((subject) => ranksOf(scores, [subject])[0])).toEqual([2, 1, 3]);
  });

  it('count the votes of each probe alone', () => {
    const rows = [
      [9, 8, 1],
      [1, 2, 9],
    ];
    const scores: Scores = { probes: 2, subjects: [1, 1, 2], positions: [0, 1, 2], voters: 2, of: (p) => rows[p] };
    // One vote each of the second probe: the best candidate is of subject 2.
    expect(ranksOf(scores, [1, 2])).toEqual([1, 1]);
  });
});

describe('scores of a rule', () => {
  it('are one for each training image, probe by probe', () => {
    const scores = scoresOfRule(Float64Array.of(1, 2, 3, 6, 5, 4), [7, 7, 8]);
    expect(scores).toMatchObject({ probes: 2, subjects: [7, 7, 8], positions: [0, 1, 2], voters: 1 });
    expect([0, 1].map((p) => Array.from(scores.of(p)))).toEqual([
      [1, 2, 3],
      [6, 5, 4],
    ]);
    expect([...decide(scores)]).toEqual([2, 0]);
  });
});
