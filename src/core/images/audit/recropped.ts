/** One picture cropped twice: twins that no comparison pixel by pixel finds. */
import type { Steps } from '../../formats/steps.ts';
import type { AuditSource } from './audit.ts';
import { pyramidOf, registeredCorrelation, SHARPEST, type Pyramid } from './registration.ts';
import type { NearTwinPair } from './twins.ts';

export interface RecroppedTwins {
  /** Whether they were looked for: on demand, not among images of fewer than 24 pixels a side. */
  readonly searched: boolean;
  /** Least correlation after one picture was turned, scaled and moved onto the other. */
  readonly threshold: number | null;
  /** Pairs of one subject that may be the same picture, the most similar first; twins of other kinds are left out. */
  readonly pairs: readonly NearTwinPair[];
  /** Subjects that were left out: they have more than 100 images, or come after 100,000 pairs. */
  readonly skipped: readonly string[];
}

const LEAST_SIDE = 24;

/** Images of a subject, and pairs of a dataset, that are compared: a pair takes 0.05 ms, and up to 1.5 ms if it is alike. */
const MOST_IMAGES = 100;
const MOST_PAIRS = 100_000;

export function isSearched({ rows, cols }: Pick<AuditSource, 'rows' | 'cols'>): boolean {
  return Math.min(rows, cols) >= LEAST_SIDE;
}

/**
 * The pairs within subjects that agree after registration, one pair a step. What two crops of one picture differ by is the
 * error of resampling, which falls with the square of the side: 1 − 11/side² separates the twins of the Yale database that
 * were cropped one by one (8 of 9 pairs at 32 × 32, all at 64 × 64) from all other pairs of its subjects.
 */
export function* recroppedTwins(source: AuditSource, known: (i: number, j: number) => boolean): Steps<RecroppedTwins> {
  const { rows, cols, count, subjects, read } = source;
  const threshold = 1 - 11 / Math.min(SHARPEST, Math.max(rows, cols)) ** 2;
  const pairs: NearTwinPair[] = [];
  const skipped: string[] = [];
  let compared = 0;
  for (const [subject, images] of Map.groupBy(Array(count).keys(), (n) => subjects[n])) {
    if (images.length > MOST_IMAGES || compared >= MOST_PAIRS) {
      skipped.push(subject);
      continue;
    }
    compared += (images.length * (images.length - 1)) / 2;
    const pyramids: Pyramid[] = [];
    for (const n of images) {
      pyramids.push(pyramidOf({ rows, cols, pixels: read(n) }));
      yield;
    }
    for (const [at, i] of images.entries()) {
      for (const [before, j] of images.slice(0, at).entries()) {
        if (known(i, j)) continue;
        const correlation = registeredCorrelation(pyramids[before], pyramids[at]);
        if (correlation >= threshold) pairs.push({ images: [j, i], sameSubject: true, correlation });
        yield;
      }
    }
  }
  pairs.sort((a, b) => b.correlation - a.correlation || a.images[0] - b.images[0] || a.images[1] - b.images[1]);
  return { searched: true, threshold, pairs, skipped };
}
