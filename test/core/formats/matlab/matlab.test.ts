import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../../src/core/formats/formatError.ts';
import { decodeMat, decodeMatSteps, listMat } from '../../../../src/core/formats/matlab/matlab.ts';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';
import { MAT_CLASSES, writeMat, type MatClass } from '../writers.ts';

const fixtures = new URL('../../../fixtures/formats/', import.meta.url);

/** Numbers that each class holds exactly. */
const VALUES: Record<MatClass, fc.Arbitrary<number>> = {
  double: fc.double({ noNaN: true }),
  single: fc.float({ noNaN: true }),
  int8: fc.integer({ min: -128, max: 127 }),
  uint8: fc.integer({ min: 0, max: 255 }),
  int16: fc.integer({ min: -32768, max: 32767 }),
  uint16: fc.integer({ min: 0, max: 65535 }),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  uint32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  int64: fc.maxSafeInteger(),
  uint64: fc.maxSafeNat(),
};

const variable = fc
  .record({
    name: fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,30}$/),
    type: fc.constantFrom(...(Object.keys(MAT_CLASSES) as MatClass[])),
    dims: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 4 }),
  })
  .chain(({ name, type, dims }) => {
    const length = dims.reduce((product, size) => product * size, 1);
    return fc.array(VALUES[type], { minLength: length, maxLength: length }).map((data) => ({ name, type, dims, data }));
  });

