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
