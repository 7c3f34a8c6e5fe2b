/** Grey images of one byte per pixel as PNG files (ISO 15948), for pictures within figures. */
import { unzlibSync, zlibSync } from 'fflate';
import { base64Of } from './base64.ts';
import { crc32 } from './crc32.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Throws RangeError unless there is one byte per pixel. */
export function greyPng(rows: number, cols: number, pixels: Uint8Array): Uint8Array {
  if (pixels.length !== rows * cols) {
    throw new RangeError(`greyPng: expected ${rows * cols} bytes for ${rows} × ${cols}, found ${pixels.length}`);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, cols);
  view.setUint32(4, rows);
  // Eight bits, grey, and the only compression, filter and order of lines that there are.
  header.set([8, 0, 0, 0, 0], 8);
  const lines = new Uint8Array(rows * (cols + 1));
  for (let r = 0; r < rows; r++) lines.set(pixels.subarray(r * cols, (r + 1) * cols), r * (cols + 1) + 1);
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(lines)),
    chunk('IEND', new Uint8Array(0)),
  ];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** The file as a data address, as SVG and pages embed it. */
export function greyPngAddress(rows: number, cols: number, pixels: Uint8Array): string {
  return `data:image/png;base64,${base64Of(greyPng(rows, cols, pixels))}`;
}

/**
 * The pixels of a file that `greyPng` wrote, row by row. Throws RangeError for any other: another kind of pixels, other
 * chunks, filtered lines.
 */
export function greyPixels(png: Uint8Array): { readonly rows: number; readonly cols: number; pixels: Uint8Array } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const name = (at: number): string => String.fromCharCode(...png.subarray(at, at + 4));
  if (png.length < 57 || name(12) !== 'IHDR' || name(37) !== 'IDAT' || view.getUint32(24) !== 0x08000000) {
    throw new RangeError('greyPixels: not a grey image of one byte per pixel as greyPng writes it');
  }
  const [cols, rows, length] = [view.getUint32(16), view.getUint32(20), view.getUint32(33)];
  const lines = unzlibSync(png.subarray(41, 41 + length));
  if (lines.length !== rows * (cols + 1)) {
    throw new RangeError(
      `greyPixels: expected ${rows * (cols + 1)} bytes for ${rows} × ${cols}, found ${lines.length}`,
    );
  }
  const pixels = new Uint8Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    const from = r * (cols + 1);
    if (lines[from] !== 0) throw new RangeError(`greyPixels: line ${r + 1} has filter ${lines[from]}, expected none`);
    pixels.set(lines.subarray(from + 1, from + 1 + cols), r * cols);
  }
  return { rows, cols, pixels };
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}
