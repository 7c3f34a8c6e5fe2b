/** Lists of whole numbers as stored: little-endian, 2 or 4 bytes each, on every machine. */
import { endianness } from 'node:os';

const LITTLE_ENDIAN = endianness() === 'LE';

type Integers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export function packIntegers(values: ArrayLike<number>, size: 2 | 4): Buffer {
  const integers = size === 2 ? Uint16Array.from(values) : Uint32Array.from(values);
  return swapped(Buffer.from(integers.buffer), size);
}

export function unpackIntegers(bytes: Buffer, size: 2 | 4): Integers {
  // The bytes themselves where they lie and read as they should: tables of large studies are made of little else.
  if (LITTLE_ENDIAN && bytes.buffer instanceof ArrayBuffer && bytes.byteOffset % size === 0) {
    return size === 2
      ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
      : new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const values = size === 2 ? new Uint16Array(bytes.length / 2) : new Uint32Array(bytes.length / 4);
  // A copy of all bytes at once: reading 8 million values one by one takes three seconds.
  const target = Buffer.from(values.buffer);
  target.set(bytes);
  swapped(target, size);
  return values;
}

/** Between the machine's order and little-endian, in place. */
function swapped(bytes: Buffer, size: 2 | 4): Buffer {
  if (LITTLE_ENDIAN) return bytes;
  return size === 2 ? bytes.swap16() : bytes.swap32();
}
