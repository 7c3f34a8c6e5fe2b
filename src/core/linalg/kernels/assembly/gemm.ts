/**
 * C ← ± A B (+ C) with packed panels and a 6 × 4 register tile.
 *
 * The inner index is two-level: k = (outer, inner), each level with its own stride. A sum over the images of a stack,
 * Σ_n Y_n X_nᵀ, is then one product, and so is V Wᵀ + W Vᵀ (outer = 2). Strides are in entries, pointers in bytes.
 */
import { madd } from './simd';
import { ACCUMULATE, LOWER, SUBTRACT, tile, TRANSPOSED } from './tile';

const MR: i32 = 6;
const NR: i32 = 4;
const KC: i32 = 256;
const MC: i32 = 96;
const NC: i32 = 512;
/** Rows or columns of the other factor up to which a factor is not packed. */
const SKINNY: i32 = 48;
/**
 * Row length up to which a factor whose tiles lie along its rows is not packed: KC rows then stay in the second-level
 * cache. Measured, XᵀX in GF/s, in place and packed: 50 columns 18.3 and 17.2, 64 22.4 and 17.9, 112 23.9 and 20.6, 160
 * 22.5 and 22.1.
 */
const NARROW: i32 = 128;

/** The build reserves the memory below 2 MiB (--memoryBase) for the packed panels: nothing is allocated per call. */
const PACKED_A: usize = 0x1000;
const PACKED_B: usize = 0x80000;

export { ACCUMULATE, LOWER, SUBTRACT, TRANSPOSED };

/**
 * C (m × n, row length ldc): C ← A B, C + A B (ACCUMULATE) or C − A B (SUBTRACT); with LOWER only tiles that touch
 * the lower triangle are written (entries above the diagonal are then undefined); with TRANSPOSED Cᵀ (n × m, row length
 * ldc) is written. A_ik = a[i·aRow + k₂·aInner + k₁·aOuter].
 */
