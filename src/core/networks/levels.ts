/** Image pyramid; networks sample large images from the nearest level. */
import { warp, type Similarity } from '../images/preprocess/align.ts';
import type { Raster } from '../images/resample.ts';

export interface ImagePyramid {
  /** The part that `place` takes to a square of `side` pixels; black outside the image. */
  readonly part: (place: Similarity, side: number) => Float64Array;
}

export function imagePyramid(image: Raster): ImagePyramid {
  const levels: Raster[] = [image];
  return {
    part({ a, b, dx, dy }, side) {
      const level = Math.max(0, Math.ceil(Math.log2(Math.hypot(a, b))));
      while (levels.length <= level) levels.push(halved(levels[levels.length - 1]));
      // The centre of the first pixel of a level lies (2^level − 1) ÷ 2 pixels into the image.
      const by = 2 ** level;
      const shift = (by - 1) / 2;
      const place = { a: a / by, b: b / by, dx: (dx - shift) / by, dy: (dy - shift) / by };
      return warp(levels[level], place, side, side);
    },
  };
}

/** Means of two by two pixels; a last odd row or column is left out, unless it is the only one. */
function halved({ rows, cols, pixels }: Raster): Raster {
  const [r2, c2] = [Math.max(1, rows >> 1), Math.max(1, cols >> 1)];
  const [down, right] = [rows > 1 ? cols : 0, cols > 1 ? 1 : 0];
  const half = new Float64Array(r2 * c2);
  for (let r = 0; r < r2; r++) {
    for (let c = 0; c < c2; c++) {
      const at = 2 * r * cols + 2 * c;
      half[r * c2 + c] = (pixels[at] + pixels[at + right] + pixels[at + down] + pixels[at + down + right]) / 4;
    }
  }
  return { rows: r2, cols: c2, pixels: half };
}
