/** Editing state of the two eye marks: clicks and key steps. */
import type { MarkedEyes } from '../../../core/contract/eyes.ts';
import type { Point } from '../../../core/images/preprocess/steps.ts';
import type { ImageFaces } from '../../../core/contract/faces.ts';

export type Eye = 'left' | 'right';

/** Places in pixels of the image, (0, 0) the centre of the first one; null where an eye is not marked yet. */
export interface FacePlaces {
  readonly left: Point | null;
  readonly right: Point | null;
}

export interface Size {
  readonly rows: number;
  readonly cols: number;
}

export const unmarked: FacePlaces = { left: null, right: null };

/** Shares of width and height at which eyes are expected before any is marked. */
const USUAL = { left: { x: 0.32, y: 0.42 }, right: { x: 0.68, y: 0.42 } } as const;

/** To a tenth of a pixel, inside the image. */
export function inside({ x, y }: Point, { rows, cols }: Size): Point {
  const tenth = (value: number, last: number): number => Math.min(last, Math.max(0, Math.round(value * 10) / 10));
  return { x: tenth(x, cols - 1), y: tenth(y, rows - 1) };
}

/** Where the eyes of the next face are likely: the mean of those that are marked. */
export function expectedPlaces(marked: readonly MarkedEyes[], size: Size): { left: Point; right: Point } {
  const mean = (eye: Eye): Point => {
    if (marked.length === 0) return { x: USUAL[eye].x * size.cols - 0.5, y: USUAL[eye].y * size.rows - 0.5 };
    const sum = (axis: keyof Point): number => marked.reduce((total, own) => total + own[eye][axis], 0);
    return { x: sum('x') / marked.length, y: sum('y') / marked.length };
  };
  return { left: inside(mean('left'), size), right: inside(mean('right'), size) };
}

/** Which mark a click sets: that of the chosen eye while one is missing, then the nearer one. */
export function clickedEye(places: FacePlaces, chosen: Eye, at: Point): Eye {
  const { left, right } = places;
  if (left === null || right === null) return chosen;
  const distance = (to: Point): number => Math.hypot(to.x - at.x, to.y - at.y);
  return distance(left) <= distance(right) ? 'left' : 'right';
}

/** The eye that is set next: the other one where it is missing. */
export function nextEye(places: FacePlaces, set: Eye): Eye {
  const other = set === 'left' ? 'right' : 'left';
  return places[other] === null ? other : set;
}

/** What a key does to a mark: pixels to the right and down; null for any other key. */
export function stepOfKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Point | null {
  const by = shiftKey ? 0.1 : 1;
  switch (key) {
    case 'ArrowLeft':
      return { x: -by, y: 0 };
    case 'ArrowRight':
      return { x: by, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -by };
    case 'ArrowDown':
      return { x: 0, y: by };
    default:
      return null;
  }
}

// In which order faces are looked at whose eyes were found.

/** The images, the most doubtful first: those without a face, then by doubt; images that nobody searched at the end. */
export function byUncertainty(count: number, detections: readonly ImageFaces[]): number[] {
  const doubts = new Map(detections.map(({ index, doubt }) => [index, doubt ?? Infinity]));
  const of = (index: number): number => doubts.get(index) ?? -1;
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => {
    const [first, second] = [of(a), of(b)];
    return first === second ? a - b : second - first;
  });
}
