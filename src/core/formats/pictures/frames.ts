/**
 * The frames of a multi-frame file: pages of a TIFF, frames of a GIF or WebP animation. Only the containers are parsed;
 * no pixel is decoded.
 */

const MOST = 10_000;

/**
 * Indices of the frames from 0; [0] for other formats. Thumbnails and masks of a TIFF (NewSubfileType) are left out. In
 * a damaged file frames before the damage count: the decoder reports the damage.
 */
export function framesOf(bytes: Uint8Array): readonly number[] {
  const frames = [...pagesOf(bytes)];
  return frames.length === 0 ? [0] : frames;
}

function pagesOf(bytes: Uint8Array): Iterable<number> {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (/^GIF8[79]a/.test(head)) return gifFrames(bytes);
  if (/^(II\*\0|MM\0\*)/.test(head)) return tiffPages(bytes);
  return /^RIFF[^]{4}WEBP/.test(head) ? webpFrames(bytes) : [];
}

/** After GIF89a: screen and palette, then blocks by their first byte. */
function* gifFrames(bytes: Uint8Array): Generator<number> {
  const palette = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let offset = 13 + palette(bytes[10]);
  let frame = 0;
  while (offset < bytes.length && frame < MOST) {
    const kind = bytes[offset];
    // An image: position and size, palette, code size; an extension: its label. Sub-blocks follow both.
    if (kind === 0x2c) {
      yield frame++;
      offset += 11 + palette(bytes[offset + 9]);
    } else if (kind === 0x21) offset += 2;
    else return;
    while (bytes[offset] > 0) offset += bytes[offset] + 1;
    offset++;
  }
}

const SUBFILE_TYPE = 254;
const REDUCED_OR_MASK = 1 | 4;

function* tiffPages(bytes: Uint8Array): Generator<number> {
  const { view, little } = tiffView(bytes);
  let page = 0;
  for (const { at, end } of tiffDirectories(bytes)) {
    let type = 0;
    for (let entry = at + 2; entry < end; entry += 12) {
      if (view.getUint16(entry, little) === SUBFILE_TYPE) type = view.getUint32(entry + 8, little);
    }
    if ((type & REDUCED_OR_MASK) === 0) yield page;
    page++;
  }
}

/**
 * After TIFF 6.0: a chain of directories with 12 bytes per entry, each followed by the offset of the next. In a damaged
 * file those before the damage.
 */
function* tiffDirectories(bytes: Uint8Array): Generator<{ readonly at: number; readonly end: number }> {
  const { view, little } = tiffView(bytes);
  const visited = new Set<number>();
  let offset = view.byteLength < 8 ? 0 : view.getUint32(4, little);
  for (let page = 0; page < MOST && offset >= 8 && offset + 2 <= bytes.length && !visited.has(offset); page++) {
    visited.add(offset);
    const end = offset + 2 + 12 * view.getUint16(offset, little);
    if (end + 4 > bytes.length) return;
    yield { at: offset, end };
    offset = view.getUint32(end, little);
  }
}

/**
 * A TIFF that contains this page only: decoders walk all pages to open any of them, which took 170 ms per page of 3
 * 000. Null if there is no such page, or no other.
 */
export function onlyTiffPage(bytes: Uint8Array, number: number): Uint8Array | null {
  const { view, little } = tiffView(bytes);
  let page = 0;
  for (const { at, end } of tiffDirectories(bytes)) {
    if (page++ < number) continue;
    if (number === 0 && view.getUint32(end, little) === 0) return null;
    const copy = new Uint8Array(bytes);
    const { view: changed } = tiffView(copy);
    changed.setUint32(4, at, little);
    changed.setUint32(end, 0, little);
    return copy;
  }
  return null;
}

/** A directory of a TIFF. */
export interface TiffDirectory {
  /** The last value of a tag of whole numbers; null if it has none, or if the bytes do not hold it. */
  readonly last: (tag: number) => number | null;
  /** Bytes of the file up to the end of all values. */
  readonly end: number;
}

/** Directory `number` from 0; null if the bytes hold no such directory. */
export function tiffDirectory(bytes: Uint8Array, number: number): TiffDirectory | null {
  const { view, little } = tiffView(bytes);
  const directory = [...tiffDirectories(bytes)].at(number);
  if (directory === undefined) return null;
  let end = directory.end + 4;
  const tags = new Map<number, { readonly at: number; readonly width: number }>();
  for (let entry = directory.at + 2; entry < directory.end; entry += 12) {
    const width = TAG_BYTES[view.getUint16(entry + 2, little)] ?? 1;
    const length = width * view.getUint32(entry + 4, little);
    const from = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
    if (length > 0) tags.set(view.getUint16(entry, little), { at: from + length - width, width });
    end = Math.max(end, from + length);
  }
  const last = (tag: number): number | null => {
    const { at = bytes.length, width = 1 } = tags.get(tag) ?? {};
    if (at + width > bytes.length || width > 4) return null;
    return width === 1 ? view.getUint8(at) : width === 2 ? view.getUint16(at, little) : view.getUint32(at, little);
  };
  return { last, end };
}

/** Bytes of a value by the number of its type: TIFF 6.0, section 2. */
const TAG_BYTES: Readonly<Record<number, 1 | 2 | 4 | 8>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
};

function tiffView(bytes: Uint8Array): { readonly view: DataView; readonly little: boolean } {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), little: bytes[0] === 0x49 };
}

/** After RIFF: chunks of a name, a length and that many bytes, padded to an even length. */
function* webpFrames(bytes: Uint8Array): Generator<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame = 0;
  for (let offset = 12; offset + 8 <= bytes.length && frame < MOST;) {
    if (String.fromCharCode(...bytes.subarray(offset, offset + 4)) === 'ANMF') yield frame++;
    const length = view.getUint32(offset + 4, true);
    offset += 8 + length + (length % 2);
  }
}
