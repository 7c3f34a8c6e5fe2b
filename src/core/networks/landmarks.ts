/** The 68 landmarks of a face: what their network is given, and what is taken from its answer. */
import { warp, type Similarity } from '../images/preprocess/align.ts';
import type { Point } from '../images/preprocess/steps.ts';
import type { Raster } from '../images/resample.ts';
import { channelPlanes, type FacePoints, type ImagePyramid } from './input.ts';

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
  return pointsOf(at);
}

/** @param at the place of a landmark by its number */
function pointsOf(at: (n: number) => Point): FacePoints {
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

/**
 * Pixels of the input by which the network places points too far to the left: half of what a face and its mirror image
 * differ by in the mean (1.8 on Yale, with a deviation of 0.5).
 */
const LEFTWARD = 0.9;

/** A square part of an image, as `place` takes it to the network's input, or the mirror image of that. */
export function partInput(image: ImagePyramid, place: Similarity, mirrored: boolean): Float32Array {
  const pixels = image.part(place, LANDMARK_SIDE);
  if (mirrored)
    for (let at = 0; at < pixels.length; at += LANDMARK_SIDE) pixels.subarray(at, at + LANDMARK_SIDE).reverse();
  return channelPlanes(pixels, { layout: 'NCHW', channels: 'RGB', mean: [...MEAN], scale: 255 });
}

/** The points in such a part, in pixels of the image. */
export function landmarksIn(found: Float32Array, { a, b, dx, dy }: Similarity, mirrored: boolean): FacePoints {
  const at = (n: number): Point => {
    const across = found[2 * n] * LANDMARK_SIDE + LEFTWARD;
    const x = (mirrored ? LANDMARK_SIDE - across : across) - 0.5;
    const y = found[2 * n + 1] * LANDMARK_SIDE - 0.5;
    return { x: a * x - b * y + dx, y: b * x + a * y + dy };
  };
  const points = pointsOf(at);
  if (!mirrored) return points;
  const { left, right, nose, mouthLeft, mouthRight } = points;
  return { left: right, right: left, nose, mouthLeft: mouthRight, mouthRight: mouthLeft };
}
