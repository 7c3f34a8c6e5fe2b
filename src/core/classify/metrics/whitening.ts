import type { MatrixStack } from '../../linalg/matrix.ts';
import type { MetricDeclaration } from './metric.ts';
import { addSquares, scaled, squared } from './squaredDifferences.ts';

export const whitened: MetricDeclaration<'whitened'> = {
  kind: 'whitened',
  title: 'Whitened (Mahalanobis)',
  help: 'The Euclidean distance after division of every coordinate by its standard deviation over the gallery, in verification over the training images. Scores are minus its square.',
  usesSpread: true,
  squares: true,
  phrase: 'by the Euclidean distance of whitened codes',
  prose: 'Mahalanobis distance with a diagonal covariance',
  distance(gallery, probes, spread) {
    const scale = inverseDeviations(spread);
    return squared(scaled(gallery, scale), scaled(probes, scale));
  },
  sums: { prepared: scaledAtAllShapes, add: addSquares },
};

/** Codes divided by deviations; null if a coordinate counts as constant only in comparison with larger ones. */
export function scaledAtAllShapes(
  gallery: MatrixStack,
  probes: MatrixStack,
  spread: MatrixStack,
): readonly [MatrixStack, MatrixStack] | null {
  const scale = inverseDeviations(spread);
  const alone = inverseDeviations(spread, largestOfEach(spread));
  return scale.every((value, i) => value === alone[i]) ? [scaled(gallery, scale), scaled(probes, scale)] : null;
}

/**
 * Deviations below this share of the largest entry of the codes are rounding errors. Constant coordinates reach 1e-15
 * (the mean of 0.1 is not 0.1), projections of 10⁴ pixels 1e-14; the 199 axes of PCA on 200 faces of ORL are at least
 * 5e-3.
 */
const ROUNDING = 1e-12;

/**
 * 1 / standard deviation (divisor count − 1) of every coordinate; 0 if it does not vary beyond rounding. `largest`:
 * magnitude that the rounding of a coordinate is relative to; by default the largest of all entries.
 */
export function inverseDeviations(
  { count, rows, cols, data }: MatrixStack,
  largest: ArrayLike<number> | number = largestEntry(data),
): Float64Array {
  const size = rows * cols;
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = 0;
    for (let n = 0; n < count; n++) sum += data[n * size + i];
    let squares = 0;
    for (let n = 0; n < count; n++) squares += (data[n * size + i] - sum / count) ** 2;
    const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
    return deviation > ROUNDING * (typeof largest === 'number' ? largest : largest[i]) ? 1 / deviation : 0;
  });
}

function largestEntry(data: Float64Array): number {
  let largest = 0;
  for (const value of data) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** Largest magnitude of every coordinate. */
function largestOfEach({ count, rows, cols, data }: MatrixStack): Float64Array {
  const largest = new Float64Array(rows * cols);
  for (let n = 0, offset = 0; n < count; n++) {
    for (let i = 0; i < largest.length; i++, offset++) largest[i] = Math.max(largest[i], Math.abs(data[offset]));
  }
  return largest;
}
