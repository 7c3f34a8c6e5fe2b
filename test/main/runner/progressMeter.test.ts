import { describe, expect, it } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { ProgressMeter } from '../../../src/main/runner/progressMeter.ts';

const unit = (group: string, title = group, seconds: number | null = null) => ({
  group,
  method: group,
  title,
  seconds,
});

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
    // The plan has nothing of slow ones, and none has ended: only the fast one counts.
    expect(meter.progress()).toMatchObject({ secondsLeft: 0.5, atLeast: true });
    at(9000);
    meter.finish(units[1], 'failed');
    expect(meter.progress()).toMatchObject({ done: 3, failed: 2 });
    expect(meter.progress().secondsLeft).toBeCloseTo((1 + 2 * 9) / 2, 12);
    expect(meter.progress().atLeast).toBeUndefined();
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

  it('goes by the plan times what the plan was wrong by, and says at least until each method has a cell', () => {
    const planned = (method: string, group: string, seconds: number) => ({ group, method, title: method, seconds });
    const units = [planned('PCA', 'PCA k=2', 1), planned('PCA', 'PCA k=4', 2), planned('BPPCA', 'BPPCA k=2', 10)];
    const { meter, at } = meterAt(units, 1);
    expect(meter.progress()).toMatchObject({ secondsLeft: 13, atLeast: true });
    meter.start(units[0]);
    at(500);
    meter.finish(units[0], 'done');
    // Half of the plan, for the other size of the method and for the method without a cell.
    expect(meter.progress()).toMatchObject({ secondsLeft: 6, atLeast: true });
    meter.start(units[2]);
    at(10_500);
    meter.finish(units[2], 'done');
    expect(meter.progress()).toMatchObject({ secondsLeft: 1 });
    expect(meter.progress().atLeast).toBeUndefined();
  });

  it('rises by no more than a fifth without a method that takes longer, whatever the plan was wrong by', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = stream(seed, 'time left');
      const methods = ['PCA', 'GLRAM', 'BPPCA', 'MVFA'].map((method) => ({
        method,
        seconds: Math.exp(6 * random.uniform() - 3),
        wrong: Math.exp(4 * random.uniform() - 2),
      }));
      const work = methods.flatMap(({ method, seconds, wrong }) =>
        Array.from({ length: 12 }, (_, n) => ({
          unit: { group: `${method} ${n % 2}`, method, title: method, seconds },
          ms: 1000 * seconds * wrong * (0.8 + 0.4 * random.uniform()),
        })),
      );
      const { meter, at } = meterAt(
        work.map(({ unit: one }) => one),
        1,
      );
      let now = 0;
      let least = meter.progress().secondsLeft!;
      let named = 0;
      const look = (): void => {
        const { secondsLeft, longer } = meter.progress();
        if (longer === undefined) {
          expect(secondsLeft).toBeLessThanOrEqual(1.2 * least + 1e-9);
          least = Math.min(least, secondsLeft!);
        } else {
          expect(methods.some(({ method }) => longer.includes(method))).toBe(true);
          // What is told with its reason is the new measure.
          least = secondsLeft!;
          named++;
        }
      };
      for (const { unit: one, ms } of work) {
        meter.start(one);
        for (const part of [0.3, 0.6, 1]) {
          at(now + part * ms);
          look();
        }
        now += ms;
        meter.finish(one, 'done');
        look();
      }
      expect(meter.progress().secondsLeft).toBe(0);
      // A plan that is right in ratio needs no reasons.
      if (methods.every(({ wrong }) => wrong < methods[0].wrong * 1.05 && wrong > methods[0].wrong / 1.05)) {
        expect(named).toBe(0);
      }
    }
  });

  it('falls all the way where the plan is right', () => {
    const units = ['PCA', 'GLRAM', 'BPPCA'].flatMap((method, m) =>
      Array.from({ length: 5 }, () => ({ group: method, method, title: method, seconds: 10 ** m })),
    );
    const { meter, at } = meterAt(units, 1);
    let now = 0;
    let before = Number.POSITIVE_INFINITY;
    for (const one of units) {
      meter.start(one);
      now += 1000 * one.seconds;
      at(now);
      meter.finish(one, 'done');
      const { secondsLeft, longer } = meter.progress();
      expect(secondsLeft).toBeLessThan(before);
      expect(longer).toBeUndefined();
      before = secondsLeft!;
    }
  });
});
