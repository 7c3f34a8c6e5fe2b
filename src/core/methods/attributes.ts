import type { AttributeCodes } from './method.ts';

/** The attributes of the images at these positions, in their order. */
export function attributesAt(attributes: AttributeCodes, positions: Int32Array): AttributeCodes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, codes]) => [name, Int32Array.from(positions, (image) => codes[image])]),
  );
}
