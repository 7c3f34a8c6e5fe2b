/**
 * A dataset as a MAT-file of level 5 (uncompressed, little-endian): `images` (rows × columns × N, uint8 or double), `gnd`
 * (subject numbers from 1) and the character matrices `subjects`, `files` and `attribute_<name>`, one row an image.
 */
import { attributeColumns, subjectNumbers, type LabelledImages } from './labelledImages.ts';

/** Class and storage codes of the format. */
const CHAR = { class: 4, storage: 4 };
const DOUBLE = { class: 6, storage: 9 };
const UINT8 = { class: 9, storage: 2 };

export function encodeDatasetMat(dataset: LabelledImages): Uint8Array {
  const { rows, cols, count, pixels, subjects, files } = dataset;
  const parts = [
    header(),
    array('images', pixels instanceof Uint8Array ? UINT8 : DOUBLE, [rows, cols, count], bytesOf(byColumns(dataset))),
    array('gnd', DOUBLE, [count, 1], bytesOf(Float64Array.from(subjectNumbers(subjects)))),
    textArray('subjects', subjects),
    textArray('files', files),
    ...attributeColumns(dataset).map(({ name, values }) => textArray(`attribute_${name}`, values)),
  ];
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Pixels down the columns of each image, as MATLAB stores rows × columns × N. */
function byColumns({ rows, cols, count, pixels }: LabelledImages): Uint8Array | Float64Array {
  const result = pixels.slice();
  for (let n = 0, to = 0; n < count; n++) {
    for (let c = 0; c < cols; c++) {
      for (let r = 0; r < rows; r++) result[to++] = pixels[(n * rows + r) * cols + c];
    }
  }
  return result;
}

/** UTF-16, filled up with blanks as MATLAB's char does. */
function textArray(name: string, values: readonly string[]): Uint8Array {
  const width = values.reduce((most, { length }) => Math.max(most, length), 1);
  const codes = new Uint16Array(values.length * width).fill(32);
  values.forEach((value, n) => {
    for (let i = 0; i < value.length; i++) codes[i * values.length + n] = value.charCodeAt(i);
  });
  return array(name, CHAR, [values.length, width], bytesOf(codes));
}

function header(): Uint8Array {
  const bytes = new Uint8Array(128).fill(32, 0, 116);
  bytes.set(new TextEncoder().encode('MATLAB 5.0 MAT-file, Eigenbench dataset'));
  bytes.set([0x00, 0x01, 0x49, 0x4d], 124);
  return bytes;
}

interface Kind {
  readonly class: number;
  readonly storage: number;
}

function array(name: string, kind: Kind, dims: readonly number[], data: Uint8Array): Uint8Array {
  const parts = [
    element(6, bytesOf(Uint32Array.of(kind.class, 0))),
    element(5, bytesOf(Int32Array.from(dims))),
    element(1, new TextEncoder().encode(name)),
    element(kind.storage, data),
  ];
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return element(14, body);
}

/** Tag, data, and zeros to a multiple of 8 bytes. Throws RangeError beyond the 4 GiB of the format. */
function element(type: number, data: Uint8Array): Uint8Array {
  if (data.length >= 2 ** 32) throw new RangeError('encodeDatasetMat: an array of 4 GiB or more');
  const result = new Uint8Array(8 + Math.ceil(data.length / 8) * 8);
  const view = new DataView(result.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, data.length, true);
  result.set(data, 8);
  return result;
}

/** Little-endian bytes of the numbers. */
function bytesOf(values: Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array): Uint8Array {
  if (values instanceof Uint8Array) return values;
  const width = values.BYTES_PER_ELEMENT;
  const view = new DataView(new ArrayBuffer(values.length * width));
  values.forEach((value, i) => {
    if (values instanceof Float64Array) view.setFloat64(8 * i, value, true);
    else if (width === 2) view.setUint16(2 * i, value, true);
    else view.setUint32(4 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}
