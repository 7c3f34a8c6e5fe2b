/** Line lengths of pictures that are stacked to vectors, from the autocorrelation along the vectors. */
import { evenlySpread, partOf, readVector, type Vectors } from './vectors.ts';

export interface Period {
  /** Length of the axis of the picture along which neighbouring entries lie. */
  readonly lag: number;
  /** Autocorrelation at the lag, at most about 1. */
  readonly strength: number;
}

/** Strength from which the vectors of a matrix are seen to be pictures. */
export const SEEN = 0.3;

const MOST_VECTORS = 400;
const MOST_LAGS = 4000;
/** Of longer vectors the middle part is used: it still has over a hundred times the longest lag. */
const MOST_ENTRIES = 2 ** 19;
/** Values transformed at most, which limits a search to about a second: fewer vectors if they are long. */
const MOST_VALUES = 2 ** 24;

/** What is left of equal vectors less their mean, relative to their sum of squares, is below this. */
const ROUNDING = 1e-24;

const SHORTEST_SIDE = 6;
const LONGEST_RATIO = 4;
/** Share of a peak that the value at the lag has, if the peak is one lag beside it. */
const OF_PEAK = 0.9;
/** How far a peak rises above the valleys on its two sides. */
const RISE = 0.15;
/** Of periods at least this share of the strongest, the shortest is the line; the others are its multiples. */
const OF_STRONGEST = 0.9;

/**
 * The line length of the pictures that the vectors seem to be, or null if their autocorrelation rises again at no
 * divisor of their length that two sides of a picture can have. At most 400 vectors are used, evenly spread, less their
 * mean vector, and each less its mean.
 */
export function findPeriod(vectors: Vectors): Period | null {
  const { values, rows } = sampled(vectors);
  const mean = meanVector(values, rows);
  return strongestPeriod(vectors.length, autocorrelation(values, rows, mean, lagsFor(vectors.length)));
}

/** The line length by the same tests on the mean of the vectors alone, for pictures that hardly differ or are noisy. */
export function findShape(vectors: Vectors): Period | null {
  const { values, rows } = sampled(vectors);
  const data = meanVector(values, rows);
  const mean = { data, count: 1, length: data.length, offset: 0, vectorStep: data.length, entryStep: 1 };
  const zeros = new Float64Array(data.length);
  return strongestPeriod(vectors.length, autocorrelation(mean, [0], zeros, lagsFor(vectors.length)));
}

function sampled(vectors: Vectors): { readonly values: Vectors; readonly rows: readonly number[] } {
  const length = Math.min(vectors.length, MOST_ENTRIES);
  const values = partOf(vectors, Math.floor((vectors.length - length) / 2), length);
  return { values, rows: evenlySpread(vectors.count, Math.min(MOST_VECTORS, MOST_VALUES / Math.max(1, length))) };
}

function meanVector(vectors: Vectors, rows: readonly number[]): Float64Array {
  const sum = new Float64Array(vectors.length);
  const row = new Float64Array(vectors.length);
  for (const n of rows) {
    readVector(vectors, n, row);
    for (let j = 0; j < sum.length; j++) sum[j] += row[j];
  }
  return sum.map((value) => value / rows.length);
}

function lagsFor(length: number): number {
  return Math.min(Math.floor(2 * Math.sqrt(length)) + 2, MOST_LAGS, length - 1);
}

/**
 * Sum over the rows, each less `centre` and then less its mean, of x[j]·x[j+k] / (d − k), relative to lag 0, for the
 * lags k = 0 … `lags`; all 0 if nothing but rounding is left of the rows.
 */
export function autocorrelation(
  vectors: Vectors,
  rows: readonly number[],
  centre: Float64Array,
  lags: number,
): Float64Array {
  const { length } = vectors;
  const bits = Math.ceil(Math.log2(length + lags + 1));
  const size = 2 ** bits;
  const transform = fourierTransform(size);
  const [re, im, power] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  let squares = 0;
  const fill = (n: number | undefined, target: Float64Array): void => {
    target.fill(0);
    if (n === undefined) return;
    readVector(vectors, n, target);
    let sum = 0;
    for (let j = 0; j < length; j++) {
      squares += target[j] * target[j];
      sum += target[j] -= centre[j];
    }
    for (let j = 0; j < length; j++) target[j] -= sum / length;
  };
  // The autocorrelation of x + iy has those of x and y, summed, as its real part.
  for (let i = 0; i < rows.length; i += 2) {
    fill(rows[i], re);
    fill(rows[i + 1], im);
    transform(re, im);
    for (let k = 0; k < size; k++) power[k] += re[k] * re[k] + im[k] * im[k];
  }
  // The inverse of a real spectrum has, but for the factor, the real part of its transform.
  for (let k = 0; k < size; k++) re[reversedBits(k, bits)] = power[k];
  transform(re, im.fill(0));
  if (!(re[0] > ROUNDING * squares * size)) return new Float64Array(lags + 1);
  return Float64Array.from(
    { length: lags + 1 },
    (_, k) => (re[reversedBits(k, bits)] / (length - k)) * (length / re[0]),
  );
}

