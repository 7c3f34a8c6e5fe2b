/**
 * Householder reduction of a symmetric matrix to tridiagonal form, A = Q T Qᵀ, and the way back.
 *
 * The lower triangle is stored by rows and reduced from the last row up: row k then holds, contiguously, the entries to
 * eliminate and later the reflector v_k of length k with v_k[k − 1] = 1. Panels of reflectors are collected and applied
 * as one product (V Wᵀ + W Vᵀ), so half of the work runs at the speed of gemm; the other half, A v, reads the triangle
 * once per reflector, four rows at a time.
 */
import { axpy, axpy2, dot, lanes, madd, scal, storePair } from './simd';
import { gemm, LOWER, SUBTRACT } from './gemm';

/** Reflectors a panel. */
const PANEL: i32 = 32;
/** Leading order below which reflectors are applied one by one. */
const UNBLOCKED: i32 = 96;
/** The matrix is scaled to largest entry 1: a tail whose squared norm lies below this is zero to working precision. */
const NEGLIGIBLE: f64 = 1e-200;

/**
 * Overwrites the lower triangle of A (n × n) by the reflectors; fills d (n), e (n, the last entry zero) and tau (n; tau[k]
 * belongs to v_k). `w`: PANEL × n entries of scratch.
 */
export function tridiagonalise(n: i32, a: usize, d: usize, e: usize, tau: usize, w: usize): void {
  const ld = (<usize>n) << 3;
  store<f64>(e + ((<usize>(n - 1)) << 3), 0);
  let m = n;
  while (m > UNBLOCKED) {
    const nb = min(PANEL, m - UNBLOCKED / 2);
    const rest = m - nb;
    const v = a + <usize>rest * ld;
    for (let k = m - 1; k >= rest; k--) {
      const x = a + <usize>k * ld;
      for (let q = m - 1; q > k; q--) {
        const vq = a + <usize>q * ld;
        const wq = w + <usize>(q - rest) * ld;
        axpy2(k + 1, -load<f64>(vq + ((<usize>k) << 3)), wq, -load<f64>(wq + ((<usize>k) << 3)), vq, x);
      }
      const factor = reflector(k, x, d, e, tau);
      const wk = w + <usize>(k - rest) * ld;
      if (factor == 0) {
        memory.fill(wk, 0, ld);
        continue;
      }
      symv(k, a, ld, x, wk);
      for (let q = m - 1; q > k; q--) {
        const vq = a + <usize>q * ld;
        const wq = w + <usize>(q - rest) * ld;
        const alpha = dot(wq, x, k);
        const beta = dot(vq, x, k);
        axpy2(k, -alpha, vq, -beta, wq, wk);
      }
      scal(k, factor, wk);
      axpy(k, -0.5 * factor * dot(wk, x, k), x, wk);
    }
    // One product for both terms: the outer inner index runs over (V, W) and (W, V).
    const apart = <i32>(w - v) >> 3;
    gemm(rest, rest, nb, 2, v, 1, n, apart, w, 1, n, -apart, a, n, SUBTRACT | LOWER);
    m = rest;
  }
  for (let k = m - 1; k >= 1; k--) {
    const x = a + <usize>k * ld;
    const factor = reflector(k, x, d, e, tau);
    if (factor == 0) continue;
    symv(k, a, ld, x, w);
    scal(k, factor, w);
    axpy(k, -0.5 * factor * dot(w, x, k), x, w);
    for (let i = 0; i < k; i++) {
      axpy2(i + 1, -load<f64>(x + ((<usize>i) << 3)), w, -load<f64>(w + ((<usize>i) << 3)), x, a + <usize>i * ld);
    }
  }
  store<f64>(d, load<f64>(a));
  store<f64>(tau, 0);
}

/** Row k: stores d[k], e[k − 1], tau[k] and overwrites the row by its reflector; returns tau[k]. */
function reflector(k: i32, x: usize, d: usize, e: usize, tau: usize): f64 {
  const last = x + ((<usize>(k - 1)) << 3);
  const first = load<f64>(last);
  store<f64>(d + ((<usize>k) << 3), load<f64>(last, 8));
  const tail = dot(x, x, k - 1);
  store<f64>(last, 1);
  if (tail < NEGLIGIBLE) {
    store<f64>(e + ((<usize>(k - 1)) << 3), first);
    store<f64>(tau + ((<usize>k) << 3), 0);
    return 0;
  }
  const norm = Math.sqrt(first * first + tail);
  const beta = first >= 0 ? -norm : norm;
  const factor = (beta - first) / beta;
  scal(k - 1, 1 / (first - beta), x);
  store<f64>(e + ((<usize>(k - 1)) << 3), beta);
  store<f64>(tau + ((<usize>k) << 3), factor);
  return factor;
}

