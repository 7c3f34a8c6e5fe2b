/** Spans of each subject's gallery codes, and the distances of probes from them. */
import { asVectors, selectImages } from '../images/imageSet.ts';
import { matrix, stackItem, svd, type Matrix, type MatrixStack } from '../linalg/index.ts';
import { type Scores, subjectsOfGallery } from './scores.ts';

/**
 * Directions below this share of the largest singular value, and distances below this share of a probe, are rounding
 * errors.
 */
const ROUNDING = 1e-12;

/** Orthonormal directions, leading ones first, with their shrinkage factors. */
interface Span {
  /** Directions as rows; none if all codes are zero. */
  readonly basis: Matrix;
  /** Shrinkage factors in (0, 1], one per direction. */
  readonly shares: Float64Array;
}

/**
 * Span of some codes of a stack, through the origin: the leading directions by singular value s, at most `dimension`. A
 * ridge λ ≥ 0 shrinks the projection along a direction by s² / (s² + λ), so the residual of a probe y is y − X (XᵀX +
 * λI)⁻¹ Xᵀ y. λ = 0 gives least squares.
 */
function spanOf(codes: MatrixStack, members: readonly number[], dimension = Infinity, ridge = 0): Span {
  const vectors = asVectors(selectImages(codes, members));
  const size = vectors.cols;
  const { values, v } = svd(vectors);
  const rank = values.findIndex((value) => value <= ROUNDING * values[0]);
  const kept = Math.min(dimension, rank < 0 ? values.length : rank);
  const basis = matrix(kept, size);
  for (let i = 0; i < kept; i++) {
    for (let c = 0; c < size; c++) basis.data[i * size + c] = v.data[c * v.cols + i];
  }
  return { basis, shares: values.subarray(0, kept).map((value) => value ** 2 / (value ** 2 + ridge)) };
}

/** Scores of subjects: the negative squared length of a probe's residual from the span of their gallery codes. */
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
 * Squared length of a probe's residual from a span. Rounding errors count as 0, which ties the spans that contain the
 * probe.
 */
function squaredRest(probe: Float64Array, { basis: { rows, cols, data }, shares }: Span): number {
  const rest = Float64Array.from(probe);
  // Directions are subtracted from the current residual one by one, which also removes the errors of earlier ones.
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
