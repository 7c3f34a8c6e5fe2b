import { describe, expect, it } from 'vitest';
import { isJpegTruncated, isPngTruncated } from '../../../../src/core/formats/pictures/truncation.ts';

/** A comment with a mark of the end inside, fill bytes, a frame, a scan with a stuffed FF, the end. */
const jpeg = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xfe, 0, 4, 0xff, 0xd9, 0xff, 0xff, 0xc0, 0, 3, 8],
  ...[0xff, 0xda, 0, 2, 1, 2, 0xff, 0, 0xd9, 7, 0xff, 0xd9],
]);
const chunk = (name: string, ...data: number[]): number[] => [
  ...[0, 0, 0, data.length],
  ...Buffer.from(name, 'latin1'),
  ...data,
  ...[0, 0, 0, 0],
];
const png = Uint8Array.from([...[137, 80, 78, 71, 13, 10, 26, 10], ...chunk('IDAT', 1, 2, 3), ...chunk('IEND')]);

describe('files that are cut off', () => {
  it('are told at every length, and whole ones with anything behind them are not', () => {
    expect(isJpegTruncated(jpeg)).toBe(false);
    expect(isJpegTruncated(Uint8Array.from([...jpeg, 0, 0, 5]))).toBe(false);
    for (let length = 2; length < jpeg.length; length++) expect(isJpegTruncated(jpeg.subarray(0, length))).toBe(true);
    expect(isPngTruncated(png)).toBe(false);
    expect(isPngTruncated(Uint8Array.from([...png, 9]))).toBe(false);
    for (let length = 8; length < png.length; length++) expect(isPngTruncated(png.subarray(0, length))).toBe(true);
  });

  it('are no files of another form, whose damage is another', () => {
    expect(isJpegTruncated(Uint8Array.from([1, 2, 3]))).toBe(false);
    expect(isJpegTruncated(Uint8Array.from([0xff, 0xd8, 1, 2, 3, 4, 5]))).toBe(false);
  });
});
