/**
 * Decodes the plain PNG images of face databases: grey or RGB, with or without alpha, 8 or 16 bits, not interlaced. For
 * images of 64 × 64 this takes 0.1 ms, while starting a general decoder takes 1 ms. After PNG (ISO/IEC 15948).
 */
import { crc32, inflateSync } from 'node:zlib';
import type { Picture } from '../../../core/images/grey.ts';

/** Channels by colour type; the general decoder reads palettes. */
const CHANNELS: Readonly<Record<number, 1 | 2 | 3 | 4>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

const SIGNATURE = 8;
const HEADER = 13;

/** Maximum pixels: larger images are decoded outside this thread. */
const MOST_PIXELS = 2 ** 18;

/** The samples; null for every other kind of PNG and for damaged files, which the general decoder reads or explains. */
export function decodePlainPng(bytes: Uint8Array): Picture | null {
  const parts = chunksOf(bytes);
  if (parts === null) return null;
  const { header, data } = parts;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [cols, rows] = [view.getUint32(0), view.getUint32(4)];
  const [bits, kind, ...methods] = header.subarray(8);
  const channels = CHANNELS[kind];
  // Other compression, filter and interlace methods are left to the general decoder.
  if (channels === undefined || (bits !== 8 && bits !== 16) || methods.some((method) => method !== 0)) return null;
  if (rows < 1 || cols < 1 || rows * cols > MOST_PIXELS) return null;
  const pixel = (channels * bits) / 8;
  const lines = inflated(data, rows * (1 + cols * pixel));
  const plain = lines && unfiltered(lines, rows, cols * pixel, pixel);
  if (plain === null) return null;
  return { rows, cols, channels, maxval: bits === 8 ? 255 : 65535, samples: bits === 8 ? plain : words(plain) };
}

/**
 * Header and concatenated image data; null unless every chunk is complete, its checksum agrees, and the end chunk
 * exists.
 */
function chunksOf(bytes: Uint8Array): { header: Uint8Array; data: Uint8Array } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array[] = [];
  let header: Uint8Array | null = null;
  for (let offset = SIGNATURE; offset + 12 <= bytes.length;) {
    const end = offset + 8 + view.getUint32(offset);
    if (end + 4 > bytes.length || crc32(bytes.subarray(offset + 4, end)) !== view.getUint32(end)) return null;
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    const body = bytes.subarray(offset + 8, end);
    // It may require a rotation of the image.
    if (type === 'eXIf') return null;
    if (type === 'IHDR') header = body;
    else if (type === 'IDAT') data.push(body);
    else if (type === 'IEND') return header?.length === HEADER ? { header, data: joined(data) } : null;
    offset = end + 4;
  }
  return null;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

/** Exactly `length` bytes; null for damaged data or another length. */
function inflated(data: Uint8Array, length: number): Uint8Array | null {
  try {
    const result = inflateSync(data, { maxOutputLength: length });
    return result.length === length ? result : null;
  } catch {
    return null;
  }
}

/** The lines with their filters undone; null for an unknown filter. */
function unfiltered(lines: Uint8Array, rows: number, width: number, pixel: number): Uint8Array | null {
  const result = new Uint8Array(rows * width);
  for (let r = 0, from = 0; r < rows; r++) {
    const filter = lines[from++];
    const to = r * width;
    if (filter === 0) result.set(lines.subarray(from, from + width), to);
    else if (!undo(filter, lines, from, result, to, r === 0, width, pixel)) return null;
    from += width;
  }
  return result;
}

/**
 * Undoes the filter of a line: differences to the left (1), above (2), their mean (3) or Paeth's choice among them (4).
 */
function undo(
  filter: number,
  lines: Uint8Array,
  from: number,
  result: Uint8Array,
  to: number,
  first: boolean,
  width: number,
  pixel: number,
): boolean {
  if (filter > 4) return false;
  for (let i = 0; i < width; i++) {
    const left = i >= pixel ? result[to + i - pixel] : 0;
    const above = first ? 0 : result[to + i - width];
    const corner = first || i < pixel ? 0 : result[to + i - width - pixel];
    const guess =
      filter === 1 ? left : filter === 2 ? above : filter === 3 ? (left + above) >> 1 : paeth(left, above, corner);
    result[to + i] = lines[from + i] + guess;
  }
  return true;
}

/** The neighbour nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function words(bytes: Uint8Array): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(2 * i));
}
