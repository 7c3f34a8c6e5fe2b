/**
 * Detects faces in an image and the eyes of each: one network frames them, another locates landmarks in each frame,
 * again in a frame rotated upright by the eyes, and in its mirror image. The disagreement of the last two contributes
 * to the uncertainty.
 */
import type { Eyes, Similarity } from '../images/preprocess/align.ts';
import { eyeDistance } from '../images/preprocess/eyes.ts';
import type { Point } from '../images/preprocess/steps.ts';
import type { Raster } from '../images/resample.ts';
import { LANDMARK_SIDE, landmarksIn, partInput } from './landmarks.ts';
import { imagePyramid, type ImagePyramid, channelPlanes } from './input.ts';

// Boxes around faces: input and output of the detection network.

/** A face as framed by the network, in pixels of the image; (0, 0) is the centre of the first pixel. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Rotation of the search in which the network detected it. */
  readonly degrees: number;
  /** Confidence of the network, 0 … 1. */
  readonly score: number;
}

/** Pixels per side of a cell of the network's grid. */
const CELL = 32;
const MEAN = [117.001, 114.697, 97.404] as const;
/** Width and height in cells of the five anchor boxes of each cell, from the package of the weights. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
/** Numbers per box: position, size, score. */
const NUMBERS = 5;

/** Minimum score of a face, and maximum overlap of two, from the package of the weights. */
const LEAST_SCORE = 0.5;
const MOST_OVERLAP = 0.4;

/** The part of the image that `place` maps to a square of `side` pixels, a multiple of 32; black around it. */
export function detectorInput(image: ImagePyramid, place: Similarity, side: number): Float32Array {
  return channelPlanes(image.part(place, side), { layout: 'NCHW', channels: 'RGB', mean: [...MEAN], scale: 255 });
}

/**
 * The faces in the network's output, by descending score; of overlapping boxes only the best.
 *
 * @param values 25 × cells × cells, of a square of this many cells per side
 */
export function boxesOf(values: Float32Array, cells: number, { a, b, dx, dy }: Similarity): FaceBox[] {
  const boxes: FaceBox[] = [];
  const [scale, degrees] = [Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
  const area = cells * cells;
  for (let cell = 0; cell < area; cell++) {
    const [row, col] = [Math.floor(cell / cells), cell % cells];
    ANCHORS.forEach(([across, down], anchor) => {
      const number = (n: number): number => values[(anchor * NUMBERS + n) * area + cell];
      const score = sigmoid(number(4));
      if (score <= LEAST_SCORE) return;
      const width = scale * Math.exp(number(2)) * across * CELL;
      const height = scale * Math.exp(number(3)) * down * CELL;
      // The grid begins at the edge of the first pixel, half a pixel before its centre.
      const [u, v] = [(col + sigmoid(number(0))) * CELL - 0.5, (row + sigmoid(number(1))) * CELL - 0.5];
      boxes.push({ x: a * u - b * v + dx, y: b * u + a * v + dy, width, height, degrees, score });
    });
  }
  return withoutOverlaps(boxes);
}

/** The boxes by descending score, without those that overlap a better one. */
function withoutOverlaps(boxes: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((surer) => overlap(surer, box) <= MOST_OVERLAP)) kept.push(box);
  }
  return kept;
}

