/** IDX, the format of the MNIST files: magic 0 0 type rank, big-endian uint32 sizes, then the numbers row-major. */
import { FormatError } from './formatError.ts';
import { runSteps, type Steps } from './cooperativeSteps.ts';

export interface IdxArray {
  readonly dims: readonly number[];
  /** Last index fastest. Bytes for unsigned bytes, float64 for all other types. */
  readonly data: Uint8Array | Float64Array;
}

type Read = (view: DataView, at: number) => number;

/** Bytes per number and its reader, by type code; all big-endian. */
const TYPES: Readonly<Record<number, readonly [number, Read]>> = {
  0x08: [1, (view, at) => view.getUint8(at)],
  0x09: [1, (view, at) => view.getInt8(at)],
  0x0b: [2, (view, at) => view.getInt16(at)],
  0x0c: [4, (view, at) => view.getInt32(at)],
  0x0d: [4, (view, at) => view.getFloat32(at)],
  0x0e: [8, (view, at) => view.getFloat64(at)],
};

/** True if the bytes begin like an IDX file. */
export function isIdx(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && bytes[0] === 0 && bytes[1] === 0 && bytes[2] in TYPES && bytes[3] >= 1 && bytes[3] <= 8;
}

/** Decodes a whole IDX file. Throws FormatError unless the length of the file is exactly as in its header. */
export function decodeIdx(bytes: Uint8Array): IdxArray {
  return runSteps(decodeIdxSteps(bytes));
}

interface IdxHead {
  readonly dims: readonly number[];
  /** Offset of the numbers in the file. */
  readonly from: number;
  /** Length of the numbers in bytes. */
  readonly length: number;
}

/** Reads the header of an IDX file. Throws FormatError for an invalid one. */
function idxHead(bytes: Uint8Array): IdxHead {
  if (!isIdx(bytes)) throw new FormatError('expected an IDX file (0 0 type rank), found other bytes');
  const rank = bytes[3];
  const from = 4 + 4 * rank;
  if (bytes.length < from) throw new FormatError(`expected ${rank} IDX sizes, found the end of the file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dims = Array.from({ length: rank }, (_, i) => view.getUint32(4 + 4 * i));
  return { dims, from, length: dims.reduce((product, size) => product * size, TYPES[bytes[2]][0]) };
}

/** Numbers converted per step. */
const SLICE = 2 ** 20;

export function* decodeIdxSteps(bytes: Uint8Array): Steps<IdxArray> {
  const { dims, from, length } = idxHead(bytes);
  if (bytes.length - from !== length) {
    throw new FormatError(`expected ${length} bytes for ${dims.join(' × ')} IDX numbers, found ${bytes.length - from}`);
  }
  const [width, read] = TYPES[bytes[2]];
  const count = length / width;
  if (bytes[2] === 0x08) return { dims, data: new Uint8Array(bytes.buffer, bytes.byteOffset + from, count) };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = new Float64Array(count);
  for (let start = 0; start < count; start += SLICE) {
    const end = Math.min(start + SLICE, count);
    for (let i = start; i < end; i++) data[i] = read(view, from + i * width);
    yield end / count;
  }
  return { dims, data };
}
