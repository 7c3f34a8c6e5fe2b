/** Shared parts of classifiers that represent a probe by all gallery codes at once, each of unit length. */
import { gramOfRows, matrix, multiply, type Matrix, type MatrixStack } from '../linalg/index.ts';
import { type Scores, subjectsOfGallery } from './scores.ts';

/** Gallery and probes as rows of unit length; zero codes stay zero. */
export interface UnitCodes {
  /** A, gallery images × code entries. */
  readonly gallery: Matrix;
  /** Y, probes × code entries. */
  readonly probes: Matrix;
  /** A Yᵀ, gallery images × probes. */
  readonly crossed: Matrix;
}

/** Throws RangeError if gallery and probe codes differ in size. */
export function unitCodes(gallery: MatrixStack, probes: MatrixStack): UnitCodes {
  const [galleryRows, probeRows] = [unitRows(gallery), unitRows(probes)];
  return { gallery: galleryRows, probes: probeRows, crossed: multiply(galleryRows, probeRows, { transposeB: true }) };
}

function unitRows({ count, rows, cols, data }: MatrixStack): Matrix {
  const size = rows * cols;
  const result = matrix(count, size);
  for (let offset = 0; offset < data.length; offset += size) {
    // Divides by the largest entry first, to avoid overflow and underflow of the squares.
    let largest = 0;
    for (let c = offset; c < offset + size; c++) largest = Math.max(largest, Math.abs(data[c]));
    if (largest === 0) continue;
    let sum = 0;
    for (let c = offset; c < offset + size; c++) sum += (data[c] / largest) ** 2;
    const length = Math.sqrt(sum);
    for (let c = offset; c < offset + size; c++) result.data[c] = data[c] / largest / length;
  }
  return result;
}

/**
 * Scores of subjects by the residual of their own part of a representation: −‖y − A_i α_i‖², or that divided by ‖α_i‖².
 * @param coefficients α, gallery images × probes
 */
export function representationScores(
  { gallery, probes, crossed }: UnitCodes,
  coefficients: Matrix,
  labels: ArrayLike<number>,
  perEnergy: boolean,
): Scores {
  const { groups, scores } = subjectsOfGallery(labels);
  const count = probes.rows;
  const values = new Float64Array(count * groups.length);
  const lengths = Float64Array.from({ length: count }, (_, p) => {
    let sum = 0;
    for (let c = p * probes.cols; c < (p + 1) * probes.cols; c++) sum += probes.data[c] ** 2;
    return sum;
  });
  groups.forEach((members, s) => {
    const gram = gramOfRows(rowsOf(gallery, members));
    for (let p = 0; p < count; p++) {
      let rest = lengths[p];
      let energy = 0;
      members.forEach((n, i) => {
        const value = coefficients.data[n * count + p];
        if (value === 0) return;
        energy += value * value;
        let product = -2 * crossed.data[n * count + p];
        members.forEach((m, j) => (product += gram.data[i * members.length + j] * coefficients.data[m * count + p]));
        rest += value * product;
      });
      const left = Math.max(0, rest);
      values[p * groups.length + s] = !perEnergy ? -left : energy === 0 ? -Number.MAX_VALUE : -left / energy;
    }
  });
  return scores(count, (p) => values.subarray(p * groups.length, (p + 1) * groups.length));
}

function rowsOf(a: Matrix, index: readonly number[]): Matrix {
  const result = matrix(index.length, a.cols);
  index.forEach((row, i) => result.data.set(a.data.subarray(row * a.cols, (row + 1) * a.cols), i * a.cols));
  return result;
}
