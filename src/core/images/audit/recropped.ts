/** One picture cropped twice: duplicates that no comparison pixel by pixel finds. */
import type { Steps } from '../../formats/steps.ts';
import { pyramidOf, registeredCorrelation, SHARPEST, type Pyramid } from './registration.ts';
import type { AuditSource } from './source.ts';
import type { NearDuplicatePair } from './duplicates.ts';

export interface RecroppedDuplicates {
  /** Whether they were looked for: on demand, not among images of fewer than 24 pixels a side. */
  readonly searched: boolean;
  /** Least correlation after one picture was turned, scaled and moved onto the other. */
  readonly threshold: number | null;
  /**
   * Pairs of one subject that may be the same picture, the most similar first; duplicates of other kinds are left out.
   */
  readonly pairs: readonly NearDuplicatePair[];
  /** Subjects that were left out: they have more than 100 images, or come after 100,000 pairs. */
  readonly skipped: readonly string[];
}

const LEAST_SIDE = 24;

/**
 * Images of a subject, and pairs of a dataset, that are compared: a pair takes 0.05 ms, and up to 1.5 ms if it is
 * alike.
 */
const MOST_IMAGES = 100;
const MOST_PAIRS = 100_000;

export function isSearched({ rows, cols }: Pick<AuditSource, 'rows' | 'cols'>): boolean {
  return Math.min(rows, cols) >= LEAST_SIDE;
}

/** Longer side of the sharpest resolution at which images are compared. */
export function sharpestSide({ rows, cols }: Pick<AuditSource, 'rows' | 'cols'>): number {
  return Math.min(SHARPEST, Math.max(rows, cols));
}

/** Images of the subjects that are searched, the number of their pairs, and the subjects that are not. */
export function recroppedSubjects(subjects: readonly string[]): {
  readonly searched: readonly (readonly number[])[];
  readonly pairs: number;
  readonly skipped: readonly string[];
} {
  const searched: number[][] = [];
  const skipped: string[] = [];
  let pairs = 0;
  for (const [subject, images] of Map.groupBy(subjects.keys(), (n) => subjects[n])) {
    if (images.length > MOST_IMAGES || pairs >= MOST_PAIRS) {
      skipped.push(subject);
      continue;
    }
    pairs += (images.length * (images.length - 1)) / 2;
    searched.push(images);
  }
  return { searched, pairs, skipped };
}

/** Microseconds that registering the pairs of each subject takes, roughly; see costs.ts. */
export function recroppedCost(source: AuditSource): number {
  return 0.12 * sharpestSide(source) ** 2 * recroppedSubjects(source.subjects).pairs;
}

/**
 * The pairs within subjects that agree after registration, one pair a step. What two crops of one picture differ by is
 * the error of resampling, which falls with the square of the side: 1 − 11/side² separates the duplicates of the Yale
 * database that were cropped one by one (8 of 9 pairs at 32 × 32, all at 64 × 64) from all other pairs of its subjects.
 */
export function* recroppedDuplicates(
  source: AuditSource,
  known: (i: number, j: number) => boolean,
): Steps<RecroppedDuplicates> {
  const { rows, cols, subjects, read } = source;
  const threshold = 1 - 11 / sharpestSide(source) ** 2;
  const pairs: NearDuplicatePair[] = [];
  const { searched, skipped, pairs: all } = recroppedSubjects(subjects);
  const share = (): number => compared / Math.max(1, all);
  let compared = 0;
  for (const images of searched) {
    const pyramids: Pyramid[] = [];
    for (const n of images) {
      pyramids.push(pyramidOf({ rows, cols, pixels: read(n) }));
      yield share();
    }
    for (const [at, i] of images.entries()) {
      for (const [before, j] of images.slice(0, at).entries()) {
        compared++;
        if (known(i, j)) continue;
        const correlation = registeredCorrelation(pyramids[before], pyramids[at]);
        if (correlation >= threshold) pairs.push({ images: [j, i], sameSubject: true, correlation });
        yield share();
      }
    }
  }
  pairs.sort((a, b) => b.correlation - a.correlation || a.images[0] - b.images[0] || a.images[1] - b.images[1]);
  return { searched: true, threshold, pairs, skipped };
}
