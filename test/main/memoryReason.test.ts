import { describe, expect, it } from 'vitest';
import { memoryReason } from '../../src/main/heapLimits.ts';
import { failureReason } from '../../src/main/workers/failureReason.ts';
import { faultReason } from '../../src/main/workspace/workspaceErrors.ts';

function thrownBy(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

describe('an array that cannot be made', () => {
  it.each([
    ['ArrayBuffer', () => new ArrayBuffer(2 ** 53 - 1)],
    ['SharedArrayBuffer', () => new SharedArrayBuffer(2 ** 53 - 1)],
    ['Float64Array', () => new Float64Array(2 ** 50)],
  ])('is told in words by the engine and by threads: %s', (_name, make) => {
    const error = thrownBy(make);
    expect(error).toBeInstanceOf(RangeError);
    expect(faultReason(error)).toMatch(/^there is no memory for an array of this size .*2 GiB/);
    expect(failureReason(error)).toMatch(/^There is no memory for an array of this size .*images\.$/);
  });

  it('is not confused with other ranges', () => {
    expect(memoryReason(new RangeError('meanImage: the image set is empty'))).toBeNull();
    expect(memoryReason(new Error('Array buffer allocation failed'))).toBeNull();
  });
});
