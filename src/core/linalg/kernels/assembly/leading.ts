/**
 * A few leading eigenpairs of a symmetric tridiagonal matrix without the others: values by counting the positive pivots
 * of T − x (Sturm), Newton's method once a value is alone in its bracket; vectors by twisted factorisation (Dhillon,
 * Parlett), orthogonalised where values lie close. Four values are sought side by side, none sees another. Every result
 * is checked; where one fails the caller has divide and conquer.
 */
import { axpy, dot, scal } from './simd';

const EPSILON: f64 = 2.220446049250313e-16;
/** Pivots are kept from zero: the matrix is scaled to about 1. */
const LEAST_PIVOT: f64 = 1e-292;
/** Steps to a value; bisection alone needs 53. */
const STEPS: i32 = 80;
/** Vectors of values closer than this may lean on each other by more than rounding. */
const CLOSE: f64 = 0.1;
/** Shifts, each half of the one before, that first brackets come from. */
const HALVES: i32 = 16;

/** Eigenvalues above the shift in each lane and the derivative of ln |det(T − x)|, of two pairs of shifts. */
let above0: v128 = v128.splat<i64>(0);
let above1: v128 = v128.splat<i64>(0);
let slope0: v128 = v128.splat<f64>(0);
let slope1: v128 = v128.splat<f64>(0);

/** Pivots q_i = d_i − x − e²_{i−1} / q_{i−1} of two pairs of shifts; squares: e²_i. */
function pivots(n: i32, d: usize, squares: usize, x0: v128, x1: v128): void {
  const one = v128.splat<f64>(1);
  const zero = v128.splat<f64>(0);
  const least = v128.splat<f64>(LEAST_PIVOT);
  let inverse0 = zero;
  let inverse1 = zero;
  let p0 = zero;
  let p1 = zero;
  let g0 = zero;
  let g1 = zero;
  let c0 = v128.splat<i64>(0);
  let c1 = c0;
  for (let i: usize = 0, end = (<usize>n) << 3; i < end; i += 8) {
    const diagonal = v128.load_splat<f64>(d + i);
    // The square before the first is zero.
    const square = v128.load_splat<f64>(squares + i);
    const t0 = f64x2.mul(square, inverse0);
    const t1 = f64x2.mul(square, inverse1);
    p0 = f64x2.sub(f64x2.mul(f64x2.mul(t0, inverse0), p0), one);
    p1 = f64x2.sub(f64x2.mul(f64x2.mul(t1, inverse1), p1), one);
    let q0 = f64x2.sub(f64x2.sub(diagonal, x0), t0);
    let q1 = f64x2.sub(f64x2.sub(diagonal, x1), t1);
    q0 = v128.bitselect(least, q0, f64x2.lt(f64x2.abs(q0), least));
    q1 = v128.bitselect(least, q1, f64x2.lt(f64x2.abs(q1), least));
    // A true lane is −1.
    c0 = i64x2.sub(c0, f64x2.gt(q0, zero));
    c1 = i64x2.sub(c1, f64x2.gt(q1, zero));
    inverse0 = f64x2.div(one, q0);
    inverse1 = f64x2.div(one, q1);
    g0 = f64x2.add(g0, f64x2.mul(p0, inverse0));
    g1 = f64x2.add(g1, f64x2.mul(p1, inverse1));
  }
  above0 = c0;
  above1 = c1;
  slope0 = g0;
  slope1 = g1;
}

// prettier-ignore
function at(vector: usize, i: i32): f64 { return load<f64>(vector + (<usize>i << 3)); }
// prettier-ignore
function set(vector: usize, i: i32, value: f64): void { store<f64>(vector + (<usize>i << 3), value); }

/**
 * The `count` largest eigenvalues of the tridiagonal (diagonal d, coupling e, n entries, the last zero; largest magnitude
 * about 1) to `values`, descending, their vectors as rows of n entries, `line` bytes apart, to `rows`. d and e stay;
 * `scratch`: 5 n + 64 entries.
 * Returns 0, or 1 where they were not found to working precision.
 */
