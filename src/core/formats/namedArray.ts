/** An array of any rank, as stored in files. */
export interface NamedArray {
  readonly name: string;
  readonly dims: readonly number[];
  /** The index that varies fastest in memory: 'first' in MATLAB, 'last' in NumPy. */
  readonly fastest: 'first' | 'last';
  readonly data: Uint8Array | Float64Array;
}

/** A named vector of texts, one per image. */
export interface NamedText {
  readonly name: string;
  readonly values: readonly string[];
}

/** Distance in memory between neighbours along each axis. */
export function stridesOf({ dims, fastest }: Pick<NamedArray, 'dims' | 'fastest'>): readonly number[] {
  const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);
  return dims.map((_, axis) => product(fastest === 'first' ? dims.slice(0, axis) : dims.slice(axis + 1)));
}

/** Concatenates arrays along `axis`; their sizes along the other axes are equal. */
export function joinedArrays(name: string, arrays: readonly NamedArray[], axis: number): NamedArray {
  const [{ dims, fastest }] = arrays;
  const total = arrays.reduce((sum, array) => sum + array.dims[axis], 0);
  const joined = { dims: dims.map((size, i) => (i === axis ? total : size)), fastest };
  const length = joined.dims.reduce((product, size) => product * size, 1);
  const bytes = arrays.every(({ data }) => data instanceof Uint8Array);
  const data = bytes ? new Uint8Array(length) : new Float64Array(length);
  // Blocks along the axis and everything faster are contiguous.
  const block = stridesOf(joined)[axis];
  let before = 0;
  for (const array of arrays) {
    const run = array.dims[axis] * block;
    for (let from = 0, to = before; from < array.data.length; from += run, to += total * block) {
      data.set(array.data.subarray(from, from + run), to);
    }
    before += run;
  }
  return { name, ...joined, data };
}

/** Names of the arrays to read, as plain data that can cross threads. */
export interface RequestedNames {
  /** In lower case; matching is case-insensitive. */
  readonly names: readonly string[];
  readonly patterns: readonly RegExp[];
}

/** True for the name of an array to read. */
export function isRequested(name: string, { names, patterns }: RequestedNames): boolean {
  return names.includes(name.toLowerCase()) || patterns.some((pattern) => pattern.test(name));
}

/** Column-major data in row-major order. */
export function rowMajor<T extends Uint8Array | Float64Array>(data: T, shape: readonly number[]): T {
  const result = data.slice() as T;
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  const index = new Array<number>(shape.length).fill(0);
  for (let i = 0, from = 0; i < data.length; i++) {
    result[i] = data[from];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis];
      if (++index[axis] < shape[axis]) break;
      from -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return result;
}

/** Little-endian bytes of the numbers. */
export function littleEndian(values: Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array): Uint8Array {
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
