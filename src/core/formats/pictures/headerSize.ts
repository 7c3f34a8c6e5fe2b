/** The size of an image by the header of its file, without decoding its pixels. */
import { FormatError } from '../formatError.ts';
import { bmpExtent, isBmp } from './bmp.ts';
import { tiffDirectory } from './frames.ts';
import { isPfm, pfmExtent } from './pfm.ts';
import { MAX_PIXELS } from './pixelLimit.ts';
import { isPnm, rawPnmExtent } from './pnm.ts';

/** Parts of a file. */
export interface FileEnds {
  /** The first bytes. */
  readonly head: Uint8Array;
  /** The last bytes, at least 16 of a file that has them. */
  readonly tail: Uint8Array;
  /** Bytes of the whole file. */
  readonly length: number;
}

interface Size {
  readonly rows: number;
  readonly cols: number;
}

/**
 * Rows and columns of frame `frame` as the decoder returns them, turned as Exif says. Null unless header and end of the
 * file show that it is complete; then only decoding tells.
 */
export function headerSize(file: FileEnds, frame = 0): Size | null {
  try {
    const size = sizeOf(file, frame);
    return size === null || size.rows < 1 || size.cols < 1 || size.rows * size.cols > MAX_PIXELS ? null : size;
  } catch (error) {
    // A header that is longer than the bytes at hand, or damaged.
    if (error instanceof FormatError || error instanceof RangeError) return null;
    throw error;
  }
}

function sizeOf(file: FileEnds, frame: number): Size | null {
  const { head } = file;
  if (isPnm(head)) return withinFile(rawPnmExtent(head), file);
  if (isPfm(head)) return withinFile(pfmExtent(head), file);
  if (isBmp(head)) return withinFile(bmpExtent(head), file);
  const signature = String.fromCharCode(...head.subarray(0, 16));
  if (signature.startsWith('\x89PNG\r\n\x1a\n')) return pngSize(file);
  if (signature.startsWith('\xff\xd8\xff')) return jpegSize(file);
  if (/^GIF8[79]a/.test(signature)) return gifSize(file);
  if (/^(II\*\0|MM\0\*)/.test(signature)) return tiffSize(file, frame);
  return /^RIFF[^]{4}WEBP/.test(signature) ? webpSize(file) : null;
}

function withinFile({ rows, cols, bytes }: Size & { readonly bytes: number }, { length }: FileEnds): Size | null {
  return bytes <= length ? { rows, cols } : null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Decoders heed Exif before the pixels only. */
function pngSize({ head, tail }: FileEnds): Size | null {
  if (ascii(tail, tail.length - 8, tail.length - 4) !== 'IEND') return null;
  const view = viewOf(head);
  const size = { cols: view.getUint32(16), rows: view.getUint32(20) };
  for (let offset = 8; ;) {
    const [length, name] = [view.getUint32(offset), ascii(head, offset + 4, offset + 8)];
    if (name === 'IDAT') return size;
    if (name === 'eXIf') return turned(size, wholePart(head, offset + 8, offset + 8 + length));
    offset += 12 + length;
  }
}

/** Segments of a marker and a length, after ITU-T T.81, Annex B. */
function jpegSize({ head, tail }: FileEnds): Size | null {
  if (tail[tail.length - 2] !== 0xff || tail[tail.length - 1] !== 0xd9) return null;
  const view = viewOf(head);
  let exif: Uint8Array | null = null;
  for (let offset = 2; view.getUint8(offset) === 0xff;) {
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset++;
      continue;
    }
    // Start of a frame, other than tables (C4, C8, CC).
    if ((marker >= 0xc0 && marker <= 0xcf && marker % 4 !== 0) || marker === 0xc0) {
      const size = { rows: view.getUint16(offset + 5), cols: view.getUint16(offset + 7) };
      return exif === null ? size : turned(size, exif);
    }
    const end = offset + 2 + view.getUint16(offset + 2);
    if (marker === 0xe1 && ascii(head, offset + 4, offset + 10) === 'Exif\0\0')
      exif ??= wholePart(head, offset + 10, end);
    offset = end;
  }
  return null;
}

/**
 * The screen, if the first frame fills it: decoders correct a screen that is larger than its frames. The last byte is
 * the trailer.
 */
function gifSize({ head, tail }: FileEnds): Size | null {
  if (tail[tail.length - 1] !== 0x3b) return null;
  const view = viewOf(head);
  const screen = { cols: view.getUint16(6, true), rows: view.getUint16(8, true) };
  const palette = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let position = 13 + palette(view.getUint8(10));
  while (view.getUint8(position) === 0x21) {
    position += 2;
    while (view.getUint8(position) > 0) position += view.getUint8(position) + 1;
    position++;
  }
  const [left, top, cols, rows] = [1, 3, 5, 7].map((offset) => view.getUint16(position + offset, true));
  const fills = view.getUint8(position) === 0x2c && left + top === 0 && cols === screen.cols && rows === screen.rows;
  return fills ? screen : null;
}

const [WIDTH, LENGTH, STRIP_OFFSETS, ORIENTATION, STRIP_BYTES] = [256, 257, 273, 274, 279];

/** Tags and the last strip must lie within the file; tiles are left to the decoder. */
function tiffSize({ head, length }: FileEnds, frame: number): Size | null {
  const directory = tiffDirectory(head, frame);
  if (directory === null) return null;
  const [cols, rows, offset, bytes] = [WIDTH, LENGTH, STRIP_OFFSETS, STRIP_BYTES].map(directory.last);
  if (cols === null || rows === null || offset === null || bytes === null) return null;
  if (Math.max(directory.end, offset + bytes) > length) return null;
  return swapped({ rows, cols }, directory.last(ORIENTATION) ?? 1);
}

/** After RFC 9649: a canvas with flags (VP8X), or one picture, lossy (VP8) or lossless (VP8L). */
function webpSize({ head, length }: FileEnds): Size | null {
  const view = viewOf(head);
  if (8 + view.getUint32(4, true) > length) return null;
  const kind = ascii(head, 12, 16);
  if (kind === 'VP8 ') {
    return { cols: view.getUint16(26, true) & 0x3fff, rows: view.getUint16(28, true) & 0x3fff };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { cols: (bits & 0x3fff) + 1, rows: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return null;
  const side = (at: number): number => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2) + 1;
  const size = { cols: side(24), rows: side(27) };
  if ((view.getUint8(20) & 8) === 0) return size;
  for (let offset = 30; ;) {
    const bytes = view.getUint32(offset + 4, true);
    if (ascii(head, offset, offset + 4) === 'EXIF')
      return turned(size, wholePart(head, offset + 8, offset + 8 + bytes));
    offset += 8 + bytes + (bytes % 2);
  }
}

/** Throws RangeError if the bytes at hand end before the part. */
function wholePart(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to > bytes.length) throw new RangeError(`headerSize: ${to} is beyond ${bytes.length} bytes`);
  return bytes.subarray(from, to);
}

/** The size after the rotation that Exif data, a TIFF of its own, ask for. */
function turned(size: Size, exif: Uint8Array): Size {
  const tiff = ascii(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  return swapped(size, tiffDirectory(tiff, 0)?.last(ORIENTATION) ?? 1);
}

/** Orientations 5 to 8 exchange rows and columns. */
function swapped({ rows, cols }: Size, orientation: number): Size {
  return orientation >= 5 && orientation <= 8 ? { rows: cols, cols: rows } : { rows, cols };
}
