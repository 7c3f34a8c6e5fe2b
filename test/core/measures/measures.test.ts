import { describe, expect, it } from 'vitest';
import { operatingPoints } from '../../../src/core/measures/groups/operatingPoints.ts';
import {
  isScoreBased,
  measureOf,
  measureProse,
  readingOf,
  type MeasureId,
  MEASURES,
  measureOn,
} from '../../../src/core/measures/measures.ts';
import { UNDECIDED } from '../../../src/core/measures/threshold.ts';

describe('a measure', () => {
  it('is read from errors as a share, and as a count, and not at all where nothing was decided', () => {
    const cell = { testCount: 8, wrong: [2, UNDECIDED] };
    const read = (id: MeasureId, at: number) => {
      const { read: value, count } = readingOf(id);
      return [value!(cell as never, at), count!(cell as never, at)];
    };
    expect([read('error-rate', 0), read('accuracy', 0)]).toEqual([
      [25, 2],
      [75, 6],
    ]);
    expect([read('error-rate', 1), read('accuracy', 1)]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('is named as papers name it, of comparisons by their own words where it has such', () => {
    expect([false, true].map((verification) => measureProse('accuracy', verification))).toEqual([
      'the recognition rate (share of correctly recognised test images)',
      'the accuracy (share of correct decisions)',
    ]);
    expect(measureProse('min-hter', true)).toBe(measureProse('min-hter', false));
  });

  it('is made of scores where its group is', () => {
    const ids: MeasureId[] = ['rank-1', 'verification-eer', 'min-hter', 'error-rate', 'rmse', 'fit-seconds'];
    expect(ids.map((id) => isScoreBased(measureOf(id)))).toEqual([true, true, true, false, false, false]);
  });
});

it('the accepted share at a rate needs three impostors above its threshold', () => {
  const measured = (impostors: number) => {
    const samples = {
      genuine: Float64Array.of(100, 1.5),
      impostors: Float64Array.from({ length: impostors }, (_, i) => i),
    };
    return operatingPoints.measure({ pairs: () => ({ evaluation: samples, development: samples }) } as never).values;
  };
  // Of 29 impostors two may be accepted at 10%, of 30 three.
  expect(measured(29)['tar-at-far-10']).toBeNull();
  expect(measured(30)).toMatchObject({ 'tar-at-far-10': 50, 'tar-at-far-1': null });
});

describe('A measure of pixels', () => {
  const rmse = measureOf('rmse');

  it('is in grey levels where the pixels are', () => {
    expect(measureOn(rmse, { range: [0, 255] })).toBe(rmse);
    expect(measureOn(rmse, { range: [12, 65_535], features: [] })).toBe(rmse);
  });

  it.each([
    ['pixels from 0 to 1', { range: [0, 1] as const }],
    ['standardised pixels', { range: [-3.2, 4.1] as const }],
    ['features of grey levels', { range: [0, 255] as const, features: ['unit-norm'] }],
  ])('is a pure number with more decimals of %s', (_, scale) => {
    expect(measureOn(rmse, scale)).toEqual({ ...rmse, unit: '', margin: null, digits: 4 });
  });

  it('of anything else is what it was', () => {
    const others = MEASURES.filter(({ unit }) => unit !== 'grey levels');
    expect(others.map((measure) => measureOn(measure, { range: [0, 1] }))).toEqual(others);
    expect(others.length).toBeGreaterThan(5);
  });
});
