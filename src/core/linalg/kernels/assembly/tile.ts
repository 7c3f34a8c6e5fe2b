/**
 * The register tiles of gemm. Every entry is the same sum in the same order in every tile: results depend neither
 * on how a matrix is cut nor on the width of the registers.
 *
 * The JavaScript engine may join two neighbouring vectors into one of twice the width (docs/internals/numerical-engine.md). It
 * starts from stores to neighbouring addresses that no branch separates and goes back from there, so a tile ends in
 * one branch per way of storing, and stores the upper half of a pair first: the other order costs a store more.
 *
 * Measured, kernel alone, KC = 256, fused multiply-add, GF/s on one machine, joined and not: 6 × 8 55.4 and 14.1, 4 × 8
 * 50.2 and 16.2, 3 × 12 51.7 and 15.9, 12 × 4 44.4 and 17.7, 6 × 4 38.6 and 27.8, 4 × 12 23.5 and 14.1 (its
 * accumulators spill, as all of the wide ones do where nothing is joined). Strided rows of A take a register
 * each: 4 × 8 41.8, 6 × 8 35.3. The smaller tiles serve the edges: a product with 8 columns or rows costs 8, not 12.
 */
import { madd } from './simd';

/** Bits of the mode of a product. */
export const ACCUMULATE: i32 = 1;
export const LOWER: i32 = 2;
export const SUBTRACT: i32 = 4;
export const TRANSPOSED: i32 = 8;

/** Partial tiles are finished in this buffer of 6 × 8 entries, below the packed panels. */
const BUFFER: usize = 0x400;
/** Bytes from one of its rows to the next. */
const LINE: usize = 64;

/**
 * A tile of `rows` ≤ 6 by `cols` ≤ 8 of C: sum over kc, then stored, added or subtracted. Rows of A are aRow bytes apart
 * and advance by aStep, B advances by bStep: packed panels and matrices in place are read alike.
 */
export function tile(
  kc: i32,
  a: usize,
  aRow: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  c: usize,
  ldc: i32,
  rows: i32,
  cols: i32,
  how: i32,
): void {
  const step = (<usize>ldc) << 3;
  // Of an odd number of rows or columns the next larger tile goes to the buffer, and what it makes beyond stays there.
  const whole = !(how & TRANSPOSED) && (rows & 1) == 0 && (cols == 8 || cols == 4 || (cols == 2 && rows > 2));
  const to = whole ? c : BUFFER;
  const line = whole ? step : LINE;
  const mode = whole ? how : 0;
  if (aRow == 8) {
    if (cols > 4) {
      if (rows > 4) tight6x8(kc, a, aStep, b, bStep, to, line, mode);
      else if (rows > 2) tight4x8(kc, a, aStep, b, bStep, to, line, mode);
      else tight2x8(kc, a, aStep, b, bStep, to, line, mode);
    } else if (rows <= 2) tight2x4(kc, a, aStep, b, bStep, to, line, mode);
    else if (cols > 2) {
      if (rows > 4) tight6x4(kc, a, aStep, b, bStep, to, line, mode);
      else tight4x4(kc, a, aStep, b, bStep, to, line, mode);
    } else if (rows > 4) tight6x2(kc, a, aStep, b, bStep, to, line, mode);
    else tight4x2(kc, a, aStep, b, bStep, to, line, mode);
  } else if (cols > 4) {
    if (rows > 2) apart4x8(kc, a, aRow, aStep, b, bStep, to, line, mode);
    else apart2x8(kc, a, aRow, aStep, b, bStep, to, line, mode);
  } else if (rows <= 2) apart2x4(kc, a, aRow, aStep, b, bStep, to, line, mode);
  else if (cols > 2) {
    if (rows > 4) apart6x4(kc, a, aRow, aStep, b, bStep, to, line, mode);
    else apart4x4(kc, a, aRow, aStep, b, bStep, to, line, mode);
  } else if (rows > 4) apart6x2(kc, a, aRow, aStep, b, bStep, to, line, mode);
  else apart4x2(kc, a, aRow, aStep, b, bStep, to, line, mode);
  if (whole) return;
  if (how & TRANSPOSED) finishTransposed(c, step, rows, cols, how);
  else finish(c, step, rows, cols, how);
}

/** The first rows and columns of the buffer to their place in C. */
function finish(c: usize, step: usize, rows: i32, cols: i32, how: i32): void {
  let from = BUFFER;
  for (let i = 0; i < rows; i++, c += step, from += LINE) {
    let j: usize = 0;
    for (const end = (<usize>(cols & ~1)) << 3; j < end; j += 16) put(c + j, v128.load(from + j), how);
    if (cols & 1) putOne(c + j, load<f64>(from + j), how);
  }
}

