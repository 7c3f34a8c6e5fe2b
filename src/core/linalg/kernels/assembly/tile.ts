/**
 * The register tiles of gemm. Every entry is the same sum in the same order whatever the tile, so that results do not
 * depend on how a matrix is cut.
 *
 * Measured, kernel alone, KC = 256, fused multiply-add: 6 × 4 28.7 GF/s, 4 × 4 23.8, 4 × 4 unrolled twice 24.5,
 * 4 × 6 9.2 (its three B vectors spill: V8 keeps one of sixteen registers for itself). The smaller tiles serve the rims:
 * a product with 8 columns or rows costs 8, not 12.
 */
import { madd } from './simd';

/** Bits of the mode of a product. */
export const ACCUMULATE: i32 = 1;
export const LOWER: i32 = 2;
export const SUBTRACT: i32 = 4;
export const TRANSPOSED: i32 = 8;

/** Partial and transposed tiles are finished in this buffer, below the packed panels. */
const BUFFER: usize = 0x400;

/**
 * A tile of `rows` ≤ 6 by `cols` ≤ 4 of C: sum over kc, then stored, added or subtracted. Rows of A are aRow bytes apart
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
  if (cols == 4) {
    if (rows == 6) return tile6x4(kc, a, aRow, aStep, b, bStep, c, step, how);
    if (rows == 4) return tile4x4(kc, a, aRow, aStep, b, bStep, c, step, how);
    if (rows == 2) return tile2x4(kc, a, aRow, aStep, b, bStep, c, step, how);
  } else if (cols == 2 && rows == 6) return tile6x2(kc, a, aRow, aStep, b, bStep, c, step, how);
  // The next larger tile goes to the buffer; what it makes of entries beyond the matrix stays there.
  if (rows <= 2) tile2x4(kc, a, aRow, aStep, b, bStep, BUFFER, 32, 0);
  else if (rows <= 4) tile4x4(kc, a, aRow, aStep, b, bStep, BUFFER, 32, 0);
  else if (cols <= 2) tile6x2(kc, a, aRow, aStep, b, bStep, BUFFER, 32, 0);
  else tile6x4(kc, a, aRow, aStep, b, bStep, BUFFER, 32, 0);
  const alongRow: usize = how & TRANSPOSED ? step : 8;
  const alongCol: usize = how & TRANSPOSED ? 8 : step;
  for (let i = 0; i < rows; i++) {
    let at = c + <usize>i * alongCol;
    for (let j = 0; j < cols; j++, at += alongRow) {
      const value = load<f64>(BUFFER + ((<usize>(i * 4 + j)) << 3));
      if (how & ACCUMULATE) store<f64>(at, load<f64>(at) + value);
      else if (how & SUBTRACT) store<f64>(at, load<f64>(at) - value);
      else store<f64>(at, value);
    }
  }
}

function tile6x4(
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
  let c10 = c00;
  let c11 = c00;
  let c20 = c00;
  let c21 = c00;
  let c30 = c00;
  let c31 = c00;
  let c40 = c00;
  let c41 = c00;
  let c50 = c00;
  let c51 = c00;
  let a1 = a + aRow;
  let a2 = a1 + aRow;
  let a3 = a2 + aRow;
  let a4 = a3 + aRow;
  let a5 = a4 + aRow;
  for (let k = 0; k < kc; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let s = v128.load_splat<f64>(a);
    c00 = madd(s, b0, c00);
    c01 = madd(s, b1, c01);
    s = v128.load_splat<f64>(a1);
    c10 = madd(s, b0, c10);
    c11 = madd(s, b1, c11);
    s = v128.load_splat<f64>(a2);
    c20 = madd(s, b0, c20);
    c21 = madd(s, b1, c21);
    s = v128.load_splat<f64>(a3);
    c30 = madd(s, b0, c30);
    c31 = madd(s, b1, c31);
    s = v128.load_splat<f64>(a4);
    c40 = madd(s, b0, c40);
    c41 = madd(s, b1, c41);
    s = v128.load_splat<f64>(a5);
    c50 = madd(s, b0, c50);
    c51 = madd(s, b1, c51);
    a += aStep;
    a1 += aStep;
    a2 += aStep;
    a3 += aStep;
    a4 += aStep;
    a5 += aStep;
    b += bStep;
  }
  if (how & TRANSPOSED) {
    putColumns(c, step, c00, c10, how);
    putColumns(c + (step << 1), step, c01, c11, how);
    c += 16;
    putColumns(c, step, c20, c30, how);
    putColumns(c + (step << 1), step, c21, c31, how);
    c += 16;
    putColumns(c, step, c40, c50, how);
    putColumns(c + (step << 1), step, c41, c51, how);
    return;
  }
  put(c, c00, how);
  put(c + 16, c01, how);
  c += step;
  put(c, c10, how);
  put(c + 16, c11, how);
  c += step;
  put(c, c20, how);
  put(c + 16, c21, how);
  c += step;
  put(c, c30, how);
  put(c + 16, c31, how);
  c += step;
  put(c, c40, how);
  put(c + 16, c41, how);
  c += step;
  put(c, c50, how);
  put(c + 16, c51, how);
}

function tile4x4(
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
  let c10 = c00;
  let c11 = c00;
  let c20 = c00;
  let c21 = c00;
  let c30 = c00;
  let c31 = c00;
  let a1 = a + aRow;
  let a2 = a1 + aRow;
  let a3 = a2 + aRow;
  for (let k = 0; k < kc; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let s = v128.load_splat<f64>(a);
    c00 = madd(s, b0, c00);
    c01 = madd(s, b1, c01);
    s = v128.load_splat<f64>(a1);
    c10 = madd(s, b0, c10);
    c11 = madd(s, b1, c11);
    s = v128.load_splat<f64>(a2);
    c20 = madd(s, b0, c20);
    c21 = madd(s, b1, c21);
    s = v128.load_splat<f64>(a3);
    c30 = madd(s, b0, c30);
    c31 = madd(s, b1, c31);
    a += aStep;
    a1 += aStep;
    a2 += aStep;
    a3 += aStep;
    b += bStep;
  }
  if (how & TRANSPOSED) {
    putColumns(c, step, c00, c10, how);
    putColumns(c + (step << 1), step, c01, c11, how);
    c += 16;
    putColumns(c, step, c20, c30, how);
    putColumns(c + (step << 1), step, c21, c31, how);
    return;
  }
  put(c, c00, how);
  put(c + 16, c01, how);
  c += step;
  put(c, c10, how);
  put(c + 16, c11, how);
  c += step;
  put(c, c20, how);
  put(c + 16, c21, how);
  c += step;
  put(c, c30, how);
  put(c + 16, c31, how);
}

function tile2x4(
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
  let c10 = c00;
  let c11 = c00;
  let a1 = a + aRow;
  for (let k = 0; k < kc; k++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let s = v128.load_splat<f64>(a);
    c00 = madd(s, b0, c00);
    c01 = madd(s, b1, c01);
    s = v128.load_splat<f64>(a1);
    c10 = madd(s, b0, c10);
    c11 = madd(s, b1, c11);
    a += aStep;
    a1 += aStep;
    b += bStep;
  }
  if (how & TRANSPOSED) {
    putColumns(c, step, c00, c10, how);
    putColumns(c + (step << 1), step, c01, c11, how);
    return;
  }
  put(c, c00, how);
  put(c + 16, c01, how);
  c += step;
  put(c, c10, how);
  put(c + 16, c11, how);
}

function tile6x2(
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
  let c10 = c00;
  let c20 = c00;
  let c30 = c00;
  let c40 = c00;
  let c50 = c00;
  let a1 = a + aRow;
  let a2 = a1 + aRow;
  let a3 = a2 + aRow;
  let a4 = a3 + aRow;
  let a5 = a4 + aRow;
  for (let k = 0; k < kc; k++) {
    const b0 = v128.load(b);
    let s = v128.load_splat<f64>(a);
    c00 = madd(s, b0, c00);
    s = v128.load_splat<f64>(a1);
    c10 = madd(s, b0, c10);
    s = v128.load_splat<f64>(a2);
    c20 = madd(s, b0, c20);
    s = v128.load_splat<f64>(a3);
    c30 = madd(s, b0, c30);
    s = v128.load_splat<f64>(a4);
    c40 = madd(s, b0, c40);
    s = v128.load_splat<f64>(a5);
    c50 = madd(s, b0, c50);
    a += aStep;
    a1 += aStep;
    a2 += aStep;
    a3 += aStep;
    a4 += aStep;
    a5 += aStep;
    b += bStep;
  }
  if (how & TRANSPOSED) {
    putColumns(c, step, c00, c10, how);
    c += 16;
    putColumns(c, step, c20, c30, how);
    c += 16;
    putColumns(c, step, c40, c50, how);
    return;
  }
  put(c, c00, how);
  c += step;
  put(c, c10, how);
  c += step;
  put(c, c20, how);
  c += step;
  put(c, c30, how);
  c += step;
  put(c, c40, how);
  c += step;
  put(c, c50, how);
}

/** Two entries of each of two neighbouring columns, stored as rows. */
function putColumns(c: usize, step: usize, x: v128, y: v128, how: i32): void {
  put(c, v128.shuffle<f64>(x, y, 0, 2), how);
  put(c + step, v128.shuffle<f64>(x, y, 1, 3), how);
}

function put(c: usize, x: v128, how: i32): void {
  if (how & ACCUMULATE) v128.store(c, f64x2.add(v128.load(c), x));
  else if (how & SUBTRACT) v128.store(c, f64x2.sub(v128.load(c), x));
  else v128.store(c, x);
}
