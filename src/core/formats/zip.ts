/**
 * Reads ZIP archives entry by entry, within limits that the size of the archive justifies. After PKWARE's APPNOTE 6.3.
 */
import { crc32, canInflateTo, inflatePrefix } from './inflate.ts';
import { FormatError } from './formatError.ts';
import type { Steps } from './cooperativeSteps.ts';

/** An archive that is read in parts, each within its length. */
export interface ZipSource {
  readonly length: number;
  readonly read: (from: number, to: number) => Uint8Array;
}

export interface ZipEntry {
  readonly name: string;
  /** Inflated length, as the directory states. */
  readonly size: number;
  /** Length in the archive. */
  readonly stored: number;
  readonly encrypted: boolean;
  /** File type and permissions if the archive was made on Unix, else 0. */
  readonly unixMode: number;
  /** The first bytes, at most `length`, unverified. Throws FormatError for damaged data. */
  readonly head: (length: number) => Steps<Uint8Array>;
  /** Inflates in steps. Throws FormatError if the data are damaged or differ in length from the directory. */
  readonly read: () => Steps<Uint8Array>;
}

interface Place {
  readonly offset: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const LOCAL_LENGTH = 30;
const CENTRAL_LENGTH = 46;
/** Marks a number of 32 (or 16) bits that ZIP64 states in 64 elsewhere. */
const FULL = 0xffffffff;
const FULL_COUNT = 0xffff;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_LENGTH = 20;
const EXTRA64 = 1;

const MAX_ENTRIES = 500_000;
const MAX_DIRECTORY = 2 ** 28;

/** True if the bytes begin like a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= END_LENGTH && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** The entries of the central directory, without inflating any. Throws FormatError for a damaged or false directory. */
export function zipEntries(archive: Uint8Array | ZipSource): readonly ZipEntry[] {
  const source =
    archive instanceof Uint8Array
      ? { length: archive.length, read: (from: number, to: number) => archive.subarray(from, to) }
      : archive;
  const { count, from, to } = directoryIn(source);
  if (count > MAX_ENTRIES)
    throw new FormatError(`expected at most ${MAX_ENTRIES} files in the archive, found ${count}`);
  if (to - from > MAX_DIRECTORY) {
    throw new FormatError(`expected a ZIP directory of at most ${MAX_DIRECTORY} bytes, found ${to - from}`);
  }
  const bytes = source.read(from, Math.max(from, to));
  const view = viewOf(bytes);
  const entries: (ZipEntry & Place)[] = [];
  for (let i = 0, position = 0; i < count; i++) {
    if (position + CENTRAL_LENGTH > bytes.length || view.getUint32(position, true) !== CENTRAL) {
      throw new FormatError(`expected ${count} entries in the ZIP directory, found ${i}`);
    }
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(position + offset, true));
    const next = position + CENTRAL_LENGTH + name + extra + comment;
    if (next > bytes.length) throw new FormatError('expected a whole ZIP directory, found the end of the file');
    entries.push(entryAt(source, bytes.subarray(position, next)));
    position = next;
  }
  requireApart(entries);
  return entries;
}

/** Overlapping entries let a small archive claim any amount of data: megabytes took half a minute to inflate. */
function requireApart(entries: readonly (Place & Pick<ZipEntry, 'stored'>)[]): void {
  let end = 0;
  for (const { offset, stored } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end)
      throw new FormatError('expected entries with data of their own in the ZIP archive, found some in common');
    end = offset + LOCAL_LENGTH + stored;
  }
}

