import { afterEach, expect, it, vi } from 'vitest';
import { throttle } from '../../src/main/throttle.ts';

afterEach(() => vi.restoreAllMocks());

it('is due at once, then after the pause since it was due last', () => {
  let now = 7;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const due = throttle(100);
  const at = (time: number): boolean => {
    now = time;
    return due();
  };
  expect([7, 8, 106, 107, 150, 206, 207].map(at)).toEqual([true, false, false, true, false, false, true]);
});
