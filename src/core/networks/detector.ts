/** Boxes around faces: what the network that looks for them is given, and what is taken from its answer. */
import type { Similarity } from '../images/preprocess/align.ts';
import { channelPlanes } from './input.ts';
import type { ImagePyramid } from './levels.ts';

/** A face as the network frames it, in pixels of the image; (0, 0) is the centre of the first one. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** By how much the network saw it turned. */
  readonly degrees: number;
  /** How sure the network is, 0 … 1. */
  readonly score: number;
}

/** Pixels a side of a place of the grid in which the network looks. */
export const CELL = 32;
const MEAN = [117.001, 114.697, 97.404] as const;
/** Width and height in cells of the five boxes that each place begins from, as the package of the weights has them. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
/** Numbers per box: place, size, score. */
const NUMBERS = 5;

/** Least score of a face, and greatest overlap of two: the package's own. */
const LEAST_SCORE = 0.5;
const MOST_OVERLAP = 0.4;

/** The part of the image that `place` takes to a square of `side` pixels, a multiple of 32; black around it. */
export function detectorInput(image: ImagePyramid, place: Similarity, side: number): Float32Array {
  return channelPlanes(image.part(place, side), { layout: 'NCHW', channels: 'RGB', mean: [...MEAN], scale: 255 });
}

/**
 * The faces in an answer, the surest first; of boxes that overlap the surest one.
 *
 * @param values 25 × cells × cells, of a square of so many cells
 */
export function boxesOf(values: Float32Array, cells: number, { a, b, dx, dy }: Similarity): FaceBox[] {
  const found: FaceBox[] = [];
  const [scale, degrees] = [Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
  const area = cells * cells;
  for (let at = 0; at < area; at++) {
    const [row, col] = [Math.floor(at / cells), at % cells];
    ANCHORS.forEach(([across, down], anchor) => {
      const number = (n: number): number => values[(anchor * NUMBERS + n) * area + at];
      const score = sigmoid(number(4));
      if (score <= LEAST_SCORE) return;
      const width = scale * Math.exp(number(2)) * across * CELL;
      const height = scale * Math.exp(number(3)) * down * CELL;
      // The grid begins at the edge of the first pixel, half a pixel before its centre.
      const [u, v] = [(col + sigmoid(number(0))) * CELL - 0.5, (row + sigmoid(number(1))) * CELL - 0.5];
      found.push({ x: a * u - b * v + dx, y: b * u + a * v + dy, width, height, degrees, score });
    });
  }
  return withoutOverlaps(found);
}

/** The boxes, the surest first, without those that overlap a surer one. */
export function withoutOverlaps(boxes: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((surer) => overlap(surer, box) <= MOST_OVERLAP)) kept.push(box);
  }
  return kept;
}

/** Area that two boxes share, as share of what both cover, as if none were turned. */
function overlap(a: FaceBox, b: FaceBox): number {
  const along = (of: 'x' | 'y', size: 'width' | 'height'): number =>
    Math.min(a[of] + a[size] / 2, b[of] + b[size] / 2) - Math.max(a[of] - a[size] / 2, b[of] - b[size] / 2);
  const shared = Math.max(0, along('x', 'width')) * Math.max(0, along('y', 'height'));
  return shared / (a.width * a.height + b.width * b.height - shared);
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
