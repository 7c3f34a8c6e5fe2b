/**
 * Faces in an image and the eyes of each: a network frames them, another finds landmarks in each frame, again in a
 * frame that is set upright by the eyes, and in its mirror image. What the last two disagree by is a part of the doubt.
 */
import type { Eyes, Similarity } from '../images/preprocess/align.ts';
import { eyeDistance } from '../images/preprocess/eyes.ts';
import type { Point } from '../images/preprocess/steps.ts';
import type { Raster } from '../images/resample.ts';
import { boxesOf, CELL, detectorInput, withoutOverlaps, type FaceBox } from './detector.ts';
import { LANDMARK_SIDE, landmarksIn, partInput } from './landmarks.ts';
import { imagePyramid, type ImagePyramid } from './levels.ts';

/** The two networks: numbers of a square of three channels to numbers. */
export interface FaceNetworks {
  readonly detector: (input: Float32Array, side: number) => Promise<Float32Array>;
  readonly landmarks: (input: Float32Array) => Promise<Float32Array>;
}

export interface FoundFace extends Eyes {
  /** Of the detector; null: nothing was framed, and the image as a whole is the face. */
  readonly score: number | null;
  /** Mean distance of the eyes in a frame and in its mirror image, as share of the eye distance. */
  readonly disagreement: number;
  /** How far the tip of the nose is from the middle of the eyes, along their line: 0 frontal, 1 below an eye. */
  readonly turn: number;
}

/** A square that is searched: pixels a side, its side in longer sides of the image, and by how much it is turned. */
interface Search {
  readonly side: number;
  readonly of: number;
  readonly degrees: number;
}

/** Of faces that fill the image or half of it. */
const NEAR = [
  { side: 224, of: 1.8, degrees: 0 },
  { side: 224, of: 1.15, degrees: 0 },
] as const;

/** Longest sides of the squares for small faces: at once, and where nothing was found. */
const FAR = 608;
const FARTHEST = 960;
/** Where nothing was found: degrees by which heads may be tilted beyond the 25 that are found anyway. */
const TILTS = [-40, 40] as const;

/** Sides of the upright frame in eye distances, and how far its centre is below the eyes. */
const FRAME = 2.6;
const BELOW = 0.45;

/**
 * Greatest disagreement of a face. Faces of ORL have 0.02 in the mean and at most 0.05, drawn scenes without a face
 * 0.07 and more.
 */
const MOST_APART = { framed: 0.25, whole: 0.06 } as const;
/** Least eye distance in shorter sides of an image that is a face as a whole. */
const FILLS = 0.2;

/** The faces of the image, the largest first; none where nothing is framed and the whole image is no face. */
export async function findFaces(image: Raster, networks: FaceNetworks): Promise<FoundFace[]> {
  const { rows, cols } = image;
  const levels = imagePyramid(image);
  const middle = { x: (cols - 1) / 2, y: (rows - 1) / 2 };
  const found: FoundFace[] = [];
  for (const box of await framed(Math.max(rows, cols), middle, levels, networks)) {
    const face = await faceIn(levels, frameOf(box), box.score, networks);
    if (face.disagreement <= MOST_APART.framed && isInside(face, image)) found.push(face);
  }
  if (found.length === 0) {
    const frame = frameOf({ ...middle, width: cols, height: rows, degrees: 0 });
    const face = await faceIn(levels, frame, null, networks);
    const fills = eyeDistance(face) >= FILLS * Math.min(rows, cols) && isInside(face, image);
    if (face.disagreement <= MOST_APART.whole && fills) found.push(face);
  }
  return found.sort((a, b) => eyeDistance(b) - eyeDistance(a));
}

function isInside({ left, right }: Eyes, { rows, cols }: Raster): boolean {
  return [left, right].every(({ x, y }) => x >= 0 && y >= 0 && x <= cols - 1 && y <= rows - 1);
}

/** The searches of an image: the usual ones, and those for faces that these miss. */
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

/** The frame that is set upright by the eyes. */
function upright({ left, right }: Eyes): Similarity {
  const [x, y] = [right.x - left.x, right.y - left.y];
  const by = FRAME / LANDMARK_SIDE;
  const centre = { x: (left.x + right.x) / 2 - BELOW * y, y: (left.y + right.y) / 2 + BELOW * x };
  return centred(centre, by * x, by * y, LANDMARK_SIDE);
}

/** The square around a box, turned as that is. */
function frameOf({ x, y, width, height, degrees }: Omit<FaceBox, 'score'>): Similarity {
  const a = Math.max(width, height) / LANDMARK_SIDE;
  const turn = (degrees * Math.PI) / 180;
  return centred({ x, y }, a * Math.cos(turn), a * Math.sin(turn), LANDMARK_SIDE);
}

/** The similarity of this scale and turn that takes the centre of a square of `side` pixels there. */
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
