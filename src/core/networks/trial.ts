/** A trial of a network on a few images, before all of them: whether its vectors tell faces apart. */

/** Maximum number of images in a trial. */
const MOST = 10;

/** Two images of each of the first subjects that have two. */
export function trialImages(labels: ArrayLike<number>): number[] {
  const bySubject = Map.groupBy(Array.from(labels).keys(), (n) => labels[n]);
  return [...bySubject.values()]
    .filter(({ length }) => length > 1)
    .slice(0, MOST / 2)
    .flatMap(([first, second]) => [first, second]);
}

/**
 * What is wrong with the vectors of `trialImages`, as the end of a sentence; null where nothing is, or where there are
 * fewer than two subjects to compare.
 */
export function trialProblem(vectors: readonly Float32Array[]): string | null {
  const lengths = new Set(vectors.map(({ length }) => length));
  if (lengths.size > 1) return `expected vectors of one length, found ${[...lengths].join(' and ')}`;
  const wrong = vectors.findIndex((vector) => !vector.every(Number.isFinite));
  if (wrong >= 0) return 'expected finite numbers; an image gives NaN or infinity';
  if (vectors.length < 4) return null;
  const same: number[] = [];
  const other: number[] = [];
  vectors.forEach((vector, i) => {
    for (let j = 0; j < i; j++) (j === i - 1 && i % 2 === 1 ? same : other).push(distance(vector, vectors[j]));
  });
  const [within, between] = [mean(same), mean(other)];
  if (within < between) return null;
  return (
    'expected a face to be nearer to itself than to others; on ten images the mean distances are ' +
    `${within.toPrecision(3)} and ${between.toPrecision(3)} (check size, channels, mean and scale)`
  );
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(...Array.from(a, (value, i) => value - b[i]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
