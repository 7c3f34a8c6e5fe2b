/** Why tests of the same two methods answer differently, in sentences that state the numbers behind it. */
import { mean } from '../stats/describe.ts';
import { isUnavailable } from '../stats/tests/testResult.ts';
import type { PairFindings } from './pairFindings.ts';
import type { PairSamples } from './repeatValues.ts';
import { pairTests, splitTests } from './tests/registry.ts';

export function explainPair(report: PairFindings, samples: PairSamples): string[] {
  return [agreement(report), spread(report), pairing(samples), ...ofTests(report, samples)].filter(
    (sentence) => sentence !== null,
  );
}

function agreement({ tests, alpha, repeats }: Pick<PairFindings, 'tests' | 'alpha' | 'repeats'>): string {
  const answered = tests.filter(({ different }) => different !== null);
  if (answered.length === 0 && repeats < 2) {
    return 'No test is possible: it needs two repeats that both methods have finished.';
  }
  if (answered.length === 0) return 'No test is possible: the two are equal in every repeat.';
  const found = answered.filter(({ different }) => different);
  const at = `at α = ${alpha}`;
  if (found.length === 0) return `No test finds a difference ${at}.`;
  if (found.length === answered.length) return `All ${answered.length} tests find a difference ${at}.`;
  const others = answered.filter(({ different }) => !different).map(({ title }) => title);
  return `${found.length} of ${answered.length} tests find a difference ${at}; not: ${others.join(', ')}.`;
}

function spread({ tests, difference }: Pick<PairFindings, 'tests' | 'difference'>): string | null {
  const without = tests.filter(({ lack }) => lack === 'no spread').map(({ title }) => title);
  if (without.length === 0) return null;
  const same = difference === 0 ? 'the two are equal in every repeat' : 'it is the same in every repeat';
  return `No spread, so no answer from: ${without.join(', ')}. They measure a difference by its variance; ${same}.`;
}

function pairing({ first: x, second: y }: PairSamples): string | null {
  const r = correlation(x, y);
  if (r === null) return null;
  const strength = `Over the repeats the values of the two correlate by ${r.toFixed(2)}`;
  return r > 0.1
    ? `${strength}: paired tests remove what the splits share; two-sample tests count it as noise.`
    : `${strength}: pairing removes nothing here.`;
}

/** What single tests have to say. */
function ofTests({ alpha, testToTrain, interval, mcnemar }: PairFindings, samples: PairSamples): (string | null)[] {
  const facts = { samples, alpha, testToTrain, hasInterval: !isUnavailable(interval), disagreement: mcnemar };
  return [...pairTests, ...splitTests].map((test) => test.explain?.(facts) ?? null);
}

/** Pearson's correlation; null below three pairs, as two always lie on a line, or without spread. */
function correlation(x: readonly number[], y: readonly number[]): number | null {
  if (x.length < 3) return null;
  const [a, b] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((value, i) => {
    xy += (value - a) * (y[i] - b);
    xx += (value - a) ** 2;
    yy += (y[i] - b) ** 2;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}
