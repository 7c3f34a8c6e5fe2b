import { expect, it } from 'vitest';
import { stopwatch } from '../../../src/core/classify/stopwatch.ts';

it('a stopwatch tells the seconds since it was started, by the clock that it is given', () => {
  let now = 5;
  const elapsed = stopwatch({ clock: () => now });
  now = 7.5;
  expect(elapsed()).toBe(2.5);
  now = 8;
  expect(elapsed()).toBe(3);
});

it('a stopwatch without a clock goes by that of the wall, in seconds', () => {
  const before = performance.now();
  const elapsed = stopwatch({});
  const found = elapsed();
  expect(found).toBeGreaterThanOrEqual(0);
  expect(found).toBeLessThanOrEqual((performance.now() - before) / 1000);
});
