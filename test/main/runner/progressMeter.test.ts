import { describe, expect, it } from 'vitest';
import { ProgressMeter } from '../../../src/main/runner/progressMeter.ts';

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

  it('shows what a running unit says, until it ends', () => {
    const units = [unit('fast'), unit('slow')];
    const { meter } = meterAt(units, 2);
    meter.start(units[0]);
    meter.start(units[1]);
    meter.note(units[1], 'at (3): iteration 12');
    expect(meter.progress().running).toEqual(['fast', 'slow at (3): iteration 12']);
    meter.finish(units[1], 'done');
    meter.note(units[1], 'late');
    meter.start(units[1]);
    expect(meter.progress().running).toEqual(['fast', 'slow']);
  });

  it('takes the time left from the durations of each group, shared by the lanes', () => {
    const units = [unit('fast'), unit('slow'), unit('fast'), unit('slow'), unit('slow')];
    const { meter, at } = meterAt(units, 2);
    meter.start(units[0]);
    meter.start(units[1]);
    at(1000);
    meter.finish(units[0], 'done');
    // Slow ones are unknown yet: the mean of all (1 s) stands in for 1 fast + 3 slow, less what the running one has
    // had.
    expect(meter.progress().secondsLeft).toBeCloseTo((1 + 3 - 1) / 2, 12);
    at(9000);
    meter.finish(units[1], 'failed');
    expect(meter.progress()).toMatchObject({ done: 3, failed: 2 });
    expect(meter.progress().secondsLeft).toBeCloseTo((1 + 2 * 9) / 2, 12);
    expect(meter.progress().rate).toBeCloseTo(2 / 9, 12);
  });

  it('lets the time left rise while a unit takes longer than those before it', () => {
    const units = [unit('a'), unit('a'), unit('a')];
    const { meter, at } = meterAt(units, 1);
    meter.start(units[0]);
    at(1000);
    meter.finish(units[0], 'done');
    meter.start(units[1]);
    const left = [1500, 2000, 3000, 10_000, 100_000, 1_000_000].map((time) => {
      at(time);
      return meter.progress().secondsLeft!;
    });
    // Within the expected second it falls; from then on it rises.
    expect(left.slice(0, 2)).toEqual([1.5, 1]);
    for (let i = 2; i < left.length; i++) expect(left[i]).toBeGreaterThan(left[i - 1]);
  });

  it('rises for the last unit too, and is never less than one running unit needs, however many lanes are idle', () => {
    const units = [unit('fast'), unit('slow'), unit('slow')];
    const { meter, at } = meterAt(units, 4);
    meter.start(units[1]);
    at(10_000);
    meter.finish(units[1], 'done');
    meter.start(units[2]);
    at(12_000);
    expect(meter.progress().secondsLeft).toBeCloseTo(8, 12);
    at(25_000);
    const overdue = meter.progress().secondsLeft!;
    at(60_000);
    expect(overdue).toBeGreaterThan(0);
    expect(meter.progress().secondsLeft).toBeGreaterThan(2 * overdue);
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
