/** Implicit QL with Wilkinson shifts for small tridiagonal matrices. */
import { rotate } from './simd';

const EPSILON: f64 = 2.220446049250313e-16;
/** Couplings below this are zero: the matrix is scaled to about 1. */
const ABSOLUTE: f64 = 1e-100;

/** √(f² + g²) without underflow. */
export function hypotenuse(f: f64, g: f64): f64 {
  const largest = Math.max(Math.abs(f), Math.abs(g));
  if (largest > 1e-140) return Math.sqrt(f * f + g * g);
  if (largest == 0) return 0;
  const x = f * 1e150;
  const y = g * 1e150;
  return Math.sqrt(x * x + y * y) * 1e-150;
}

/**
 * Overwrites d (n) by the eigenvalues, unordered, and the rows of `rows` (n of `width` entries, `ld` bytes apart) by the
 * eigenvectors. Returns 0, or 1 when an eigenvalue took 80 iterations.
 */
export function iterateQl(n: i32, d: usize, e: usize, rows: usize, ld: usize, width: i32): i32 {
  for (let low = 0; low < n - 1; low++) {
    for (let iteration = 0; ; iteration++) {
      let high = low;
      while (high < n - 1) {
        const size = Math.abs(load<f64>(d + ((<usize>high) << 3))) + Math.abs(load<f64>(d + ((<usize>high) << 3), 8));
        if (Math.abs(load<f64>(e + ((<usize>high) << 3))) <= EPSILON * size + ABSOLUTE) break;
        high++;
      }
      if (high == low) break;
      if (iteration == 80) return 1;
      const dLow = load<f64>(d + ((<usize>low) << 3));
      const eLow = load<f64>(e + ((<usize>low) << 3));
      let g = (load<f64>(d + ((<usize>low) << 3), 8) - dLow) / (2 * eLow);
      let r = hypotenuse(g, 1);
      g = load<f64>(d + ((<usize>high) << 3)) - dLow + eLow / (g + (g >= 0 ? r : -r));
      let s: f64 = 1;
      let c: f64 = 1;
      let p: f64 = 0;
      let i = high - 1;
      let underflow = false;
      for (; i >= low; i--) {
        const di = d + ((<usize>i) << 3);
        const ei = e + ((<usize>i) << 3);
        const f = s * load<f64>(ei);
        const b = c * load<f64>(ei);
        r = hypotenuse(f, g);
        store<f64>(ei, r, 8);
        if (r == 0) {
          store<f64>(di, load<f64>(di, 8) - p, 8);
          store<f64>(e + ((<usize>high) << 3), 0);
          underflow = true;
          break;
        }
        s = f / r;
        c = g / r;
        g = load<f64>(di, 8) - p;
        r = (load<f64>(di) - g) * s + 2 * c * b;
        p = s * r;
        store<f64>(di, g + p, 8);
        g = c * r - b;
        const row = rows + <usize>i * ld;
        rotate(width, row, row + ld, c, s);
      }
      if (underflow) continue;
      store<f64>(d + ((<usize>low) << 3), dLow - p);
      store<f64>(e + ((<usize>low) << 3), g);
      store<f64>(e + ((<usize>high) << 3), 0);
    }
  }
  return 0;
}
