/** Magnitudes of the responses to a bank of Gabor filters. */
import { matrix, transpose } from '../../linalg/matrix.ts';
import { portableExp, portableSinCos } from '../portableFunctions.ts';
import { isFlat, zeroMeanUnitVariance } from '../photometric.ts';

type Pixels = Float64Array<ArrayBuffer>;

export interface GaborBank {
  readonly scales: number;
  readonly orientations: number;
  /** k_max, the largest wave number, in units of π radians per pixel. */
  readonly kMax: number;
  /** Scales per octave m: f = 2^(1/m) from one scale to the next. */
  readonly perOctave: keyof typeof SPACING;
  /** σ, standard deviation of the envelope in radians of the wave, in units of π. */
  readonly sigma: number;
  /** Every `step`-th row and column of a magnitude is kept. */
  readonly step: number;
  /** Whether each subsampled magnitude is normalised to zero mean and unit variance. */
  readonly normalise: boolean;
}

/** f = 2^(1/m) as literals, because powers may differ in the last bit between engines. */
const SPACING = { 1: 2, 2: Math.SQRT2, 3: 1.259921049894873, 4: 1.189207115002721 } as const;
export const MOST_PER_OCTAVE = 4;

/** The bank of Liu and Wechsler, without subsampling by 64 and normalisation. */
export const GABOR: GaborBank = {
  scales: 5,
  orientations: 8,
  kMax: 0.5,
  perOctave: 2,
  sigma: 2,
  step: 2,
  normalise: false,
};

/** The kernels are cut at this many standard deviations. */
export const GABOR_REACH = 3;

/** Shape of the tiled magnitudes of an image of rows × cols: 28 × 28 gives 70 × 112 by default. */
export function gaborShape(rows: number, cols: number, bank: GaborBank = GABOR): { rows: number; cols: number } {
  const { scales, orientations, step } = bank;
  return { rows: scales * Math.ceil(rows / step), cols: orientations * Math.ceil(cols / step) };
}

/**
 * |I * ψ| for the kernels of Liu and Wechsler (IEEE TIP 11(4), 2002): ψ(z) = (k²/σ²) exp(−k²|z|²/2σ²) [exp(i k·z) −
 * exp(−σ²/2)], k = k_max / f^ν at the angle π μ / orientations, truncated at ⌈3σ/k⌉ pixels along both axes. Of each
 * magnitude every step-th row and column is kept; scales are tiled vertically, orientations horizontally. Beyond its
 * border an image repeats its last row or column. An image of one value gives zeros.
 *
 * A kernel is a sum of products of a row and a column kernel, and only the kept rows and columns are computed: 27 ms of
 * processor time for 112 × 92 pixels by default, 6 ms at every eighth pixel. Fourier transforms are no faster (31 ms
 * for one of the image at 256 × 256 and 40 inverse ones, folded to every second pixel) and have different rounding
 * errors.
 */
export function gaborBank(image: Float64Array, rows: number, cols: number, bank: GaborBank = GABOR): Pixels {
  const { scales, orientations, step, normalise } = bank;
  const shape = gaborShape(rows, cols, bank);
  const result = new Float64Array(shape.rows * shape.cols);
  if (isFlat(image)) return result;
  const [tileRows, tileCols] = [Math.ceil(rows / step), Math.ceil(cols / step)];
  const turned = transpose(matrix(rows, cols, image)).data;
  let k = bank.kMax * Math.PI;
  for (let scale = 0; scale < scales; scale++, k /= SPACING[bank.perOctave]) {
    eachResponse(turned, rows, cols, k, bank, (orientation, magnitude) => {
      const values = normalise ? zeroMeanUnitVariance(magnitude) : magnitude;
      for (let r = 0; r < tileRows; r++) {
        const to = (scale * tileRows + r) * orientations * tileCols + orientation * tileCols;
        for (let c = 0; c < tileCols; c++) result[to + c] = values[c * tileRows + r];
      }
    });
  }
  return result;
}

