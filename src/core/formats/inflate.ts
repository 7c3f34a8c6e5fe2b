/** Bounded inflation, because hostile files may promise or contain far more data than their size justifies. */
import { Unzlib, Inflate } from 'fflate';
import { FormatError } from './formatError.ts';
import type { Steps } from './cooperativeSteps.ts';

/** Deflate cannot expand by more than about 1032 : 1; a larger promise is false. */
const MAX_RATIO = 1032;

/**
 * Input per step, about 2 ms. A step's output is at most 1032 times as long (17 MB), which bounds the memory over the
 * limit.
 */
const STEP = 16384;

/**
 * Beyond the first bytes, data that yield less than a quarter of their length are damaged: valid data expand. 32 MB of
 * zeros took half a minute in vain, because every step copies the input that waits for the rest of its block.
 */
const MOST_IDLE = 2 ** 18;

/** True if `compressed` bytes can inflate to `length`. */
export function canInflateTo(compressed: number, length: number): boolean {
  return length <= mostFrom(compressed);
}

function mostFrom(compressed: number): number {
  return compressed * MAX_RATIO + 64;
}

/**
 * The first `length` bytes of a zlib (or raw deflate) stream, or fewer if the stream ends earlier. Inflation stops at
 * `length` and allocates the memory once. Throws FormatError for a damaged or truncated stream.
 */
export function* inflatePrefix(
  bytes: Uint8Array,
  length: number,
  kind: 'zlib' | 'deflate' = 'zlib',
): Steps<Uint8Array> {
  // Untouched memory is not committed, so a false promise costs no more than the stream contains.
  const result = new Uint8Array(Math.min(length, mostFrom(bytes.length)));
  let written = 0;
  const collect = (part: Uint8Array): void => {
    const kept = part.subarray(0, result.length - written);
    result.set(kept, written);
    written += kept.length;
  };
  const stream = kind === 'zlib' ? new Unzlib(collect) : new Inflate(collect);
  try {
    for (let offset = 0; offset < bytes.length && written < length; offset += STEP) {
      if (written < (offset - MOST_IDLE) / 4) throw new Error('nothing comes of it');
      stream.push(bytes.subarray(offset, offset + STEP), offset + STEP >= bytes.length);
      yield Math.min(1, (offset + STEP) / bytes.length);
    }
  } catch (error) {
    if (written < length)
      throw new FormatError(`expected compressed data, found a damaged stream (${messageOf(error)})`);
  }
  return result.subarray(0, written);
}

/**
 * A whole zlib stream of at most `length` bytes (up to 8 bytes of padding may follow) with verified checksum. Throws
 * FormatError if it is damaged, truncated, shorter or longer.
 */
export function* inflateZlib(bytes: Uint8Array, length: number): Steps<Uint8Array> {
  const data = yield* inflatePrefix(bytes, length + PADDING + 1);
  if (data.length < length || data.length > length + PADDING) {
    const actual = data.length < length ? String(data.length) : 'more';
    throw new FormatError(`expected ${length} inflated bytes, found ${actual}`);
  }
  const end = bytes.length;
  const stored = ((bytes[end - 4] << 24) | (bytes[end - 3] << 16) | (bytes[end - 2] << 8) | bytes[end - 1]) >>> 0;
  if ((yield* adler32(data)) !== stored)
    throw new FormatError('expected the checksum of the compressed data to agree, found damaged data');
  return data.subarray(0, length);
}

const PADDING = 8;

/** RFC 1950: two sums modulo 65521; 3800 bytes at a time stay below 2^32. */
function* adler32(bytes: Uint8Array): Steps<number> {
  let low = 1;
  let high = 0;
  for (let offset = 0; offset < bytes.length;) {
    const end = Math.min(offset + 3800, bytes.length);
    for (; offset < end; offset++) {
      low += bytes[offset];
      high += low;
    }
    low %= 65521;
    high %= 65521;
    yield;
  }
  return ((high << 16) | low) >>> 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309) as in ZIP and PNG; `before` is the CRC of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}