/** The same as columns of C. */
function finishTransposed(c: usize, step: usize, rows: i32, cols: i32, how: i32): void {
  let from = BUFFER;
  let i = 0;
  for (; i + 1 < rows; i += 2, c += 16, from += 2 * LINE) {
    let to = c;
    let j: usize = 0;
    for (const end = (<usize>(cols & ~1)) << 3; j < end; j += 16, to += step << 1) {
      const x = v128.load(from + j);
      const y = v128.load(from + j, LINE);
      put(to, v128.shuffle<f64>(x, y, 0, 2), how);
      put(to + step, v128.shuffle<f64>(x, y, 1, 3), how);
    }
    if (cols & 1) {
      putOne(to, load<f64>(from + j), how);
      putOne(to + 8, load<f64>(from + j, LINE), how);
    }
  }
  if (i < rows) {
    for (let j: usize = 0, end = (<usize>cols) << 3; j < end; j += 8, c += step) putOne(c, load<f64>(from + j), how);
  }
}

function put(c: usize, x: v128, how: i32): void {
  if (how & ACCUMULATE) v128.store(c, f64x2.add(v128.load(c), x));
  else if (how & SUBTRACT) v128.store(c, f64x2.sub(v128.load(c), x));
  else v128.store(c, x);
}

function putOne(c: usize, x: f64, how: i32): void {
  if (how & ACCUMULATE) store<f64>(c, load<f64>(c) + x);
  else if (how & SUBTRACT) store<f64>(c, load<f64>(c) - x);
  else store<f64>(c, x);
}

/**
 * `rows` by 2 · `vectors` entries, constants wherever it is inlined, as is `tight`: rows of A are neighbours. Stored,
 * added or subtracted by rows of C.
 */
// @ts-ignore: decorator
@inline
function product(
  rows: i32,
  vectors: i32,
  tight: bool,
  kc: i32,
  a: usize,
  aRow: usize,
  aStep: usize,
  b: usize,
  bStep: usize,
  c: usize,
  step: usize,
  how: i32,
): void {
  let c00 = v128.splat<f64>(0);
  let c01 = c00;
  let c02 = c00;
  let c03 = c00;
  let c10 = c00;
  let c11 = c00;
  let c12 = c00;
  let c13 = c00;
  let c20 = c00;
  let c21 = c00;
  let c22 = c00;
  let c23 = c00;
  let c30 = c00;
  let c31 = c00;
  let c32 = c00;
  let c33 = c00;
  let c40 = c00;
  let c41 = c00;
  let c42 = c00;
  let c43 = c00;
  let c50 = c00;
  let c51 = c00;
  let c52 = c00;
  let c53 = c00;
  let a1 = a + aRow;
  let a2 = a1 + aRow;
  let a3 = a2 + aRow;
  let a4 = a3 + aRow;
  let a5 = a4 + aRow;
  for (let k = 0; k < kc; k++) {
    const b0 = v128.load(b);
    const b1 = vectors > 1 ? v128.load(b, 16) : b0;
    const b2 = vectors > 2 ? v128.load(b, 32) : b0;
    const b3 = vectors > 2 ? v128.load(b, 48) : b0;
    let s = v128.load_splat<f64>(a);
    c00 = madd(s, b0, c00);
    if (vectors > 1) c01 = madd(s, b1, c01);
    if (vectors > 2) c02 = madd(s, b2, c02);
    if (vectors > 2) c03 = madd(s, b3, c03);
    s = tight ? v128.load_splat<f64>(a, 8) : v128.load_splat<f64>(a1);
    c10 = madd(s, b0, c10);
    if (vectors > 1) c11 = madd(s, b1, c11);
    if (vectors > 2) c12 = madd(s, b2, c12);
    if (vectors > 2) c13 = madd(s, b3, c13);
    if (rows > 2) {
      s = tight ? v128.load_splat<f64>(a, 16) : v128.load_splat<f64>(a2);
      c20 = madd(s, b0, c20);
      if (vectors > 1) c21 = madd(s, b1, c21);
      if (vectors > 2) c22 = madd(s, b2, c22);
      if (vectors > 2) c23 = madd(s, b3, c23);
      s = tight ? v128.load_splat<f64>(a, 24) : v128.load_splat<f64>(a3);
      c30 = madd(s, b0, c30);
      if (vectors > 1) c31 = madd(s, b1, c31);
      if (vectors > 2) c32 = madd(s, b2, c32);
      if (vectors > 2) c33 = madd(s, b3, c33);
    }
    if (rows > 4) {
      s = tight ? v128.load_splat<f64>(a, 32) : v128.load_splat<f64>(a4);
      c40 = madd(s, b0, c40);
      if (vectors > 1) c41 = madd(s, b1, c41);
      if (vectors > 2) c42 = madd(s, b2, c42);
      if (vectors > 2) c43 = madd(s, b3, c43);
      s = tight ? v128.load_splat<f64>(a, 40) : v128.load_splat<f64>(a5);
      c50 = madd(s, b0, c50);
      if (vectors > 1) c51 = madd(s, b1, c51);
      if (vectors > 2) c52 = madd(s, b2, c52);
      if (vectors > 2) c53 = madd(s, b3, c53);
    }
    a += aStep;
    if (!tight) {
      a1 += aStep;
      a2 += aStep;
      a3 += aStep;
      a4 += aStep;
      a5 += aStep;
    }
    b += bStep;
  }
  if (how & ACCUMULATE) {
    addRow(vectors, c, c00, c01, c02, c03);
    addRow(vectors, c + step, c10, c11, c12, c13);
    if (rows > 2) {
      addRow(vectors, c + 2 * step, c20, c21, c22, c23);
      addRow(vectors, c + 3 * step, c30, c31, c32, c33);
    }
    if (rows > 4) {
      addRow(vectors, c + 4 * step, c40, c41, c42, c43);
      addRow(vectors, c + 5 * step, c50, c51, c52, c53);
    }
  } else if (how & SUBTRACT) {
    subtractRow(vectors, c, c00, c01, c02, c03);
    subtractRow(vectors, c + step, c10, c11, c12, c13);
    if (rows > 2) {
      subtractRow(vectors, c + 2 * step, c20, c21, c22, c23);
      subtractRow(vectors, c + 3 * step, c30, c31, c32, c33);
    }
    if (rows > 4) {
      subtractRow(vectors, c + 4 * step, c40, c41, c42, c43);
      subtractRow(vectors, c + 5 * step, c50, c51, c52, c53);
    }
  } else {
    storeRow(vectors, c, c00, c01, c02, c03);
    storeRow(vectors, c + step, c10, c11, c12, c13);
    if (rows > 2) {
      storeRow(vectors, c + 2 * step, c20, c21, c22, c23);
      storeRow(vectors, c + 3 * step, c30, c31, c32, c33);
    }
    if (rows > 4) {
      storeRow(vectors, c + 4 * step, c40, c41, c42, c43);
      storeRow(vectors, c + 5 * step, c50, c51, c52, c53);
    }
  }
}

