/** Grey images of the contract, ready for a canvas. */
import type { PixelBlock } from '../../core/images/pixelBlock.ts';

export interface GreyImage {
  readonly rows: number;
  readonly cols: number;
  /** RGBA, row by row. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/** The images of a block, each with its own pixels. */
export function pixelImages({ rows, cols, count, pixels }: PixelBlock): GreyImage[] {
  const letters = atob(pixels);
  const size = rows * cols;
  return Array.from({ length: count }, (_, n) => {
    const rgba = new Uint8ClampedArray(size * 4);
    for (let i = 0; i < size; i++) {
      const [grey, at] = [letters.charCodeAt(n * size + i), i * 4];
      rgba[at] = rgba[at + 1] = rgba[at + 2] = grey;
      rgba[at + 3] = 255;
    }
    return { rows, cols, rgba };
  });
}

/** A colour distinct from all grey values. */
const HOLE = [0, 114, 178] as const;

/** The image with the pixels that are white in `holes` replaced by a colour. */
export function withHoles({ rows, cols, rgba }: GreyImage, holes: GreyImage): GreyImage {
  const holed = new Uint8ClampedArray(rgba);
  for (let i = 0; i < holed.length; i += 4) if (holes.rgba[i] > 127) holed.set(HOLE, i);
  return { rows, cols, rgba: holed };
}