/**
 * The Fourier transform of complex vectors of `size` numbers, a power of two, in place, by decimation in frequency:
 * coefficient k ends at the index that has the bits of k reversed. Two stages of radix 2 are taken at once, which
 * halves the passes through memory.
 */
function fourierTransform(size: number): (re: Float64Array, im: Float64Array) => void {
  const cos = Float64Array.from({ length: size }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: size }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
  return (re, im) => {
    let block = size;
    for (let step = 1; block >= 4; block /= 4, step *= 4) {
      const quarter = block / 4;
      for (let start = 0; start < size; start += block) {
        for (let a = start, k = 0; a < start + quarter; a++, k += step) {
          const b = a + quarter;
          const c = b + quarter;
          const d = c + quarter;
          const acRe = re[a] + re[c];
          const acIm = im[a] + im[c];
          const bdRe = re[b] + re[d];
          const bdIm = im[b] + im[d];
          const lessRe = re[a] - re[c];
          const lessIm = im[a] - im[c];
          // −i (b − d).
          const turnedRe = im[b] - im[d];
          const turnedIm = re[d] - re[b];
          re[a] = acRe + bdRe;
          im[a] = acIm + bdIm;
          re[b] = (acRe - bdRe) * cos[2 * k] - (acIm - bdIm) * sin[2 * k];
          im[b] = (acRe - bdRe) * sin[2 * k] + (acIm - bdIm) * cos[2 * k];
          re[c] = (lessRe + turnedRe) * cos[k] - (lessIm + turnedIm) * sin[k];
          im[c] = (lessRe + turnedRe) * sin[k] + (lessIm + turnedIm) * cos[k];
          re[d] = (lessRe - turnedRe) * cos[3 * k] - (lessIm - turnedIm) * sin[3 * k];
          im[d] = (lessRe - turnedRe) * sin[3 * k] + (lessIm - turnedIm) * cos[3 * k];
        }
      }
    }
    if (block === 1) return;
    for (let a = 0; a < size; a += 2) {
      const bRe = re[a + 1];
      const bIm = im[a + 1];
      re[a + 1] = re[a] - bRe;
      im[a + 1] = im[a] - bIm;
      re[a] += bRe;
      im[a] += bIm;
    }
  };
}

function reversedBits(value: number, bits: number): number {
  let reversed = 0;
  for (let rest = value, bit = 0; bit < bits; bit++, rest >>= 1) reversed = (reversed << 1) | (rest & 1);
  return reversed;
}

/** The shortest of the strong periods among the divisors of the length, from the autocorrelation a. */
function strongestPeriod(length: number, a: Float64Array): Period | null {
  // Undoes split peaks, which slanted strokes and painted marks have.
  const smooth = a.map((value, k) => (a[Math.abs(k - 1)] + 2 * value + a[Math.min(k + 1, a.length - 1)]) / 4);
  const periods: Period[] = [];
  for (let lag = SHORTEST_SIDE; lag < a.length && lag * SHORTEST_SIDE <= length; lag++) {
    if (length % lag !== 0 || !sidesFit(lag, length / lag)) continue;
    if (isPeak(a, lag) || isPeak(smooth, lag)) periods.push({ lag, strength: Math.max(a[lag], smooth[lag]) });
  }
  const strongest = Math.max(...periods.map(({ strength }) => strength));
  return periods.find(({ strength }) => strength >= OF_STRONGEST * strongest) ?? null;
}

function sidesFit(p: number, q: number): boolean {
  return Math.max(p, q) <= LONGEST_RATIO * Math.min(p, q);
}

/** Whether values have a peak at the lag or next to it, well above the valleys on both sides. */
function isPeak(values: Float64Array, lag: number): boolean {
  let top = lag;
  for (const k of [lag - 1, lag + 1]) if (values[k] > values[top]) top = k;
  const peak = values[top];
  if (!(values[lag] >= OF_PEAK * peak) || values[top - 1] > peak || values[top + 1] > peak) return false;
  const reach = Math.max(2, Math.floor(lag / 4));
  const before = Math.min(...values.subarray(Math.max(0, top - reach), top));
  const after = Math.min(...values.subarray(top + 1, top + reach + 1));
  return peak - Math.max(before, after) >= RISE;
}
