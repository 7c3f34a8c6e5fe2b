/**
 * Detects a JPEG or PNG file that ends before its picture does, by its own markers: after ITU-T T.81, Annex B, and PNG
 * (Third Edition), section 5. The messages of decoders vary from file to file.
 */

const [FILL, START_OF_SCAN, END_OF_IMAGE] = [0xff, 0xda, 0xd9];

/** True for a JPEG that ends within a segment or without an end-of-image marker. */
export function isJpegTruncated(bytes: Uint8Array): boolean {
  if (bytes[0] !== FILL || bytes[1] !== 0xd8) return false;
  let offset = 2;
  while (offset + 3 < bytes.length) {
    if (bytes[offset] !== FILL) return false;
    const marker = bytes[offset + 1];
    if (marker === FILL) {
      offset++;
      continue;
    }
    if (marker === END_OF_IMAGE) return false;
    offset += 2 + bytes[offset + 2] * 256 + bytes[offset + 3];
    // Within a scan 00 follows every byte FF of the picture, so the end marker cannot occur in it.
    if (marker === START_OF_SCAN) return !hasEnd(bytes, offset);
  }
  return true;
}

function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let index = bytes.indexOf(FILL, from); index >= 0; index = bytes.indexOf(FILL, index + 1)) {
    if (bytes[index + 1] === END_OF_IMAGE) return true;
  }
  return false;
}

const PNG_SIGNATURE = 8;
/** Bytes of length, name and checksum of a chunk. */
const CHUNK = 12;

/** True for a PNG whose chunks end before IEND. */
export function isPngTruncated(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = PNG_SIGNATURE; offset + CHUNK <= bytes.length;) {
    const end = offset + CHUNK + view.getUint32(offset);
    if (end > bytes.length) return true;
    if (view.getUint32(offset + 4) === 0x49454e44) return false;
    offset = end;
  }
  return true;
}
