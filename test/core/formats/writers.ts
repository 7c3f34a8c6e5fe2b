/** Tiny writers, independent of the decoders under test. */
import { zlibSync } from 'fflate';

export type PnmKind = 1 | 2 | 3 | 4 | 5 | 6;

export interface PnmContent {
  readonly rows: number;
  readonly cols: number;
  readonly maxval: number;
  readonly samples: readonly number[];
}

/** A portable anymap of this kind; bitmaps take 1 for white. */
export function writePnm(kind: PnmKind, { rows, cols, maxval, samples }: PnmContent): Uint8Array {
  const bitmap = kind === 1 || kind === 4;
  const header = Buffer.from(`P${kind}\n${cols} ${rows}\n${bitmap ? '' : `${maxval}\n`}`);
  if (kind <= 3) return Buffer.concat([header, Buffer.from(samples.map((s) => (bitmap ? 1 - s : s)).join(' '))]);
  if (!bitmap)
    return Buffer.concat([header, Buffer.from(samples.flatMap((s) => (maxval > 255 ? [s >> 8, s & 255] : [s])))]);
  const lines: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8 && c + bit < cols; bit++) byte |= (1 - samples[r * cols + c + bit]) << (7 - bit);
      lines.push(byte);
    }
  }
  return Buffer.concat([header, Buffer.from(lines)]);
}

/** Class code, storage type code and bytes a number. */
export const MAT_CLASSES = {
  double: [6, 9, 8],
  single: [7, 7, 4],
  int8: [8, 1, 1],
  uint8: [9, 2, 1],
  int16: [10, 3, 2],
  uint16: [11, 4, 2],
  int32: [12, 5, 4],
  uint32: [13, 6, 4],
  int64: [14, 12, 8],
  uint64: [15, 13, 8],
} as const;

export type MatClass = keyof typeof MAT_CLASSES;

export interface MatContent {
  readonly name: string;
  readonly type: MatClass;
  /** Stores the numbers in this class instead, as MATLAB does where they fit. */
  readonly storedAs?: MatClass;
  readonly dims: readonly number[];
  readonly data: readonly number[];
}

export interface MatWriting {
  readonly little: boolean;
  readonly compressed: boolean;
}

export function writeMat(variables: readonly MatContent[], { little, compressed }: MatWriting): Uint8Array {
  const header = Buffer.alloc(128, ' ');
  header.write('MATLAB 5.0 MAT-file, written by a test');
  header.set(little ? [0x00, 0x01, 0x49, 0x4d] : [0x01, 0x00, 0x4d, 0x49], 124);
  const elements = variables.map((variable) => {
    const element = matElement(14, matArray(variable, little), little);
    if (!compressed) return element;
    const body = zlibSync(element);
    return Buffer.concat([words([15, body.length], little), body]);
  });
  return Buffer.concat([header, ...elements]);
}

function matArray({ name, type, storedAs, dims, data }: MatContent, little: boolean): Buffer {
  return Buffer.concat([
    matElement(6, words([MAT_CLASSES[type][0], 0], little), little),
    matElement(5, words(dims, little), little),
    matElement(1, Buffer.from(name), little),
    matElement(MAT_CLASSES[storedAs ?? type][1], numbers(data, storedAs ?? type, little), little),
  ]);
}

/** Tag, data and padding; the small form for at most four bytes. */
function matElement(type: number, data: Buffer, little: boolean): Buffer {
  if (data.length > 0 && data.length <= 4) {
    return Buffer.concat([words([(data.length << 16) | type], little), data, Buffer.alloc(4 - data.length)]);
  }
  return Buffer.concat([words([type, data.length], little), data, Buffer.alloc((8 - (data.length % 8)) % 8)]);
}

function words(values: readonly number[], little: boolean): Buffer {
  return numbers(values, 'uint32', little);
}

function numbers(values: readonly number[], type: MatClass, little: boolean): Buffer {
  const width = MAT_CLASSES[type][2];
  const view = new DataView(new ArrayBuffer(values.length * width));
  const set: Record<MatClass, (at: number, value: number) => void> = {
    double: (at, value) => view.setFloat64(at, value, little),
    single: (at, value) => view.setFloat32(at, value, little),
    int8: (at, value) => view.setInt8(at, value),
    uint8: (at, value) => view.setUint8(at, value),
    int16: (at, value) => view.setInt16(at, value, little),
    uint16: (at, value) => view.setUint16(at, value, little),
    int32: (at, value) => view.setInt32(at, value, little),
    uint32: (at, value) => view.setUint32(at, value, little),
    int64: (at, value) => view.setBigInt64(at, BigInt(value), little),
    uint64: (at, value) => view.setBigUint64(at, BigInt(value), little),
  };
  values.forEach((value, i) => set[type](i * width, value));
  return Buffer.from(view.buffer);
}
