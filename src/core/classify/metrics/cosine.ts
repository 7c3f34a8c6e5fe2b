import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import type { MetricDeclaration } from './metric.ts';
import { squared } from './squaredDifferences.ts';

export const cosine: MetricDeclaration<'cosine'> = {
  kind: 'cosine',
  title: 'Cosine',
  help: 'The angle between two codes, whatever their lengths. Scores are 2 cos − 2, minus the squared distance of codes of length 1.',
  phrase: 'by the cosine',
  prose: 'cosine distance',
  distance: (gallery, probes) => squared(normalised(gallery), normalised(probes)),
  sums: { add: addProducts, angles: true },
};

/** Adds one entry's term of the inner products. */
export function addProducts(sums: Float64Array, entries: Float64Array, value: number): void {
  for (let g = 0; g < sums.length; g++) sums[g] += entries[g] * value;
}

/**
 * Codes scaled to length 1, where the squared distance is 2 − 2 cos. A zero code stays zero and is equally far from
 * all.
 */
export function normalised({ count, rows, cols, data }: MatrixStack): MatrixStack {
  const size = rows * cols;
  const result = Float64Array.from(data);
  for (let n = 0; n < count; n++) {
    const end = (n + 1) * size;
    let squares = 0;
    for (let i = n * size; i < end; i++) squares += result[i] * result[i];
    if (!(squares > 0)) continue;
    const length = Math.sqrt(squares);
    for (let i = n * size; i < end; i++) result[i] /= length;
  }
  return matrixStack(count, rows, cols, result);
}
