/** Cholesky, Householder QR and one-sided Jacobi rotations. */
import { axpy, dot, madd, lanes, rotate, scal } from './simd';
import { gemm, LOWER, SUBTRACT } from './gemm';

/** Columns factorised before the rest of the matrix is updated by one product. */
const BLOCK: i32 = 48;

/**
 * Lower triangle of A (n × n) ← L with A = L Lᵀ; the strict upper triangle ← 0. Returns −1, or the index of the first
 * pivot that is not positive, whose value then stands at its place.
 */
export function cholesky(n: i32, a: usize): i32 {
  const ld = (<usize>n) << 3;
  for (let start = 0; start < n; start += BLOCK) {
    const size = min(BLOCK, n - start);
    const end = start + size;
    const offset = (<usize>start) << 3;
    for (let i = start; i < n; i++) {
      const row = a + <usize>i * ld;
      const last = min(i, end - 1);
      for (let j = start; j <= last; j++) {
        const other = a + <usize>j * ld;
        const at = (<usize>j) << 3;
        const value = load<f64>(row + at) - dot(row + offset, other + offset, j - start);
        if (i == j) {
          if (!(value > 0)) {
            store<f64>(row + at, value);
            return i;
          }
          store<f64>(row + at, Math.sqrt(value));
        } else store<f64>(row + at, value / load<f64>(other + at));
      }
    }
    if (end < n) {
      const panel = a + <usize>end * ld + offset;
      gemm(n - end, n - end, size, 1, panel, n, 1, 0, panel, n, 1, 0, a + <usize>end * (ld + 8), n, SUBTRACT | LOWER);
    }
  }
  for (let i = 0; i < n; i++) memory.fill(a + <usize>i * ld + ((<usize>(i + 1)) << 3), 0, (<usize>(n - 1 - i)) << 3);
  return -1;
}

/** B (n × width) ← L⁻¹ B, blocks of rows by substitution, the rows below by products. */
export function solveLower(n: i32, width: i32, lower: usize, b: usize): void {
  const ld = (<usize>n) << 3;
  const line = (<usize>width) << 3;
  for (let start = 0; start < n; start += BLOCK) {
    const size = min(BLOCK, n - start);
    const end = start + size;
    for (let i = start; i < end; i++) {
      const row = b + <usize>i * line;
      const factors = lower + <usize>i * ld;
      for (let k = start; k < i; k++) axpy(width, -load<f64>(factors + ((<usize>k) << 3)), b + <usize>k * line, row);
      scal(width, 1 / load<f64>(factors + ((<usize>i) << 3)), row);
    }
    if (end < n) {
      gemm(
        n - end,
        width,
        size,
        1,
        lower + <usize>end * ld + ((<usize>start) << 3),
        n,
        1,
        0,
        b + <usize>start * line,
        1,
        width,
        0,
        b + <usize>end * line,
        width,
        SUBTRACT,
      );
    }
  }
}

/** B (n × width) ← L⁻ᵀ B. */
export function solveLowerTransposed(n: i32, width: i32, lower: usize, b: usize): void {
  const ld = (<usize>n) << 3;
  const line = (<usize>width) << 3;
  for (let start = ((n - 1) / BLOCK) * BLOCK; start >= 0; start -= BLOCK) {
    const end = min(start + BLOCK, n);
    for (let i = end - 1; i >= start; i--) {
      const row = b + <usize>i * line;
      const factors = lower + <usize>i * ld;
      scal(width, 1 / load<f64>(factors + ((<usize>i) << 3)), row);
      for (let k = start; k < i; k++) axpy(width, -load<f64>(factors + ((<usize>k) << 3)), row, b + <usize>k * line);
    }
    if (start > 0) {
      gemm(
        start,
        width,
        end - start,
        1,
        lower + <usize>start * ld,
        1,
        n,
        0,
        b + <usize>start * line,
        1,
        width,
        0,
        b,
        width,
        SUBTRACT,
      );
    }
  }
}

/**
 * Householder QR of a tall matrix given by columns: row j of `a` (n × m) is column j. The rows become the reflectors and,
 * before the diagonal, the entries of R above it; `diagonal` (n) gets the diagonal of R; `q` (n × m) the rows of Qᵀ.
 */
