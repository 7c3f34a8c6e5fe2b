/** Grey images of one byte per pixel as PNG files (ISO 15948), for pictures within figures. */
import { zlibSync } from 'fflate';
import { base64Of } from '../base64.ts';
import { crc32 } from '../inflate.ts';

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
  // Eight bits, grey, and the only defined compression, filter and row order.
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
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}

/** The file as a data URL, as embedded in SVG and HTML. */
export function greyPngAddress(rows: number, cols: number, pixels: Uint8Array): string {
  return `data:image/png;base64,${base64Of(greyPng(rows, cols, pixels))}`;
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
