/** Exact fractions of whole numbers, in lowest terms. */

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

/** The mean. Throws RangeError without fractions. */
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
  // A bit for all that is cut off, or what lies just above the middle of two numbers would be rounded as the middle.
  const quotient = (over / under) | (over % under === 0n ? 0n : 1n);
  const value = Number(quotient) * 2 ** -shift;
  return scaled.top < 0n ? -value : value;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