/** Number of entries and place of the directory, by the record at the end of the archive. */
function directoryIn(source: ZipSource): { readonly count: number; readonly from: number; readonly to: number } {
  const begin = Math.max(0, source.length - END_LENGTH - FULL_COUNT - LOCATOR64_LENGTH);
  const tail = viewOf(source.read(begin, source.length));
  const offset = findEnd(tail);
  const to = begin + offset;
  const count = tail.getUint16(offset + 10, true);
  const from = tail.getUint32(offset + 16, true);
  const place = offset - LOCATOR64_LENGTH;
  const wide = count === FULL_COUNT || from === FULL;
  if (!wide || place < 0 || tail.getUint32(place, true) !== LOCATOR64) return { count, from, to };
  const record = wideNumber(tail, place + 8);
  const wideEnd = record + 56 <= to ? viewOf(source.read(record, record + 56)) : null;
  if (wideEnd?.getUint32(0, true) !== END64) {
    throw new FormatError('expected the ZIP64 end record of the archive, found other bytes');
  }
  return { count: wideNumber(wideEnd, 32), from: wideNumber(wideEnd, 48), to: record };
}

function findEnd(tail: DataView): number {
  const last = tail.byteLength - END_LENGTH;
  for (let offset = last; offset >= Math.max(0, last - FULL_COUNT); offset--) {
    if (tail.getUint32(offset, true) === END) return offset;
  }
  throw new FormatError('expected the end record of a ZIP archive, found none: the file is truncated or no archive');
}

/** A number of 64 bits. Throws FormatError if it exceeds 2^53. */
function wideNumber(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new FormatError(`expected a possible place in the archive, found ${value}`);
  return value;
}

/** `header`: the entry in the directory. */
function entryAt(source: ZipSource, header: Uint8Array): ZipEntry & Place {
  const view = viewOf(header);
  const flags = view.getUint16(8, true);
  const method = view.getUint16(10, true);
  const check = view.getUint32(16, true);
  const nameEnd = CENTRAL_LENGTH + view.getUint16(28, true);
  const name = textOf(header.subarray(CENTRAL_LENGTH, nameEnd));
  const extra = header.subarray(nameEnd, nameEnd + view.getUint16(30, true));
  const [size, stored, offset] = wideNumbers(
    extra,
    [24, 20, 42].map((at) => view.getUint32(at, true)),
    name,
  );
  const encrypted = (flags & 1) !== 0;
  const unixMode = view.getUint8(5) === UNIX ? view.getUint16(40, true) : 0;
  const head = function* (length: number): Steps<Uint8Array> {
    if (encrypted) throw new FormatError(`expected "${name}" without a password, found it encrypted`);
    const body = bodyAt(source, offset, stored, name);
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
  return { name, size, encrypted, unixMode, head, read, offset, stored };
}

const UNIX = 3;

/** Sizes and places; those that are FULL are in the extra field of ZIP64, in this order. */
function wideNumbers(extra: Uint8Array, numbers: readonly number[], name: string): number[] {
  if (!numbers.includes(FULL)) return [...numbers];
  const view = viewOf(extra);
  for (let offset = 0; offset + 4 <= extra.length;) {
    const end = offset + 4 + view.getUint16(offset + 2, true);
    if (end > extra.length) break;
    if (view.getUint16(offset, true) === EXTRA64) {
      let next = offset + 4;
      return numbers.map((number) => {
        if (number !== FULL) return number;
        if (next + 8 > end) throw new FormatError(`expected the ZIP64 numbers of "${name}", found fewer`);
        next += 8;
        return wideNumber(view, next - 8);
      });
    }
    offset = end;
  }
  throw new FormatError(`expected the ZIP64 numbers of "${name}", found none`);
}

/** The upper half of code page 437, the encoding of names in archives that do not use UTF-8. */
const UPPER_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** A name: many programs write UTF-8 without stating it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : UPPER_437[byte - 128])).join('');
  }
}

function bodyAt(source: ZipSource, offset: number, length: number, name: string): Uint8Array {
  const header = viewOf(source.read(Math.min(offset, source.length), Math.min(offset + LOCAL_LENGTH, source.length)));
  if (header.byteLength < LOCAL_LENGTH || header.getUint32(0, true) !== LOCAL) {
    throw new FormatError(`expected the data of "${name}" in the ZIP archive, found none`);
  }
  const from = offset + LOCAL_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  if (from + length > source.length)
    throw new FormatError(`expected ${length} bytes of "${name}", found the end of the file`);
  return source.read(from, from + length);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
