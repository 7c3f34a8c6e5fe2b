/** One image file to grey values. */
import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Raster } from '../../core/images/resample.ts';
import { coloursOf, greyOf, type GreyWeights, type Samples } from '../../core/images/grey.ts';
import { decodeBmp, isBmp } from '../../core/formats/bmp.ts';
import { FormatError } from '../../core/formats/error.ts';
import { MAX_PIXELS } from '../../core/formats/pixelLimit.ts';
import { decodePnm, isPnm } from '../../core/formats/pnm.ts';
import { decodePlainPng } from './plainPng.ts';
import { ImportCancelled } from './types.ts';
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
}

/** The samples of an image file. */
export interface Picture extends Omit<Samples, 'count'> {
  readonly rows: number;
  readonly cols: number;
}

/** Longest image file that is read. */
const MAX_FILE = 256 * 2 ** 20;

/** The images of the AR database as its makers distribute them: 768 × 576, three planes. */
const AR: RawOptions = { rows: 576, cols: 768, channels: 3, order: 'planar', header: 0, bits: 8 };

/** Reads and decodes. Throws FormatError or the system's error; never waits on pipes or devices. */
export async function readImage(path: string, options: DecodeOptions = {}): Promise<GreyImage> {
  const bytes = await readLimited(path, MAX_FILE);
  const raw =
    options.raw ?? (/\.raw$/i.test(path) && bytes.length === AR.rows * AR.cols * AR.channels ? AR : undefined);
  return decodeImage(bytes, { ...options, raw });
}

/** The bytes of a regular file of at most `limit` bytes. Throws FormatError, ImportCancelled. */
export async function readLimited(path: string, limit: number, signal?: AbortSignal): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw new FormatError('the file is empty');
    if (size > limit) throw new FormatError(`expected at most ${limit} bytes, found a file of ${size}`);
    const bytes = await file.readFile({ signal });
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    throw signal?.aborted ? new ImportCancelled() : error;
  } finally {
    await file.close();
  }
}

/** Raw, PNM, BMP and plain PNG by our readers, compressed formats by sharp; the conversion to grey is ours. */
export async function decodeImage(bytes: Uint8Array, options: DecodeOptions = {}): Promise<GreyImage> {
  const picture = await decodePicture(bytes, options.raw);
  const { rows, cols } = picture;
  const samples = { ...picture, count: rows * cols };
  const colours = options.greyOnly ? null : coloursOf(samples);
  return { rows, cols, pixels: greyOf(samples, options.grey), colours };
}

async function decodePicture(bytes: Uint8Array, raw: RawOptions | undefined): Promise<Picture> {
  if (raw !== undefined) return decodeRaw(bytes, raw);
  if (isPnm(bytes)) return decodePnm(bytes);
  if (isBmp(bytes)) return decodeBmp(bytes);
  const format = compressedFormat(bytes);
  if (format === null) {
    throw new FormatError('expected a PGM, PPM, PBM, BMP, GIF, PNG, JPEG, TIFF or WebP image, found an unknown format');
  }
  return (format === 'PNG' ? decodePlainPng(bytes) : null) ?? decodeCompressed(bytes, format);
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

async function decodeCompressed(bytes: Uint8Array, format: string): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // Face images are small: threads inside one image cost more than they bring; several files are read at a time instead.
  sharp.concurrency(1);
  // Colour profiles and orientation tags are left alone: the stored values count, as in MATLAB's imread.
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, ignoreIcc: true });
  try {
    const wide = await wideSpace(bytes, format, image);
    if (wide !== null) image.toColourspace(wide);
    const { data, info } = await image
      .raw({ depth: wide !== null ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      rows: info.height,
      cols: info.width,
      channels: info.channels,
      maxval: wide !== null ? 65535 : 255,
      samples:
        wide !== null ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : new Uint8Array(data),
    };
  } catch (error) {
    throw new FormatError(`expected a readable ${format} image, found a damaged one (${sharpReason(error)})`);
  }
}

/** The colour space of 16-bit images, null for 8-bit ones. PNG says it in its header; asking sharp costs a second decoder. */
async function wideSpace(bytes: Uint8Array, format: string, image: Sharp): Promise<'grey16' | 'rgb16' | null> {
  if (format === 'PNG') return bytes[24] !== 16 ? null : bytes[25] === 0 || bytes[25] === 4 ? 'grey16' : 'rgb16';
  if (format !== 'TIFF') return null;
  const { depth, space } = await image.metadata();
  if (depth !== 'ushort' && depth !== 'short') return null;
  return space === 'b-w' || space === 'grey16' ? 'grey16' : 'rgb16';
}

function sharpReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')[0]
    .replace(/^Input buffer (has|contains) /, '')
    .trim();
}
