/** What metrics of squared differences share. */
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import type { Distance } from './metric.ts';

/** Σ Δ² (vectors), the squared Frobenius norm (matrices). */
export function squared(known: MatrixStack, probes: MatrixStack): Distance {
  const size = known.rows * known.cols;
  return (g, p) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += (known.data[g * size + i] - probes.data[p * size + i]) ** 2;
    return sum;
  };
}

/** Every code times `scale`, coordinate by coordinate. */
export function scaled({ count, rows, cols, data }: MatrixStack, scale: Float64Array): MatrixStack {
  const size = rows * cols;
  return matrixStack(
    count,
    rows,
    cols,
    Float64Array.from(data, (value, i) => value * scale[i % size]),
  );
}
