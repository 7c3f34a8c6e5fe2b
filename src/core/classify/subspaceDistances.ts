/** Spans of the gallery codes of single subjects, and the distances of probes from them. */
import { asVectors, selectImages } from '../images/imageSet.ts';
import { matrix, stackItem, svd, type Matrix, type MatrixStack } from '../linalg/index.ts';
import { type Scores, subjectsOfGallery } from './scores.ts';

/**
 * Directions below this share of the largest singular value, and distances below this share of a probe, are rounding.
 */
const ROUNDING = 1e-12;

/** Orthonormal directions, leading ones first, each with the share of what lies along it that a span takes. */
interface Span {
  /** Rows: the directions; none where all codes are zero. */
  readonly basis: Matrix;
  /** From above 0 to 1, one per direction. */
  readonly shares: Float64Array;
}

/**
 * The span of some codes of a stack, through the origin: its leading directions by singular value s, at most
 * `dimension`. With a ridge λ ≥ 0 the span takes s² / (s² + λ) of what lies along a direction, so that what it leaves
 * of a probe y is y − X (XᵀX + λI)⁻¹ Xᵀ y; with 0 everything, and the rest is that of least squares.
 */
function spanOf(codes: MatrixStack, members: readonly number[], dimension = Infinity, ridge = 0): Span {
  const own = asVectors(selectImages(codes, members));
  const size = own.cols;
  const { values, v } = svd(own);
  const rank = values.findIndex((value) => value <= ROUNDING * values[0]);
  const kept = Math.min(dimension, rank < 0 ? values.length : rank);
  const basis = matrix(kept, size);
  for (let i = 0; i < kept; i++) {
    for (let c = 0; c < size; c++) basis.data[i * size + c] = v.data[c * v.cols + i];
  }
  return { basis, shares: values.subarray(0, kept).map((value) => value ** 2 / (value ** 2 + ridge)) };
}

/** Of each subject minus the squared length of what the span of its gallery codes leaves of a probe. */
export function subspaceScores(
  gallery: MatrixStack,
  labels: ArrayLike<number>,
  probes: MatrixStack,
  dimension?: number,
  ridge?: number,
): Scores {
  const { groups, scores } = subjectsOfGallery(labels);
  const spans = groups.map((members) => spanOf(gallery, members, dimension, ridge));
  return scores(probes.count, (p) => Float64Array.from(spans, (span) => -squaredRest(stackItem(probes, p).data, span)));
}

/**
 * Squared length of what a span leaves of a probe; 0 where that is rounding, so that spans which all hold it are tied.
 */
function squaredRest(probe: Float64Array, { basis: { rows, cols, data }, shares }: Span): number {
  const rest = Float64Array.from(probe);
  // One direction after the other from what is left: errors of the ones before are taken out as well.
  for (let i = 0; i < rows; i++) {
    const direction = data.subarray(i * cols, (i + 1) * cols);
    let along = 0;
    for (let c = 0; c < cols; c++) along += rest[c] * direction[c];
    along *= shares[i];
    for (let c = 0; c < cols; c++) rest[c] -= along * direction[c];
  }
  const square = squaredNorm(rest);
  return square <= ROUNDING ** 2 * squaredNorm(probe) ? 0 : square;
}

/** Σ x². */
export function squaredNorm(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