export function gemm(
  m: i32,
  n: i32,
  inner: i32,
  outer: i32,
  a: usize,
  aRow: i32,
  aInner: i32,
  aOuter: i32,
  b: usize,
  bCol: i32,
  bInner: i32,
  bOuter: i32,
  c: usize,
  ldc: i32,
  mode: i32,
): void {
  const total = inner * outer;
  if (m == 0 || n == 0) return;
  const transposed = (mode & TRANSPOSED) != 0;
  if (total == 0) {
    if ((mode & (ACCUMULATE | SUBTRACT)) == 0) {
      const height = transposed ? n : m;
      const width = transposed ? m : n;
      for (let i = 0; i < height; i++) memory.fill(c + ((<usize>i * <usize>ldc) << 3), 0, (<usize>width) << 3);
    }
    return;
  }
  // A packed panel pays off over many tiles; a factor that meets few is read in place. At the rims tiles then read up to
  // five entries beyond its rows, for nothing; an odd number of rows that lie apart is packed.
  const directA = outer == 1 && (n <= SKINNY || (aRow == 1 && aInner <= NARROW));
  const directB = outer == 1 && bCol == 1 && (m <= SKINNY || bInner <= NARROW);
  // Blocks of equal length: a short last one would cost as many stores as a long one.
  const blocks = (total + KC - 1) / KC;
  const block = (total + blocks - 1) / blocks;
  for (let jc = 0; jc < n; jc += NC) {
    const nc = min(NC, n - jc);
    for (let pc = 0; pc < total; pc += block) {
      const kc = min(block, total - pc);
      // The first block of an overwriting product stores, the others add.
      let how = mode & (ACCUMULATE | SUBTRACT | TRANSPOSED);
      if ((how & ~TRANSPOSED) == 0 && pc > 0) how |= ACCUMULATE;
      const paddedN = (nc + NR - 1) / NR;
      for (let j = directB ? paddedN : 0; j < paddedN; j++) {
        pack(
          b + ((<usize>((jc + j * NR) * bCol)) << 3),
          bCol,
          bInner,
          bOuter,
          inner,
          pc,
          kc,
          min(NR, nc - j * NR),
          NR,
          PACKED_B + ((<usize>(j * NR * kc)) << 3),
        );
      }
      const first = mode & LOWER ? (jc / MC) * MC : 0;
      for (let ic = first; ic < m; ic += MC) {
        const mc = min(MC, m - ic);
        const paddedM = (mc + MR - 1) / MR;
        const inPlace = directA ? (aRow == 1 || mc % 2 == 0 ? paddedM : mc / MR) : 0;
        for (let i = inPlace; i < paddedM; i++) {
          pack(
            a + ((<usize>(ic + i * MR) * <usize>aRow) << 3),
            aRow,
            aInner,
            aOuter,
            inner,
            pc,
            kc,
            min(MR, mc - i * MR),
            MR,
            PACKED_A + ((<usize>(i * MR * kc)) << 3),
          );
        }
        for (let j = 0; j < paddedN; j++) {
          const col = jc + j * NR;
          const panelB = directB
            ? b + ((<usize>pc * <usize>bInner + <usize>col) << 3)
            : PACKED_B + ((<usize>(j * NR * kc)) << 3);
          const stepB: usize = directB ? (<usize>bInner) << 3 : 32;
          for (let i = 0; i < paddedM; i++) {
            const top = ic + i * MR;
            // Of a tile that the diagonal enters only the rows that reach the lower triangle.
            const above = mode & LOWER ? max(0, col - top) : 0;
            const row = top + above;
            const rows = min(MR, m - top) - above;
            if (rows <= 0) continue;
            const cols = min(NR, n - col);
            const at =
              c + ((transposed ? <usize>col * <usize>ldc + <usize>row : <usize>row * <usize>ldc + <usize>col) << 3);
            if (i < inPlace) {
              const from = a + ((<usize>row * <usize>aRow + <usize>pc * <usize>aInner) << 3);
              tile(kc, from, (<usize>aRow) << 3, (<usize>aInner) << 3, panelB, stepB, at, ldc, rows, cols, how);
            } else {
              const from = PACKED_A + ((<usize>(i * MR * kc + above)) << 3);
              tile(kc, from, 8, 48, panelB, stepB, at, ldc, rows, cols, how);
            }
          }
        }
      }
    }
  }
}

/** Packs `kc` inner indices from `start` on of `width` rows (padded with zeros to `tileWidth`), k-major. */
function pack(
  source: usize,
  stride: i32,
  inner: i32,
  outer: i32,
  innerCount: i32,
  start: i32,
  kc: i32,
  width: i32,
  tileWidth: i32,
  to: usize,
): void {
  let k = 0;
  while (k < kc) {
    const o = (start + k) / innerCount;
    const i = start + k - o * innerCount;
    const run = min(innerCount - i, kc - k);
    const from = source + ((<usize>o * <usize>outer + <usize>i * <usize>inner) << 3);
    const at = to + ((<usize>(k * tileWidth)) << 3);
    for (let w = 0; w < tileWidth; w += 2) {
      packPair(from + ((<usize>(w * stride)) << 3), stride, inner, run, width - w, tileWidth, at + ((<usize>w) << 3));
    }
    k += run;
  }
}

