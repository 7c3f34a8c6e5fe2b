import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/core/formats/formatError.ts';
import { decodeNpy, encodeNpy } from '../../../src/core/formats/npy.ts';
import { inflatePrefix } from '../../../src/core/formats/inflate.ts';
import { decodeNpz, decodeNpzSteps, encodeNpz } from '../../../src/core/formats/npz.ts';

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../../fixtures/formats/${name}`, import.meta.url));
const expected = JSON.parse(fixture('small.json').toString()) as Record<
  string,
  { dims: number[]; 'row-major': number[] }
>;

const array = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }).chain((shape) => {
  const length = shape.reduce((product, size) => product * size, 1);
  return fc
    .array(fc.double(), { minLength: length, maxLength: length })
    .map((data) => ({ shape, data: Float64Array.from(data) }));
});

/** An NPY file with this header text and these data. */
function npy(header: string, data: readonly number[] = [], version = 1): Uint8Array {
  const text = Buffer.from(header);
  const length = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  return Buffer.concat([
    Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...length]),
    text,
    Buffer.from(data),
  ]);
}

const HEADER = "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }\n";

describe('NPY', () => {
  it('round trips every shape and value', () => {
    fc.assert(
      fc.property(array, (written) => {
        expect(decodeNpy(encodeNpy(written))).toEqual({ ...written, dtype: 'f8' });
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it.each(['fortran_f4.npy', 'big_i2.npy'])('%s from NumPy comes row-major with its values', (name) => {
    const { shape, data } = decodeNpy(fixture(name));
    expect({ shape, data: [...data] }).toEqual({ shape: expected[name].dims, data: expected[name]['row-major'] });
  });

  it('half floats are exact, subnormal and special ones too', () => {
    expect([...decodeNpy(fixture('half.npy')).data]).toEqual([1.5, -2, 65504, 2 ** -24, Infinity, NaN]);
  });

  it('the header is padded to 64 bytes as NumPy asks', () => {
    const bytes = encodeNpy({ shape: [3], data: [1, 2, 3] });
    expect(bytes.length).toBe(128 + 24);
    expect(bytes[127]).toBe(0x0a);
  });

  it('version 2 headers are read', () => {
    expect([...decodeNpy(npy(HEADER, [4, 5], 2)).data]).toEqual([4, 5]);
  });

  it('a shape that does not fit the data cannot be written', () => {
    expect(() => encodeNpy({ shape: [2, 2], data: [1] })).toThrow(RangeError);
  });

  it.each([
    ['other bytes', Buffer.from('not an array at all'), 'expected an NPY file, found other bytes'],
    ['a number missing', npy(HEADER, [1]), 'expected 2 bytes for an NPY array of (2) |u1, found 1'],
    ['a number too many', npy(HEADER, [1, 2, 3]), 'expected 2 bytes for an NPY array of (2) |u1, found 3'],
    ['10⁹ numbers claimed', npy(HEADER.replace('(2,)', '(1000000000,)'), [1]), /expected 1000000000 bytes/],
    ['sizes that overflow', npy(HEADER.replace('(2,)', '(99999999999999999999, 2)'), [1]), FormatError],
    [
      'objects',
      npy(HEADER.replace('|u1', '|O8'), [1, 2]),
      /expected an NPY array of real numbers \(b1, .*\), found \|O8/,
    ],
    [
      'records',
      npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }"),
      /expected an NPY array of plain numbers/,
    ],
    ['no shape', npy("{'descr': '<f8', 'fortran_order': False}"), 'expected fortran_order and shape in the NPY header'],
    ['version 4', npy(HEADER, [1, 2], 4), 'expected NPY version 1, 2 or 3, found 4'],
    [
      'a header longer than the file',
      Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 255, 255, 1]),
      /expected an NPY header of 65535 bytes, found 1/,
    ],
  ])('with %s are refused in one sentence', (_, file, message) => {
    expect(() => decodeNpy(file)).toThrow(FormatError);
    expect(() => decodeNpy(file)).toThrow(message);
  });
});

describe('NPZ', () => {
  it('round trips named arrays', () => {
    const names = fc.dictionary(fc.stringMatching(/^[a-z][a-zA-Z_]{0,9}$/), array, { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(names, (arrays) => {
        const read = decodeNpz(encodeNpz(arrays));
        expect([...read.keys()].sort()).toEqual(Object.keys(arrays).sort());
        for (const [name, written] of Object.entries(arrays))
          expect(read.get(name)).toEqual({ ...written, dtype: 'f8' });
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it('a compressed archive from NumPy holds what NumPy wrote', () => {
    const { a, b } = (expected as unknown as { 'small.npz': { a: number[]; b: number[] } })['small.npz'];
    const read = decodeNpz(fixture('small.npz'));
    expect([...read.keys()]).toEqual(['a', 'b', 'c']);
    expect([...(read.get('a')?.data ?? [])]).toEqual(a);
    expect([...(read.get('b')?.data ?? [])]).toEqual(b);
    expect(read.get('c')).toEqual({ shape: [], dtype: 'f8', data: Float64Array.of(2.5) });
  });

  it('the same arrays give the same bytes', () => {
    const arrays = { a: { shape: [2], data: [1, 2] } };
    expect(encodeNpz(arrays)).toEqual(encodeNpz(arrays));
  });

  it('damage, false sizes and archives beyond the limit are refused', () => {
    const good = encodeNpz({ a: { shape: [100], data: new Float64Array(100) } });
    const changed = (change: (view: DataView, end: number) => void): Uint8Array => {
      const copy = new Uint8Array(good);
      const view = new DataView(copy.buffer);
      change(view, view.getUint32(copy.length - 6, true));
      return copy;
    };
    expect(() => decodeNpz(Buffer.from('PK\x03\x04 and nothing more to be read'))).toThrow(
      /expected the end record of a ZIP archive/,
    );
    expect(() => decodeNpz(good, { maxInflated: 100 })).toThrow(
      /expected at most 100 bytes in the archive, found a claim of 928/,
    );
    expect(() => decodeNpz(changed((view, at) => view.setUint32(at + 24, 2 ** 30, true)))).toThrow(
      /expected an honest length of "a.npy", found a claim of/,
    );
    expect(() => decodeNpz(changed((view, at) => view.setUint32(at + 24, 900, true)))).toThrow(
      'expected 800 bytes for an NPY array of (100) <f8, found 772',
    );
    expect(() => decodeNpz(changed((view, at) => view.setUint32(at + 16, 1, true)))).toThrow(/checksum of "a.npy"/);
    expect(() => decodeNpz(changed((view, at) => view.setUint32(at + 42, 2 ** 31, true)))).toThrow(
      /expected the data of "a.npy"/,
    );
    expect(() => decodeNpz(changed((view, at) => view.setUint32(at, 0, true)))).toThrow(
      /expected 1 entries in the ZIP directory, found 0/,
    );
  });

  it('entries that share their data are refused', () => {
    const file = zipSync({
      'a.npy': encodeNpy({ shape: [2], data: [1, 2] }),
      'b.npy': encodeNpy({ shape: [1], data: [3] }),
    });
    const view = new DataView(file.buffer, file.byteOffset);
    // Place of the second entry's data, in the directory.
    const second = Buffer.from(file).lastIndexOf('b.npy') - 46;
    view.setUint32(second + 42, 0, true);
    expect(() => decodeNpz(file)).toThrow(
      'expected entries with data of their own in the ZIP archive, found some in common',
    );
  });

  it('megabytes that inflate to nothing are refused after the first of them', () => {
    // Stored blocks of length zero.
    const nothing = Buffer.alloc(5 * 2 ** 20, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const steps = inflatePrefix(nothing, 100, 'deflate');
    let taken = 0;
    const run = (): void => {
      for (let step = steps.next(); !step.done; step = steps.next()) taken++;
    };
    expect(run).toThrow('expected compressed data, found a damaged stream (nothing comes of it)');
    expect(taken).toBeLessThan(20);
  });

  it('an array whose header and archive disagree is refused before anything is inflated', () => {
    const small = encodeNpy({ shape: [2], data: [1, 2] });
    const long = (shape: string): Uint8Array => {
      const header = npy(`{'descr': '|u1', 'fortran_order': False, 'shape': (${shape}), }\n`);
      return Buffer.concat([header, new Uint8Array(2 ** 25)]);
    };
    // The last one is that of which header and archive disagree.
    for (const shape of ['2, 2', '65536, 256, 256']) {
      const file = zipSync({ 'a.npy': small, 'b.npy': long('33554432,'), 'c.npy': long(shape) });
      const steps = decodeNpzSteps(file);
      let taken = 0;
      const run = (): void => {
        for (let step = steps.next(); !step.done; step = steps.next()) taken++;
      };
      expect(run).toThrow(/^expected \d+ bytes for an NPY array of \([\d, ]+\) \|u1, found 33554432$/);
      // One step per 16 KiB of compressed bytes, one per MiB of those whose checksum is taken.
      expect(taken).toBeLessThan(8);
    }
  });
});