/** Intersection of two boxes over their union, ignoring rotation. */
function overlap(a: FaceBox, b: FaceBox): number {
  const along = (of: 'x' | 'y', size: 'width' | 'height'): number =>
    Math.min(a[of] + a[size] / 2, b[of] + b[size] / 2) - Math.max(a[of] - a[size] / 2, b[of] - b[size] / 2);
  const shared = Math.max(0, along('x', 'width')) * Math.max(0, along('y', 'height'));
  return shared / (a.width * a.height + b.width * b.height - shared);
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The two networks: functions from the numbers of a square with three channels to numbers. */
export interface FaceNetworks {
  readonly detector: (input: Float32Array, side: number) => Promise<Float32Array>;
  readonly landmarks: (input: Float32Array) => Promise<Float32Array>;
}

export interface FoundFace extends Eyes {
  /** Score of the detector; null: nothing was framed, and the whole image is the face. */
  readonly score: number | null;
  /** Mean distance between the eyes in a frame and in its mirror image, as share of the eye distance. */
  readonly disagreement: number;
  /** Distance of the tip of the nose from the middle of the eyes, along their line: 0 frontal, 1 below an eye. */
  readonly turn: number;
}

/** A square to search: pixels per side, its side relative to the longer side of the image, and its rotation. */
interface Search {
  readonly side: number;
  readonly of: number;
  readonly degrees: number;
}

/** For faces that fill the image or half of it. */
const NEAR = [
  { side: 224, of: 1.8, degrees: 0 },
  { side: 224, of: 1.15, degrees: 0 },
] as const;

/**
 * Maximum sides of the squares for small faces: in the first search, and in the second, which runs if the first detects
 * no face.
 */
const FAR = 608;
const FARTHEST = 960;
/** Rotations in degrees of the second search; the first one detects heads tilted by up to 25° anyway. */
const TILTS = [-40, 40] as const;

/** Side of the upright frame, and the offset of its centre below the eyes, in eye distances. */
const FRAME = 2.6;
const BELOW = 0.45;

/**
 * Maximum disagreement of a face. Faces of ORL have a mean of 0.02 and at most 0.05, drawn scenes without a face 0.07
 * and more.
 */
const MOST_APART = { framed: 0.25, whole: 0.06 } as const;
/** Minimum eye distance, relative to the shorter side, of an image that is a face as a whole. */
const FILLS = 0.2;

/** The faces of the image, the largest first; empty if nothing is framed and the whole image is no face. */
export async function findFaces(image: Raster, networks: FaceNetworks): Promise<FoundFace[]> {
  const { rows, cols } = image;
  const levels = imagePyramid(image);
  const middle = { x: (cols - 1) / 2, y: (rows - 1) / 2 };
  const faces: FoundFace[] = [];
  for (const box of await framed(Math.max(rows, cols), middle, levels, networks)) {
    const face = await faceIn(levels, frameOf(box), box.score, networks);
    if (face.disagreement <= MOST_APART.framed && isInside(face, image)) faces.push(face);
  }
  if (faces.length === 0) {
    const frame = frameOf({ ...middle, width: cols, height: rows, degrees: 0 });
    const face = await faceIn(levels, frame, null, networks);
    const fills = eyeDistance(face) >= FILLS * Math.min(rows, cols) && isInside(face, image);
    if (face.disagreement <= MOST_APART.whole && fills) faces.push(face);
  }
  return faces.sort((a, b) => eyeDistance(b) - eyeDistance(a));
}

function isInside({ left, right }: Eyes, { rows, cols }: Raster): boolean {
  return [left, right].every(({ x, y }) => x >= 0 && y >= 0 && x <= cols - 1 && y <= rows - 1);
}

/** The searches of an image: the usual ones, then those for faces that they miss. */
function searchesOf(longer: number): readonly (readonly Search[])[] {
  const square = (pixels: number, most: number): Search => {
    return { side: Math.min(most, Math.ceil(pixels / CELL) * CELL), of: 1, degrees: 0 };
  };
  const tilted = TILTS.flatMap((degrees) => NEAR.map((search) => ({ ...search, degrees })));
  const isLarge = longer > 1.5 * NEAR[0].side;
  return [isLarge ? [...NEAR, square(longer, FAR)] : NEAR, [square(2 * longer, FARTHEST), ...tilted]];
}

async function framed(
  longer: number,
  middle: Point,
  levels: ImagePyramid,
  { detector }: FaceNetworks,
): Promise<FaceBox[]> {
  for (const searches of searchesOf(longer)) {
    const boxes: FaceBox[] = [];
    for (const { side, of, degrees } of searches) {
      const [a, turn] = [(longer * of) / side, (degrees * Math.PI) / 180];
      const place = centred(middle, a * Math.cos(turn), a * Math.sin(turn), side);
      boxes.push(...boxesOf(await detector(detectorInput(levels, place, side), side), side / CELL, place));
    }
    if (boxes.length > 0) return withoutOverlaps(boxes);
  }
  return [];
}

async function faceIn(
  levels: ImagePyramid,
  first: Similarity,
  score: number | null,
  { landmarks }: FaceNetworks,
): Promise<FoundFace> {
  const look = async (place: Similarity, mirrored: boolean) =>
    landmarksIn(await landmarks(partInput(levels, place, mirrored)), place, mirrored);
  const rough = await look(first, false);
  const place = upright(rough);
  const seen = await look(place, false);
  const mirror = await look(place, true);
  const left = between(seen.left, mirror.left);
  const right = between(seen.right, mirror.right);
  const nose = between(seen.nose, mirror.nose);
  const apart = (distance(seen.left, mirror.left) + distance(seen.right, mirror.right)) / 2;
  const [x, y] = [right.x - left.x, right.y - left.y];
  const along = ((nose.x - left.x) * x + (nose.y - left.y) * y) / (x * x + y * y);
  return { left, right, score, disagreement: apart / eyeDistance({ left, right }), turn: Math.abs(2 * along - 1) };
}

/** The frame rotated upright by the eyes. */
function upright({ left, right }: Eyes): Similarity {
  const [x, y] = [right.x - left.x, right.y - left.y];
  const by = FRAME / LANDMARK_SIDE;
  const centre = { x: (left.x + right.x) / 2 - BELOW * y, y: (left.y + right.y) / 2 + BELOW * x };
  return centred(centre, by * x, by * y, LANDMARK_SIDE);
}

/** The square around a box, with its rotation. */
function frameOf({ x, y, width, height, degrees }: Omit<FaceBox, 'score'>): Similarity {
  const a = Math.max(width, height) / LANDMARK_SIDE;
  const turn = (degrees * Math.PI) / 180;
  return centred({ x, y }, a * Math.cos(turn), a * Math.sin(turn), LANDMARK_SIDE);
}

/** The similarity of this scale and rotation that maps the centre of a square of `side` pixels to the point. */
function centred({ x, y }: Point, a: number, b: number, side: number): Similarity {
  const half = (side - 1) / 2;
  return { a, b, dx: x - a * half + b * half, dy: y - b * half - a * half };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