export function leadingOfTridiagonal(
  n: i32,
  d: usize,
  e: usize,
  count: i32,
  values: usize,
  rows: usize,
  scratch: usize,
): i32 {
  const line = (<usize>n) << 3;
  const squares = scratch;
  const lanesAt = squares + line;
  const factors = lanesAt + 512;
  // squares[i] couples i − 1 and i.
  let top: f64 = 0;
  let bottom: f64 = 0;
  for (let i = 0; i < n; i++) {
    const before = i > 0 ? Math.abs(at(e, i - 1)) : 0;
    const after = i < n - 1 ? Math.abs(at(e, i)) : 0;
    set(squares, i, before * before);
    top = Math.max(top, at(d, i) + before + after);
    bottom = Math.min(bottom, at(d, i) - before - after);
  }
  const size = Math.max(top, -bottom);
  if (!(size > 0) || !(top > 0)) return 1;
  const slack = 4 * EPSILON * size;
  top += slack;
  bottom -= slack;
  // First brackets: counts at top / 2, top / 4, …
  const halves = lanesAt + 192;
  for (let i = 0; i < HALVES; i += 4) {
    const first = top * 2.0 ** -(<f64>(i + 1));
    const x0 = f64x2(first, 0.5 * first);
    pivots(n, d, squares, x0, f64x2.mul(x0, v128.splat<f64>(0.25)));
    v128.store(halves + ((<usize>i) << 3), above0);
    v128.store(halves + ((<usize>(i + 2)) << 3), above1);
  }
  for (let from = 0; from < count; from += 4) {
    seek(n, d, squares, from, min(4, count - from), top, bottom, halves, values, lanesAt, 4 * EPSILON * size);
  }
  for (let i = 0; i < count; i++) {
    // NaN stands for a value that was not found.
    if (!(at(values, i) <= (i > 0 ? at(values, i - 1) : top))) return 1;
  }
  for (let i = 0; i < count; i++) twisted(n, d, e, at(values, i), rows + <usize>i * line, factors);
  return orthogonal(n, d, e, count, values, rows, size);
}

/** Values `from` … of four lanes: ends, point, last step and what is known of the ends are kept at `state`. */
function seek(
  n: i32,
  d: usize,
  squares: usize,
  from: i32,
  have: i32,
  top: f64,
  bottom: f64,
  halves: usize,
  values: usize,
  state: usize,
  goal: f64,
): void {
  const low = state;
  const high = state + 32;
  const point = state + 64;
  const steps = state + 96;
  const open = state + 128;
  for (let l = 0; l < 4; l++) {
    const index = from + min(l, have - 1);
    let up = top;
    let down = bottom;
    let alone = 0;
    let aboveUp: i64 = 0;
    for (let i = 0; i < HALVES; i++) {
      const shift = top * 2.0 ** -(<f64>(i + 1));
      const above = load<i64>(halves + ((<usize>i) << 3));
      if (above > index) {
        down = shift;
        alone = above == index + 1 && aboveUp == index ? 1 : 0;
        break;
      }
      up = shift;
      aboveUp = above;
    }
    set(low, l, down);
    set(high, l, up);
    set(point, l, 0.5 * (down + up));
    set(steps, l, Infinity);
    // Bit 0: no other value between the low end and the value, bit 1: none between it and the high end.
    store<i64>(open + ((<usize>l) << 3), (aboveUp == index ? 2 : 0) | (alone ? 1 : 0));
  }
  let left = (1 << have) - 1;
  for (let l = 0; l < have; l++) set(values, from + l, NaN);
  for (let step = 0; step < STEPS && left != 0; step++) {
    pivots(n, d, squares, v128.load(point), v128.load(point, 16));
    for (let l = 0; l < have; l++) {
      if ((left & (1 << l)) == 0) continue;
      const index = from + l;
      const x = at(point, l);
      const counts = l < 2 ? above0 : above1;
      const slopes = l < 2 ? slope0 : slope1;
      const above = l & 1 ? i64x2.extract_lane(counts, 1) : i64x2.extract_lane(counts, 0);
      const slope = l & 1 ? f64x2.extract_lane(slopes, 1) : f64x2.extract_lane(slopes, 0);
      let sides = load<i64>(open + ((<usize>l) << 3));
      if (above > index) {
        set(low, l, x);
        sides = above == index + 1 ? sides | 1 : sides & ~1;
      } else {
        set(high, l, x);
        sides = above == index ? sides | 2 : sides & ~2;
      }
      store<i64>(open + ((<usize>l) << 3), sides);
      const down = at(low, l);
      const up = at(high, l);
      const width = up - down;
      let next = 0.5 * (down + up);
      if (width <= goal) {
        set(values, index, next);
        left &= ~(1 << l);
        continue;
      }
      if (sides == 3) {
        // The value is alone between the ends: ln |det| has the slope Σ 1 / (x − λ) there.
        const newton = x - 1 / slope;
        const step = Math.abs(newton - x);
        if (step <= goal) {
          set(values, index, Math.min(Math.max(newton, down), up));
          left &= ~(1 << l);
          continue;
        }
        // Steps that shrink slowly are led by the other values: bisection is quicker then.
        if (newton > down && newton < up && step < 0.5 * at(steps, l)) next = newton;
      }
      set(steps, l, Math.abs(next - x));
      set(point, l, next);
    }
  }
}

