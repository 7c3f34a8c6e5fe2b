import { describe, expect, it } from 'vitest';
import { ascendingCheck, valueCheck } from '../../../src/core/papers/result.ts';
import { verdictOf } from '../../../src/core/papers/verdict.ts';

const order = ascendingCheck('a is ahead.', [
  ['a', 1],
  ['b', 2],
]);
const wrongOrder = ascendingCheck('a is ahead.', [
  ['a', 2],
  ['b', 1],
]);
const value = valueCheck('The mean.', 10, 10.5, 0.5);
const wrongValue = valueCheck('The mean.', 10, 10.6, 0.5);

describe('the verdict on an experiment', () => {
  it('asks for every order and every value', () => {
    expect(verdictOf([order, value], false)).toBe('reproduced');
    expect(verdictOf([order, wrongValue], false)).toBe('order-reproduced');
    expect(verdictOf([wrongOrder, value], false)).toBe('not-reproduced');
    expect(verdictOf([wrongValue], false)).toBe('not-reproduced');
  });

  it('asks for no values of stand-in data, and never calls these reproduced', () => {
    expect(verdictOf([order, wrongValue], true)).toBe('order-reproduced');
    expect(verdictOf([order, value], true)).toBe('order-reproduced');
    expect(verdictOf([wrongOrder], true)).toBe('not-reproduced');
    expect(() => verdictOf([value], true)).toThrow(RangeError);
  });

  it('counts equal numbers as no order', () => {
    const equal = ascendingCheck('a is ahead.', [
      ['a', 1],
      ['b', 1],
    ]);
    expect(verdictOf([equal], false)).toBe('not-reproduced');
  });
});
