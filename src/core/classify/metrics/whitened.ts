import type { MatrixStack } from '../../linalg/matrix.ts';
import type { MetricDeclaration } from './metric.ts';
import { scaled, squared } from './squared.ts';

export const whitened: MetricDeclaration<'whitened'> = {
  kind: 'whitened',
  title: 'Whitened (Mahalanobis)',
  help: 'The Euclidean distance after division of every coordinate by its standard deviation over the gallery, in verification over the training images. Scores are minus its square.',
  usesSpread: true,
  squares: true,
  phrase: 'by the Euclidean distance of whitened codes',
  distance(known, probes, spread) {
    const scale = inverseDeviations(spread);
    return squared(scaled(known, scale), scaled(probes, scale));
  },
};

/**
 * Deviations below this share of the largest entry of the codes are rounding. Constant coordinates have up to 1e-15
 * (the mean of 0.1 is not 0.1), projections of 10⁴ pixels up to 1e-14; the 199 axes of PCA on 200 faces of ORL at least
 * 5e-3.
 */
const ROUNDING = 1e-12;

/** 1 / standard deviation (divisor count − 1) of every coordinate; 0 where it does not vary beyond rounding. */
export function inverseDeviations({ count, rows, cols, data }: MatrixStack): Float64Array {
  const size = rows * cols;
  let largest = 0;
  for (const value of data) largest = Math.max(largest, Math.abs(value));
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = 0;
    for (let n = 0; n < count; n++) sum += data[n * size + i];
    let squares = 0;
    for (let n = 0; n < count; n++) squares += (data[n * size + i] - sum / count) ** 2;
    const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
    return deviation > ROUNDING * largest ? 1 / deviation : 0;
  });
}
