/**
 * Roots of the secular equation 1 + ρ Σ z_i² / (d_i − λ) = 0, d ascending and distinct, ρ > 0: one between each pair of
 * poles and one above the last. The unknown is the distance τ to the nearer pole, which preserves the relative accuracy of
 * every d_i − λ (Cuppen 1981; the two-pole "middle way" step of Li, LAPACK working note 89).
 */
import { join, lanes, storePair } from './simd';

const EPSILON: f64 = 2.220446049250313e-16;

/** Results of `evaluate`: the two sums, below and above the root, and their derivatives. */
let psi: f64 = 0;
let psiSlope: f64 = 0;
let phi: f64 = 0;
let phiSlope: f64 = 0;
let partial: f64 = 0;
let partialSlope: f64 = 0;

/** partial = Σ z²/(d − origin − τ) and its derivative over entries [from, to). */
function sums(d: usize, z2: usize, from: i32, to: i32, origin: f64, tau: f64): void {
  const o = v128.splat<f64>(origin);
  const t = v128.splat<f64>(tau);
  let s = v128.splat<f64>(0);
  let q = s;
  const one = v128.splat<f64>(1);
  let i = from;
  // Quotients of two vectors are joined; their sums keep the sequential order.
  for (; i + 3 < to; i += 4) {
    const at = (<usize>i) << 3;
    const low = f64x2.div(one, f64x2.sub(f64x2.sub(v128.load(d + at), o), t));
    const high = f64x2.div(one, f64x2.sub(f64x2.sub(v128.load(d + at, 16), o), t));
    const lowTerm = f64x2.mul(v128.load(z2 + at), low);
    const highTerm = f64x2.mul(v128.load(z2 + at, 16), high);
    const lowSlope = f64x2.mul(lowTerm, low);
    const highSlope = f64x2.mul(highTerm, high);
    join(lowSlope, highSlope);
    s = f64x2.add(f64x2.add(s, lowTerm), highTerm);
    q = f64x2.add(f64x2.add(q, lowSlope), highSlope);
  }
  for (; i + 1 < to; i += 2) {
    const at = (<usize>i) << 3;
    const reciprocal = f64x2.div(one, f64x2.sub(f64x2.sub(v128.load(d + at), o), t));
    const term = f64x2.mul(v128.load(z2 + at), reciprocal);
    s = f64x2.add(s, term);
    q = f64x2.add(q, f64x2.mul(term, reciprocal));
  }
  partial = lanes(s);
  partialSlope = lanes(q);
  if (i < to) {
    const at = (<usize>i) << 3;
    const reciprocal = 1 / (load<f64>(d + at) - origin - tau);
    const term = load<f64>(z2 + at) * reciprocal;
    partial += term;
    partialSlope += term * reciprocal;
  }
}

/** Splits the sums after entry `split` (inclusive). */
function evaluate(k: i32, split: i32, d: usize, z2: usize, origin: f64, tau: f64): void {
  sums(d, z2, 0, split + 1, origin, tau);
  psi = partial;
  psiSlope = partialSlope;
  sums(d, z2, split + 1, k, origin, tau);
  phi = partial;
  phiSlope = partialSlope;
}

/** Root j of k; writes d_i − λ_j to row[0 … k). `total` = Σ z². Returns λ_j. */
export function secularRoot(k: i32, j: i32, d: usize, z2: usize, rho: f64, total: f64, row: usize): f64 {
  const inverse = 1 / rho;
  const last = j == k - 1;
  const left = load<f64>(d + ((<usize>j) << 3));
  let origin = left;
  let tau: f64;
  let low: f64;
  let high: f64;
  // Distances of the two poles around the root from the origin.
  let pole1: f64 = 0;
  let pole2: f64 = 0;
  if (last) {
    low = 0;
    high = rho * total;
    tau = high;
  } else {
    const right = load<f64>(d + ((<usize>(j + 1)) << 3));
    const gap = right - left;
    const middle = 0.5 * gap;
    const zLeft = load<f64>(z2 + ((<usize>j) << 3));
    const zRight = load<f64>(z2 + ((<usize>(j + 1)) << 3));
    sums(d, z2, 0, j, left, middle);
    let rest = inverse + partial;
    sums(d, z2, j + 2, k, left, middle);
    rest += partial;
    // The two nearest poles exactly, the others as they are in the middle of the gap.
    if (rest + (zRight - zLeft) / middle > 0) {
      pole2 = gap;
      low = 0;
      high = middle;
      const a = rest * gap + zLeft + zRight;
      const b = zLeft * gap;
      const root = Math.sqrt(Math.abs(a * a - 4 * b * rest));
      tau = a > 0 ? (2 * b) / (a + root) : (a - root) / (2 * rest);
    } else {
      origin = right;
      pole1 = -gap;
      low = -middle;
      high = 0;
      const a = rest * gap - zLeft - zRight;
      const b = zRight * gap;
      const root = Math.sqrt(Math.abs(a * a + 4 * b * rest));
      tau = a < 0 ? (2 * b) / (a - root) : -(a + root) / (2 * rest);
    }
    if (!(tau > low && tau < high)) tau = 0.5 * (low + high);
  }
  for (let iteration = 0; iteration < 100; iteration++) {
    evaluate(k, j, d, z2, origin, tau);
    const w = inverse + psi + phi;
    const slope = psiSlope + phiSlope;
    if (Math.abs(w) <= EPSILON * (inverse + 4 * (Math.abs(psi) + Math.abs(phi)) + Math.abs(tau) * slope)) break;
    if (w < 0) low = tau;
    else high = tau;
    let step: f64;
    if (last) {
      // One pole: ψ ≈ p + q / (−τ) with value and slope matched.
      const p = inverse + psi + tau * psiSlope;
      step = (tau * tau * psiSlope) / p - tau;
    } else {
      const delta1 = pole1 - tau;
      const delta2 = pole2 - tau;
      const c = w - delta1 * psiSlope - delta2 * phiSlope;
      const a = (delta1 + delta2) * w - delta1 * delta2 * slope;
      const b = delta1 * delta2 * w;
      const root = Math.sqrt(Math.abs(a * a - 4 * b * c));
      if (c == 0) step = b / a;
      else step = a <= 0 ? (a - root) / (2 * c) : (2 * b) / (a + root);
      if (w * step >= 0) step = -w / slope;
    }
    let next = tau + step;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == tau || next == low || next == high) break;
    tau = next;
  }
  const o = v128.splat<f64>(origin);
  const t = v128.splat<f64>(tau);
  let i = 0;
  for (; i + 3 < k; i += 4) {
    const at = (<usize>i) << 3;
    const low = f64x2.sub(f64x2.sub(v128.load(d + at), o), t);
    const high = f64x2.sub(f64x2.sub(v128.load(d + at, 16), o), t);
    storePair(row + at, low, high);
  }
  for (; i + 1 < k; i += 2) {
    const at = (<usize>i) << 3;
    v128.store(row + at, f64x2.sub(f64x2.sub(v128.load(d + at), o), t));
  }
  if (i < k) store<f64>(row + ((<usize>i) << 3), load<f64>(d + ((<usize>i) << 3)) - origin - tau);
  return origin + tau;
}
