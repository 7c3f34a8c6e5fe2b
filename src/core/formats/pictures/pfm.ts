/** Portable float map (grey `Pf`, colour `PF`), as P. Debevec's HDR Shop defined it and OpenCV writes it. */
import { FormatError } from '../formatError.ts';
import { requireFewPixels } from './pixelLimit.ts';

/** Sample (r, c, channel) is `samples[(r·cols + c)·channels + channel]`, unscaled. */
export interface PfmImage {
  readonly rows: number;
  readonly cols: number;
  readonly channels: 1 | 3;
  readonly maxval: 255;
  readonly samples: Float64Array;
}

/** Width, height and scale: three words, each followed by one white-space byte or a two-byte line end. */
const HEADER = /^P([fF])\s+(\d{1,7})\s+(\d{1,7})\s+([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:\r\n|\s)/;
/** Bytes that hold any plausible header. */
const LONGEST_HEADER = 256;

/** True if the bytes begin like a portable float map. */
export function isPfm(bytes: Uint8Array): boolean {
  return bytes.length >= 3 && bytes[0] === 0x50 && (bytes[1] === 0x46 || bytes[1] === 0x66) && bytes[2] <= 0x20;
}

/**
 * Decodes the file, which stores its bottom row first. The sign of the scale gives the byte order (negative:
 * little-endian); its magnitude only states the unit and is not applied. Throws FormatError for an unreadable header, a
 * length that differs from the header, and non-finite numbers.
 */
export function decodePfm(bytes: Uint8Array): PfmImage {
  const { rows, cols, channels, scale, start } = readHeader(bytes);
  const needed = 4 * rows * cols * channels;
  const body = bytes.subarray(start);
  if (body.length < needed) {
    throw new FormatError(`expected ${needed} bytes of pixels, found ${body.length}: the file is truncated`);
  }
  requireFewPixels(rows, cols);
  const view = new DataView(body.buffer, body.byteOffset, needed);
  const line = cols * channels;
  const samples = new Float64Array(rows * line);
  for (let r = 0; r < rows; r++) {
    for (let i = 0; i < line; i++) {
      const value = view.getFloat32(4 * ((rows - 1 - r) * line + i), scale < 0);
      if (!Number.isFinite(value)) throw new FormatError(`expected finite numbers, found ${value} in row ${r + 1}`);
      samples[r * line + i] = value;
    }
  }
  return { rows, cols, channels, maxval: 255, samples };
}

/** Shape of a float map by the first bytes of its file, and the bytes that it takes. Throws FormatError. */
export function pfmExtent(head: Uint8Array): { readonly rows: number; readonly cols: number; readonly bytes: number } {
  const { rows, cols, channels, start } = readHeader(head);
  return { rows, cols, bytes: start + 4 * rows * cols * channels };
}

function readHeader(bytes: Uint8Array) {
  const header = HEADER.exec(String.fromCharCode(...bytes.subarray(0, LONGEST_HEADER)));
  const [cols, rows, scale] = [Number(header?.[2]), Number(header?.[3]), Number(header?.[4])];
  if (header === null || !(cols > 0 && rows > 0) || scale === 0) {
    throw new FormatError('expected a PFM header of width, height and a scale that is not 0, found another one');
  }
  const channels: 1 | 3 = header[1] === 'F' ? 3 : 1;
  return { rows, cols, channels, scale, start: header[0].length };
}
