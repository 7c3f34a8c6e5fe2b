/** p-values adjusted for several tests: reject if the adjusted value is below α. */

/** p · m, at most 1. */
export function bonferroni(p: readonly number[]): number[] {
  return p.map((value) => Math.min(1, value * p.length));
}

/** Holm's step-down values: the i-th smallest times m − i + 1, never below the one before it, at most 1. */
export function holm(p: readonly number[]): number[] {
  const order = p.map((_, i) => i).sort((a, b) => p[a] - p[b]);
  const adjusted = new Array<number>(p.length);
  let highest = 0;
  order.forEach((index, rank) => {
    highest = Math.max(highest, Math.min(1, p[index] * (p.length - rank)));
    adjusted[index] = highest;
  });
  return adjusted;
}
