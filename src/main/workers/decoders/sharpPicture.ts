/** Decodes images with sharp (libvips), in the thread of the third-party decoders. */
import type { Sharp } from 'sharp';
import { isJpegTruncated, isPngTruncated } from '../../../core/formats/pictures/truncation.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { MAX_PIXELS } from '../../../core/formats/pictures/pixelLimit.ts';
import type { Picture } from '../../../core/images/grey.ts';
import { loadSharp } from '../../loadSharp.ts';
import { bytes as bytesText } from '../../../core/text/phrases.ts';
import type { DecoderJob } from './decoderMessages.ts';

type PictureJob = Extract<DecoderJob, { kind: 'picture' }>;

const sharp = await loadSharp();
sharp.cache(false);
// Face images are small: threads within one image cost more than they gain; several files are read in parallel instead.
sharp.concurrency(1);

/** Seconds after which libvips abandons an image: 50 million pixels take two. */
const LONGEST = 20;

/** The samples of an image. Throws FormatError. */
export async function sharpPicture({ bytes, format, page }: PictureJob): Promise<Picture> {
  // Ignores colour profiles: the stored values count, as in MATLAB's imread. Applies orientation tags.
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', page, pages: 1, ignoreIcc: true } as const;
  const image = sharp(bytes, options).timeout({ seconds: LONGEST }).autoOrient();
  try {
    const { space, depth } = await storedAs(bytes, format, image);
    if (space !== null) image.toColourspace(space);
    // Without this the samples pass through sRGB, which turns floats of 0 … 1 into zeros and ones.
    if (space !== null && depth !== 'ushort') image.pipelineColourspace(space);
    const { data, info } = await image.raw({ depth }).toBuffer({ resolveWithObject: true });
    const { width: cols, height: rows, channels } = info;
    if (space === 'cmyk') return { rows, cols, channels: 3, maxval: 255, samples: rgbOfCmyk(new Uint8Array(data)) };
    return { rows, cols, channels, maxval: depth === 'ushort' ? 65535 : 255, samples: samplesIn(data, depth) };
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(damage(bytes, format, error));
  }
}

/** Why a file could not be read. */
function damage(bytes: Uint8Array, format: string, error: unknown): string {
  const cutOff = { JPEG: isJpegTruncated, PNG: isPngTruncated }[format];
  if (cutOff?.(bytes))
    return `expected a whole ${format} image, found one that is cut off after ${bytesText(bytes.length)}`;
  return `expected a readable ${format} image, found a damaged one (${sharpReason(error)})`;
}

/** How samples are requested: in a colour space that preserves them, null if that is sharp's default. */
interface Stored {
  readonly space: 'grey16' | 'rgb16' | 'b-w' | 'scrgb' | 'cmyk' | null;
  readonly depth: 'uchar' | 'ushort' | 'double';
}

const BYTES: Stored = { space: null, depth: 'uchar' };
const INKS: Stored = { space: 'cmyk', depth: 'uchar' };

/**
 * Headers of PNG and JPEG contain the format; asking sharp costs a second decoder. Throws FormatError for unsupported
 * files.
 */
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
  // For floats, 32-bit integers and signed integers, the numbers are the grey values.
  return { space: grey ? 'b-w' : 'scrgb', depth: 'double' };
}

/** Components in the frame header (SOF) of a JPEG: 4 mean CMYK; 0 without such a header. */
function jpegComponents(bytes: Uint8Array): number {
  for (let offset = 2; offset + 9 < bytes.length && bytes[offset] === 0xff;) {
    const marker = bytes[offset + 1];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return bytes[offset + 9];
    // Fill bytes may precede a marker.
    offset += marker === 0xff ? 1 : 2 + bytes[offset + 2] * 256 + bytes[offset + 3];
  }
  return 0;
}

function samplesIn(data: Buffer, depth: Stored['depth']): Picture['samples'] {
  if (depth === 'uchar') return new Uint8Array(data);
  if (depth === 'ushort') return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2).slice();
  const values = new Float64Array(data.buffer, data.byteOffset, data.byteLength / 8);
  const bad = values.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new FormatError(`expected finite grey values, found ${bad}`);
  // The decoder's own memory cannot be transferred to another thread.
  return values.slice();
}

function sharpReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')[0]
    .replace(/^Input buffer (has|contains) /, '')
    .trim();
}

/**
 * RGB of interleaved CMYK bytes, 0 meaning no ink: (255 − K)(1 − C/255), rounded as Pillow's `convert('RGB')` rounds,
 * to the bit. Ignores ink profiles, as for the other colours.
 */
function rgbOfCmyk(inks: Uint8Array): Uint8Array {
  const result = new Uint8Array((inks.length / 4) * 3);
  for (let from = 0, to = 0; from < inks.length; from += 4) {
    const light = 255 - inks[from + 3];
    for (let ink = 0; ink < 3; ink++) {
      // Integer division by 255 with rounding.
      const product = inks[from + ink] * light + 128;
      result[to++] = light - (((product >> 8) + product) >> 8);
    }
  }
  return result;
}
