/**
 * Sums of products of integers without rounding: at most 512 products of numbers below 2048 in magnitude fit an i32,
 * and their sums are added in float64, which is exact up to 2⁵³. No bit depends on order, width or fused additions.
 *
 * Panels hold eight vectors side by side, two entries of each at a time, as i16: `i32x4.dot_i16x8_s` multiplies four
 * pairs with four others and adds within pairs.
 */
import { storePair } from './simd';

/** Largest magnitude, and most entries of a panel: 512 · 2047² < 2³¹. */
const MOST: f64 = 2047;
/** Vectors whose panels stay in the second-level cache: 256 of 512 entries take 256 KiB. */
const BLOCK: i32 = 256;
/**
 * Two tiles of 4 × 8 sums, below the packed panels of gemm, used in turn: at an address that is constant V8 13.6 stores
 * joined vectors 16 bytes too far.
 */
const BUFFER: usize = 0x400;

/**
 * Packs vectors of `inner` entries less a centre into panels of eight; entry (j, k) is a[j·apart + k·step] less
 * centre[j·centreApart + k·centreStep]. Returns whether all of these are integers of at most 11 bits and a sign.
 */
export function packIntegers(
  width: i32,
  inner: i32,
  a: usize,
  apart: i32,
  step: i32,
  centre: usize,
  centreApart: i32,
  centreStep: i32,
  to: usize,
): i32 {
  const pairs = (inner + 1) >> 1;
  const panels = (width + 7) >> 3;
  memory.fill(to, 0, <usize>panels * <usize>pairs * 32);
  const along = (<usize>step) << 3;
  const alongCentre = (<usize>centreStep) << 3;
  for (let j = 0; j < width; j++) {
    let from = a + ((<usize>j * <usize>apart) << 3);
    let less = centre + ((<usize>j * <usize>centreApart) << 3);
    let at = to + <usize>(j >> 3) * <usize>pairs * 32 + ((<usize>(j & 7)) << 2);
    for (let k = 0; k < inner; k++) {
      const value = load<f64>(from) - load<f64>(less);
      if (!(Math.abs(value) <= MOST)) return 0;
      const whole = <i32>value;
      if (<f64>whole != value) return 0;
      store<i16>(at + ((<usize>(k & 1)) << 1), <i16>whole);
      at += (<usize>(k & 1)) << 5;
      from += along;
      less += alongCentre;
    }
  }
  return 1;
}

/**
 * Inner products of all pairs of `n` packed vectors of at most 512 entries: the lower triangle of C (n × n), stored or,
 * with `accumulate`, added.
 */
export function integerGram(n: i32, inner: i32, packed: usize, c: usize, accumulate: i32): void {
  const pairs = (inner + 1) >> 1;
  const panel = (<usize>pairs) << 5;
  for (let ib = 0; ib < n; ib += BLOCK) {
    const end = min(ib + BLOCK, n);
    for (let j = 0; j < end; j += 8) {
      const b = packed + <usize>(j >> 3) * panel;
      for (let i = max(ib, j); i < end; i += 4) {
        const buffer = BUFFER + ((<usize>(i & 4)) << 5);
        sums(pairs, packed + <usize>(i >> 3) * panel + ((<usize>(i & 4)) << 2), b, buffer);
        put(buffer, c + ((<usize>i * <usize>n + <usize>j) << 3), n, min(4, n - i), min(8, n - j), accumulate);
      }
    }
  }
}

/** Four vectors of a panel with the eight of another. */
function sums(pairs: i32, a: usize, b: usize, to: usize): void {
  let c00 = v128.splat<i32>(0);
  let c01 = c00;
  let c10 = c00;
  let c11 = c00;
  let c20 = c00;
  let c21 = c00;
  let c30 = c00;
  let c31 = c00;
  for (let k = 0; k < pairs; k++, a += 32, b += 32) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    let s = v128.load_splat<i32>(a);
    c00 = i32x4.add(c00, i32x4.dot_i16x8_s(s, b0));
    c01 = i32x4.add(c01, i32x4.dot_i16x8_s(s, b1));
    s = v128.load_splat<i32>(a, 4);
    c10 = i32x4.add(c10, i32x4.dot_i16x8_s(s, b0));
    c11 = i32x4.add(c11, i32x4.dot_i16x8_s(s, b1));
    s = v128.load_splat<i32>(a, 8);
    c20 = i32x4.add(c20, i32x4.dot_i16x8_s(s, b0));
    c21 = i32x4.add(c21, i32x4.dot_i16x8_s(s, b1));
    s = v128.load_splat<i32>(a, 12);
    c30 = i32x4.add(c30, i32x4.dot_i16x8_s(s, b0));
    c31 = i32x4.add(c31, i32x4.dot_i16x8_s(s, b1));
  }
  storePair(to + 96, c30, c31);
  storePair(to + 64, c20, c21);
  storePair(to + 32, c10, c11);
  storePair(to, c00, c01);
}

/** The first rows and columns of a buffer to their place in C. */
function put(from: usize, c: usize, ldc: i32, rows: i32, cols: i32, accumulate: i32): void {
  for (let i = 0; i < rows; i++, from += 32, c += (<usize>ldc) << 3) {
    let j: usize = 0;
    for (const end = <usize>(cols & ~1); j < end; j += 2) {
      const at = c + (j << 3);
      const values = f64x2.convert_low_i32x4_s(v128.load64_zero(from + (j << 2)));
      v128.store(at, accumulate ? f64x2.add(v128.load(at), values) : values);
    }
    if (cols & 1) {
      const at = c + (j << 3);
      const value = <f64>load<i32>(from + (j << 2));
      store<f64>(at, accumulate ? load<f64>(at) + value : value);
    }
  }
}
