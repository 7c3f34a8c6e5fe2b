import { expect, it } from 'vitest';
import { ImportMeter } from '../../../../src/main/engine/streams/importMeter.ts';

it('tells rate and time left once a second has passed, not from the first images', () => {
  let now = 500;
  const meter = new ImportMeter(() => now);
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
