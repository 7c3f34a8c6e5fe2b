/** Aligns the eyes of a face to given positions by rotation, scaling and translation. */
import { checkShape, type Raster } from '../resample.ts';
import type { Point, Step } from './steps.ts';

/** Centres of the eyes in pixels, x to the right, y down; (0, 0) is the centre of the first pixel. */
export interface Eyes {
  /** The eye on the left side of the image. */
  readonly left: Point;
  readonly right: Point;
}

/** Maps positions in the new image to positions in the source: (x, y) → (a x − b y + dx, b x + a y + dy). */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly dx: number;
  readonly dy: number;
}

/** The similarity that maps the target eyes to the source eyes. Throws RangeError if the target eyes coincide. */
export function similarityOf(target: Eyes, source: Eyes): Similarity {
  const [tx, ty] = [target.right.x - target.left.x, target.right.y - target.left.y];
  const [fx, fy] = [source.right.x - source.left.x, source.right.y - source.left.y];
  const length = tx * tx + ty * ty;
  if (length === 0) throw new RangeError('align: the target eyes coincide');
  const a = (tx * fx + ty * fy) / length;
  const b = (tx * fy - ty * fx) / length;
  return {
    a,
    b,
    dx: source.left.x - a * target.left.x + b * target.left.y,
    dy: source.left.y - b * target.left.x - a * target.left.y,
  };
}

/** Samples per side of a new pixel: this many per source pixel (more make little difference), and this maximum. */
const [PER_PIXEL, MOST] = [4, 64];

/** The image with its eyes at the positions of the step. */
export function alignEyes(image: Raster, eyes: Eyes, step: Extract<Step, { kind: 'align' }>): Float64Array {
  const { rows, cols } = step;
  checkShape(image, rows, cols);
  return warp(image, similarityOf(step, eyes), rows, cols);
}

/**
 * The transformed image of rows × cols, bilinear. If the image shrinks by the factor s, each new pixel is the mean of
 * ⌈4s⌉ × ⌈4s⌉ samples, which replaces an antialiasing filter: for white noise over 255 grey levels it is within 2 of
 * the mean of the interpolated image over the new pixel, and for smooth images within 0.4; ⌈s⌉ × ⌈s⌉ samples deviate by
 * up to 20 and 7. Positions outside the source count as 0.
 */
export function warp(image: Raster, { a, b, dx, dy }: Similarity, rows: number, cols: number): Float64Array {
  const factor = Math.hypot(a, b);
  const samples = factor > 1 + 1e-9 ? Math.min(MOST, Math.ceil(PER_PIXEL * factor - 1e-9)) : 1;
  const result = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      let sum = 0;
      for (let i = 0; i < samples; i++) {
        const y = r + (i + 0.5) / samples - 0.5;
        for (let j = 0; j < samples; j++) {
          const x = c + (j + 0.5) / samples - 0.5;
          sum += sampleAt(image, a * x - b * y + dx, b * x + a * y + dy);
        }
      }
      result[r * cols + c] = sum / (samples * samples);
    }
  }
  return result;
}

function sampleAt({ rows, cols, pixels }: Raster, x: number, y: number): number {
  const c = Math.floor(x);
  const r = Math.floor(y);
  const [fx, fy] = [x - c, y - r];
  const pixelAt = (row: number, col: number): number =>
    row >= 0 && row < rows && col >= 0 && col < cols ? pixels[row * cols + col] : 0;
  const top = fx === 0 ? pixelAt(r, c) : (1 - fx) * pixelAt(r, c) + fx * pixelAt(r, c + 1);
  if (fy === 0) return top;
  const bottom = fx === 0 ? pixelAt(r + 1, c) : (1 - fx) * pixelAt(r + 1, c) + fx * pixelAt(r + 1, c + 1);
  return (1 - fy) * top + fy * bottom;
}
