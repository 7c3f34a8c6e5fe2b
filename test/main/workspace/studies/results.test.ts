import { describe, expect, it } from 'vitest';
import { packIntegers, unpackIntegers } from '../../../../src/main/workspace/studies/results.ts';

describe('stored integers', () => {
  it('are little-endian', () => {
    expect([...packIntegers([1, 0x0203], 2)]).toEqual([1, 0, 3, 2]);
    expect([...packIntegers([0x01020304], 4)]).toEqual([4, 3, 2, 1]);
  });

  it('come back, also from the middle of a larger buffer', () => {
    const values = [0, 1, 65_535, 4_294_967_295];
    const inside = Buffer.concat([Buffer.from([9]), packIntegers(values, 4)]).subarray(1);
    expect([...unpackIntegers(inside, 4)]).toEqual(values);
    expect([...unpackIntegers(packIntegers(values.slice(0, 3), 2), 2)]).toEqual(values.slice(0, 3));
  });
});
