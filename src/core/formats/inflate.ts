/** Bounded inflation: hostile files may promise or hold far more than they are worth. */
import { Unzlib, Inflate } from 'fflate';
import { FormatError } from './formatError.ts';
import type { Steps } from './cooperativeSteps.ts';

/** Deflate cannot expand further than about 1032 : 1; a promise beyond it is false. */
const MAX_RATIO = 1032;

/**
 * Input a step, about 2 ms. A step's output is at most 1032 times as long (17 MB), which bounds the memory over the
 * limit.
 */
const STEP = 16384;

/**
 * Data that give less than a quarter of their length, behind the first bytes, are damaged: honest ones give more than
 * they take. 32 MB of zeros took half a minute for nothing, since what waits for the rest of its block is copied again
 * with every step.
 */
const MOST_IDLE = 2 ** 18;

/** True where `compressed` bytes can inflate to `length`. */
export function canInflateTo(compressed: number, length: number): boolean {
  return length <= mostFrom(compressed);
}

function mostFrom(compressed: number): number {
  return compressed * MAX_RATIO + 64;
}

/**
 * The first `length` bytes of a zlib (or raw deflate) stream, or fewer where the stream ends before. Inflation stops as
 * soon as they are there, and takes their memory once. Throws FormatError for a damaged or truncated stream.
 */
export function* inflatePrefix(
  bytes: Uint8Array,
  length: number,
  kind: 'zlib' | 'deflate' = 'zlib',
): Steps<Uint8Array> {
  // Memory that nothing is written to is not taken: a false promise costs what the stream holds.
  const result = new Uint8Array(Math.min(length, mostFrom(bytes.length)));
  let found = 0;
  const collect = (part: Uint8Array): void => {
    const kept = part.subarray(0, result.length - found);
    result.set(kept, found);
    found += kept.length;
  };
  const stream = kind === 'zlib' ? new Unzlib(collect) : new Inflate(collect);
  try {
    for (let at = 0; at < bytes.length && found < length; at += STEP) {
      if (found < (at - MOST_IDLE) / 4) throw new Error('nothing comes of it');
      stream.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
      yield Math.min(1, (at + STEP) / bytes.length);
    }
  } catch (error) {
    if (found < length) throw new FormatError(`expected compressed data, found a damaged stream (${messageOf(error)})`);
  }
  return result.subarray(0, found);
}

/**
 * A whole zlib stream of at most `length` bytes (up to 8 bytes of padding may follow them) with its checksum verified.
 * Throws FormatError where it is damaged, truncated, shorter or longer.
 */
export function* inflateZlib(bytes: Uint8Array, length: number): Steps<Uint8Array> {
  const data = yield* inflatePrefix(bytes, length + PADDING + 1);
  if (data.length < length || data.length > length + PADDING) {
    const found = data.length < length ? String(data.length) : 'more';
    throw new FormatError(`expected ${length} inflated bytes, found ${found}`);
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
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(at + 3800, bytes.length);
    for (; at < end; at++) {
      low += bytes[at];
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

/** CRC-32 (ISO 3309) as ZIP and PNG have it; `before` is that of the bytes before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}
