/** Defects of a dataset that spoil comparisons before any method runs. */
import { partsOf, type Steps } from '../../formats/cooperativeSteps.ts';
import {
  scanCost,
  findDuplicates,
  duplicateCosts,
  type DuplicateGroup,
  type NearDuplicates,
  type AuditSource,
  type NearDuplicatePair,
} from './duplicates.ts';
import { pyramidOf, registeredCorrelation, SHARPEST, type Pyramid } from './registration.ts';

// One picture cropped twice: duplicates that a comparison pixel by pixel misses.

export interface RecroppedDuplicates {
  /** Whether they were searched for: on demand only, and not among images of fewer than 24 pixels per side. */
  readonly searched: boolean;
  /** Minimum correlation after one picture was rotated, scaled and moved onto the other. */
  readonly threshold: number | null;
  /**
   * Pairs of one subject that may be the same picture, the most similar first; duplicates of other kinds are left out.
   */
  readonly pairs: readonly NearDuplicatePair[];
  /** Subjects that were skipped: they have more than 100 images, or come after 100,000 pairs. */
  readonly skipped: readonly string[];
}

const LEAST_SIDE = 24;

/**
 * Maximum images per subject, and pairs per dataset, to compare: a pair takes 0.05 ms, up to 1.5 ms if it is similar.
 */
const MOST_IMAGES = 100;
const MOST_PAIRS = 100_000;

function isSearched({ rows, cols }: Pick<AuditSource, 'rows' | 'cols'>): boolean {
  return Math.min(rows, cols) >= LEAST_SIDE;
}

/** Longer side of the highest resolution at which images are compared. */
function sharpestSide({ rows, cols }: Pick<AuditSource, 'rows' | 'cols'>): number {
  return Math.min(SHARPEST, Math.max(rows, cols));
}

/** Images of the searched subjects, the number of their pairs, and the skipped subjects. */
function recroppedSubjects(subjects: readonly string[]): {
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

/** Approximate microseconds to register the pairs of all subjects, in the unit of `scanCost`. */
function recroppedCost(source: AuditSource): number {
  return 0.12 * sharpestSide(source) ** 2 * recroppedSubjects(source.subjects).pairs;
}

/**
 * The pairs within subjects that match after registration, one pair per step. Two crops of one picture differ by the
 * resampling error, which falls with the square of the side: 1 − 11/side² separates the individually cropped duplicates
 * of the Yale database (8 of 9 pairs at 32 × 32, all at 64 × 64) from all other pairs of its subjects.
 */
function* recroppedDuplicates(
  source: AuditSource,
  isKnownPair: (i: number, j: number) => boolean,
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
        if (isKnownPair(i, j)) continue;
        const correlation = registeredCorrelation(pyramids[before], pyramids[at]);
        if (correlation >= threshold) pairs.push({ images: [j, i], sameSubject: true, correlation });
        yield share();
      }
    }
  }
  pairs.sort((a, b) => b.correlation - a.correlation || a.images[0] - b.images[0] || a.images[1] - b.images[1]);
  return { searched: true, threshold, pairs, skipped };
}

export interface AuditOptions {
  /** Minimum correlation of near-duplicates; null searches for exact ones only, which is quick. @default 0.999 */
  readonly near?: number | null;
}

export interface Audit {
  /** Groups of pixel-identical images. */
  readonly exact: readonly DuplicateGroup[];
  readonly near: NearDuplicates;
  readonly recropped: RecroppedDuplicates;
  /** Images with one grey value throughout. */
  readonly constant: readonly { readonly image: number; readonly value: number }[];
  readonly truncated: readonly TruncatedImage[];
  readonly counts: SubjectCounts;
}

/** Images per subject. */
export interface SubjectCounts {
  readonly subjects: number;
  readonly least: number;
  readonly most: number;
  /** The number that at least half of the subjects have; null if there is none. */
  readonly usual: number | null;
  /** Subjects whose number differs from the usual one, in order of their first images. */
  readonly unusual: readonly { readonly subject: string; readonly count: number }[];
  /** Subjects with one image: they can only train or only test. */
  readonly single: readonly string[];
}

/** Audits in steps of one image or one block of comparisons. Images are numbered from 0. */
export function* audit(source: AuditSource, options: AuditOptions = {}): Steps<Audit> {
  const { near = 0.999 } = options;
  const searches = allDuplicateCosts(source, near, near !== null);
  const part = partsOf([scanCost(source), searches.reduce((sum, cost) => sum + cost)]);
  const { constant, truncated } = yield* part(singleDefects(source));
  return {
    ...(yield* part(findAllDuplicates(source, near, near !== null))),
    constant,
    truncated,
    counts: subjectCounts(source.subjects),
  };
}

