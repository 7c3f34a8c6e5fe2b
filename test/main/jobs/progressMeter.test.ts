import { describe, expect, it } from 'vitest';
import { ProgressMeter } from '../../../src/main/jobs/progressMeter.ts';

const unit = (group: string, title = group) => ({ group, title });

function meterAt(units: readonly ReturnType<typeof unit>[], lanes: number) {
  let now = 0;
  const meter = new ProgressMeter(units, { done: 2, failed: 1 }, lanes, () => now);
  return { meter, at: (time: number) => (now = time) };
}

describe('ProgressMeter', () => {
  it('counts earlier runs and claims nothing before something is measured', () => {
    const { meter, at } = meterAt([unit('fast'), unit('slow')], 1);
    at(5000);
    expect(meter.progress()).toEqual({ done: 2, total: 5, failed: 1, rate: null, secondsLeft: null, running: [] });
  });

  it('takes the time left from the durations of each group, shared by the lanes', () => {
    const units = [unit('fast'), unit('slow'), unit('fast'), unit('slow'), unit('slow')];
    const { meter, at } = meterAt(units, 2);
    meter.start(units[0]);
    meter.start(units[1]);
    at(1000);
    meter.finish(units[0], 'done');
    // Slow ones are unknown yet: the mean of all (1 s) stands in for 1 fast + 3 slow, less what the running one has had.
    expect(meter.progress().secondsLeft).toBeCloseTo((1 + 3 - 1) / 2, 12);
    at(9000);
    meter.finish(units[1], 'failed');
    expect(meter.progress()).toMatchObject({ done: 3, failed: 2 });
    expect(meter.progress().secondsLeft).toBeCloseTo((1 + 2 * 9) / 2, 12);
    expect(meter.progress().rate).toBeCloseTo(2 / 9, 12);
  });

  it('takes the rate over the recent past', () => {
    const units = Array.from({ length: 50 }, () => unit('a'));
    const { meter, at } = meterAt(units, 1);
    for (let i = 0; i < 10; i++) {
      meter.start(units[i]);
      at(100 * (i + 1));
      meter.finish(units[i], 'done');
    }
    expect(meter.progress().rate).toBeCloseTo(10, 12);
    at(60_000);
    expect(meter.progress().rate).toBe(0);
  });

  it('names what is running, and forgets what was dropped', () => {
    const units = [unit('a', 'PCA, k = 2, repeat 1'), unit('a', 'PCA, k = 2, repeat 2')];
    const { meter } = meterAt(units, 2);
    units.forEach((one) => meter.start(one));
    meter.drop(units[0]);
    expect(meter.progress().running).toEqual(['PCA, k = 2, repeat 2']);
  });
});