/** y ← A x for the leading k × k block, lower triangle read, rows `ld` bytes apart. */
function symv(k: i32, a: usize, ld: usize, x: usize, y: usize): void {
  memory.fill(y, 0, (<usize>k) << 3);
  let i = 0;
  for (; i + 3 < k; i += 4) {
    const xi = x + ((<usize>i) << 3);
    const yi = y + ((<usize>i) << 3);
    let a0 = a + <usize>i * ld;
    let a1 = a0 + ld;
    let a2 = a1 + ld;
    let a3 = a2 + ld;
    const x0 = v128.load_splat<f64>(xi);
    const x1 = v128.load_splat<f64>(xi, 8);
    const x2 = v128.load_splat<f64>(xi, 16);
    const x3 = v128.load_splat<f64>(xi, 24);
    let s0 = v128.splat<f64>(0);
    let s1 = s0,
      s2 = s0,
      s3 = s0;
    let px = x;
    let py = y;
    // Four columns a step: y is joined, the sums are not, whose lanes are those of every second column.
    for (; py + 16 < yi; py += 32) {
      const low = v128.load(px);
      const high = v128.load(px, 16);
      let y0 = v128.load(py);
      let y1 = v128.load(py, 16);
      let l = v128.load(a0);
      let h = v128.load(a0, 16);
      s0 = madd(h, high, madd(l, low, s0));
      y0 = madd(l, x0, y0);
      y1 = madd(h, x0, y1);
      l = v128.load(a1);
      h = v128.load(a1, 16);
      s1 = madd(h, high, madd(l, low, s1));
      y0 = madd(l, x1, y0);
      y1 = madd(h, x1, y1);
      l = v128.load(a2);
      h = v128.load(a2, 16);
      s2 = madd(h, high, madd(l, low, s2));
      y0 = madd(l, x2, y0);
      y1 = madd(h, x2, y1);
      l = v128.load(a3);
      h = v128.load(a3, 16);
      s3 = madd(h, high, madd(l, low, s3));
      y0 = madd(l, x3, y0);
      y1 = madd(h, x3, y1);
      storePair(py, y0, y1);
      px += 32;
      a0 += 32;
      a1 += 32;
      a2 += 32;
      a3 += 32;
    }
    diagonalBlock(4, a0, ld, xi, yi);
    store<f64>(yi, load<f64>(yi) + lanes(s0));
    store<f64>(yi, load<f64>(yi, 8) + lanes(s1), 8);
    store<f64>(yi, load<f64>(yi, 16) + lanes(s2), 16);
    store<f64>(yi, load<f64>(yi, 24) + lanes(s3), 24);
  }
  for (; i < k; i++) {
    const row = a + <usize>i * ld;
    const at = (<usize>i) << 3;
    store<f64>(y + at, load<f64>(y + at) + dot(row, x, i) + load<f64>(row + at) * load<f64>(x + at));
    axpy(i, load<f64>(x + at), row, y);
  }
}

function diagonalBlock(size: i32, a: usize, ld: usize, x: usize, y: usize): void {
  for (let r = 0; r < size; r++) {
    const row = a + <usize>r * ld;
    const xr = load<f64>(x + ((<usize>r) << 3));
    let sum = load<f64>(row + ((<usize>r) << 3)) * xr;
    for (let c = 0; c < r; c++) {
      const value = load<f64>(row + ((<usize>c) << 3));
      sum += value * load<f64>(x + ((<usize>c) << 3));
      const at = y + ((<usize>c) << 3);
      store<f64>(at, load<f64>(at) + value * xr);
    }
    const at = y + ((<usize>r) << 3);
    store<f64>(at, load<f64>(at) + sum);
  }
}

/** Reflectors applied at once on the way back. */
export const BACK: i32 = 48;
/** Vectors up to which blocks of reflectors cost more than they save: for ten vectors at n = 56, 42 µs against 7. */
const FEW: i32 = 48;

/**
 * Rows of `z` (count × n) from eigenvectors of T to eigenvectors of A: z ← z Qᵀ, in blocks I − Vᵀ Tᵀ V.
 * `scratch`: BACK · (2n + count + 2 BACK) entries.
 */
export function backTransform(n: i32, a: usize, tau: usize, count: i32, z: usize, scratch: usize): void {
  if (count <= FEW) return reflectEach(n, a, tau, count, z);
  const v = scratch;
  const products = v + ((<usize>(BACK * n)) << 3);
  const y = products + ((<usize>(BACK * n)) << 3);
  const t = y + ((<usize>(BACK * count)) << 3);
  const inner = t + ((<usize>(BACK * BACK)) << 3);
  for (let low = 2; low < n; low += BACK) {
    const high = min(low + BACK, n);
    const size = high - low;
    const length = high - 1;
    // Row p of V is the reflector of row high − 1 − p: the first factor of the block is the last row.
    for (let p = 0; p < size; p++) {
      const k = high - 1 - p;
      const row = v + ((<usize>(p * length)) << 3);
      memory.copy(row, a + ((<usize>k * <usize>n) << 3), (<usize>k) << 3);
      memory.fill(row + ((<usize>k) << 3), 0, (<usize>(length - k)) << 3);
    }
    gemm(size, size, length, 1, v, length, 1, 0, v, length, 1, 0, inner, size, 0);
    for (let p = 0; p < size; p++) {
      const factor = load<f64>(tau + ((<usize>(high - 1 - p)) << 3));
      for (let i = 0; i < size; i++) {
        let value = i == p ? factor : 0.0;
        if (i < p) {
          for (let j = i; j < p; j++) {
            value -=
              factor *
              load<f64>(t + ((<usize>(i * size + j)) << 3)) *
              load<f64>(inner + ((<usize>(j * size + p)) << 3));
          }
        }
        store<f64>(t + ((<usize>(i * size + p)) << 3), value);
      }
    }
    gemm(size, length, size, 1, t, 1, size, 0, v, 1, length, 0, products, length, 0);
    gemm(count, size, length, 1, z, n, 1, 0, v, length, 1, 0, y, size, 0);
    gemm(count, length, size, 1, y, size, 1, 0, products, 1, length, 0, z, n, SUBTRACT);
  }
}

/** The same, one reflector after another. */
function reflectEach(n: i32, a: usize, tau: usize, count: i32, z: usize): void {
  const line = (<usize>n) << 3;
  for (let k = 2; k < n; k++) {
    const v = a + <usize>k * line;
    const factor = load<f64>(tau + ((<usize>k) << 3));
    for (let i = 0; i < count; i++) {
      const row = z + <usize>i * line;
      axpy(k, -factor * dot(row, v, k), v, row);
    }
  }
}
