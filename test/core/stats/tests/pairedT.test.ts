import { expect, it } from 'vitest';
import { correctedResampledT, pairedT } from '../../../../src/core/stats/tests/pairedT.ts';

/** The tail of Student's t with two degrees of freedom. */
const tail = (t: number): number => (1 - t / Math.sqrt(2 + t * t)) / 2;
const close = (value: number): number => expect.closeTo(value, 12) as number;

it('the t of three differences is algebraic, with the variance of resampled splits too', () => {
  // Mean 1 and variance 1.
  const [d, turned] = [
    [0, 1, 2],
    [0, -1, -2],
  ];
  const t = Math.sqrt(3);
  expect(pairedT(d)).toEqual({ statistic: close(t), df: 2, p: close(2 * tail(t)) });
  expect(pairedT(turned)).toEqual({ statistic: close(-t), df: 2, p: close(2 * tail(t)) });
  expect(pairedT(d, 'greater')).toMatchObject({ p: close(tail(t)) });
  expect(pairedT(d, 'less')).toMatchObject({ p: close(tail(-t)) });
  // 1/3 + 2/3, and half as much for testing as for training.
  expect(correctedResampledT(d, 2 / 3, 'greater')).toEqual({ statistic: close(1), df: 2, p: close(tail(1)) });
  expect(correctedResampledT(d, 0.5)).toMatchObject({ statistic: close(Math.sqrt(6 / 5)) });
});

it('two differences that differ are enough', () => {
  expect([pairedT([]), pairedT([1]), pairedT([1, 1])]).toEqual(['too few repeats', 'too few repeats', 'no spread']);
  // Cauchy: P(|T| > 1) = ½.
  expect(pairedT([0, 1])).toEqual({ statistic: close(1), df: 1, p: close(0.5) });
});
