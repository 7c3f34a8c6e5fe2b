/** SciPy's values (see test/fixtures/stats/generate.py) and a comparison by relative error. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isUnavailable, type Alternative, type TestUnavailable } from '../../../src/core/stats/tests/testResult.ts';

type Two = [number, number];
type Three = [number, number, number];
type Four = [number, number, number, number];

interface AlternativeValues {
  twoSample: Two;
  welch: Two;
  paired: Two;
  corrected: Two;
  sign: Two;
  wilcoxonNormal: number;
  wilcoxonExact?: number;
  wilcoxonEnumerated?: number;
}

export interface PairCase extends Record<Alternative, AlternativeValues> {
  x: number[];
  y: number[];
  testToTrain: number;
  rope: number;
  mean: number;
  std: number;
  welchDf: number;
  interval95: Two;
  rope_probabilities: Three;
}

interface Fixture {
  tails: {
    t: Three[];
    tQuantile: Three[];
    normal: Two[];
    chiSquared: Three[];
    f: Four[];
    studentizedRange: Three[];
    studentizedRangeQuantile: Three[];
  };
  pairs: PairCase[];
  friedman: {
    rows: number[][];
    ranks: number[];
    chi: Two;
    f: Two;
    criticalDifference05: number;
    nemenyi: number[][];
  }[];
  mcnemar: { b: number; c: number; exact: number }[];
}

export const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/stats/scipy.json', import.meta.url), 'utf8'),
) as Fixture;

interface TieValues {
  twoSample: number;
  welch: number;
  paired: number;
  sign: number;
  wilcoxonExact: number | null;
  wilcoxonNormal: number;
}

/** Errors of two methods among `of` test images per repeat; see test/fixtures/stats/ties.py. */
export interface TieCase extends Record<Alternative, TieValues> {
  a: number[];
  b: number[];
  of: number[];
  cohenDz: number;
  meanDifference: number;
}

export const ties = JSON.parse(readFileSync(new URL('../../fixtures/stats/ties.json', import.meta.url), 'utf8')) as {
  cases: TieCase[];
  mcnemar: { b: number; c: number; exact: number; midP: number }[];
};

/** The answer of a test that must have one. */
export function answered<T>(answer: T | TestUnavailable): T {
  if (isUnavailable(answer)) throw new Error(`expected an answer, found: ${answer}`);
  return answer;
}

export const alternatives: readonly Alternative[] = ['two-sided', 'greater', 'less'];

/** |actual − expected| ≤ relative · |expected| (+ a floor of 1e-300 for zeros). */
export function expectClose(actual: number | undefined | null, expected: number, relative = 1e-10): void {
  expect(actual).toBeTypeOf('number');
  const error = Math.abs((actual as number) - expected);
  expect(error, `found ${actual}, expected ${expected}`).toBeLessThanOrEqual(relative * Math.abs(expected) + 1e-300);
}
