/**
 * Sweeps over latent shapes with monotone distances: single precision first, double precision only for undecided cases.
 */
import { kernels, withScratch } from './kernels/kernels.ts';
import type { Matrix } from './matrix.ts';

/** A sweep over codes whose shapes cover whole rows. */
export interface WholeRowSweep {
  /** One code per row; its first rows · cols entries count. */
  readonly gallery: Matrix;
  readonly probes: Matrix;
  readonly rows: number;
  readonly cols: number;
  /** Number of entries that each shape covers, ascending. */
  readonly ends: readonly number[];
  /** One or two lists. */
  readonly weights: readonly Float64Array[];
  /** Per shape, one coefficient per term. */
  readonly coefficients: readonly (readonly number[])[];
}

/** Relative error bound above which single precision decides too little. */
const LARGEST_ERROR = 0.1;
/** How far rounding may lower a weight from a shape to the next. */
const ROUNDING = 1e-12;
/** Unit roundoff of single precision. */
const UNIT = 2 ** -24;

/** Bounds that follow from the weights of a sweep. */
interface Growth {
  /** Smallest ratio of a weight to the sum of the magnitudes of its terms. */
  readonly share: number;
  /** Largest ratio of such a sum to the weight of the first term. */
  readonly gain: number;
}

/**
 * Positions of the nearest gallery items, shape-major, as nearestOverShapes defines them. null if distances may shrink
 * from a shape to the next, if single precision is too coarse, or if codes are not finite.
 */
export function nearestByScreen(sweep: WholeRowSweep): Uint32Array | null {
  const { gallery, probes, rows, cols, ends, weights, coefficients } = sweep;
  const growth = growthOf(sweep);
  if (!growth) return null;
  const length = rows * cols;
  // Twice the rounding bound for sums of this many squares with weights that are differences.
  const error = (2 * (length + 8) * UNIT) / growth.share;
  if (!(error <= LARGEST_ERROR)) return null;
  const roots = weights[0].subarray(0, length).map(Math.sqrt);
  const largest = Math.max(largestNorm(gallery, roots), largestNorm(probes, roots));
  if (!Number.isFinite(largest)) return null;
  // Norms are at most 1, and so are the weights relative to the first: all squares are within the range of single
  // precision.
  const factor = largest > 0 ? 1 / largest : 1;
  const scaled = roots.map((root) => root * factor);
  // Twice the rounding bound for codes whose norm is at most 1.
  const margin = 8 * UNIT;
  const spread = Math.sqrt((1 + error) / (1 - error));
  const relative = coefficients.flatMap((list) => list.map((value) => value / growth.gain));
  const stops = stopsOf(ends);
  const reach = reachOf(ends, stops);
  const groups = Math.ceil(gallery.rows / 16);
  const terms = weights.length;
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const singles = (count: number): number => take(Math.ceil(count / 2));
    const codes = singles(groups * length * 16);
    const points = singles(probes.rows * length);
    const ratios = singles(length);
    const factors = singles(ends.length * terms);
    const [items, queries] = [take(gallery.rows * length), take(probes.rows * length)];
    const rootList = take(length);
    const weightList = take(terms * length);
    const coefficientList = take(ends.length * terms);
    const endList = singles(ends.length);
    const stopList = singles(stops.length);
    const scratch = take(groups * 8 * (stops.length * (1 + terms) + 5 + reach) + 2 * stops.length + 3 * gallery.rows);
    const nearest = singles(ends.length * probes.rows);
    const { values } = arena;
    const single = (at: number, count: number): Float32Array => new Float32Array(values.buffer, at, count);

    values.set(scaled, rootList / 8);
    copyLeading(gallery, length, values, items / 8);
    copyLeading(probes, length, values, queries / 8);
    if (terms === 2) single(ratios, length).set(roots.map((_, i) => weights[1][i] / weights[0][i]));
    single(factors, ends.length * terms).set(relative);
    weights.forEach((list, t) => values.set(list.subarray(0, length), weightList / 8 + t * length));
    values.set(coefficients.flat(), coefficientList / 8);
    new Int32Array(values.buffer, endList, ends.length).set(ends);
    new Int32Array(values.buffer, stopList, stops.length).set(stops);
    run.nearestByScreen(
      gallery.rows,
      probes.rows,
      rows,
      cols,
      terms,
      rootList,
      codes,
      points,
      ratios,
      factors,
      spread,
      margin,
      items,
      queries,
      weightList,
      coefficientList,
      endList,
      stopList,
      stops.length,
      reach,
      scratch,
      nearest,
    );
    return new Uint32Array(values.buffer, nearest, ends.length * probes.rows).slice();
  });
}

/** null unless every weight is positive and no entry's weight decreases from a shape to the next. */
function growthOf({ weights, coefficients, ends }: WholeRowSweep): Growth | null {
  const latest = new Float64Array(weights[0].length);
  let share = 1;
  let gain = 0;
  for (let s = 0; s < ends.length; s++) {
    for (let k = 0; k < ends[s]; k++) {
      let weight = 0;
      let size = 0;
      for (let t = 0; t < weights.length; t++) {
        const part = coefficients[s][t] * weights[t][k];
        weight += part;
        size += Math.abs(part);
      }
      if (!(weight > 0) || weight < latest[k] * (1 - ROUNDING)) return null;
      latest[k] = weight;
      share = Math.min(share, weight / size);
      gain = Math.max(gain, size / weights[0][k]);
    }
  }
  return Number.isFinite(gain) ? { share, gain } : null;
}

/** The largest norm of the leading entries of a row under weights with these roots. */
function largestNorm({ rows, cols, data }: Matrix, roots: Float64Array): number {
  let largest = 0;
  for (let n = 0; n < rows; n++) {
    let sum = 0;
    for (let i = 0, k = n * cols; i < roots.length; i++, k++) {
      const value = data[k] * roots[i];
      sum += value * value;
    }
    if (!(sum <= largest)) largest = sum;
  }
  return Math.sqrt(largest);
}

/** Copies the first `length` entries of every row, one row after another. */
function copyLeading({ rows, cols, data }: Matrix, length: number, target: Float64Array, to: number): void {
  if (cols === length) return target.set(data, to);
  for (let n = 0; n < rows; n++) target.set(data.subarray(n * cols, n * cols + length), to + n * length);
}

/** The first and the last shape, and others at steps that grow from one entry to a 32nd of all, at least six. */
function stopsOf(ends: readonly number[]): number[] {
  const stops: number[] = [];
  const last = ends.length - 1;
  let next = 0;
  ends.forEach((end, s) => {
    if (end < next && s < last) return;
    stops.push(s);
    next = end + Math.max(1, Math.min(end / 4, Math.max(6, ends[last] / 32)));
  });
  return stops;
}

/** The largest number of entries between a stop and a shape before the next. */
function reachOf(ends: readonly number[], stops: readonly number[]): number {
  return stops.reduce((most, stop, s) => (s === 0 ? 0 : Math.max(most, ends[stop - 1] - ends[stops[s - 1]])), 0);
}
