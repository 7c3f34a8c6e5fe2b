/**
 * Reads ZIP archives entry by entry, within limits that the size of the archive justifies. After PKWARE's APPNOTE 6.3.
 */
import { crc32, canInflateTo, inflatePrefix } from './inflate.ts';
import { FormatError } from './formatError.ts';
import type { Steps } from './cooperativeSteps.ts';

export interface ZipEntry {
  readonly name: string;
  /** Inflated length, as the directory states. */
  readonly size: number;
  /** The first bytes, at most `length`, unverified. Throws FormatError for damaged data. */
  readonly head: (length: number) => Steps<Uint8Array>;
  /** Inflates in steps. Throws FormatError if the data are damaged or differ in length from the directory. */
  readonly read: () => Steps<Uint8Array>;
}

interface Place {
  readonly offset: number;
  readonly stored: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const LOCAL_LENGTH = 30;
const FULL = 0xffffffff;

/** True if the bytes begin like a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= END_LENGTH && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The entries of the central directory, without inflating any. Throws FormatError for a damaged or false directory. */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const entries: (ZipEntry & Place)[] = [];
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) {
      throw new FormatError(`expected ${count} entries in the ZIP directory, found ${i}`);
    }
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const next = at + 46 + lengths[0] + lengths[1] + lengths[2];
    if (next > bytes.length) throw new FormatError('expected a whole ZIP directory, found the end of the file');
    entries.push(entryAt(bytes, view, at, lengths[0]));
    at = next;
  }
  requireApart(entries);
  return entries;
}

/** Overlapping entries let a small archive claim any amount of data: megabytes took half a minute to inflate. */
function requireApart(entries: readonly Place[]): void {
  let end = 0;
  for (const { offset, stored } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end)
      throw new FormatError('expected entries with data of their own in the ZIP archive, found some in common');
    end = offset + LOCAL_LENGTH + stored;
  }
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - 65535); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new FormatError('expected the end record of a ZIP archive, found none: the file is truncated or no archive');
}

function entryAt(bytes: Uint8Array, view: DataView, at: number, nameLength: number): ZipEntry & Place {
  const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
  const method = view.getUint16(at + 10, true);
  const check = view.getUint32(at + 16, true);
  const stored = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const offset = view.getUint32(at + 42, true);
  if (stored === FULL || size === FULL || offset === FULL) {
    throw new FormatError(`expected entries below 4 GiB, found a ZIP64 entry "${name}"`);
  }
  const head = function* (length: number): Steps<Uint8Array> {
    const body = bodyAt(bytes, view, offset, stored, name);
    if (method === 0) return new Uint8Array(body.subarray(0, length));
    if (method !== 8) throw new FormatError(`expected "${name}" stored or deflated, found ZIP method ${method}`);
    if (!canInflateTo(body.length, size))
      throw new FormatError(`expected an honest length of "${name}", found a claim of ${size}`);
    return yield* inflatePrefix(body, length, 'deflate');
  };
  const read = function* (): Steps<Uint8Array> {
    if (method === 0 && stored !== size) throw new FormatError(`expected ${size} bytes in "${name}", found ${stored}`);
    const data = yield* head(size);
    if (data.length !== size) throw new FormatError(`expected ${size} bytes in "${name}", found ${data.length}`);
    if ((yield* crcInSteps(data)) !== check)
      throw new FormatError(`expected the checksum of "${name}" to agree, found damaged data`);
    return data;
  };
  return { name, size, head, read, offset, stored };
}

function bodyAt(bytes: Uint8Array, view: DataView, offset: number, length: number, name: string): Uint8Array {
  if (offset + LOCAL_LENGTH > bytes.length || view.getUint32(offset, true) !== LOCAL) {
    throw new FormatError(`expected the data of "${name}" in the ZIP archive, found none`);
  }
  const from = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + length > bytes.length)
    throw new FormatError(`expected ${length} bytes of "${name}", found the end of the file`);
  return bytes.subarray(from, from + length);
}

/** Bytes per step, about 2 ms. */
const CRC_STEP = 2 ** 20;

function* crcInSteps(bytes: Uint8Array): Steps<number> {
  let crc = 0;
  for (let from = 0; from < bytes.length; from += CRC_STEP) {
    crc = crc32(bytes.subarray(from, from + CRC_STEP), crc);
    yield;
  }
  return crc;
}
