/**
 * Nearest neighbours at every latent shape from running sums of weighted squared differences.
 *
 * Eight gallery items go side by side (four vectors), one probe against them. Codes are read once, row by row; the sum
 * over the block that ends at an entry is the running sum of its row plus the block sum above it. At the end of a shape
 * the eight distances are reduced to a minimum for each lane, and only where that beats the best so far is the index
 * looked for: rare after the first items. Multiplications and additions are not fused: the decision is bit for bit that
 * of the definition, in both builds.
 */

import { join, storeFour } from './simd';

/** Probes that share one pass over the gallery: their records stay in the second-level cache beside a block of items. */
const GROUP: i32 = 4;
/** Bytes of eight values, and of the record of a shape: least distance and its index, two lanes each. */
const EIGHT: usize = 64;
const RECORD: usize = 32;

/**
 * gallery: blocks × (rows · cols) × 8, padded with NaN, which is never nearest. probes: count × (rows · cols).
 * weights: terms × (rows · cols), or 0 for one unweighted term. ends: ascending offsets (i32) of the last entry of every
 * shape's block, then −1. coefficients: shapes × terms. above: (terms × (cols + 1) + 1) × 8 entries, records: 4 × shapes ×
 * 4 entries of scratch. nearest: shapes × count indices (u32).
 */
export function nearestOverShapes(
  blocks: i32,
  count: i32,
  rows: i32,
  cols: i32,
  terms: i32,
  shapes: i32,
  gallery: usize,
  probes: usize,
  weights: usize,
  coefficients: usize,
  ends: usize,
  above: usize,
  records: usize,
  nearest: usize,
): void {
  const size = <usize>rows * <usize>cols;
  const length = <usize>shapes * RECORD;
  const eight = above + <usize>terms * (<usize>cols + 1) * EIGHT;
  for (let start = 0; start < count; start += GROUP) {
    const group = min(GROUP, count - start);
    for (let r = 0; r < group * shapes; r++) {
      const record = records + <usize>r * RECORD;
      v128.store(record, v128.splat<f64>(Infinity));
      v128.store(record, v128.splat<f64>(0), 16);
    }
    for (let block = 0; block < blocks; block++) {
      const items = gallery + <usize>block * size * EIGHT;
      for (let p = 0; p < group; p++) {
        const probe = probes + ((<usize>(start + p) * size) << 3);
        const record = records + <usize>p * length;
        const first = <f64>(block << 3);
        if (!weights) plain(rows, cols, items, probe, ends, above, eight, record, first);
        else if (rows == 1 && terms == 2) {
          twoTerms(cols, items, probe, weights, coefficients, ends, eight, record, first);
        } else weighted(rows, cols, terms, items, probe, weights, coefficients, ends, above, eight, record, first);
      }
    }
    for (let p = 0; p < group; p++) {
      for (let s = 0; s < shapes; s++) {
        const at = nearest + ((<usize>s * <usize>count + <usize>(start + p)) << 2);
        store<u32>(at, winner(records + <usize>p * length + <usize>s * RECORD));
      }
    }
  }
}

/** The lane with the smaller distance, the lower index where they are equal. */
function winner(record: usize): u32 {
  const d0 = load<f64>(record);
  const d1 = load<f64>(record, 8);
  const g0 = load<f64>(record, 16);
  const g1 = load<f64>(record, 24);
  return <u32>(d1 < d0 || (d1 == d0 && g1 < g0) ? g1 : g0);
}

