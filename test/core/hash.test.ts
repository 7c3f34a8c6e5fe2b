import { describe, expect, it } from 'vitest';
import { canonicalJson, hashOf, int32Bytes, sha256Hex } from '../../src/core/hash.ts';

describe('canonicalJson', () => {
  it('does not depend on the order of keys, but on the order of lists', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: 3 }], a: 'x' })).toBe('{"a":"x","b":[1,{"c":3,"d":2}]}');
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
  });

  it('leaves out what JSON leaves out and is read back by JSON', () => {
    const value = { a: undefined, b: null, c: [undefined, 1], d: 'ü"\n', e: 1e-7 };
    expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
});

describe('hashes', () => {
  it('are the standard SHA-256', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('take integers as 32-bit little-endian', () => {
    expect([...int32Bytes([1, -2])]).toEqual([1, 0, 0, 0, 254, 255, 255, 255]);
  });
});
