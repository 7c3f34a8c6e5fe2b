/** Between symmetric matrices and their lower triangles as vectors: fourth-order moments work on the latter. */
import { storePair } from './simd';

/**
 * The lower triangle of a symmetric P (d × d) as a vector of d (d + 1) / 2 entries (row by row), its diagonal halved: the
 * weights of the moments, which hold every pair of entries twice.
 */
export function packTriangle(d: i32, p: usize, to: usize): void {
  for (let i = 0; i < d; i++) {
    const row = p + ((<usize>i * <usize>d) << 3);
    memory.copy(to, row, (<usize>i) << 3);
    to += (<usize>i) << 3;
    store<f64>(to, 0.5 * load<f64>(row + ((<usize>i) << 3)));
    to += 8;
  }
}

/**
 * The lower triangle of a matrix (d × d) from a vector or, with `square`, from a matrix: entries v, or with `plain` ≠ 0
 * plain − v, times `factor`. What is above the diagonal stays as it is. Stores the trace to `trace` and returns the
 * largest magnitude, NaN where an entry is not a number.
 */
export function spreadTriangle(
  d: i32,
  from: usize,
  square: i32,
  plain: usize,
  factor: f64,
  to: usize,
  trace: usize,
): f64 {
  const factors = v128.splat<f64>(factor);
  let most = v128.splat<f64>(0);
  let largest: f64 = 0;
  let sum: f64 = 0;
  for (let i = 0; i < d; i++) {
    const line = (<usize>i * <usize>d) << 3;
    const out = to + line;
    const length = (<usize>(i + 1)) << 3;
    let j: usize = 0;
    for (; j + 32 <= length; j += 32) {
      let low = v128.load(from + j);
      let high = v128.load(from + j, 16);
      if (plain != 0) {
        low = f64x2.sub(v128.load(plain + line + j), low);
        high = f64x2.sub(v128.load(plain + line + j, 16), high);
      }
      low = f64x2.mul(low, factors);
      high = f64x2.mul(high, factors);
      storePair(out + j, low, high);
      // The larger of two, or NaN where one of them is.
      most = f64x2.max(most, f64x2.max(f64x2.abs(low), f64x2.abs(high)));
    }
    for (; j < length; j += 8) {
      let value = load<f64>(from + j);
      if (plain != 0) value = load<f64>(plain + line + j) - value;
      value *= factor;
      store<f64>(out + j, value);
      largest = Math.max(largest, Math.abs(value));
    }
    sum += load<f64>(out + j - 8);
    from += (<usize>(square ? d : i + 1)) << 3;
  }
  store<f64>(trace, sum);
  return Math.max(largest, Math.max(v128.extract_lane<f64>(most, 0), v128.extract_lane<f64>(most, 1)));
}

/** Lower triangle of a matrix (d × d) times `factor`, in place. */
export function scaleTriangle(d: i32, a: usize, factor: f64): void {
  const factors = v128.splat<f64>(factor);
  for (let i = 0; i < d; i++) {
    const row = a + ((<usize>i * <usize>d) << 3);
    const length = (<usize>(i + 1)) << 3;
    let j: usize = 0;
    for (; j + 32 <= length; j += 32) {
      const low = f64x2.mul(factors, v128.load(row + j));
      const high = f64x2.mul(factors, v128.load(row + j, 16));
      storePair(row + j, low, high);
    }
    for (; j < length; j += 8) store<f64>(row + j, factor * load<f64>(row + j));
  }
}

/**
 * Adds M + Mᵀ (M is d × d), its lower triangle as a vector, to one row of a matrix that is stored in strips of `width`
 * columns, each strip row by row. `at` is the row in the first strip, `height` the number of rows. Without `accumulate`
 * it is stored instead.
 */
export function foldSquare(d: i32, m: usize, at: usize, row: i32, height: i32, width: i32, accumulate: i32): void {
  const total = (d * (d + 1)) >> 1;
  let strip = at;
  let have = min(width, total);
  let to = strip + ((<usize>row * <usize>have) << 3);
  let left = have;
  let done = 0;
  for (let j = 0; j < d; j++) {
    let along = m + ((<usize>j * <usize>d) << 3);
    let down = m + ((<usize>j) << 3);
    const step = (<usize>d) << 3;
    for (let l = 0; l <= j; l++) {
      const value = load<f64>(along) + load<f64>(down);
      store<f64>(to, accumulate ? load<f64>(to) + value : value);
      along += 8;
      down += step;
      to += 8;
      if (--left == 0) {
        strip += (<usize>height * <usize>have) << 3;
        done += have;
        have = min(width, total - done);
        left = have;
        to = strip + ((<usize>row * <usize>have) << 3);
      }
    }
  }
}

/** Row `row` of each of `count` images (rows × cols), one after another. */
export function gatherRow(count: i32, rows: i32, cols: i32, row: i32, x: usize, to: usize): void {
  const line = (<usize>cols) << 3;
  const size = <usize>rows * line;
  let from = x + <usize>row * line;
  for (let n = 0; n < count; n++, from += size, to += line) memory.copy(to, from, line);
}
