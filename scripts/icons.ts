/**
 * npm run icons: the application's icon for the installers of every system, from the SVG of the page, into
 * packaging/icons. Windows and macOS take containers of PNG images, which are written here.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'packaging', 'icons');

interface Picture {
  readonly side: number;
  readonly png: Uint8Array;
}

/** Sides of the images in an .ico; 256 is written as 0. */
const WINDOWS = [16, 24, 32, 48, 64, 128, 256];

/** Types of the images in an .icns with their sides; those of one side are for screens of one and of two densities. */
const MAC: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

const LINUX = [16, 32, 48, 64, 128, 256, 512, 1024];

/** The Windows icon of PNG images: a directory of 16 bytes per image, then the images. */
export function ico(pictures: readonly Picture[]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let place = head.length;
  for (const [n, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * n;
    head.writeUInt8(side % 256, at);
    head.writeUInt8(side % 256, at + 1);
    // One plane of 32 bits.
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(place, at + 12);
    place += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The macOS icon of PNG images: type and length, then the image. */
export function icns(entries: readonly { readonly type: string; readonly png: Uint8Array }[]): Uint8Array {
  const chunk = (type: string, content: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(entries.map(({ type, png }) => chunk(type, png))));
}

/** The icon as PNG. `margin`: share of the side left empty all around, as the guidelines of macOS require. */
export async function drawIcon(side: number, margin = 0): Promise<Uint8Array> {
  const svg = readFileSync(join(root, 'src/renderer/icon.svg'));
  const edge = Math.round(side * margin);
  const inner = side - 2 * edge;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(svg, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background })
    .png()
    .toBuffer();
}

if (import.meta.main) {
  mkdirSync(join(folder, 'linux'), { recursive: true });
  for (const side of LINUX) writeFileSync(join(folder, 'linux', `${side}x${side}.png`), await drawIcon(side));
  const windows = await Promise.all(WINDOWS.map(async (side) => ({ side, png: await drawIcon(side) })));
  writeFileSync(join(folder, 'icon.ico'), ico(windows));
  const mac = await Promise.all(MAC.map(async ([type, side]) => ({ type, png: await drawIcon(side, 0.1) })));
  writeFileSync(join(folder, 'icon.icns'), icns(mac));
}
