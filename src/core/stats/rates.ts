/** Rates in per cent as what they are: whole numbers of whole numbers. Rounding never makes equal rates unequal. */
import { fraction, fractionNumber, sumOf, type Fraction } from './fraction.ts';

/** One rate per repeat: 100 · counts_i / of_i. */
export interface Counts {
  /** Whole numbers; negative where a comparison turns the sign. */
  readonly counts: readonly number[];
  /** Whole numbers from 1, e.g. the test images of every repeat. */
  readonly of: readonly number[];
}

/** The rates in per cent, each rounded once. */
export function rates({ counts, of }: Counts): number[] {
  return counts.map((count, i) => (100 * count) / of[i]);
}

/**
 * 100 (a_i − b_i) / n_i in per cent, rounded once: differences that are equal as fractions are equal as numbers, so
 * that ranks share and variances vanish where they must. The two rounded percentages would differ in the last bits for
 * most n. Throws RangeError when the lengths differ.
 */
export function rateDifferences(first: Counts, second: Counts): Float64Array {
  const n = first.counts.length;
  if (second.counts.length !== n) {
    throw new RangeError(`rateDifferences: paired samples of ${n} and ${second.counts.length} rates`);
  }
  return Float64Array.from({ length: n }, (_, i) => {
    const [a, b, of, other] = [first.counts[i], second.counts[i], first.of[i], second.of[i]];
    return of === other ? (100 * (a - b)) / of : (100 * (a * other - b * of)) / (of * other);
  });
}

/** The mean rate as a fraction, not in per cent; null without rates. */
export function meanFraction({ counts, of }: Counts): Fraction | null {
  if (counts.length === 0) return null;
  const sums = new Map<number, number>();
  counts.forEach((count, i) => sums.set(of[i], (sums.get(of[i]) ?? 0) + count));
  return sumOf([...sums].map(([whole, sum]) => fraction(sum, whole * counts.length)));
}

/**
 * The mean rate in per cent, rounded once: equal means are equal to the last bit, whichever repeats the counts fell in
 * and whatever the sizes of these. null without rates.
 */
export function meanRate({ counts, of }: Counts): number | null {
  if (counts.length === 0) return null;
  if (of.every((whole) => whole === of[0])) {
    return (100 * counts.reduce((sum, count) => sum + count, 0)) / (of[0] * counts.length);
  }
  return fractionNumber(meanFraction({ counts, of })!, 100);
}
