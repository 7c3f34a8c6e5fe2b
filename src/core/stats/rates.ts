/** Rates in per cent as exact fractions of counts, so rounding never makes equal rates unequal. */

// Exact fractions of whole numbers, in lowest terms.

export interface Fraction {
  readonly top: bigint;
  /** Above 0. */
  readonly bottom: bigint;
}

/** top / bottom in lowest terms. Throws RangeError unless both are whole and bottom is above 0. */
export function fraction(top: number | bigint, bottom: number | bigint): Fraction {
  const [a, b] = [BigInt(top), BigInt(bottom)];
  if (b <= 0n) throw new RangeError(`fraction: expected a denominator above 0, found ${b}`);
  const divisor = commonDivisor(a < 0n ? -a : a, b);
  return { top: a / divisor, bottom: b / divisor };
}

export function sumOf(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(
    (sum, { top, bottom }) => fraction(sum.top * bottom + top * sum.bottom, sum.bottom * bottom),
    fraction(0, 1),
  );
}

/** a − b */
export function minus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
}

/** The mean. Throws RangeError for an empty list. */
export function meanOf(fractions: readonly Fraction[]): Fraction {
  const { top, bottom } = sumOf(fractions);
  return fraction(top, bottom * BigInt(fractions.length));
}

/** Bits that the quotient of large terms keeps before its last rounding. */
const BITS = 64;

/** factor · top / bottom for a whole factor. Equal fractions give the same number to the last bit. */
export function fractionNumber({ top, bottom }: Fraction, factor = 1): number {
  const scaled = fraction(top * BigInt(factor), bottom);
  const [size, below] = [scaled.top < 0n ? -scaled.top : scaled.top, scaled.bottom];
  const safe = BigInt(Number.MAX_SAFE_INTEGER);
  if (size <= safe && below <= safe) return Number(scaled.top) / Number(below);
  const shift = BITS - size.toString(2).length + below.toString(2).length;
  const [over, under] = shift >= 0 ? [size << BigInt(shift), below] : [size, below << BigInt(-shift)];
  // A sticky bit for everything that is cut off. Without it, a value just above the middle of two numbers would be
  // rounded as the middle.
  const quotient = (over / under) | (over % under === 0n ? 0n : 1n);
  const value = Number(quotient) * 2 ** -shift;
  return scaled.top < 0n ? -value : value;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** One rate per repeat: 100 · counts_i / of_i. */
export interface Counts {
  /** Whole numbers; negative if a comparison reverses the sign. */
  readonly counts: readonly number[];
  /** Whole numbers from 1, e.g. the number of test images of every repeat. */
  readonly of: readonly number[];
}

/** The rates in per cent, each rounded once. */
export function rates({ counts, of }: Counts): number[] {
  return counts.map((count, i) => (100 * count) / of[i]);
}

/**
 * 100 (a_i − b_i) / n_i in per cent, rounded once: differences that are equal as fractions are equal as numbers, so
 * ties in ranks and zero variances are detected. The two rounded percentages would differ in the last bits for most n.
 * Throws RangeError if the lengths differ.
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
 * The mean rate in per cent, rounded once: equal means are equal to the last bit, for any distribution of the counts
 * over repeats of any sizes. null without rates.
 */
export function meanRate({ counts, of }: Counts): number | null {
  if (counts.length === 0) return null;
  if (of.every((whole) => whole === of[0])) {
    return (100 * counts.reduce((sum, count) => sum + count, 0)) / (of[0] * counts.length);
  }
  return fractionNumber(meanFraction({ counts, of })!, 100);
}