/** Defects of single images. */
function* singleDefects({ count, rows, cols, read }: AuditSource): Steps<Pick<Audit, 'constant' | 'truncated'>> {
  const constant: { image: number; value: number }[] = [];
  const tails: ReturnType<typeof tailOf>[] = [];
  for (let n = 0; n < count; n++) {
    const pixels = read(n);
    if (pixels.every((value) => value === pixels[0])) constant.push({ image: n, value: pixels[0] });
    tails.push(tailOf(pixels, rows, cols));
    yield (n + 1) / count;
  }
  const flat = new Set(constant.map(({ image }) => image));
  return { constant, truncated: truncatedImages(tails, rows, cols).filter(({ image }) => !flat.has(image)) };
}

/** Duplicates of each kind; a pair is listed under the first kind that applies. `near: null` skips near-duplicates. */
export function* findAllDuplicates(
  source: AuditSource,
  near: number | null,
  recropped: boolean,
): Steps<Pick<Audit, 'exact' | 'near' | 'recropped'>> {
  const part = partsOf(allDuplicateCosts(source, near, recropped));
  const duplicates = yield* part(findDuplicates(source, near));
  if (!recropped || !isSearched(source)) {
    return { ...duplicates, recropped: { searched: false, threshold: null, pairs: [], skipped: [] } };
  }
  return {
    ...duplicates,
    recropped: yield* part(recroppedDuplicates(source, knownPairs(duplicates.exact, duplicates.near))),
  };
}

/** Costs of `findDuplicates` and of the search for recropped pictures. */
function allDuplicateCosts(source: AuditSource, near: number | null, recropped: boolean): readonly number[] {
  const [exact, others] = duplicateCosts(source, near);
  return [exact + others, recropped && isSearched(source) ? recroppedCost(source) : 0];
}

/** Whether two images are duplicates of a kind that was detected before. */
function knownPairs(exact: readonly DuplicateGroup[], near: NearDuplicates): (i: number, j: number) => boolean {
  const group = new Map(exact.flatMap(({ images }, g) => images.map((n) => [n, g] as const)));
  const pairs = new Set(near.pairs.map(({ images: [a, b] }) => `${a} ${b}`));
  return (i, j) => (group.has(i) && group.get(i) === group.get(j)) || pairs.has(`${Math.min(i, j)} ${Math.max(i, j)}`);
}

export function subjectCounts(labels: readonly string[]): SubjectCounts {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const frequency = new Map<number, number>();
  for (const count of counts.values()) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  const [usual] = [...frequency].find(([, times]) => times >= counts.size / 2) ?? [null];
  const all = [...counts].map(([subject, count]) => ({ subject, count }));
  return {
    subjects: all.length,
    least: all.reduce((least, { count }) => Math.min(least, count), Infinity),
    most: all.reduce((most, { count }) => Math.max(most, count), 0),
    usual,
    unusual: usual === null ? [] : all.filter(({ count }) => count !== usual),
    single: all.filter(({ count }) => count === 1).map(({ subject }) => subject),
  };
}

/** An image whose lower part is missing: a reader filled it with one grey value. */
interface TruncatedImage {
  readonly image: number;
  /** Number of rows at the bottom with one grey value. */
  readonly rows: number;
}

interface Tail {
  /** Number of rows at the bottom that share one grey value. */
  readonly bottom: number;
  /** Whether the first row has that value too. */
  readonly framed: boolean;
}

/** Rows of one grey value at the bottom. */
function tailOf(pixels: ArrayLike<number>, rows: number, cols: number): Tail {
  const value = pixels[(rows - 1) * cols];
  const isFlat = (r: number): boolean => {
    for (let c = 0; c < cols; c++) if (pixels[r * cols + c] !== value) return false;
    return true;
  };
  let bottom = 0;
  while (bottom < rows && isFlat(rows - 1 - bottom)) bottom++;
  return { bottom, framed: isFlat(0) };
}

/**
 * Images with more rows of one value at the bottom than usual: more than 95% of the images by a tenth of the rows, or
 * more than half of them by a quarter. A margin that is also at the top (digits on black) is no sign of truncation;
 * feature vectors have no bottom.
 */
function truncatedImages(tails: readonly Tail[], rows: number, cols: number): TruncatedImage[] {
  if (cols < 2) return [];
  const sorted = tails.map(({ bottom }) => bottom).sort((a, b) => a - b);
  const usual = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const least = Math.min(usual(0.95) + Math.max(2, 0.1 * rows), usual(0.5) + Math.max(2, 0.25 * rows));
  return tails.flatMap(({ bottom, framed }, image) =>
    bottom >= least && bottom < rows && !framed ? [{ image, rows: bottom }] : [],
  );
}
