/** Eye positions of a set of images: their order, and outliers. */
import { z } from 'zod';
import type { Eyes } from './align.ts';
import type { Point } from './steps.ts';

/** The eyes by their position in the image, whatever their names; `swapped` if the first one is on the right. */
export function orderEyes(first: Point, second: Point): { readonly eyes: Eyes; readonly swapped: boolean } {
  const swapped = first.x > second.x;
  return { eyes: swapped ? { left: second, right: first } : { left: first, right: second }, swapped };
}

export interface PlacedEyes {
  readonly eyes: Eyes;
  readonly rows: number;
  readonly cols: number;
}

/** Robust deviations from the median beyond which an eye distance is an outlier. */
const DEVIATIONS = 6;

/** Maximum plausible tilt of the line between the eyes in degrees. */
const TILT = 45;

/**
 * The reason why each pair of eyes is invalid or an outlier: outside the image, coinciding, tilted by more than 45°, or
 * at a distance more than six (scaled) median absolute deviations from the median. Null for the rest.
 */
export function suspiciousEyes(all: readonly PlacedEyes[]): (string | null)[] {
  const distances = all.map(({ eyes }) => eyeDistance(eyes));
  const middle = median(distances);
  // 1.4826 scales the median absolute deviation to a standard deviation; a pixel allows for rounding.
  const spread = Math.max(1, 1.4826 * median(distances.map((distance) => Math.abs(distance - middle))));
  return all.map(({ eyes, rows, cols }, n) => {
    const { left, right } = eyes;
    if ([left, right].some(({ x, y }) => x < -0.5 || y < -0.5 || x > cols - 0.5 || y > rows - 0.5)) {
      return `an eye lies outside the image of ${rows} × ${cols}`;
    }
    if (distances[n] === 0) return 'both eyes are at the same position';
    const tilt = eyeTilt(eyes);
    if (Math.abs(tilt) > TILT) return `the eyes are tilted by ${Math.round(tilt)}°`;
    if (Math.abs(distances[n] - middle) > DEVIATIONS * spread) {
      return `the eyes are ${distances[n].toFixed(1)} pixels apart where ${middle.toFixed(1)} are usual`;
    }
    return null;
  });
}

/** Distance in pixels. */
export function eyeDistance({ left, right }: Eyes): number {
  return Math.hypot(right.x - left.x, right.y - left.y);
}

/** Tilt of the line from the left to the right eye, in degrees. */
export function eyeTilt({ left, right }: Eyes): number {
  return (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

// Detector of the eyes: its networks by SHA-256 (hex), and the runtime.

export const finderSchema = z.object({ detector: z.string(), landmarks: z.string(), runtime: z.string() });
export type Finder = z.infer<typeof finderSchema>;
