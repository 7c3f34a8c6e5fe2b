import { describe, expect, it } from 'vitest';
import type { Steps } from '../../src/core/formats/cooperativeSteps.ts';
import { runInTimeSlices } from '../../src/main/timeSlices.ts';
import { Cancelled } from '../../src/main/cancelled.ts';

describe('inSteps', () => {
  it('gives the result of the steps', async () => {
    function* three(): Steps<number> {
      yield;
      yield;
      return 3;
    }
    expect(await runInTimeSlices(three())).toBe(3);
  });

  it('lets timers through and stops endless work when it is cancelled, which may tidy up', async () => {
    const controller = new AbortController();
    let steps = 0;
    let tidied = false;
    function* endless(): Steps<never> {
      try {
        for (;;) {
          // From a timer, which needs a turn of the loop.
          if (++steps === 2) setTimeout(() => controller.abort());
          yield;
        }
      } finally {
        tidied = true;
      }
    }
    await expect(runInTimeSlices(endless(), controller.signal)).rejects.toBeInstanceOf(Cancelled);
    expect(steps).toBeGreaterThan(1);
    expect(tidied).toBe(true);
  });

  it('passes on what a step throws', async () => {
    function* failing(): Steps<number> {
      yield;
      throw new RangeError('no');
    }
    await expect(runInTimeSlices(failing())).rejects.toThrow(new RangeError('no'));
  });
});
