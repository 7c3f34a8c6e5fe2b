import { describe, expect, it } from 'vitest';
import { RANDOM_NAME, stream } from '../../../src/core/random/stream.ts';

const draw = (n: number, next: () => number): number[] => Array.from({ length: n }, next);

describe('stream', () => {
  it('gives the frozen numbers, which are part of the result format', () => {
    expect(RANDOM_NAME).toBe('sha256-xoroshiro128plus-1');
    const uniform = stream('a', 1);
    expect(draw(4, () => uniform.uniform())).toEqual([
      0.5707610795330436, 0.8096103093163816, 0.894128175849187, 0.24968612663031675,
    ]);
    const normal = stream('b', 2);
    expect(draw(4, () => normal.normal())).toEqual([
      -0.003301613955507682, 1.6555839195207978, 0.7020876880061259, 0.8451176850996414,
    ]);
    const integer = stream(7, 'split', 2);
    expect(draw(10, () => integer.integer(10))).toEqual([0, 2, 3, 3, 6, 3, 9, 8, 7, 8]);
    expect(draw(2, () => integer.integer(2 ** 32))).toEqual([1774571762, 3207777739]);
  });

  it('tells apart parts that look alike when joined', () => {
    const first = (...parts: (string | number)[]) => stream(...parts).uniform();
    const values = [
      first('a', 'b'),
      first('a,b'),
      first('ab'),
      first('1'),
      first(1),
      first(),
      first(''),
      first('b', 'a'),
    ];
    expect(new Set(values).size).toBe(values.length);
  });

  it('repeats itself for the same parts', () => {
    const [one, two] = [stream('x', 3), stream('x', 3)];
    expect(draw(100, () => one.normal())).toEqual(draw(100, () => two.normal()));
  });

  it('refuses numbers that are not finite and ranges that are not there', () => {
    expect(() => stream('a', NaN)).toThrow(RangeError);
    expect(() => stream('a').integer(0)).toThrow(RangeError);
    expect(() => stream('a').integer(2.5)).toThrow(RangeError);
    expect(() => stream('a').integer(2 ** 32 + 1)).toThrow(RangeError);
  });

  it('draws integers evenly, n not a power of two', () => {
    const random = stream('even');
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[random.integer(7)]++;
    // Chi-squared with 6 degrees of freedom: 22.5 has probability 0.001, and the stream is fixed.
    const chi = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(22.5);
  });

  it('draws normal numbers with the moments of the normal distribution', () => {
    const random = stream('moments');
    const n = 200_000;
    const power = [0, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      const x = random.normal();
      for (let k = 0; k < 4; k++) power[k] += x ** (k + 1) / n;
    }
    // Standard errors: √(1, 2, 15, 96) / √n; four of them allowed.
    [0, 1, 0, 3].forEach((moment, k) => {
      expect(Math.abs(power[k] - moment)).toBeLessThan((4 * Math.sqrt([1, 2, 15, 96][k])) / Math.sqrt(n));
    });
  });

  it('draws uniform numbers on [0, 1) that use the full 53 bits', () => {
    const random = stream('uniform');
    const values = draw(1000, () => random.uniform());
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(values.some((value) => (value * 2 ** 53) % 2 === 1)).toBe(true);
  });
});
