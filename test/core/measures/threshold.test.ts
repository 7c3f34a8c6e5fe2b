import { describe, expect, it } from 'vitest';
import {
  errorsAt,
  operatingPoints,
  rangeWithin,
  separation,
  thresholdBy,
} from '../../../src/core/measures/threshold.ts';
import { stream } from '../../../src/core/random/stream.ts';

const samples = (genuine: number[], impostors: number[]) => ({
  genuine: Float64Array.from(genuine),
  impostors: Float64Array.from(impostors),
});

describe('thresholds of verification', () => {
  it('lie between all scores that differ, and count the errors on either side', () => {
    const given = samples([3, 2, 2], [2, 1]);
    expect([...operatingPoints(given)]).toEqual([
      { threshold: Infinity, misses: 3, falseAlarms: 0 },
      { threshold: 2.5, misses: 2, falseAlarms: 0 },
      { threshold: 1.5, misses: 0, falseAlarms: 1 },
      { threshold: -Infinity, misses: 0, falseAlarms: 2 },
    ]);
    for (const { threshold, ...errors } of operatingPoints(given)) expect(errorsAt(given, threshold)).toEqual(errors);
  });

  it('make the fewest errors, or both rates equal, as every cut tried shows', () => {
    const random = stream('thresholds');
    for (let trial = 0; trial < 40; trial++) {
      // Coarse scores, so that many are equal.
      const draw = (n: number, shift: number) =>
        Array.from({ length: n }, () => Math.round(3 * (random.normal() + shift)));
      const given = samples(draw(5 + trial, 1), draw(40 - trial + 3, 0));
      const cuts = [-Infinity, ...Array.from({ length: 80 }, (_, i) => (i - 40) / 2 + 0.25), Infinity];
      const tried = cuts.map((cut) => errorsAt(given, cut));
      const fewest = errorsAt(given, thresholdBy('fewest errors', given));
      expect(fewest.misses + fewest.falseAlarms).toBe(Math.min(...tried.map((e) => e.misses + e.falseAlarms)));
      const gap = (e: { misses: number; falseAlarms: number }) =>
        Math.abs(e.misses / given.genuine.length - e.falseAlarms / given.impostors.length);
      expect(gap(errorsAt(given, thresholdBy('equal rates', given)))).toBeCloseTo(Math.min(...tried.map(gap)), 12);
    }
  });

  it('of equally many errors are the strictest', () => {
    // Above 3 two misses; above 2 one miss and one false alarm; below 1 two false alarms.
    expect(thresholdBy('fewest errors', samples([3, 1], [2]))).toBe(2.5);
    // |1/2 − 0| where the first genuine score is accepted, and again where the impostor is.
    expect(thresholdBy('equal rates', samples([3, 1], [2]))).toBe(2.5);
    expect(thresholdBy('fewest errors', samples([1], [2]))).toBe(Infinity);
    expect(errorsAt(samples([2], [2]), 2)).toEqual({ misses: 1, falseAlarms: 0 });
  });

  it('between scores that are separated make errors on other scores within a range', () => {
    const gap = separation(samples([5, 4], [2, 1]));
    expect(gap).toEqual({ from: 2, to: 4 });
    expect(separation(samples([2, 5], [2, 1]))).toBeNull();
    // Cuts at 2 and, of the scores that lie between, at 2.5 and 3; those at 4 and above change nothing.
    const other = samples([2.5, 4, 1], [3, 3, 2, 4, 6]);
    const seen: unknown[] = [];
    const range = rangeWithin(other, gap!, (errors) => {
      seen.push(errors);
      return errors.misses - 10 * errors.falseAlarms;
    });
    expect(seen).toEqual([
      { misses: 1, falseAlarms: 4 },
      { misses: 2, falseAlarms: 4 },
      { misses: 2, falseAlarms: 2 },
    ]);
    expect(range).toEqual([-39, -18]);
  });

  it('tell neighbouring numbers apart, and need scores of both kinds', () => {
    const upper = 1 + Number.EPSILON;
    const given = samples([upper], [1]);
    expect(errorsAt(given, thresholdBy('fewest errors', given))).toEqual({ misses: 0, falseAlarms: 0 });
    expect(thresholdBy('fewest errors', samples([upper], [1]))).toBe(1);
    expect(() => thresholdBy('equal rates', samples([1], []))).toThrow(/genuine and impostor/);
    expect(() => thresholdBy('equal rates', samples([], [1]))).toThrow(/genuine and impostor/);
  });
});