export function qr(m: i32, n: i32, a: usize, diagonal: usize, factors: usize, q: usize): void {
  const line = (<usize>m) << 3;
  for (let k = 0; k < n; k++) {
    const x = a + <usize>k * line + ((<usize>k) << 3);
    const factor = reflector(m - k, x, diagonal + ((<usize>k) << 3));
    store<f64>(factors + ((<usize>k) << 3), factor);
    if (factor != 0) for (let j = k + 1; j < n; j++) reflect(m - k, factor, x, a + <usize>j * line + ((<usize>k) << 3));
  }
  memory.fill(q, 0, <usize>n * line);
  for (let k = n - 1; k >= 0; k--) {
    const offset = (<usize>k) << 3;
    store<f64>(q + <usize>k * line + offset, 1);
    const factor = load<f64>(factors + offset);
    if (factor == 0) continue;
    const v = a + <usize>k * line + offset;
    for (let j = k; j < n; j++) reflect(m - k, factor, v, q + <usize>j * line + offset);
  }
}

/** x (largest entry of the matrix about 1) ← v with v₀ = 1 and (I − factor v vᵀ) x = beta e₁; returns factor. */
function reflector(length: i32, x: usize, beta: usize): f64 {
  const first = load<f64>(x);
  let tail = dot(x + 8, x + 8, length - 1);
  let unit: f64 = 1;
  if (tail < 1e-200) {
    // A column of tiny entries still has a direction: square it in a unit of its own.
    let largest: f64 = 0;
    for (let i = 1; i < length; i++) largest = Math.max(largest, Math.abs(load<f64>(x + ((<usize>i) << 3))));
    if (largest < 1e-290) {
      store<f64>(beta, first);
      store<f64>(x, 1);
      for (let i = 1; i < length; i++) store<f64>(x + ((<usize>i) << 3), 0);
      return 0;
    }
    if (Math.abs(first) < 1e-90) {
      unit = Math.max(largest, Math.abs(first));
      for (let i = 0; i < length; i++) store<f64>(x + ((<usize>i) << 3), load<f64>(x + ((<usize>i) << 3)) / unit);
      tail = dot(x + 8, x + 8, length - 1);
    }
  }
  const head = load<f64>(x);
  const norm = Math.sqrt(head * head + tail);
  const value = head >= 0 ? -norm : norm;
  store<f64>(beta, value * unit);
  scal(length - 1, 1 / (head - value), x + 8);
  store<f64>(x, 1);
  return (value - head) / value;
}

/** y ← (I − factor v vᵀ) y. */
function reflect(length: i32, factor: f64, v: usize, y: usize): void {
  axpy(length, -factor * dot(v, y, length), v, y);
}

/** Rows that are combined with each later row in turn, which is then fetched once for all of them. */
const TOGETHER: i32 = 8;

/**
 * Rotates pairs of rows of `a` (n × m) until all are orthogonal to working precision, and the rows of `r` (n × n) with
 * them; `squares`: n entries of scratch. Returns the number of sweeps.
 */
export function jacobi(n: i32, m: i32, a: usize, r: usize, squares: usize): i32 {
  const line = (<usize>m) << 3;
  const side = (<usize>n) << 3;
  for (let i = 0; i < n; i++) {
    const x = a + <usize>i * line;
    store<f64>(squares + ((<usize>i) << 3), dot(x, x, m));
  }
  for (let sweep = 1; sweep <= 60; sweep++) {
    let rotated = false;
    for (let block = 0; block < n; block += TOGETHER) {
      for (let j = block + 1; j < n; j++) {
        const end = min(block + TOGETHER, j);
        for (let i = block; i < end; i++) {
          if (
            rotatePair(
              m,
              n,
              a + <usize>i * line,
              a + <usize>j * line,
              r + <usize>i * side,
              r + <usize>j * side,
              squares + ((<usize>i) << 3),
              squares + ((<usize>j) << 3),
            )
          )
            rotated = true;
        }
      }
    }
    if (!rotated) return sweep;
  }
  return 60;
}

/** Makes rows x and y (m entries) orthogonal, and turns u and v (n) alike; `xx`, `yy`: their squared norms. */
function rotatePair(m: i32, n: i32, x: usize, y: usize, u: usize, v: usize, xx: usize, yy: usize): bool {
  // Rounding of an inner product of m terms; below it there is nothing left to rotate.
  const tolerance = 2.2e-16 * Math.max(4, Math.sqrt(m));
  const a = load<f64>(xx);
  const b = load<f64>(yy);
  const product = dot(x, y, m);
  if (a < 1e-280 || b < 1e-280 || Math.abs(product) <= tolerance * Math.sqrt(a) * Math.sqrt(b)) return false;
  const zeta = (b - a) / (2 * product);
  const magnitude = Math.abs(zeta);
  const t = (zeta >= 0 ? 1 : -1) / (magnitude > 1e150 ? 2 * magnitude : magnitude + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  rotate(m, x, y, c, c * t);
  rotate(n, u, v, c, c * t);
  store<f64>(xx, dot(x, x, m));
  store<f64>(yy, dot(y, y, m));
  return true;
}
