/** Messages of protocol buffers as bytes: the few kinds of fields that ONNX files need. */

/** A field with its key. */
export type Field = Uint8Array;

/** Seven bits per byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

export function whole(field: number, value: number): Field {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`expected a whole number from 0, found ${value}`);
  return Uint8Array.from([...varint(field * 8), ...varint(value)]);
}

export function float(field: number, value: number): Field {
  return Buffer.concat([Uint8Array.from(varint(field * 8 + 5)), bytesOf(Float32Array.of(value))]);
}

export function text(field: number, value: string): Field {
  return bytes(field, Buffer.from(value));
}

export function bytes(field: number, value: Uint8Array): Field {
  return Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);
}

export function message(field: number, fields: readonly Field[]): Field {
  return bytes(field, Buffer.concat(fields));
}

/** Numbers in memory order, which is little-endian on every build machine. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
