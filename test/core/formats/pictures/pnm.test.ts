import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../../src/core/formats/formatError.ts';
import { decodePnm } from '../../../../src/core/formats/pictures/pnm.ts';
import { writePnm, type PnmKind } from '../writers.ts';

const bytes = (text: string, ...data: number[]): Uint8Array =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(data)]);

describe('PNM', () => {
  it('round trips through every kind, shape and maxval', () => {
    const image = fc
      .record({
        kind: fc.constantFrom<PnmKind>(1, 2, 3, 4, 5, 6),
        rows: fc.integer({ min: 1, max: 12 }),
        cols: fc.integer({ min: 1, max: 12 }),
        maxval: fc.oneof(fc.constantFrom(1, 255, 256, 65535), fc.integer({ min: 1, max: 65535 })),
      })
      .chain(({ kind, rows, cols, maxval }) => {
        const channels = kind === 3 || kind === 6 ? 3 : 1;
        const greatest = kind === 1 || kind === 4 ? 1 : maxval;
        const length = rows * cols * channels;
        return fc
          .array(fc.integer({ min: 0, max: greatest }), { minLength: length, maxLength: length })
          .map((samples) => ({ kind, rows, cols, channels, maxval: greatest, samples }));
      });
    fc.assert(
      fc.property(image, ({ kind, ...written }) => {
        const read = decodePnm(writePnm(kind, written));
        expect({ ...read, samples: [...read.samples] }).toEqual(written);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it.each([
    ['comments on own lines and behind numbers', '# one\nP5 wrong', null],
    ['comments between the numbers', 'P5\n# made by\n2 # wide\n#\n1\n255\n', [7, 9]],
    ['a comment right behind maxval', 'P5 2 1 255# no space\n', [7, 9]],
    ['any white space', 'P5\t2\v1\r\n255 ', [7, 9]],
    ['CR LF at the end of the header', 'P5\r\n2 1\r\n255\r\n', [7, 9]],
  ])('reads or refuses headers with %s', (_, header, expected) => {
    const file = bytes(header, 7, 9);
    if (expected === null) expect(() => decodePnm(file)).toThrow(FormatError);
    else expect([...decodePnm(file).samples]).toEqual(expected);
  });

  it('takes a first pixel that looks like white space for a pixel', () => {
    expect([...decodePnm(bytes('P5 2 1 255\n', 10, 32)).samples]).toEqual([10, 32]);
    expect([...decodePnm(bytes('P5 1 1 255\r', 10)).samples]).toEqual([10]);
  });

  it('reads plain bitmaps without spaces, 1 being black', () => {
    expect([...decodePnm(bytes('P1\n3 2\n101\n010')).samples]).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('reads 16-bit samples with the most significant byte first', () => {
    expect([...decodePnm(bytes('P5 1 1 65535\n', 1, 2)).samples]).toEqual([258]);
  });

  it.each([
    ['another magic', 'P7\n1 1\n255\nx', 'expected a PNM image that begins with P1 … P6, found other bytes'],
    ['no bytes', '', 'expected a PNM image that begins with P1 … P6, found other bytes'],
    [
      '10⁹ pixels claimed',
      'P5\n100000 10000\n255\nabc',
      'expected 1000000000 bytes of pixels, found 3: the file is truncated',
    ],
    [
      '10⁹ plain pixels claimed',
      'P2\n100000 10000\n255\n1 2 3',
      /^expected at least 1999999999 bytes of pixels, found 6/,
    ],
    [
      'a number of a hundred digits',
      `P5\n${'9'.repeat(100)} 1\n255\nabc`,
      'expected a PNM width of 1 … 1000000, found another value',
    ],
    ['no width', 'P5\n0 1\n255\nabc', 'expected a PNM width of 1 … 1000000, found another value'],
    ['maxval 0', 'P5\n1 1\n0\nabc', 'expected a PNM maxval of 1 … 65535, found another value'],
    ['maxval 65536', 'P5\n1 1\n65536\nabc', 'expected a PNM maxval of 1 … 65535, found another value'],
    ['only a comment', 'P5\n# and nothing else', 'the file ends before the width of the PNM header'],
    ['an end within the header', 'P5\n12 3', 'the file ends before the maxval of the PNM header'],
    ['a letter behind maxval', 'P5\n1 1\n255abc', 'expected white space after the PNM header, found another byte'],
    ['a pixel missing', 'P6\n1 1\n255\nab', 'expected 3 bytes of pixels, found 2: the file is truncated'],
    ['no pixels at all', 'P5\n1 1\n255', 'expected 1 bytes of pixels, found 0: the file is truncated'],
    ['a raw sample over maxval', 'P5\n1 1\n9\n\x0a', 'expected samples up to 9, found 10'],
    ['a plain sample over maxval', 'P2\n2 1\n9\n10 11', 'expected samples of 0 … 9, found another value'],
    ['a plain sample missing', 'P2\n2 1\n9\n5    ', 'expected 2 samples, found 1: the file is truncated'],
    ['a letter among plain bits', 'P1\n2 1\n1x', 'expected 0 or 1 in a plain PBM image, found another byte'],
  ])('refuses a file with %s in one sentence', (_, text, message) => {
    expect(() => decodePnm(bytes(text))).toThrow(FormatError);
    expect(() => decodePnm(bytes(text))).toThrow(message);
  });
});
