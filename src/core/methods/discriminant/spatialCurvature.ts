/**
 * The discrete Laplacian of images, Δ X = D_r X + X D_c with the second differences D of columns and rows, which end
 * with (−1, 1): a constant image has none. It is diagonal on products of cosines.
 */
import {
  loadBatch,
  matrix,
  matrixStack,
  transpose,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';

/** The orthonormal eigenvectors of the n × n second differences, n × n: column k has the frequency k / 2n. */
function cosines(n: number): Matrix {
  const result = matrix(n, n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let k = 0; k < n; k++, at++) {
      result.data[at] = Math.sqrt((k === 0 ? 1 : 2) / n) * Math.cos((Math.PI * k * (2 * i + 1)) / (2 * n));
    }
  }
  return result;
}

/** |eigenvalue| of Δ for each coefficient of a spectrum, row by row; 0 for the first alone. */
export function curvatures(rows: number, cols: number): Float64Array {
  const along = (n: number, k: number): number => 4 * Math.sin((Math.PI * k) / (2 * n)) ** 2;
  return Float64Array.from(
    { length: rows * cols },
    (_, at) => along(rows, Math.floor(at / cols)) + along(cols, at % cols),
  );
}

export function toSpectrum(batch: ImageBatch): MatrixStack {
  return batch.project(cosines(batch.rows), cosines(batch.cols));
}

/** The images with these coefficients, one per column. */
export function toPixels(coefficients: Matrix, rows: number, cols: number): Matrix {
  const batch = loadBatch(matrixStack(coefficients.cols, rows, cols, transpose(coefficients).data));
  try {
    const { count, data } = batch.project(transpose(cosines(rows)), transpose(cosines(cols)));
    return transpose(matrix(count, rows * cols, data));
  } finally {
    batch.release();
  }
}