/** Upper halves first. */
// @ts-ignore: decorator
@inline
function storeRow(vectors: i32, c: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  if (vectors > 2) {
    v128.store(c, x3, 48);
    v128.store(c, x2, 32);
  }
  if (vectors > 1) v128.store(c, x1, 16);
  v128.store(c, x0);
}

// @ts-ignore: decorator
@inline
function addRow(vectors: i32, c: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  const y0 = f64x2.add(v128.load(c), x0);
  const y1 = vectors > 1 ? f64x2.add(v128.load(c, 16), x1) : x1;
  const y2 = vectors > 2 ? f64x2.add(v128.load(c, 32), x2) : x2;
  const y3 = vectors > 2 ? f64x2.add(v128.load(c, 48), x3) : x3;
  storeRow(vectors, c, y0, y1, y2, y3);
}

// @ts-ignore: decorator
@inline
function subtractRow(vectors: i32, c: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  const y0 = f64x2.sub(v128.load(c), x0);
  const y1 = vectors > 1 ? f64x2.sub(v128.load(c, 16), x1) : x1;
  const y2 = vectors > 2 ? f64x2.sub(v128.load(c, 32), x2) : x2;
  const y3 = vectors > 2 ? f64x2.sub(v128.load(c, 48), x3) : x3;
  storeRow(vectors, c, y0, y1, y2, y3);
}

// prettier-ignore
function tight6x8(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(6, 4, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight4x8(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(4, 4, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight2x8(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(2, 4, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight6x4(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(6, 2, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight4x4(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(4, 2, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight2x4(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(2, 2, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight6x2(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(6, 1, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function tight4x2(kc: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(4, 1, true, kc, a, 8, aStep, b, bStep, c, step, how); }
function apart4x8(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(4, 4, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
function apart2x8(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(2, 4, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
function apart6x4(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(6, 2, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
function apart4x4(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(4, 2, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
function apart2x4(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(2, 2, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
function apart6x2(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(6, 1, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
function apart4x2(kc: i32, a: usize, aRow: usize, aStep: usize, b: usize, bStep: usize, c: usize, step: usize, how: i32): void { product(4, 1, false, kc, a, aRow, aStep, b, bStep, c, step, how); }
