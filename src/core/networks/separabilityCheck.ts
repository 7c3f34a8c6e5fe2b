/** Sanity check of a network on a few images: are vectors of one subject closer than those of two subjects? */
import { matrix } from '../linalg/matrix.ts';
import { squaredDistances } from '../linalg/products.ts';
import { mean } from '../stats/describe.ts';

/** Maximum number of images. */
const MOST = 10;

/** Two images each of the first subjects that have two. */
export function separabilityImages(labels: ArrayLike<number>): number[] {
  const bySubject = Map.groupBy(Array.from(labels).keys(), (n) => labels[n]);
  return [...bySubject.values()]
    .filter(({ length }) => length > 1)
    .slice(0, MOST / 2)
    .flatMap(([first, second]) => [first, second]);
}

/** Mean distance of two images of one subject, and of two subjects. */
export interface TrialDistances {
  readonly within: number;
  readonly between: number;
}

/** For the vectors of `separabilityImages`; null for fewer than two subjects. */
export function trialDistances(vectors: readonly Float32Array[]): TrialDistances | null {
  if (vectors.length < 4) return null;
  const rows = matrix(vectors.length, vectors[0].length, Float64Array.from(vectors.flatMap((each) => [...each])));
  const { data } = squaredDistances(rows, rows);
  const same: number[] = [];
  const other: number[] = [];
  for (let i = 0; i < vectors.length; i++) {
    for (let j = 0; j < i; j++) (j === i - 1 && i % 2 === 1 ? same : other).push(Math.sqrt(data[i * rows.rows + j]));
  }
  return { within: mean(same), between: mean(other) };
}

/**
 * The problem of the vectors of `separabilityImages`, as the end of a sentence; null if there is none, or if there are
 * fewer than two subjects to compare.
 */
export function separabilityProblem(vectors: readonly Float32Array[]): string | null {
  const lengths = new Set(vectors.map(({ length }) => length));
  if (lengths.size > 1) return `expected vectors of one length, found ${[...lengths].join(' and ')}`;
  const wrong = vectors.findIndex((vector) => !vector.every(Number.isFinite));
  if (wrong >= 0) return 'expected finite numbers; an image gives NaN or infinity';
  const distances = trialDistances(vectors);
  if (distances === null || distances.within < distances.between) return null;
  const [within, between] = [distances.within, distances.between].map((each) => each.toPrecision(3));
  return (
    `expected a face to be nearer to itself than to others; on ${vectors.length} images the mean distances are ` +
    `${within} and ${between} (check size, channels, mean and scale)`
  );
}
