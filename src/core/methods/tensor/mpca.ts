/** Multilinear PCA and the starts of PHOPCA of any order. */
import { gramOfColumns, leadingEigen, matrix, orthonormalise, scaleColumns, type Matrix } from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { canonicalTensorModel, type TensorModel } from './tensorEm.ts';
import { contractAll, sizeOf, unfold, type TensorStack } from './tensor.ts';

/**
 * Orthonormal U_j that keep most of Σ ‖X ×_j U_jᵀ‖², by alternating eigenproblems from the full projections
 * (Lu, Plataniotis, Venetsanopoulos 2008). Stops when the kept share changes by less than `tolerance`.
 */
export function multilinearPca(
  x: TensorStack,
  ranks: readonly number[],
  tolerance = 1e-12,
  maxRounds = 200,
): { readonly bases: Matrix[]; readonly kept: number } {
  const bases = ranks.map((rank, j) => leadingEigen(gramOfColumns(unfold(x, j)), rank).vectors);
  let kept = 0;
  for (let round = 0; round < maxRounds; round++) {
    let next = 0;
    for (let j = 0; j < ranks.length; j++) {
      const others = bases.map((u, i) => (i === j ? null : u));
      const { values, vectors } = leadingEigen(gramOfColumns(unfold(contractAll(x, others), j)), ranks[j]);
      bases[j] = vectors;
      next = values.reduce((sum, value) => sum + value, 0);
    }
    const settled = Math.abs(next - kept) <= tolerance * next;
    kept = next;
    if (settled) break;
  }
  return { bases, kept };
}

/** Variance a direction keeps at least at the start, as a share of the mean variance of an entry. */
const LEAST = 1e-3;

/** Bases from MPCA or at random, lengths and noise fitted to the projections (as startModel of the second order). */
export function tensorStart(
  x: TensorStack,
  energy: number,
  ranks: readonly number[],
  start: 'mpca' | 'random',
  random: Random,
): TensorModel {
  const bases =
    start === 'mpca'
      ? multilinearPca(x, ranks, 1e-6, 3).bases
      : ranks.map((rank, j) =>
          orthonormalise(
            matrix(
              x.dims[j],
              rank,
              Float64Array.from({ length: x.dims[j] * rank }, () => random.normal()),
            ),
          ),
        );
  const projected = contractAll(x, bases);
  const entries = sizeOf(x.dims);
  const core = sizeOf(ranks);
  const variance = energy / (x.count * entries);
  const moments = new Float64Array(core);
  for (let i = 0; i < projected.data.length; i++) moments[i % core] += projected.data[i] ** 2 / x.count;
  const inside = moments.reduce((sum, value) => sum + value, 0);
  const sigma2 = Math.max(entries > core ? (entries * variance - inside) / (entries - core) : 0, LEAST * variance);
  const sums = ranks.map((rank) => new Float64Array(rank));
  let total = 0;
  moments.forEach((moment, k) => {
    const signal = Math.max(moment - sigma2, LEAST * variance);
    total += signal;
    for (let j = ranks.length - 1, rest = k; j >= 0; j--) {
      sums[j][rest % ranks[j]] += signal;
      rest = Math.floor(rest / ranks[j]);
    }
  });
  const common = total ** ((ranks.length - 1) / ranks.length);
  return canonicalTensorModel(
    bases.map((u, j) =>
      scaleColumns(
        u,
        sums[j].map((sum) => Math.sqrt(sum / common)),
      ),
    ),
    sigma2,
  );
}
