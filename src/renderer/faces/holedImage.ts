import type { GreyImage } from './greyImage.ts';

/** A colour that no grey value has. */
const HOLE = [0, 114, 178] as const;

/** The image with a colour in place of the pixels that are white in `holes`. */
export function withHoles({ rows, cols, rgba }: GreyImage, holes: GreyImage): GreyImage {
  const holed = new Uint8ClampedArray(rgba);
  for (let i = 0; i < holed.length; i += 4) if (holes.rgba[i] > 127) holed.set(HOLE, i);
  return { rows, cols, rgba: holed };
}