/** The magnitudes of one scale, column by column. `turned`: the image in column-major order. */
function eachResponse(
  turned: Float64Array,
  rows: number,
  cols: number,
  k: number,
  { orientations, sigma, step }: GaborBank,
  take: (orientation: number, magnitude: Pixels) => void,
): void {
  const spread = (sigma * Math.PI) / k;
  // By default 3σ/k is an integer at every other scale, which rounding must not increase.
  const reach = Math.ceil(GABOR_REACH * spread - 1e-9);
  const envelope = Float64Array.from({ length: reach + 1 }, (_, t) => portableExp(-(t * t) / (2 * spread * spread)));
  const across = (kernel: Kernel): Pixels => along(turned, rows, folded(kernel, cols, step));
  const down = (columns: Pixels, kernel: Kernel): Pixels =>
    along(columns, Math.ceil(cols / step), folded(kernel, rows, step));
  const flat: Kernel = { values: envelope, sign: 1 };
  const flatColumns = across(flat);
  const [plain, area] = [down(flatColumns, flat), total(flat) ** 2];
  const gain = 1 / (spread * spread);
  for (let orientation = 0; 2 * orientation <= orientations; orientation++) {
    const [kx, ky] = direction(orientation, orientations).map((part) => part * k);
    const [x, y] = [wavesOf(kx, envelope), wavesOf(ky, envelope)];
    const even = across(x.even);
    const cc = down(even, y.even);
    // Along an axis one of the waves is 1: its odd part is 0.
    const cs = ky === 0 ? cc.map(() => 0) : down(even, y.odd);
    const odd = kx === 0 ? null : across(x.odd);
    const sc = odd ? down(odd, y.even) : cc.map(() => 0);
    const ss = odd && ky !== 0 ? down(odd, y.odd) : cc.map(() => 0);
    // The constant that removes the mean of the truncated kernel; exp(−σ²/2) would do so for an infinite one.
    const constant = (total(x.even) * total(y.even)) / area;
    // π − angle gives the wave of −kx, whose odd part has the opposite sign.
    const magnitude = (sign: 1 | -1): Pixels =>
      plain.map((mean, i) => {
        const [re, im] = [cc[i] - sign * ss[i] - constant * mean, cs[i] + sign * sc[i]];
        return gain * Math.sqrt(re * re + im * im);
      });
    take(orientation, magnitude(1));
    if (orientation > 0 && 2 * orientation < orientations) take(orientations - orientation, magnitude(-1));
  }
}

/** (cos, sin) of π μ / n for 0 ≤ μ ≤ n / 2, exact along the axes. */
function direction(orientation: number, orientations: number): readonly [number, number] {
  if (orientation === 0) return [1, 0];
  if (2 * orientation === orientations) return [0, 1];
  const { sin, cos } = portableSinCos((Math.PI * orientation) / orientations);
  return [cos, sin];
}

/** A kernel of 2n − 1 entries by its right half: the left half is equal (sign 1) or negated (−1). */
interface Kernel {
  readonly values: Pixels;
  readonly sign: 1 | -1;
}

/** cos(k t) and sin(k t) under the envelope. */
interface Waves {
  readonly even: Kernel;
  readonly odd: Kernel;
}

function wavesOf(k: number, envelope: Pixels): Waves {
  const waves = Array.from(envelope, (_, t) => portableSinCos(k * t));
  return {
    even: { values: envelope.map((value, t) => value * waves[t].cos), sign: 1 },
    odd: { values: envelope.map((value, t) => value * waves[t].sin), sign: -1 },
  };
}

/** The sum of an even kernel. */
function total({ values }: Kernel): number {
  return values.reduce((sum, value, t) => sum + (t === 0 ? value : 2 * value), 0);
}

/** Weights of the pixels of a line in each result: entries from `first` to `last` (inclusive), others are 0. */
interface Line {
  readonly length: number;
  readonly count: number;
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** count × length. */
  readonly weights: Pixels;
}

/** A kernel at every step-th pixel of a line. Weights beyond the ends are added to the last pixel there. */
function folded({ values, sign }: Kernel, length: number, step: number): Line {
  const count = Math.ceil(length / step);
  const reach = values.length - 1;
  const [first, last] = [new Int32Array(count), new Int32Array(count)];
  const weights = new Float64Array(count * length);
  for (let i = 0; i < count; i++) {
    const centre = i * step;
    first[i] = Math.max(0, centre - reach);
    last[i] = Math.min(length - 1, centre + reach);
    for (let t = -reach; t <= reach; t++) {
      const index = Math.min(length - 1, Math.max(0, centre + t));
      weights[i * length + index] += t < 0 ? sign * values[-t] : values[t];
    }
  }
  return { length, count, first, last, weights };
}

/** Filters the columns, of `length` entries each, of a stack of `width` columns: the result has a row per column. */
function along(stack: Float64Array, width: number, { length, count, first, last, weights }: Line): Pixels {
  const result = new Float64Array(width * count);
  let c = 0;
  // Four columns at once, because consecutive additions to one sum wait for each other.
  for (; c + 4 <= width; c += 4) {
    for (let i = 0; i < count; i++) {
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      for (let t = first[i], offset = t * width + c, w = i * length + t; t <= last[i]; t++, offset += width, w++) {
        const weight = weights[w];
        s0 += weight * stack[offset];
        s1 += weight * stack[offset + 1];
        s2 += weight * stack[offset + 2];
        s3 += weight * stack[offset + 3];
      }
      result[c * count + i] = s0;
      result[(c + 1) * count + i] = s1;
      result[(c + 2) * count + i] = s2;
      result[(c + 3) * count + i] = s3;
    }
  }
  for (; c < width; c++) {
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let t = first[i]; t <= last[i]; t++) sum += weights[i * length + t] * stack[t * width + c];
      result[c * count + i] = sum;
    }
  }
  return result;
}
