import { expect, it } from 'vitest';
import { MeanRateMeter } from '../../../src/main/engine/meanRateMeter.ts';

it('tells rate and time left once it has settled, not from the first images', () => {
  let now = 500;
  const meter = new MeanRateMeter(1, () => now);
  now += 200;
  expect(meter.update({ done: 1, total: 400, running: '' })).toMatchObject({ done: 1, rate: null, secondsLeft: null });
  now += 800;
  expect(meter.update({ done: 100, total: 400, running: 's11/1.pgm' })).toEqual({
    done: 100,
    total: 400,
    failed: 0,
    rate: 100,
    secondsLeft: 3,
    running: ['s11/1.pgm'],
  });
});

it('tells them from the first unit on where nothing has to settle', () => {
  let now = 0;
  const meter = new MeanRateMeter(0, () => now);
  expect(meter.update({ done: 0, total: 8, running: 'Fitting GLRAM' })).toMatchObject({
    rate: null,
    secondsLeft: null,
  });
  now = 500;
  expect(meter.update({ done: 2, total: 8, running: 'Fitting GLRAM' })).toMatchObject({ rate: 4, secondsLeft: 1.5 });
});
