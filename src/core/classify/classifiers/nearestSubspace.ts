import { z } from 'zod';
import { matrix, svd, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { subjectPositions } from '../../stats/subjectPositions.ts';
import { plural } from '../../text/words.ts';

/** The dimension that keeps every direction; as good as none. */
const ALL = 0;

const schema = z.strictObject({ kind: z.literal('nearest-subspace'), dimension: z.int().min(ALL).optional() });

/**
 * Each subject is the span of its gallery codes, through the origin of the codes, and a probe belongs to the subject
 * whose span is nearest (Oja, Subspace Methods of Pattern Recognition, 1983).
 */
export const nearestSubspace: ClassifierDeclaration<typeof schema> = {
  kind: 'nearest-subspace',
  title: 'Nearest subspace of a subject',
  help: "The subject whose gallery codes span the nearest subspace; of equally near ones the first. The subject's first image stands for it.",
  schema,
  parameters: [
    {
      name: 'dimension',
      title: 'Dimension of the subspaces',
      help: 'The leading directions of every subject by singular value; 0: all that its gallery codes span.',
      kind: 'integer',
      optional: true,
      default: ALL,
      min: ALL,
    },
  ],
  phrase: ({ dimension = ALL }) =>
    dimension === ALL
      ? 'nearest subspace of a subject'
      : `nearest subspace of a subject of at most ${plural(dimension, 'dimension')}`,
  codes: {
    scores({ dimension = ALL }, gallery, labels, probes) {
      const groups = subjectPositions(labels);
      const positions = groups.map(([first]) => first);
      const bases = groups.map((members) => spanOf(gallery, members, dimension === ALL ? Infinity : dimension));
      const size = probes.rows * probes.cols;
      return {
        probes: probes.count,
        subjects: positions.map((position) => labels[position]),
        positions,
        voters: 1,
        of(p) {
          const probe = probes.data.subarray(p * size, (p + 1) * size);
          return Float64Array.from(bases, (basis) => -squaredDistance(probe, basis));
        },
      };
    },
  },
};

/**
 * Directions below this share of the largest singular value, and distances below this share of a probe, are rounding.
 */
const ROUNDING = 1e-12;

/** Rows: an orthonormal basis of the leading directions of these codes; no rows where all are zero. */
function spanOf({ rows, cols, data }: MatrixStack, members: readonly number[], dimension: number): Matrix {
  const size = rows * cols;
  const own = matrix(members.length, size);
  members.forEach((n, m) => own.data.set(data.subarray(n * size, (n + 1) * size), m * size));
  const { values, v } = svd(own);
  const rank = values.findIndex((value) => value <= ROUNDING * values[0]);
  const kept = Math.min(dimension, rank < 0 ? values.length : rank);
  const basis = matrix(kept, size);
  for (let i = 0; i < kept; i++) {
    for (let c = 0; c < size; c++) basis.data[i * size + c] = v.data[c * v.cols + i];
  }
  return basis;
}

/** ‖x − Bᵀ B x‖²; 0 where x lies in the subspace but for rounding, so that subspaces which all hold it are tied. */
function squaredDistance(probe: Float64Array, { rows, cols, data }: Matrix): number {
  const rest = Float64Array.from(probe);
  // One direction after the other from what is left: errors of the ones before are taken out as well.
  for (let i = 0; i < rows; i++) {
    const direction = data.subarray(i * cols, (i + 1) * cols);
    let along = 0;
    for (let c = 0; c < cols; c++) along += rest[c] * direction[c];
    for (let c = 0; c < cols; c++) rest[c] -= along * direction[c];
  }
  const square = squaredNorm(rest);
  return square <= ROUNDING ** 2 * squaredNorm(probe) ? 0 : square;
}

function squaredNorm(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
