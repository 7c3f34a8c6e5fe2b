/** The 68 landmarks of a face: input and output of their network. */
import { warp, type Similarity } from '../images/preprocess/align.ts';
import type { Point } from '../images/preprocess/steps.ts';
import type { Raster } from '../images/resample.ts';
import { channelPlanes, type FacePoints, type ImagePyramid } from './input.ts';

/** Pixels per side. */
export const LANDMARK_SIDE = 112;
const MEAN = [122.782, 117.001, 104.298] as const;

/** Maps positions in the input to positions in the image, which is centred in a black square. */
function square({ rows, cols }: Pick<Raster, 'rows' | 'cols'>): Similarity {
  const side = Math.max(rows, cols);
  return { a: side / LANDMARK_SIDE, b: 0, dx: -Math.floor((side - cols) / 2), dy: -Math.floor((side - rows) / 2) };
}

/** Network input for an image that is a face as a whole. */
export function landmarkInput(image: Raster): Float32Array {
  const pixels = warp(image, square(image), LANDMARK_SIDE, LANDMARK_SIDE);
  return channelPlanes(pixels, { layout: 'NCHW', channels: 'RGB', mean: [...MEAN], scale: 255 });
}

/** @param coordinates x and y of each landmark as shares of the input */
export function facePoints(coordinates: Float32Array, image: Pick<Raster, 'rows' | 'cols'>): FacePoints {
  const { a, dx, dy } = square(image);
  const landmark = (n: number): Point => ({
    x: coordinates[2 * n] * LANDMARK_SIDE * a + dx,
    y: coordinates[2 * n + 1] * LANDMARK_SIDE * a + dy,
  });
  return pointsOf(landmark);
}

/** @param at position of a landmark by its index */
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
 * Pixels of the input by which the network places points too far to the left: half the mean difference between a face
 * and its mirror image (1.8 on Yale, standard deviation 0.5).
 */
const LEFTWARD = 0.9;

/** A square part of an image as network input, mapped by `place`, or its mirror image. */
export function partInput(image: ImagePyramid, place: Similarity, mirrored: boolean): Float32Array {
  const pixels = image.part(place, LANDMARK_SIDE);
  if (mirrored)
    for (let offset = 0; offset < pixels.length; offset += LANDMARK_SIDE)
      pixels.subarray(offset, offset + LANDMARK_SIDE).reverse();
  return channelPlanes(pixels, { layout: 'NCHW', channels: 'RGB', mean: [...MEAN], scale: 255 });
}

/** The points in a part that `place` maps, in pixels of the image. */
export function landmarksIn(coordinates: Float32Array, { a, b, dx, dy }: Similarity, mirrored: boolean): FacePoints {
  const landmark = (n: number): Point => {
    const across = coordinates[2 * n] * LANDMARK_SIDE + LEFTWARD;
    const x = (mirrored ? LANDMARK_SIDE - across : across) - 0.5;
    const y = coordinates[2 * n + 1] * LANDMARK_SIDE - 0.5;
    return { x: a * x - b * y + dx, y: b * x + a * y + dy };
  };
  const points = pointsOf(landmark);
  if (!mirrored) return points;
  const { left, right, nose, mouthLeft, mouthRight } = points;
  return { left: right, right: left, nose, mouthLeft: mouthRight, mouthRight: mouthLeft };
}
