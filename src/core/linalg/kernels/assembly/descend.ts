/** Coordinate descent on non-negative codes, eight rows side by side. */
import { storePair } from './simd';

/** Entries of eight rows, below the packed panels of B in gemm: codes first, then their products. */
const CODES: usize = 0x1000;

/**
 * `rounds` times over the entries of each row of H ≥ 0 (m × q), every entry at its optimum in turn: h_j ← max(0, h_j +
 * (c_j − Σ_k h_k g_jk) / g_jj), for products C with the parts (m × q) and their Gram matrix G (q × q); where g_jj = 0
 * it stays. Sums are never fused, and a row does not depend on the others. q ≤ 4000.
 */
export function descend(m: i32, q: i32, h: usize, c: usize, g: usize, rounds: i32): void {
  const line = (<usize>q) << 3;
  const size = (<usize>q) << 6;
  const products = CODES + size;
  const zero = v128.splat<f64>(0);
  for (let i = 0; i < m; i += 8, h += line << 3, c += line << 3) {
    const rows = min(8, m - i);
    memory.fill(CODES, 0, size << 1);
    for (let r = 0; r < rows; r++) {
      for (let j = 0; j < q; j++) {
        const from = <usize>r * line + ((<usize>j) << 3);
        const to = ((<usize>j) << 6) + ((<usize>r) << 3);
        store<f64>(CODES + to, load<f64>(h + from));
        store<f64>(products + to, load<f64>(c + from));
      }
    }
    for (let round = 0; round < rounds; round++) {
      for (let j = 0; j < q; j++) {
        const weights = g + <usize>j * line;
        const curvature = load<f64>(weights + ((<usize>j) << 3));
        if (curvature == 0) continue;
        const from = products + ((<usize>j) << 6);
        let s0 = v128.load(from);
        let s1 = v128.load(from, 16);
        let s2 = v128.load(from, 32);
        let s3 = v128.load(from, 48);
        let at = CODES;
        for (let k = weights, end = weights + line; k < end; k += 8, at += 64) {
          const w = v128.load_splat<f64>(k);
          s0 = f64x2.sub(s0, f64x2.mul(v128.load(at), w));
          s1 = f64x2.sub(s1, f64x2.mul(v128.load(at, 16), w));
          s2 = f64x2.sub(s2, f64x2.mul(v128.load(at, 32), w));
          s3 = f64x2.sub(s3, f64x2.mul(v128.load(at, 48), w));
        }
        const d = v128.splat<f64>(curvature);
        const to = CODES + ((<usize>j) << 6);
        const n0 = f64x2.max(zero, f64x2.add(v128.load(to), f64x2.div(s0, d)));
        const n1 = f64x2.max(zero, f64x2.add(v128.load(to, 16), f64x2.div(s1, d)));
        const n2 = f64x2.max(zero, f64x2.add(v128.load(to, 32), f64x2.div(s2, d)));
        const n3 = f64x2.max(zero, f64x2.add(v128.load(to, 48), f64x2.div(s3, d)));
        storePair(to + 32, n2, n3);
        storePair(to, n0, n1);
      }
    }
    for (let r = 0; r < rows; r++) {
      for (let j = 0; j < q; j++) {
        store<f64>(h + <usize>r * line + ((<usize>j) << 3), load<f64>(CODES + ((<usize>j) << 6) + ((<usize>r) << 3)));
      }
    }
  }
}
