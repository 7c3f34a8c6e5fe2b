/**
 * Detects a JPEG or PNG file that ends before its picture does, by its own markers: after ITU-T T.81, Annex B, and PNG
 * (Third Edition), section 5. The messages of decoders vary from file to file.
 */

const [FILL, START_OF_SCAN, END_OF_IMAGE] = [0xff, 0xda, 0xd9];

/** True for a JPEG that ends within a segment or without an end-of-image marker. */
export function isJpegTruncated(bytes: Uint8Array): boolean {
  if (bytes[0] !== FILL || bytes[1] !== 0xd8) return false;
  let at = 2;
  while (at + 3 < bytes.length) {
    if (bytes[at] !== FILL) return false;
    const marker = bytes[at + 1];
    if (marker === FILL) {
      at++;
      continue;
    }
    if (marker === END_OF_IMAGE) return false;
    at += 2 + bytes[at + 2] * 256 + bytes[at + 3];
    // Within a scan 00 follows every byte FF of the picture, so the end marker cannot occur in it.
    if (marker === START_OF_SCAN) return !hasEnd(bytes, at);
  }
  return true;
}

function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(FILL, from); at >= 0; at = bytes.indexOf(FILL, at + 1)) {
    if (bytes[at + 1] === END_OF_IMAGE) return true;
  }
  return false;
}

const PNG_SIGNATURE = 8;
/** Bytes of length, name and checksum of a chunk. */
const CHUNK = 12;

/** True for a PNG whose chunks end before IEND. */
export function isPngTruncated(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = PNG_SIGNATURE; at + CHUNK <= bytes.length;) {
    const end = at + CHUNK + view.getUint32(at);
    if (end > bytes.length) return true;
    if (view.getUint32(at + 4) === 0x49454e44) return false;
    at = end;
  }
  return true;
}
