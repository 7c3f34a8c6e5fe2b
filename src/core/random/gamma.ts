import type { Random } from './stream.ts';

/**
 * A gamma variate of this shape and rate 1 (Marsaglia, Tsang 2000, "A simple method for generating gamma variables");
 * shapes below 1 by the variate of shape + 1 times u^(1/shape). Throws RangeError unless the shape is positive.
 */
export function gamma(random: Random, shape: number): number {
  if (!(shape > 0)) throw new RangeError(`gamma: expected a shape above 0, found ${shape}`);
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const v = (1 + c * x) ** 3;
    // 1 − uniform lies in (0, 1]: its logarithm is finite.
    if (v > 0 && Math.log(1 - random.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
