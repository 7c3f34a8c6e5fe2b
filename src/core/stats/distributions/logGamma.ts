/**
 * ln Γ(x) for x > 0, to about 1e-14 relative: recurrence up to x ≥ 10, then Stirling's series (Abramowitz, Stegun
 * 6.1.41).
 */
export function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < 10) {
    shift -= Math.log(y);
    y++;
  }
  const z = 1 / (y * y);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z * (1 / 1188 - (z * 691) / 360360))))) / y;
  return shift + (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series;
}
