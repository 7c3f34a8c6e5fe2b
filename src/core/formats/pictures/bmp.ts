/** Windows bitmaps: 1, 4, 8, 16, 24, 32 bits per pixel, palettes, bit fields, RLE4 and RLE8, either row order. */
import { FormatError } from '../formatError.ts';
import { requireFewPixels, MAX_PIXELS } from './pixelLimit.ts';

/** Two bytes of a run fill at most 255 pixels. Images that mostly skip pixels may exceed this ratio and are refused. */
const MAX_PIXELS_A_BYTE = 128;

/**
 * The palette indices (stored rows, row-major) of a run-length encoded bitmap; pixels outside all runs are 0. Throws
 * FormatError if a run leaves the image, the data end early, or the image is far larger than its runs could fill.
 */
function decodeRle(bytes: Uint8Array, rows: number, cols: number, nibbles: boolean): Uint8Array {
  if (rows * cols > Math.min(bytes.length * MAX_PIXELS_A_BYTE, MAX_PIXELS)) {
    throw new FormatError(`expected runs for ${rows} × ${cols} BMP pixels, found ${bytes.length} bytes`);
  }
  const indices = new Uint8Array(rows * cols);
  let offset = 0;
  let r = 0;
  let c = 0;
  const put = (index: number): void => {
    if (r >= rows || c >= cols) throw new FormatError(`expected BMP runs within ${rows} × ${cols}, found one beyond`);
    indices[r * cols + c++] = index;
  };
  const pick = (byte: number, i: number): number => (!nibbles ? byte : i % 2 === 0 ? byte >> 4 : byte & 15);
  while (offset + 1 < bytes.length) {
    const count = bytes[offset];
    const value = bytes[offset + 1];
    offset += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(pick(value, i));
    } else if (value === 0) {
      r++;
      c = 0;
    } else if (value === 1) {
      return indices;
    } else if (value === 2) {
      if (offset + 2 > bytes.length) break;
      c += bytes[offset];
      r += bytes[offset + 1];
      offset += 2;
    } else {
      const length = nibbles ? Math.ceil(value / 2) : value;
      if (offset + length > bytes.length) break;
      for (let i = 0; i < value; i++) put(pick(bytes[offset + (nibbles ? i >> 1 : i)], i));
      offset += length + (length % 2);
    }
  }
  throw new FormatError('expected the end mark of BMP runs, found the end of the file');
}

/** RGB samples (r, c, channel) at `samples[(r·cols + c)·3 + channel]`, top row first. */
export interface BmpImage {
  readonly rows: number;
  readonly cols: number;
  readonly channels: 3;
  readonly maxval: 255;
  readonly samples: Uint8Array;
}

const FILE_HEADER = 14;
const MAX_SIDE = 100_000;
const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

/** True if the bytes begin like a bitmap. */
export function isBmp(bytes: Uint8Array): boolean {
  return bytes.length >= FILE_HEADER + 12 && bytes[0] === 0x42 && bytes[1] === 0x4d;
}

