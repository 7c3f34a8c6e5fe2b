/** The 68 landmarks of a face: what their network is given, and what is taken from its answer. */
import { warp, type Similarity } from '../images/preprocess/align.ts';
import type { Point } from '../images/preprocess/steps.ts';
import type { Raster } from '../images/resample.ts';
import { channelPlanes, type FacePoints } from './input.ts';

/** Pixels a side. */
export const LANDMARK_SIDE = 112;
const MEAN = [122.782, 117.001, 104.298] as const;

/** From places in the input to places in the image, which is centred in a square of black. */
function square({ rows, cols }: Pick<Raster, 'rows' | 'cols'>): Similarity {
  const side = Math.max(rows, cols);
  return { a: side / LANDMARK_SIDE, b: 0, dx: -Math.floor((side - cols) / 2), dy: -Math.floor((side - rows) / 2) };
}

/** The image is the face: all of it is given to the network. */
export function landmarkInput(image: Raster): Float32Array {
  const pixels = warp(image, square(image), LANDMARK_SIDE, LANDMARK_SIDE);
  return channelPlanes(pixels, { layout: 'NCHW', channels: 'RGB', mean: [...MEAN], scale: 255 });
}

/** @param found x and y of each landmark in shares of the input */
export function facePoints(found: Float32Array, image: Pick<Raster, 'rows' | 'cols'>): FacePoints {
  const { a, dx, dy } = square(image);
  const at = (n: number): Point => ({
    x: found[2 * n] * LANDMARK_SIDE * a + dx,
    y: found[2 * n + 1] * LANDMARK_SIDE * a + dy,
  });
  return {
    left: centre([36, 37, 38, 39, 40, 41].map(at)),
    right: centre([42, 43, 44, 45, 46, 47].map(at)),
    nose: at(30),
    mouthLeft: at(48),
    mouthRight: at(54),
  };
}

function centre(points: readonly Point[]): Point {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}