/** The vector of one value: T − λ factored from both ends, solved from where the pivots meet best. Unit norm. */
function twisted(n: i32, d: usize, e: usize, value: f64, row: usize, factors: usize): void {
  const line = (<usize>n) << 3;
  const down = factors;
  const up = down + line;
  const pivotDown = up + line;
  const pivotUp = pivotDown + line;
  const last = n - 1;
  const shift = v128.splat<f64>(value);
  const least = v128.splat<f64>(LEAST_PIVOT);
  // Lane 0 goes down from the first row, lane 1 up from the last.
  let pivot = f64x2.sub(f64x2(at(d, 0), at(d, last)), shift);
  for (let i = 0; i < last; i++) {
    pivot = v128.bitselect(least, pivot, f64x2.lt(f64x2.abs(pivot), least));
    set(pivotDown, i, f64x2.extract_lane(pivot, 0));
    set(pivotUp, last - i, f64x2.extract_lane(pivot, 1));
    const coupling = f64x2(at(e, i), at(e, last - 1 - i));
    const factor = f64x2.div(coupling, pivot);
    set(down, i, f64x2.extract_lane(factor, 0));
    set(up, last - i, f64x2.extract_lane(factor, 1));
    const diagonal = f64x2.sub(f64x2(at(d, i + 1), at(d, last - 1 - i)), shift);
    pivot = f64x2.sub(diagonal, f64x2.mul(factor, coupling));
  }
  set(pivotDown, last, f64x2.extract_lane(pivot, 0));
  set(pivotUp, 0, f64x2.extract_lane(pivot, 1));
  let best: f64 = Infinity;
  let meeting = 0;
  for (let i = 0; i < n; i++) {
    const gamma = Math.abs(at(pivotDown, i) + at(pivotUp, i) - (at(d, i) - value));
    if (gamma < best) {
      best = gamma;
      meeting = i;
    }
  }
  set(row, meeting, 1);
  for (let i = meeting - 1; i >= 0; i--) set(row, i, -at(down, i) * at(row, i + 1));
  for (let i = meeting + 1; i < n; i++) set(row, i, -at(up, i) * at(row, i - 1));
  scal(n, 1 / Math.sqrt(dot(row, row, n)), row);
}

/** Orthogonalises vectors of close values; returns 1 where one leans too much, or is none. */
function orthogonal(n: i32, d: usize, e: usize, count: i32, values: usize, rows: usize, size: f64): i32 {
  const line = (<usize>n) << 3;
  const goal = 8 * <f64>n * EPSILON * size;
  for (let i = 0; i < count; i++) {
    const row = rows + <usize>i * line;
    const value = at(values, i);
    let moved = false;
    for (let j = i - 1; j >= 0 && at(values, j) - value < CLOSE * size; j--) {
      const other = rows + <usize>j * line;
      axpy(n, -dot(row, other, n), other, row);
      moved = true;
    }
    if (moved) {
      const square = dot(row, row, n);
      if (!(square > 0.98)) return 1;
      scal(n, 1 / Math.sqrt(square), row);
    }
    let residual: f64 = 0;
    let before: f64 = 0;
    for (let k = 0; k < n; k++) {
      const own = at(row, k);
      let image = (at(d, k) - value) * own + before;
      if (k < n - 1) {
        image += at(e, k) * at(row, k + 1);
        before = at(e, k) * own;
      }
      residual = Math.max(residual, Math.abs(image));
    }
    if (!(residual <= goal)) return 1;
  }
  return 0;
}
