/** Decodes an image file to grey values. */
import type { Raster } from '../../../core/images/resample.ts';
import { coloursOf, greyOf, type GreyWeights, type Picture } from '../../../core/images/grey.ts';
import { decodeBmp, isBmp } from '../../../core/formats/pictures/bmp.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { onlyTiffPage } from '../../../core/formats/pictures/frames.ts';
import { decodePfm, isPfm } from '../../../core/formats/pictures/pfm.ts';
import { decodePnm, isPnm } from '../../../core/formats/pictures/pnm.ts';
import { decodePicture as decodeForeign } from '../../workers/decoders/decodePictures.ts';
import { decodePlainPng } from './plainPng.ts';
import { readLimited, type Within } from './readLimited.ts';
import { decodeRaw, type RawOptions } from '../../../core/formats/raw.ts';

/** Grey values on 0…255, row by row: bytes from 8-bit sources, float64 otherwise. */
export interface GreyImage extends Raster {
  readonly pixels: Uint8Array | Float64Array;
  /** RGB triples in the same type; null if every pixel is grey, or if colours are not requested. */
  readonly colours: Uint8Array | Float64Array | null;
}

export interface DecodeOptions {
  /** Conversion of colours to grey. @default 'bt601' */
  readonly grey?: GreyWeights | undefined;
  /** Omits the colours. @default false */
  readonly greyOnly?: boolean | undefined;
  /** Reads the bytes as raw samples. @default files named .raw of the length of AR's */
  readonly raw?: RawOptions | undefined;
  /** Frame number in a file of several. @default 0 */
  readonly frame?: number | undefined;
  /** Aborting ends the decoding with Cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum size of an image file. */
export const MAX_FILE = 256 * 2 ** 20;

/** Images of the AR database as distributed: 768 × 576, three planes. */
const AR: RawOptions = { rows: 576, cols: 768, channels: 3, order: 'planar', header: 0, bits: 8 };

/** The layout of a file of bare samples; undefined for a picture. */
export function rawLayoutOf(path: string, length: number, raw: RawOptions | undefined): RawOptions | undefined {
  return raw ?? (/\.raw$/i.test(path) && length === AR.rows * AR.cols * AR.channels ? AR : undefined);
}

/** Reads and decodes. Throws FormatError or the system's error; never waits on pipes or devices. */
export async function readImage(path: string, options: DecodeOptions = {}, within: Within = null): Promise<GreyImage> {
  const bytes = await readLimited(path, MAX_FILE, options.signal, within);
  return decodeImage(bytes, { ...options, raw: rawLayoutOf(path, bytes.length, options.raw) });
}

/**
 * Built-in readers decode raw, PNM, PFM, BMP and plain PNG; sharp decodes compressed formats in a thread. The
 * conversion to grey is built in.
 */
export async function decodeImage(bytes: Uint8Array, options: DecodeOptions = {}): Promise<GreyImage> {
  const picture = await decodePicture(bytes, options);
  const { rows, cols } = picture;
  const samples = { ...picture, count: rows * cols };
  const colours = options.greyOnly ? null : coloursOf(samples);
  return { rows, cols, pixels: greyOf(samples, options.grey), colours };
}

async function decodePicture(bytes: Uint8Array, { raw, frame = 0, signal }: DecodeOptions): Promise<Picture> {
  if (raw !== undefined) return decodeRaw(bytes, raw);
  if (isPnm(bytes)) return decodePnm(bytes);
  if (isPfm(bytes)) return decodePfm(bytes);
  if (isBmp(bytes)) return decodeBmp(bytes);
  const format = compressedFormat(bytes);
  if (isJpeg2000(bytes)) {
    throw new FormatError(
      'JPEG 2000 is not read: convert it without loss first, e.g. "opj_decompress -i face.jp2 -o face.png"',
    );
  }
  if (format === null) {
    throw new FormatError(
      'expected a PGM, PPM, PBM, PFM, BMP, GIF, PNG, JPEG, TIFF or WebP image, found an unknown format',
    );
  }
  if (format === 'TIFF') {
    const only = onlyTiffPage(bytes, frame);
    return decodeForeign({ bytes: only ?? bytes, format, page: only ? 0 : frame }, signal);
  }
  return (format === 'PNG' ? decodePlainPng(bytes) : null) ?? decodeForeign({ bytes, format, page: frame }, signal);
}

const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ['GIF', /^GIF8[79]a/],
  ['PNG', /^\x89PNG\r\n\x1a\n/],
  ['JPEG', /^\xff\xd8\xff/],
  ['TIFF', /^(II\*\0|MM\0\*)/],
  ['WebP', /^RIFF[^]{4}WEBP/],
];

/** A JP2 container, or a bare codestream (SOC, SIZ); libvips is built without a decoder for either. */
function isJpeg2000(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return head === '\0\0\0\x0cjP  \r\n\x87\n' || head.startsWith('\xff\x4f\xff\x51');
}

/** The format by its signature; null for formats that are not decoded by libvips. */
export function compressedFormat(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(head))?.[0] ?? null;
}
