/** What metrics of squared differences share. */
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import type { Distance } from './metric.ts';

/** Σ Δ² (vectors), the squared Frobenius norm (matrices). */
export function squared(known: MatrixStack, probes: MatrixStack): Distance {
  const size = known.rows * known.cols;
  const [codes, asked] = [known.data, probes.data];
  return (g, p) => {
    let sum = 0;
    for (let i = 0, a = g * size, b = p * size; i < size; i++, a++, b++) sum += (codes[a] - asked[b]) ** 2;
    return sum;
  };
}

/** The part of one entry in Σ Δ². */
export function addSquares(sums: Float64Array, entries: Float64Array, value: number): void {
  for (let g = 0; g < sums.length; g++) {
    const difference = entries[g] - value;
    sums[g] += difference * difference;
  }
}

/** Every code times `scale`, coordinate by coordinate. */
export function scaled({ count, rows, cols, data }: MatrixStack, scale: Float64Array): MatrixStack {
  const size = rows * cols;
  const result = matrixStack(count, rows, cols);
  for (let n = 0, at = 0; n < count; n++) {
    for (let i = 0; i < size; i++, at++) result.data[at] = data[at] * scale[i];
  }
  return result;
}
