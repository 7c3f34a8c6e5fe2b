/** One image file to grey values. */
import type { Sharp } from 'sharp';
import type { Raster } from '../../core/images/resample.ts';
import { rgbOfCmyk } from '../../core/images/cmyk.ts';
import { coloursOf, greyOf, type GreyWeights, type Samples } from '../../core/images/grey.ts';
import { decodeBmp, isBmp } from '../../core/formats/bmp.ts';
import { FormatError } from '../../core/formats/error.ts';
import { MAX_PIXELS } from '../../core/formats/pixelLimit.ts';
import { decodePnm, isPnm } from '../../core/formats/pnm.ts';
import { decodePlainPng } from './plainPng.ts';
import { readLimited, type Within } from './readLimited.ts';
import { decodeRaw, type RawOptions } from '../../core/formats/raw.ts';

/** Grey values on 0…255, row by row: bytes from 8-bit sources, float64 otherwise. */
export interface GreyImage extends Raster {
  readonly pixels: Uint8Array | Float64Array;
  /** RGB triples in the same type; null where every pixel is grey, or colours are not wanted. */
  readonly colours: Uint8Array | Float64Array | null;
}

export interface DecodeOptions {
  /** How colours become grey. @default 'bt601' */
  readonly grey?: GreyWeights | undefined;
  /** Leaves out the colours. @default false */
  readonly greyOnly?: boolean | undefined;
  /** Takes the bytes as bare samples. @default files named .raw of the length of AR's */
  readonly raw?: RawOptions | undefined;
  /** Number of the frame in a file of several. @default 0 */
  readonly frame?: number | undefined;
}

/** The samples of an image file. */
export interface Picture extends Omit<Samples, 'count'> {
  readonly rows: number;
  readonly cols: number;
}

/** Longest image file that is read. */
export const MAX_FILE = 256 * 2 ** 20;

/** The images of the AR database as its makers distribute them: 768 × 576, three planes. */
const AR: RawOptions = { rows: 576, cols: 768, channels: 3, order: 'planar', header: 0, bits: 8 };

/** Reads and decodes. Throws FormatError or the system's error; never waits on pipes or devices. */
export async function readImage(path: string, options: DecodeOptions = {}, within: Within = null): Promise<GreyImage> {
  const bytes = await readLimited(path, MAX_FILE, undefined, within);
  const raw =
    options.raw ?? (/\.raw$/i.test(path) && bytes.length === AR.rows * AR.cols * AR.channels ? AR : undefined);
  return decodeImage(bytes, { ...options, raw });
}

/** Raw, PNM, BMP and plain PNG by our readers, compressed formats by sharp; the conversion to grey is ours. */
export async function decodeImage(bytes: Uint8Array, options: DecodeOptions = {}): Promise<GreyImage> {
  const picture = await decodePicture(bytes, options);
  const { rows, cols } = picture;
  const samples = { ...picture, count: rows * cols };
  const colours = options.greyOnly ? null : coloursOf(samples);
  return { rows, cols, pixels: greyOf(samples, options.grey), colours };
}

async function decodePicture(bytes: Uint8Array, { raw, frame = 0 }: DecodeOptions): Promise<Picture> {
  if (raw !== undefined) return decodeRaw(bytes, raw);
  if (isPnm(bytes)) return decodePnm(bytes);
  if (isBmp(bytes)) return decodeBmp(bytes);
  const format = compressedFormat(bytes);
  if (format === null) {
    throw new FormatError('expected a PGM, PPM, PBM, BMP, GIF, PNG, JPEG, TIFF or WebP image, found an unknown format');
  }
  return (format === 'PNG' ? decodePlainPng(bytes) : null) ?? decodeCompressed(bytes, format, frame);
}

const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ['GIF', /^GIF8[79]a/],
  ['PNG', /^\x89PNG\r\n\x1a\n/],
  ['JPEG', /^\xff\xd8\xff/],
  ['TIFF', /^(II\*\0|MM\0\*)/],
  ['WebP', /^RIFF[^]{4}WEBP/],
];

function compressedFormat(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? null;
}

async function decodeCompressed(bytes: Uint8Array, format: string, page: number): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // Face images are small: threads inside one image cost more than they bring; several files are read at a time instead.
  sharp.concurrency(1);
  // Colour profiles are left alone: the stored values count, as in MATLAB's imread. Orientation tags are honoured.
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', page, pages: 1, ignoreIcc: true } as const;
  const image = sharp(bytes, options).autoOrient();
  try {
    const { space, depth } = await storedAs(bytes, format, image);
    if (space !== null) image.toColourspace(space);
    // Without this the samples pass through sRGB, which makes of floats 0 … 1 zeros and ones.
    if (space !== null && depth !== 'ushort') image.pipelineColourspace(space);
    const { data, info } = await image.raw({ depth }).toBuffer({ resolveWithObject: true });
    const { width: cols, height: rows, channels } = info;
    if (space === 'cmyk') return { rows, cols, channels: 3, maxval: 255, samples: rgbOfCmyk(new Uint8Array(data)) };
    return { rows, cols, channels, maxval: depth === 'ushort' ? 65535 : 255, samples: samplesIn(data, depth) };
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`expected a readable ${format} image, found a damaged one (${sharpReason(error)})`);
  }
}

/** How samples are asked for: in a colour space that leaves them as they are, null where that is sharp's own. */
interface Stored {
  readonly space: 'grey16' | 'rgb16' | 'b-w' | 'scrgb' | 'cmyk' | null;
  readonly depth: 'uchar' | 'ushort' | 'double';
}

const BYTES: Stored = { space: null, depth: 'uchar' };
const INKS: Stored = { space: 'cmyk', depth: 'uchar' };

/** PNG and JPEG say it in their headers; asking sharp costs a second decoder. Throws FormatError for what is not read. */
async function storedAs(bytes: Uint8Array, format: string, image: Sharp): Promise<Stored> {
  if (format === 'PNG') {
    if (bytes[24] !== 16) return BYTES;
    return { space: bytes[25] === 0 || bytes[25] === 4 ? 'grey16' : 'rgb16', depth: 'ushort' };
  }
  if (format === 'JPEG') return jpegComponents(bytes) === 4 ? INKS : BYTES;
  if (format !== 'TIFF') return BYTES;
  const { depth, space } = await image.metadata();
  if (space === 'cmyk') {
    if (depth === 'uchar') return INKS;
    throw new FormatError(`expected CMYK of 8 bits per sample, found samples of the kind ${depth}`);
  }
  const grey = space === 'b-w' || space === 'grey16';
  if (depth === 'uchar') return BYTES;
  if (depth === 'ushort') return { space: grey ? 'grey16' : 'rgb16', depth };
  // Floats, whole numbers of 32 bits and signed ones: the numbers are the grey values.
  return { space: grey ? 'b-w' : 'scrgb', depth: 'double' };
}

/** Components of the frame header (SOF) of a JPEG: 4 mean CMYK; 0 where there is none. */
function jpegComponents(bytes: Uint8Array): number {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return bytes[at + 9];
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + bytes[at + 2] * 256 + bytes[at + 3];
  }
  return 0;
}

function samplesIn(data: Buffer, depth: Stored['depth']): Picture['samples'] {
  if (depth === 'uchar') return new Uint8Array(data);
  if (depth === 'ushort') return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  const values = new Float64Array(data.buffer, data.byteOffset, data.byteLength / 8);
  const bad = values.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new FormatError(`expected finite grey values, found ${bad}`);
  return values;
}

function sharpReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')[0]
    .replace(/^Input buffer (has|contains) /, '')
    .trim();
}
