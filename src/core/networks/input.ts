/** A face as its network takes it. */
import { warp, type Eyes, type Similarity } from '../images/preprocess/align.ts';
import type { Point } from '../images/preprocess/steps.ts';
import { resizeArea, type Raster } from '../images/resample.ts';
import type { Recipe } from './recipe.ts';

/** The points that faces are aligned by. */
export interface FacePoints extends Eyes {
  readonly nose: Point;
  readonly mouthLeft: Point;
  readonly mouthRight: Point;
}

/** The grey image in the network's shape; `points` are needed where the recipe aligns. */
export function networkInput(image: Raster, recipe: Recipe, points: Eyes | FacePoints | null): Float32Array {
  const { template, size } = recipe;
  const [rows, cols] = size;
  if (template === null) return channelPlanes(resizeArea(image, rows, cols), recipe);
  if (points === null) throw new RangeError('networkInput: the recipe aligns, and there are no points');
  const found = [
    points.left,
    points.right,
    ...('nose' in points ? [points.nose, points.mouthLeft, points.mouthRight] : []),
  ];
  // Eyes alone bring a face to the first two of five points; a template of two takes no more.
  const both = Math.min(found.length, template.length);
  return channelPlanes(
    warp(image, nearestSimilarity(template.slice(0, both), found.slice(0, both)), rows, cols),
    recipe,
  );
}

/** The shape that goes with it. */
export function inputShape({ size: [rows, cols], layout }: Recipe): readonly number[] {
  return layout === 'NCHW' ? [1, 3, rows, cols] : [1, rows, cols, 3];
}

/** The grey values as three normalised channels. */
export function channelPlanes(
  pixels: Float64Array,
  { layout, channels, mean, scale }: Pick<Recipe, 'layout' | 'channels' | 'mean' | 'scale'>,
): Float32Array {
  const area = pixels.length;
  const values = new Float32Array(3 * area);
  const of = (each: Recipe['mean'], colour: number): number => (typeof each === 'number' ? each : each[colour]);
  for (let channel = 0; channel < 3; channel++) {
    const colour = channels === 'RGB' ? channel : 2 - channel;
    const [from, over] = [of(mean, colour), of(scale, colour)];
    for (let i = 0; i < area; i++) {
      values[layout === 'NCHW' ? channel * area + i : 3 * i + channel] = (pixels[i] - from) / over;
    }
  }
  return values;
}

/** The similarity that takes the targets nearest to what was found, in the sum of squared distances. */
export function nearestSimilarity(target: readonly Point[], found: readonly Point[]): Similarity {
  const t = centred(target);
  const f = centred(found);
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