/** Two neighbouring rows of a packed panel: `have` of them (≤ 0, 1, ≥ 2) exist, the rest is zero. */
function packPair(from: usize, stride: i32, inner: i32, run: i32, have: i32, tileWidth: i32, to: usize): void {
  const step = (<usize>tileWidth) << 3;
  const along = (<usize>inner) << 3;
  if (have <= 0) {
    for (let k = 0; k < run; k++, to += step) v128.store(to, v128.splat<f64>(0));
  } else if (have == 1) {
    for (let k = 0; k < run; k++, to += step, from += along) v128.store(to, v128.load64_zero(from));
  } else if (stride == 1) {
    for (let k = 0; k < run; k++, to += step, from += along) v128.store(to, v128.load(from));
  } else {
    let second = from + ((<usize>stride) << 3);
    let k = 0;
    if (inner == 1) {
      for (; k + 1 < run; k += 2) {
        const x = v128.load(from);
        const y = v128.load(second);
        v128.store(to, v128.shuffle<f64>(x, y, 0, 2));
        v128.store(to + step, v128.shuffle<f64>(x, y, 1, 3));
        to += step << 1;
        from += 16;
        second += 16;
      }
    }
    for (; k < run; k++, to += step, from += along, second += along) {
      store<f64>(to, load<f64>(from));
      store<f64>(to, load<f64>(second), 8);
    }
  }
}

/** Copies the lower triangle of an n × n matrix onto the upper, in 8 × 8 blocks. */
export function mirror(n: i32, c: usize, ldc: i32): void {
  const ld = <usize>ldc;
  for (let ib = 0; ib < n; ib += 8) {
    for (let jb = 0; jb <= ib; jb += 8) {
      const iEnd = min(ib + 8, n);
      for (let i = ib; i < iEnd; i++) {
        const jEnd = min(jb + 8, i);
        for (let j = jb; j < jEnd; j++) {
          store<f64>(c + ((<usize>j * ld + <usize>i) << 3), load<f64>(c + ((<usize>i * ld + <usize>j) << 3)));
        }
      }
    }
  }
}

/** Squared distances of the rows of A (m × k) against the rows of B (n × k), as sums of squared differences. */
export function distances(m: i32, n: i32, k: i32, a: usize, b: usize, c: usize): void {
  const length = (<usize>k) << 3;
  for (let i = 0; i < m; i++) {
    let j = 0;
    // Four rows of B a pass: the differences of one loaded A vector feed four independent sums.
    for (; j + 3 < n; j += 4) {
      let x = a + <usize>i * length;
      let y0 = b + <usize>j * length;
      let y1 = y0 + length;
      let y2 = y1 + length;
      let y3 = y2 + length;
      let s0 = v128.splat<f64>(0);
      let s1 = s0,
        s2 = s0,
        s3 = s0;
      let left = k;
      for (; left >= 2; left -= 2) {
        const v = v128.load(x);
        const d0 = f64x2.sub(v, v128.load(y0));
        const d1 = f64x2.sub(v, v128.load(y1));
        const d2 = f64x2.sub(v, v128.load(y2));
        const d3 = f64x2.sub(v, v128.load(y3));
        s0 = madd(d0, d0, s0);
        s1 = madd(d1, d1, s1);
        s2 = madd(d2, d2, s2);
        s3 = madd(d3, d3, s3);
        x += 16;
        y0 += 16;
        y1 += 16;
        y2 += 16;
        y3 += 16;
      }
      const at = c + ((<usize>i * <usize>n + <usize>j) << 3);
      store<f64>(at, finish(s0, x, y0, left));
      store<f64>(at, finish(s1, x, y1, left), 8);
      store<f64>(at, finish(s2, x, y2, left), 16);
      store<f64>(at, finish(s3, x, y3, left), 24);
    }
    for (; j < n; j++) {
      let x = a + <usize>i * length;
      let y = b + <usize>j * length;
      let s = v128.splat<f64>(0);
      let left = k;
      for (; left >= 2; left -= 2) {
        const d = f64x2.sub(v128.load(x), v128.load(y));
        s = madd(d, d, s);
        x += 16;
        y += 16;
      }
      store<f64>(c + ((<usize>i * <usize>n + <usize>j) << 3), finish(s, x, y, left));
    }
  }
}

function finish(s: v128, x: usize, y: usize, left: i32): f64 {
  let sum = v128.extract_lane<f64>(s, 0) + v128.extract_lane<f64>(s, 1);
  if (left) {
    const d = load<f64>(x) - load<f64>(y);
    sum += d * d;
  }
  return sum;
}