/** One probe against eight items, plain sums of squares. */
function plain(
  rows: i32,
  cols: i32,
  items: usize,
  probe: usize,
  ends: usize,
  above: usize,
  eight: usize,
  record: usize,
  first: f64,
): void {
  let next = load<i32>(ends);
  let k = 0;
  for (let i = 0; i < rows; i++) {
    let r0 = v128.splat<f64>(0);
    let r1 = r0;
    let r2 = r0;
    let r3 = r0;
    let up = above;
    for (let j = 0; j < cols; j++) {
      const x = v128.load_splat<f64>(probe);
      const e0 = f64x2.sub(v128.load(items), x);
      const e1 = f64x2.sub(v128.load(items, 16), x);
      const e2 = f64x2.sub(v128.load(items, 32), x);
      const e3 = f64x2.sub(v128.load(items, 48), x);
      r0 = f64x2.add(r0, f64x2.mul(e0, e0));
      r1 = f64x2.add(r1, f64x2.mul(e1, e1));
      r2 = f64x2.add(r2, f64x2.mul(e2, e2));
      r3 = f64x2.add(r3, f64x2.mul(e3, e3));
      let s0 = r0;
      let s1 = r1;
      let s2 = r2;
      let s3 = r3;
      if (rows > 1) {
        if (i > 0) {
          s0 = f64x2.add(s0, v128.load(up));
          s1 = f64x2.add(s1, v128.load(up, 16));
          s2 = f64x2.add(s2, v128.load(up, 32));
          s3 = f64x2.add(s3, v128.load(up, 48));
        }
        storeFour(up, s0, s1, s2, s3);
        up += EIGHT;
      }
      while (next == k) {
        if (isNearer(record, s0, s1, s2, s3)) {
          storeFour(eight, s0, s1, s2, s3);
          improve(record, eight, first);
        }
        record += RECORD;
        ends += 4;
        next = load<i32>(ends);
      }
      k++;
      probe += 8;
      items += EIGHT;
    }
  }
}

/** Whether one of eight distances is less than the best of its lane; NaN never is. */
function isNearer(record: usize, s0: v128, s1: v128, s2: v128, s3: v128): bool {
  const best = v128.load(record);
  const low = v128.or(f64x2.lt(s0, best), f64x2.lt(s2, best));
  const high = v128.or(f64x2.lt(s1, best), f64x2.lt(s3, best));
  join(low, high);
  return v128.any_true(v128.or(low, high));
}

/**
 * `weighted` for vectors and two terms, the running sums in registers: the case of probabilistic PCA, twice as fast.
 */
function twoTerms(
  cols: i32,
  items: usize,
  probe: usize,
  weights: usize,
  coefficients: usize,
  ends: usize,
  eight: usize,
  record: usize,
  first: f64,
): void {
  const second = weights + ((<usize>cols) << 3);
  const apart = second - weights;
  let next = load<i32>(ends);
  const zero = v128.splat<f64>(0);
  let a0 = zero;
  let a1 = zero;
  let a2 = zero;
  let a3 = zero;
  let b0 = zero;
  let b1 = zero;
  let b2 = zero;
  let b3 = zero;
  for (let k = 0; k < cols; k++) {
    const x = v128.load_splat<f64>(probe);
    const u = v128.load_splat<f64>(weights);
    const w = v128.load_splat<f64>(weights + apart);
    let e = f64x2.sub(v128.load(items), x);
    a0 = f64x2.add(a0, f64x2.mul(f64x2.mul(u, e), e));
    b0 = f64x2.add(b0, f64x2.mul(f64x2.mul(w, e), e));
    e = f64x2.sub(v128.load(items, 16), x);
    a1 = f64x2.add(a1, f64x2.mul(f64x2.mul(u, e), e));
    b1 = f64x2.add(b1, f64x2.mul(f64x2.mul(w, e), e));
    e = f64x2.sub(v128.load(items, 32), x);
    a2 = f64x2.add(a2, f64x2.mul(f64x2.mul(u, e), e));
    b2 = f64x2.add(b2, f64x2.mul(f64x2.mul(w, e), e));
    e = f64x2.sub(v128.load(items, 48), x);
    a3 = f64x2.add(a3, f64x2.mul(f64x2.mul(u, e), e));
    b3 = f64x2.add(b3, f64x2.mul(f64x2.mul(w, e), e));
    while (next == k) {
      const c = v128.load_splat<f64>(coefficients);
      const d = v128.load_splat<f64>(coefficients, 8);
      const s0 = f64x2.add(f64x2.mul(c, a0), f64x2.mul(d, b0));
      const s1 = f64x2.add(f64x2.mul(c, a1), f64x2.mul(d, b1));
      const s2 = f64x2.add(f64x2.mul(c, a2), f64x2.mul(d, b2));
      const s3 = f64x2.add(f64x2.mul(c, a3), f64x2.mul(d, b3));
      if (isNearer(record, s0, s1, s2, s3)) {
        storeFour(eight, s0, s1, s2, s3);
        improve(record, eight, first);
      }
      coefficients += 16;
      record += RECORD;
      ends += 4;
      next = load<i32>(ends);
    }
    weights += 8;
    probe += 8;
    items += EIGHT;
  }
}

