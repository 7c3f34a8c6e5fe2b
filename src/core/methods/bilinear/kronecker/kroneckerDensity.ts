/**
 * Properties of the posterior of the codes other than its means: variances and likelihood, from sums over the images.
 */
import { coreVariances, kroneckerLogDeterminant, type KroneckerModel } from './kroneckerModel.ts';

export type PosteriorKind = 'exact' | 'variational';

/** The posterior without the means of single images. */
export interface PosteriorDensity {
  /** Var[Z_ab | X], the same for all images; exact: σ² / (d_a e_b + σ²), variational: t_a s_b. */
  readonly variances: Float64Array;
  /** Σ_n weight_n ln p(X_n), constants included; NaN when σ² = 0. */
  readonly logLikelihood: number;
  /** The variational bound on it; equal to it for the exact posterior. */
  readonly bound: number;
}

/** Sums over the images that their density needs. */
export interface DensitySums {
  /** Σ weights. */
  readonly total: number;
  readonly pixels: number;
  /** Σ ‖X_n‖². */
  readonly energy: number;
  /** Σ_n Σ_ab (Cᵀ X_n R)_ab B_n,ab. */
  readonly explained: number;
}

/** Properties of the posterior other than its means. */
export function densityOf(
  model: KroneckerModel,
  kind: PosteriorKind,
  { total, pixels, energy, explained }: DensitySums,
): PosteriorDensity {
  const { variances, divergence } = coresOf(model, kind);
  const logLikelihood =
    model.sigma2 === 0
      ? NaN
      : -0.5 *
        (total * (pixels * Math.log(2 * Math.PI) + kroneckerLogDeterminant(model, pixels)) +
          (energy - explained) / model.sigma2);
  return { variances, logLikelihood, bound: logLikelihood - total * divergence };
}

/** Var[Z_ab | X] of a kind of posterior, and its divergence from the exact one per image. */
export function coresOf(
  model: KroneckerModel,
  kind: PosteriorKind,
): { readonly variances: Float64Array; readonly divergence: number } {
  const exact = coreVariances(model).map((variance) => model.sigma2 / variance);
  const variances = kind === 'exact' || model.sigma2 === 0 ? exact : separableVariances(model);
  return { variances, divergence: divergenceOf(variances, exact) };
}

/**
 * t_a s_b at the joint fixed point of T = q_r σ² [tr(RᵀR S) CᵀC + σ² tr(S) I]⁻¹ and its mirror (Yu, Bi, Ye 2010, eqs.
 * (6), (7)), which are diagonal in the canonical form.
 */
function separableVariances({ normsC, normsR, sigma2 }: KroneckerModel): Float64Array {
  const [qc, q] = [normsC.length, normsR.length];
  const t = new Float64Array(qc).fill(1);
  const s = new Float64Array(q).fill(1);
  /** Sets `to` to its maximiser given `from`; returns the largest relative change. */
  const update = (to: Float64Array, norms: Float64Array, from: Float64Array, others: Float64Array): number => {
    let weighted = 0;
    let plain = 0;
    for (let b = 0; b < from.length; b++) {
      weighted += others[b] * from[b];
      plain += from[b];
    }
    let change = 0;
    for (let a = 0; a < to.length; a++) {
      const next = (from.length * sigma2) / (weighted * norms[a] + sigma2 * plain);
      change = Math.max(change, Math.abs(next / to[a] - 1));
      to[a] = next;
    }
    return change;
  };
  // A contraction in practice: 1e-14 within 5–20 rounds.
  for (let round = 0; round < 200; round++) {
    const change = update(t, normsC, s, normsR);
    update(s, normsR, t, normsC);
    if (change < 1e-14) break;
  }
  return Float64Array.from({ length: qc * q }, (_, k) => t[Math.floor(k / q)] * s[k % q]);
}

/** KL of N(b, diag v) from N(b, diag x), per image. */
function divergenceOf(v: Float64Array, x: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < v.length; k++) sum += v[k] === x[k] ? 0 : v[k] / x[k] - 1 - Math.log(v[k] / x[k]);
  return 0.5 * sum;
}
