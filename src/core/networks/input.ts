/** Network input from a face. */
import { warp, type Eyes, type Similarity } from '../images/preprocess/align.ts';
import type { Point } from '../images/preprocess/steps.ts';
import { resizeArea, type Raster } from '../images/resample.ts';
import type { Recipe } from './recipe.ts';

export interface FacePoints extends Eyes {
  readonly nose: Point;
  readonly mouthLeft: Point;
  readonly mouthRight: Point;
}

/** An image by its channels: grey alone, or red, green and blue. */
export type Channels = readonly [Raster] | readonly [Raster, Raster, Raster];

/** The image as network input; `points` are required if the recipe aligns. */
export function networkInput(image: Channels, recipe: Recipe, points: Eyes | FacePoints | null): Float32Array {
  const planes = image.map((channel) => alignedFace(channel, recipe, points));
  return channelPlanes(planes.length === 3 ? (planes as [Plane, Plane, Plane]) : planes[0], recipe);
}

/** One channel in the network's shape, on its own scale. */
export function alignedFace(image: Raster, recipe: Recipe, points: Eyes | FacePoints | null): Float64Array {
  const { template, size } = recipe;
  const [rows, cols] = size;
  if (template === null) return resizeArea(image, rows, cols);
  if (points === null) throw new RangeError('alignedFace: the recipe aligns, and there are no points');
  const source = pointsOf(points);
  // Eyes match the first two of five template points; a template of two points uses only the eyes.
  const both = Math.min(source.length, template.length);
  return warp(image, nearestSimilarity(template.slice(0, both), source.slice(0, both)), rows, cols);
}

/** In the order of the template points. */
export function pointsOf(points: Eyes | FacePoints): readonly Point[] {
  const { left, right } = points;
  return 'nose' in points ? [left, right, points.nose, points.mouthLeft, points.mouthRight] : [left, right];
}

export function inputShape({ size: [rows, cols], layout }: Recipe): readonly number[] {
  return layout === 'NCHW' ? [1, 3, rows, cols] : [1, rows, cols, 3];
}

type Plane = Float64Array;

/** Grey values, or red, green and blue ones, as three normalised channels. */
export function channelPlanes(
  pixels: Plane | readonly [Plane, Plane, Plane],
  { layout, channels, mean, scale }: Pick<Recipe, 'layout' | 'channels' | 'mean' | 'scale'>,
): Float32Array {
  const planeOf = (colour: number): Plane => (pixels instanceof Float64Array ? pixels : pixels[colour]);
  const area = planeOf(0).length;
  const values = new Float32Array(3 * area);
  const channelValue = (each: Recipe['mean'], colour: number): number =>
    typeof each === 'number' ? each : each[colour];
  for (let channel = 0; channel < 3; channel++) {
    const colour = channels === 'RGB' ? channel : 2 - channel;
    const [plane, from, over] = [planeOf(colour), channelValue(mean, colour), channelValue(scale, colour)];
    for (let i = 0; i < area; i++) {
      values[layout === 'NCHW' ? channel * area + i : 3 * i + channel] = (plane[i] - from) / over;
    }
  }
  return values;
}

/** The similarity that maps the target points to the source points with the least sum of squared distances. */
export function nearestSimilarity(target: readonly Point[], source: readonly Point[]): Similarity {
  const t = centred(target);
  const f = centred(source);
  let [along, across, length] = [0, 0, 0];
  t.points.forEach(({ x, y }, n) => {
    const to = f.points[n];
    along += x * to.x + y * to.y;
    across += x * to.y - y * to.x;
    length += x * x + y * y;
  });
  if (length === 0) throw new RangeError('nearestSimilarity: the target points coincide');
  const [a, b] = [along / length, across / length];
  return { a, b, dx: f.mean.x - a * t.mean.x + b * t.mean.y, dy: f.mean.y - b * t.mean.x - a * t.mean.y };
}

function centred(points: readonly Point[]): { readonly mean: Point; readonly points: readonly Point[] } {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  const mean = { x: sum.x / points.length, y: sum.y / points.length };
  return { mean, points: points.map(({ x, y }) => ({ x: x - mean.x, y: y - mean.y })) };
}

// Image pyramid; networks sample large images from the nearest level.

export interface ImagePyramid {
  /** The part that `place` maps to a square of `side` pixels; black outside the image. */
  readonly part: (place: Similarity, side: number) => Float64Array;
}

export function imagePyramid(image: Raster): ImagePyramid {
  const levels: Raster[] = [image];
  return {
    part({ a, b, dx, dy }, side) {
      const level = Math.max(0, Math.ceil(Math.log2(Math.hypot(a, b))));
      while (levels.length <= level) levels.push(halved(levels[levels.length - 1]));
      // The centre of the first pixel of a level is (2^level − 1) ÷ 2 pixels into the image.
      const by = 2 ** level;
      const shift = (by - 1) / 2;
      const place = { a: a / by, b: b / by, dx: (dx - shift) / by, dy: (dy - shift) / by };
      return warp(levels[level], place, side, side);
    },
  };
}

/** Means of two by two pixels; an odd last row or column is left out, unless it is the only one. */
function halved({ rows, cols, pixels }: Raster): Raster {
  const [r2, c2] = [Math.max(1, rows >> 1), Math.max(1, cols >> 1)];
  const [down, right] = [rows > 1 ? cols : 0, cols > 1 ? 1 : 0];
  const half = new Float64Array(r2 * c2);
  for (let r = 0; r < r2; r++) {
    for (let c = 0; c < c2; c++) {
      const offset = 2 * r * cols + 2 * c;
      half[r * c2 + c] =
        (pixels[offset] + pixels[offset + right] + pixels[offset + down] + pixels[offset + down + right]) / 4;
    }
  }
  return { rows: r2, cols: c2, pixels: half };
}
