/** The studentized range of k standard normals with known variance (infinite degrees of freedom). */
import { normalUpperTail } from './normal.ts';

/** Step of the trapezoidal rule: it converges exponentially here, 0.05 reaches 1e-14. */
const STEP = 0.05;
const REACH = 9;

/** Of the rule, made when first used: they took a tenth of the start of every thread that can compare methods. */
let points: readonly { readonly z: number; readonly density: number; readonly tail: number }[] | null = null;

function pointsOfRule(): NonNullable<typeof points> {
  points ??= Array.from({ length: Math.ceil((2 * REACH) / STEP) + 1 }, (_, i) => {
    const z = -REACH + i * STEP;
    return { z, density: Math.exp(-0.5 * z * z), tail: normalUpperTail(z) };
  });
  return points;
}

/**
 * P(Q > q) = 1 − k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k−1) dz, with z the largest of the k normals. Absolute accuracy about
 * 1e-14, so that tails far below that are noise and cut at 0.
 */
export function studentizedRangeUpperTail(q: number, k: number): number {
  if (q <= 0) return 1;
  if (q === Infinity) return 0;
  let sum = 0;
  for (const { z, density, tail } of pointsOfRule()) sum += density * (normalUpperTail(z - q) - tail) ** (k - 1);
  const inside = (k * sum * STEP) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, 1 - inside));
}

/** Quantiles by p and k: all tables of a study ask for the same few, and each takes 60 integrals. */
const quantiles = new Map<string, number>();

/** The q with P(Q > q) = p. */
export function studentizedRangeUpperQuantile(p: number, k: number): number {
  if (!(p > 0 && p < 1)) return NaN;
  const key = `${p} ${k}`;
  const known = quantiles.get(key) ?? bisected(p, k);
  quantiles.set(key, known);
  return known;
}

function bisected(p: number, k: number): number {
  let low = 0;
  let high = 50;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentizedRangeUpperTail(middle, k) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
