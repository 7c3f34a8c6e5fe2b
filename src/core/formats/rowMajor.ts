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