/** Decodes a bitmap; alpha is ignored. Throws FormatError for a damaged, truncated or unknown one. */
export function decodeBmp(bytes: Uint8Array): BmpImage {
  if (!isBmp(bytes)) throw new FormatError('expected a BMP image, found other bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view);
  const colours = header.bits <= 8 ? decodeIndexed(bytes, view, header) : decodeDirect(view, header);
  return { rows: header.rows, cols: header.cols, channels: 3, maxval: 255, samples: colours };
}

/** Shape of a bitmap without runs by the first bytes of its file, and the bytes that it takes. Throws FormatError. */
export function bmpExtent(head: Uint8Array): { readonly rows: number; readonly cols: number; readonly bytes: number } {
  const header = readHeader(new DataView(head.buffer, head.byteOffset, head.byteLength));
  const { rows, cols, compression, offset } = header;
  if (compression === RLE8 || compression === RLE4) throw new FormatError('expected BMP pixels, found runs');
  return { rows, cols, bytes: offset + strideOf(header) * rows };
}

interface Header {
  readonly rows: number;
  readonly cols: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  /** Offset of the pixels. */
  readonly offset: number;
  /** Offset of the palette or bit masks, and length of a palette entry. */
  readonly table: number;
  readonly entry: 3 | 4;
  readonly colours: number;
}

function readHeader(view: DataView): Header {
  const size = view.getUint32(FILE_HEADER, true);
  const old = size === 12;
  if ((!old && size < 40) || size > 200 || FILE_HEADER + size > view.byteLength) {
    throw new FormatError(`expected a BMP header of 12 or 40 … 200 bytes, found ${size}`);
  }
  const height = old ? view.getUint16(20, true) : view.getInt32(22, true);
  const cols = old ? view.getUint16(18, true) : view.getInt32(18, true);
  const rows = Math.abs(height);
  const bits = view.getUint16(old ? 24 : 28, true);
  const compression = old ? RGB : view.getUint32(30, true);
  if (cols < 1 || rows < 1 || cols > MAX_SIDE || rows > MAX_SIDE) {
    throw new FormatError(`expected BMP sides of 1 … ${MAX_SIDE}, found ${rows} × ${cols}`);
  }
  if (!SUPPORTED.some(([b, c]) => b === bits && c === compression)) {
    throw new FormatError(
      `expected a BMP with 1, 4, 8, 16, 24 or 32 bits, found ${bits} bits with compression ${compression}`,
    );
  }
  const masks = size === 40 && compression === BITFIELDS ? 12 : size === 40 && compression === ALPHA_BITFIELDS ? 16 : 0;
  return {
    rows,
    cols,
    bits,
    compression,
    topDown: height < 0,
    offset: view.getUint32(10, true),
    table: FILE_HEADER + (masks > 0 ? 40 : size),
    entry: old ? 3 : 4,
    colours: (old ? 0 : view.getUint32(46, true)) || 2 ** Math.min(bits, 8),
  };
}

const SUPPORTED: readonly (readonly [number, number])[] = [
  [1, RGB],
  [4, RGB],
  [8, RGB],
  [16, RGB],
  [24, RGB],
  [32, RGB],
  [8, RLE8],
  [4, RLE4],
  [16, BITFIELDS],
  [32, BITFIELDS],
  [16, ALPHA_BITFIELDS],
  [32, ALPHA_BITFIELDS],
];

/** Bytes per row: whole 32-bit words. */
function strideOf({ cols, bits }: Header): number {
  return Math.ceil((cols * bits) / 32) * 4;
}

function checkLength(view: DataView, header: Header): void {
  const needed = strideOf(header) * header.rows;
  const left = Math.max(0, view.byteLength - header.offset);
  if (left < needed)
    throw new FormatError(`expected ${needed} bytes of BMP pixels, found ${left}: the file is truncated`);
  requireFewPixels(header.rows, header.cols);
}

/** Index of row r (from the top) among the stored rows. */
function storedRow(header: Header, r: number): number {
  return header.topDown ? r : header.rows - 1 - r;
}

function decodeIndexed(bytes: Uint8Array, view: DataView, header: Header): Uint8Array {
  const { rows, cols } = header;
  const palette = readPalette(bytes, header);
  const packed = header.compression === RGB;
  if (packed) checkLength(view, header);
  const indices = packed
    ? unpack(bytes, header)
    : decodeRle(bytes.subarray(header.offset), rows, cols, header.bits === 4);
  const samples = new Uint8Array(rows * cols * 3);
  for (let r = 0; r < rows; r++) {
    const from = storedRow(header, r) * cols;
    for (let c = 0; c < cols; c++) {
      const index = indices[from + c];
      if (index * 3 >= palette.length) {
        throw new FormatError(`expected BMP colours below ${palette.length / 3}, found colour ${index}`);
      }
      samples.set(palette.subarray(index * 3, index * 3 + 3), (r * cols + c) * 3);
    }
  }
  return samples;
}

/** RGB triples; entries are stored as B, G, R (and a spare byte). */
function readPalette(bytes: Uint8Array, { table, entry, colours }: Header): Uint8Array {
  const count = Math.min(colours, 256);
  if (table + count * entry > bytes.length)
    throw new FormatError(`expected a BMP palette of ${count} colours, found the end of the file`);
  const palette = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) palette[3 * i + channel] = bytes[table + i * entry + 2 - channel];
  }
  return palette;
}

/** Palette indices of the stored rows, most significant bits first. */
function unpack(bytes: Uint8Array, header: Header): Uint8Array {
  const { rows, cols, bits, offset } = header;
  const stride = strideOf(header);
  const indices = new Uint8Array(rows * cols);
  const mask = 2 ** bits - 1;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const bit = c * bits;
      indices[r * cols + c] = (bytes[offset + r * stride + (bit >> 3)] >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return indices;
}

function decodeDirect(view: DataView, header: Header): Uint8Array {
  checkLength(view, header);
  const { rows, cols, bits, offset } = header;
  const stride = strideOf(header);
  const samples = new Uint8Array(rows * cols * 3);
  const scales = bits === 24 ? [] : masksOf(view, header).map(channelOf);
  for (let r = 0; r < rows; r++) {
    const row = offset + storedRow(header, r) * stride;
    for (let c = 0; c < cols; c++) {
      const to = (r * cols + c) * 3;
      const position = row + (c * bits) / 8;
      const word = bits === 16 ? view.getUint16(position, true) : bits === 32 ? view.getUint32(position, true) : 0;
      for (let channel = 0; channel < 3; channel++) {
        samples[to + channel] = bits === 24 ? view.getUint8(position + 2 - channel) : scales[channel](word);
      }
    }
  }
  return samples;
}

/** Masks of red, green and blue; without bit fields 5 bits each of 16, or 8 each of 32. */
function masksOf(view: DataView, { bits, compression }: Header): number[] {
  if (compression === RGB) return bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff];
  // Directly after the 40 bytes shared by all headers, whether or not the masks belong to a longer header.
  const position = FILE_HEADER + 40;
  if (position + 12 > view.byteLength) throw new FormatError('expected BMP bit masks, found the end of the file');
  return [0, 4, 8].map((offset) => view.getUint32(position + offset, true));
}

/** Reads one channel by its mask, scaled to 0…255. */
function channelOf(mask: number): (word: number) => number {
  if (mask === 0) throw new FormatError('expected a BMP bit mask for every colour, found none');
  const shift = 31 - Math.clz32(mask & -mask);
  const greatest = mask >>> shift;
  return (word) => Math.round((((word & mask) >>> shift) * 255) / greatest);
}
