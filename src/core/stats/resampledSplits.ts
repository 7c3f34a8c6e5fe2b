/**
 * Variance correction for repeats on the same images: the ratio r in the variance (1/n + r) s² of Nadeau and Bengio
 * (Machine Learning 52, 2003), n_test/n_train if all splits have the same sizes.
 *
 * Their derivation for any sizes: with σ² the mean variance of a difference and γ the mean covariance of two of them,
 * the mean of n differences has the variance σ²/n + (n − 1)γ/n, and s² has the expectation σ² − γ; hence
 * r = γ/(σ² − γ). Their correlation, n_test/(n_train + n_test), holds for means over random test sets of one database:
 * σ² = v/n_test, γ = v/(n_train + n_test). For unequal sizes both are means over the splits.
 */
import { mean } from './describe.ts';

/** Units of one split that are tested and learned on: images, or subjects in verification. */
export interface SplitSizes {
  readonly test: number;
  readonly train: number;
}

/**
 * r of splits; 0 for an empty list. With 2 … 7 of 10 images for training r = 0.97, while the ratio of the sums is 1.22
 * and the mean of the ratios 1.66. For equal methods whose errors differ by their images alone, 12 such splits reject
 * in 6.9, 4.3 and 2.3 % respectively at α = 0.05, and ten splits of equal sizes in 5.6%.
 */
export function testToTrainRatio(splits: readonly SplitSizes[]): number {
  if (splits.length === 0) return 0;
  const [{ test, train }] = splits;
  if (splits.every((split) => split.test * train === test * split.train)) return test / train;
  const covariance = mean(splits.map((split) => 1 / (split.train + split.test)));
  return covariance / (mean(splits.map((split) => 1 / split.test)) - covariance);
}

/**
 * r of differences that are means over one or more conditions on the same images, from the r of each condition.
 * Conditions of one `split` are evaluated on the same test images. Other splits are drawn independently; their mean has
 * a smaller σ² but the same γ: 1/r = Σ w²/r over the splits, with w their share of the conditions. For three such
 * conditions, the r of a single one rejects equal methods in 22% at α = 0.05, this one in 5.6%.
 */
export function averagedRatio(conditions: readonly { readonly ratio: number; readonly split: string }[]): number {
  const splits = new Map<string, number[]>();
  for (const { ratio, split } of conditions) splits.set(split, [...(splits.get(split) ?? []), ratio]);
  if (splits.size === 1) return mean(conditions.map(({ ratio }) => ratio));
  const shares = [...splits.values()].map((ratios) => (ratios.length / conditions.length) ** 2 / mean(ratios));
  return 1 / shares.reduce((sum, share) => sum + share, 0);
}