/** One probe against eight items, several weighted terms with coefficients that change with the shape. */
function weighted(
  rows: i32,
  cols: i32,
  terms: i32,
  items: usize,
  probe: usize,
  weights: usize,
  coefficients: usize,
  ends: usize,
  above: usize,
  eight: usize,
  record: usize,
  first: f64,
): void {
  const term = (<usize>(rows * cols)) << 3;
  // The running sums of the row stand behind the block sums of the row above, term by term.
  const line = (<usize>cols + 1) * EIGHT;
  const running = above + <usize>cols * EIGHT;
  let next = load<i32>(ends);
  let k = 0;
  for (let i = 0; i < rows; i++) {
    for (let t = 0; t < terms; t++) memory.fill(running + <usize>t * line, 0, EIGHT);
    let up = above;
    for (let j = 0; j < cols; j++) {
      const x = v128.load_splat<f64>(probe);
      const e0 = f64x2.sub(v128.load(items), x);
      const e1 = f64x2.sub(v128.load(items, 16), x);
      const e2 = f64x2.sub(v128.load(items, 32), x);
      const e3 = f64x2.sub(v128.load(items, 48), x);
      let weight = weights;
      let row = running;
      let sum = up;
      for (let t = 0; t < terms; t++) {
        const w = v128.load_splat<f64>(weight);
        const r0 = f64x2.add(v128.load(row), f64x2.mul(f64x2.mul(w, e0), e0));
        const r1 = f64x2.add(v128.load(row, 16), f64x2.mul(f64x2.mul(w, e1), e1));
        const r2 = f64x2.add(v128.load(row, 32), f64x2.mul(f64x2.mul(w, e2), e2));
        const r3 = f64x2.add(v128.load(row, 48), f64x2.mul(f64x2.mul(w, e3), e3));
        storeUpwards(row, r0, r1, r2, r3);
        if (i == 0) storeUpwards(sum, r0, r1, r2, r3);
        else {
          const s0 = f64x2.add(r0, v128.load(sum));
          const s1 = f64x2.add(r1, v128.load(sum, 16));
          const s2 = f64x2.add(r2, v128.load(sum, 32));
          const s3 = f64x2.add(r3, v128.load(sum, 48));
          storeFour(sum, s0, s1, s2, s3);
        }
        weight += term;
        row += line;
        sum += line;
      }
      while (next == k) {
        let s0 = v128.splat<f64>(0);
        let s1 = s0;
        let s2 = s0;
        let s3 = s0;
        sum = up;
        for (let t = 0; t < terms; t++) {
          const c = v128.load_splat<f64>(coefficients);
          s0 = f64x2.add(s0, f64x2.mul(c, v128.load(sum)));
          s1 = f64x2.add(s1, f64x2.mul(c, v128.load(sum, 16)));
          s2 = f64x2.add(s2, f64x2.mul(c, v128.load(sum, 32)));
          s3 = f64x2.add(s3, f64x2.mul(c, v128.load(sum, 48)));
          coefficients += 8;
          sum += line;
        }
        if (isNearer(record, s0, s1, s2, s3)) {
          storeFour(eight, s0, s1, s2, s3);
          improve(record, eight, first);
        }
        record += RECORD;
        ends += 4;
        next = load<i32>(ends);
      }
      k++;
      weights += 8;
      probe += 8;
      items += EIGHT;
      up += EIGHT;
    }
  }
}

/**
 * Four vectors, which can be joined, lower halves first: the running sums that are loaded again in the next step took
 * 5.4 instead of 3.6 ms (160 × 40 codes of 20 × 18) with upper halves first, and 3.8 without joining.
 */
function storeUpwards(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}

/** Enters eight distances into a record; strictly smaller wins, so ties stay with the first. */
function improve(record: usize, eight: usize, first: f64): void {
  let best = v128.load(record);
  let chosen = v128.load(record, 16);
  let index = f64x2.add(v128.splat<f64>(first), f64x2(0, 1));
  const two = v128.splat<f64>(2);
  for (const end = eight + EIGHT; eight < end; eight += 16) {
    const distance = v128.load(eight);
    const smaller = f64x2.lt(distance, best);
    best = v128.bitselect(distance, best, smaller);
    chosen = v128.bitselect(index, chosen, smaller);
    index = f64x2.add(index, two);
  }
  v128.store(record, best);
  v128.store(record, chosen, 16);
}