describe('MATLAB files of level 5', () => {
  it('round trip in either byte order, compressed or not, in every numeric class', () => {
    const file = fc.tuple(
      fc.array(variable, { maxLength: 3 }),
      fc.record({ little: fc.boolean(), compressed: fc.boolean() }),
    );
    fc.assert(
      fc.property(file, ([variables, writing]) => {
        const read = decodeMat(writeMat(variables, writing));
        expect(read.skipped).toEqual([]);
        expect(read.variables.map(({ data, ...rest }) => ({ ...rest, data: [...data] }))).toEqual(variables);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it.each(['small.mat', 'small_compressed.mat'])(
    '%s holds what SciPy wrote; cells and the like are skipped by name',
    (name) => {
      const expected = JSON.parse(readFileSync(new URL('small.json', fixtures), 'utf8')) as Record<
        string,
        { dims: number[]; 'column-major': number[] }
      >;
      const { variables, texts, skipped } = decodeMat(readFileSync(new URL(name, fixtures)));
      expect(texts).toEqual([{ name: 'text', rows: ['abc'] }]);
      expect(variables.map((one) => one.name)).toEqual(Object.keys(expected).slice(0, 9));
      for (const { name: own, dims, data } of variables) {
        expect({ dims, data: [...data] }).toEqual({
          dims: expected[own].dims,
          data: expected[own]['column-major'].map(Number),
        });
      }
      expect(skipped).toEqual([
        { name: 'cells', type: 'cell' },
        { name: 'structure', type: 'struct' },
        { name: 'complexes', type: 'complex double' },
      ]);
    },
  );

  it.each(['nested.mat', 'nested_compressed.mat'])(
    '%s: fields are named by their structure, equal cells are joined, other cells are skipped with the reason',
    (name) => {
      const bytes = readFileSync(new URL(name, fixtures));
      const { variables, texts, skipped } = decodeMat(bytes, { nested: true });
      const stack = [0, 10, 20, 30].flatMap((from) => [0, 3, 1, 4, 2, 5].map((value) => from + value));
      const columns = [0, 1, 2, 3, 4, 5].flatMap((c) => [0, 6, 12, 18].map((value) => value + c));
      expect(variables).toEqual([
        { name: 'orl.set.fea', type: 'uint8', dims: [4, 6], data: Uint8Array.from(columns) },
        { name: 'orl.set.gnd', type: 'double', dims: [4, 1], data: Float64Array.of(1, 1, 2, 2) },
        { name: 'images', type: 'uint8', dims: [2, 3, 4], data: Uint8Array.from(stack) },
        { name: 'people.image', type: 'uint8', dims: [2, 3, 4], data: Uint8Array.from(stack) },
        { name: 'people.label', type: 'double', dims: [1, 4], data: Float64Array.of(1, 1, 2, 2) },
      ]);
      expect(texts).toEqual([
        { name: 'orl.note', rows: ['faces'] },
        { name: 'names', rows: ['anna', 'anna', 'bob', 'bob'] },
      ]);
      expect(skipped).toEqual([
        { name: 'mixed', type: 'cell of arrays of different sizes' },
        { name: 'none', type: 'empty cell' },
      ]);
      expect(runSteps(listMat(bytes)).map((entry) => entry.name)).toEqual([
        'orl.set.fea',
        'orl.set.gnd',
        'orl.note',
        'images',
        'names',
        'people.image',
        'people.label',
      ]);
      expect(decodeMat(bytes).skipped.map((entry) => entry.type)).toEqual([
        'struct',
        'cell',
        'cell',
        'struct',
        'cell',
        'cell',
      ]);
    },
  );

  it('of level 4 hold what SciPy wrote; a file that is cut short is refused with the variable', () => {
    const bytes = readFileSync(new URL('level4.mat', fixtures));
    const { variables, texts, skipped } = decodeMat(bytes);
    expect(variables.map(({ name, type, dims }) => ({ name, type, dims }))).toEqual([
      { name: 'fea', type: 'uint8', dims: [4, 6] },
      { name: 'gnd', type: 'double', dims: [4, 1] },
      { name: 'half', type: 'single', dims: [1, 2] },
    ]);
    expect([...variables[0].data].slice(0, 6)).toEqual([0, 6, 12, 18, 1, 7]);
    expect([...variables[2].data]).toEqual([0.5, -1.5]);
    expect(texts).toEqual([{ name: 'note', rows: ['faces'] }]);
    expect(skipped).toEqual([{ name: 'turned', type: 'complex double' }]);
    expect(runSteps(listMat(bytes)).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'fea numbers',
      'gnd numbers',
      'half numbers',
      'note text',
    ]);
    expect(() => decodeMat(bytes.subarray(0, 40))).toThrow('expected 4 × 6 numbers in variable "fea"');
    expect(() => decodeMat(Buffer.concat([bytes, Buffer.alloc(30, 9)]))).toThrow(
      `expected the head of a matrix at byte ${bytes.length}, found other bytes`,
    );
  });

  it('numbers may be stored in a smaller type than their class', () => {
    const content = { name: 'x', type: 'double', storedAs: 'uint8', dims: [2, 2], data: [1, 2, 3, 255] } as const;
    const [read] = decodeMat(writeMat([content], { little: true, compressed: false })).variables;
    expect(read).toEqual({ name: 'x', type: 'double', dims: [2, 2], data: Float64Array.of(1, 2, 3, 255) });
  });

  it('bytes are copied, not shared with the file', () => {
    const file = writeMat([{ name: 'x', type: 'uint8', dims: [1, 9], data: [1, 2, 3, 4, 5, 6, 7, 8, 9] }], {
      little: true,
      compressed: false,
    });
    const [read] = decodeMat(file).variables;
    file.fill(0);
    expect([...read.data]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('only the wanted variables are inflated', () => {
    const zeros = new Array<number>(40_000).fill(0);
    const file = writeMat(
      [
        { name: 'huge', type: 'double', dims: [200, 200], data: zeros },
        { name: 'fea', type: 'uint8', dims: [1, 2], data: [1, 2] },
      ],
      { little: true, compressed: true },
    );
    const { variables } = decodeMat(file, { only: (name) => name === 'fea', maxInflated: 400_000 });
    expect(variables.map(({ name }) => name)).toEqual(['fea']);
    expect(() => decodeMat(file, { maxInflated: 100_000 })).toThrow(
      /expected at most 100000 bytes in a compressed array/,
    );
  });

  it.each([
    ['fewer', [2, 2]],
    ['more', [200_000, 200_000]],
  ])('of which the dimensions announce %s bytes than their element are refused before they are inflated', (_, dims) => {
    const claims = { name: 'fea', type: 'double' as const, dims, data: new Array<number>(2 ** 18).fill(0) };
    const steps = decodeMatSteps(writeMat([claims], { little: true, compressed: true }));
    let taken = 0;
    const run = (): void => {
      for (let step = steps.next(); !step.done; step = steps.next()) taken++;
    };
    expect(run).toThrow(`expected ${dims.join(' × ')} numbers in variable "fea", found a claim of 2097200 bytes`);
    expect(taken).toBeLessThan(4);
  });

  const good = writeMat([{ name: 'fea', type: 'uint8', dims: [3, 4], data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }], {
    little: true,
    compressed: false,
  });
  const packed = writeMat(
    [{ name: 'fea', type: 'uint8', dims: [3, 4], data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }],
    {
      little: true,
      compressed: true,
    },
  );
  const changed = (file: Uint8Array, at: number, ...values: number[]): Uint8Array => {
    const copy = new Uint8Array(file);
    copy.set(values, at < 0 ? copy.length + at : at);
    return copy;
  };
  /** A compressed element whose inner tag claims 2^31 bytes. */
  const bomb = (): Uint8Array => {
    const body = zlibSync(Uint8Array.of(14, 0, 0, 0, 0, 0, 0, 0x80, 1, 2, 3, 4));
    return Buffer.concat([good.subarray(0, 128), Buffer.from([15, 0, 0, 0, body.length, 0, 0, 0]), body]);
  };

  it.each([
    ['other bytes', new Uint8Array(200), 'expected a MAT-file of level 5, found no endian mark in its header'],
    ['too few bytes', new Uint8Array(5), 'expected a MAT-file header of 128 bytes, found 5 bytes'],
    ['version 7.3', changed(good, 124, 0, 2), /found version 7\.3 \(HDF5\): save it with -v7/],
    ['an unknown version', changed(good, 124, 0, 9), 'expected MAT-file version 0x0100, found 0x900'],
    [
      'its end missing',
      good.subarray(0, good.length - 9),
      /expected a MAT element of 64 bytes, found 55: the file is truncated/,
    ],
    ['a tag cut off', good.subarray(0, 131), 'expected the tag of a MAT element, found the end of the file'],
    [
      '10⁹ numbers claimed',
      changed(good, 160, 0, 0xca, 0x9a, 0x3b),
      /expected 1000000000 × 4 numbers in variable "fea", found 12/,
    ],
    ['a negative dimension', changed(good, 163, 0x80), /expected 2 … 32 dimensions of at least 0, found -/],
    ['a damaged stream', changed(packed, 140, 0xff, 0xff, 0xff), FormatError],
    [
      'a wrong checksum',
      changed(packed, -1, packed[packed.length - 1] ^ 1),
      /expected the checksum of the compressed data to agree/,
    ],
    [
      'a stream cut off',
      Buffer.concat([packed.subarray(0, 132), Buffer.from([20, 0, 0, 0]), packed.subarray(136, 156)]),
      FormatError,
    ],
    ['a false promise of 2 GiB', bomb(), /found a claim of 2147483648$/],
  ])('with %s are refused in one sentence', (_, file, message) => {
    expect(() => decodeMat(file)).toThrow(FormatError);
    expect(() => decodeMat(file)).toThrow(message);
  });
});
