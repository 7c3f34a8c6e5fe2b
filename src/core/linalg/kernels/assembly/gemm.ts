/**
 * C ← ± A B (+ C) with packed panels and a 6 × 4 register tile.
 *
 * The inner index is two-level: k = (outer, inner), each level with its own stride. A sum over the images of a stack,
 * Σ_n Y_n X_nᵀ, is then one product, and so is V Wᵀ + W Vᵀ (outer = 2). Strides are in entries, pointers in bytes.
 */
import { transposeFour } from './move';
import { lanes, madd, storeFour, storePair } from './simd';
import { ACCUMULATE, LOWER, SUBTRACT, tile, TRANSPOSED } from './tile';

const MR: i32 = 6;
/** Columns of a tile, and rows of one that reads strided rows of A in place: see setWidth. */
let nr: i32 = 4;
let apartRows: i32 = MR;
const KC: i32 = 256;
const MC: i32 = 96;
const NC: i32 = 512;
/** Rows or columns of the other factor up to which a factor is not packed. */
const SKINNY: i32 = 48;
/**
 * Row length up to which a factor whose tiles lie along its rows is not packed: KC rows then stay in the second-level
 * cache. Measured, XᵀX in GF/s, in place and packed: 50 columns 18.3 and 17.2, 64 22.4 and 17.9, 112 23.9 and 20.6, 160
 * 22.5 and 22.1; with joined vectors 48 columns 48.3 and 41.2, 56 47.2 and 41.3, 100 36.1 and 40.1.
 */
let narrow: i32 = 128;

/** The build reserves the memory below 2 MiB (--memoryBase) for the packed panels: nothing is allocated per call. */
const PACKED_A: usize = 0x1000;
const PACKED_B: usize = 0x80000;

/** Rows of A from which eight rows of B are put side by side, in a panel of at most so many bytes. */
const SHARED: i32 = 4;
const PANEL: usize = PACKED_B - PACKED_A - 256;

export { ACCUMULATE, LOWER, SUBTRACT, TRANSPOSED };

/** Tiles for registers of 256 bits, as two vectors joined make them, or of 128. No bit depends on it. */
export function setWidth(bits: i32): void {
  nr = bits == 256 ? 8 : 4;
  apartRows = bits == 256 ? 4 : MR;
  narrow = bits == 256 ? 96 : 128;
}

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
  // A packed panel pays off over many tiles; a factor that meets few is read in place. At the edges, tiles then read
  // up to five entries beyond its rows, unused; an odd number of strided rows is packed.
  const directA = outer == 1 && (n <= SKINNY || (aRow == 1 && aInner <= narrow));
  const directB = outer == 1 && bCol == 1 && (m <= SKINNY || bInner <= narrow);
  const mr = directA && aRow != 1 ? apartRows : MR;
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
      const paddedN = (nc + nr - 1) / nr;
      for (let j = directB ? paddedN : 0; j < paddedN; j++) {
        pack(
          b + ((<usize>((jc + j * nr) * bCol)) << 3),
          bCol,
          bInner,
          bOuter,
          inner,
          pc,
          kc,
          min(nr, nc - j * nr),
          nr,
          PACKED_B + ((<usize>(j * nr * kc)) << 3),
        );
      }
      const first = mode & LOWER ? (jc / MC) * MC : 0;
      for (let ic = first; ic < m; ic += MC) {
        const mc = min(MC, m - ic);
        const paddedM = (mc + mr - 1) / mr;
        const inPlace = directA ? (aRow == 1 || mc % 2 == 0 ? paddedM : mc / mr) : 0;
        for (let i = inPlace; i < paddedM; i++) {
          pack(
            a + ((<usize>(ic + i * mr) * <usize>aRow) << 3),
            aRow,
            aInner,
            aOuter,
            inner,
            pc,
            kc,
            min(mr, mc - i * mr),
            mr,
            PACKED_A + ((<usize>(i * mr * kc)) << 3),
          );
        }
        for (let j = 0; j < paddedN; j++) {
          const col = jc + j * nr;
          const panelB = directB
            ? b + ((<usize>pc * <usize>bInner + <usize>col) << 3)
            : PACKED_B + ((<usize>(j * nr * kc)) << 3);
          const stepB: usize = directB ? (<usize>bInner) << 3 : (<usize>nr) << 3;
          for (let i = 0; i < paddedM; i++) {
            const top = ic + i * mr;
            // Of a tile that the diagonal enters only the rows that reach the lower triangle.
            const above = mode & LOWER ? max(0, col - top) : 0;
            const row = top + above;
            const rows = min(mr, m - top) - above;
            if (rows <= 0) continue;
            // Of a wide one that it leaves in its first half only that half.
            const reached = mode & LOWER ? row + rows - col : nr;
            const cols = min(reached <= 4 ? 4 : nr, n - col);
            const at =
              c + ((transposed ? <usize>col * <usize>ldc + <usize>row : <usize>row * <usize>ldc + <usize>col) << 3);
            if (i < inPlace) {
              const from = a + ((<usize>row * <usize>aRow + <usize>pc * <usize>aInner) << 3);
              tile(kc, from, (<usize>aRow) << 3, (<usize>aInner) << 3, panelB, stepB, at, ldc, rows, cols, how);
            } else {
              const from = PACKED_A + ((<usize>(i * mr * kc + above)) << 3);
              tile(kc, from, 8, (<usize>mr) << 3, panelB, stepB, at, ldc, rows, cols, how);
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
    let w = 0;
    for (; w + 3 < width; w += 4) {
      packFour(from + ((<usize>(w * stride)) << 3), stride, inner, run, tileWidth, at + ((<usize>w) << 3));
    }
    for (; w < tileWidth; w += 2) {
      packPair(from + ((<usize>(w * stride)) << 3), stride, inner, run, width - w, tileWidth, at + ((<usize>w) << 3));
    }
    k += run;
  }
}

/** Four neighbouring rows of a packed panel. */
function packFour(from: usize, stride: i32, inner: i32, run: i32, tileWidth: i32, to: usize): void {
  const step = (<usize>tileWidth) << 3;
  const along = (<usize>inner) << 3;
  if (stride == 1) {
    for (let k = 0; k < run; k++, to += step, from += along) {
      const x = v128.load(from);
      const y = v128.load(from, 16);
      storePair(to, x, y);
    }
    return;
  }
  const apart = (<usize>stride) << 3;
  if (inner == 1) return transposeFour(from, apart, to, step, run);
  let second = from + apart;
  let third = second + apart;
  let fourth = third + apart;
  for (let k = 0; k < run; k++, to += step) {
    store<f64>(to, load<f64>(from));
    store<f64>(to, load<f64>(second), 8);
    store<f64>(to, load<f64>(third), 16);
    store<f64>(to, load<f64>(fourth), 24);
    from += along;
    second += along;
    third += along;
    fourth += along;
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
  const line = (<usize>ldc) << 3;
  for (let ib = 0; ib < n; ib += 8) {
    const iEnd = min(ib + 8, n);
    let i = ib;
    for (; i + 3 < iEnd; i += 4) {
      const row = c + <usize>i * line;
      const column = c + ((<usize>i) << 3);
      for (let jb = 0; jb < ib; jb += 8) {
        transposeFour(row + ((<usize>jb) << 3), line, column + <usize>jb * line, line, 8);
      }
    }
    for (; i < iEnd; i++) mirrorRow(c, line, i, 0, ib);
    for (i = ib; i < iEnd; i++) mirrorRow(c, line, i, ib, i);
  }
}

/** Entries `from` … `to` − 1 of row i become those of column i. */
function mirrorRow(c: usize, line: usize, i: i32, from: i32, to: i32): void {
  let source = c + <usize>i * line + ((<usize>from) << 3);
  let target = c + <usize>from * line + ((<usize>i) << 3);
  for (let j = from; j < to; j++, source += 8, target += line) store<f64>(target, load<f64>(source));
}

/** Squared distances of the rows of A (m × k) against the rows of B (n × k), as sums of squared differences. */
export function distances(m: i32, n: i32, k: i32, a: usize, b: usize, c: usize): void {
  const length = (<usize>k) << 3;
  const line = (<usize>n) << 3;
  const pairs = <usize>(k >> 1);
  let j = 0;
  if (m >= SHARED && pairs * 128 <= PANEL) {
    for (; j + 7 < n; j += 8) distancesOfEight(m, k, a, b + <usize>j * length, c + ((<usize>j) << 3), line);
  }
  for (; j < n; j++) {
    for (let i = 0; i < m; i++) {
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
      store<f64>(c + <usize>i * line + ((<usize>j) << 3), finish(lanes(s), x, y, left));
    }
  }
}

/**
 * The rows of A against eight rows of B. Pairs of entries of the eight are interleaved first, which lets the engine join
 * each pair of rows.
 */
function distancesOfEight(m: i32, k: i32, a: usize, b: usize, c: usize, line: usize): void {
  const length = (<usize>k) << 3;
  const pairs = k >> 1;
  for (let r = 0; r < 8; r++) {
    let from = b + <usize>r * length;
    let to = PACKED_A + ((<usize>r) << 4);
    for (let p = 0; p < pairs; p++, from += 16, to += 128) v128.store(to, v128.load(from));
  }
  const sums = PACKED_A + ((<usize>pairs) << 7);
  for (let i = 0; i < m; i++, c += line) {
    let x = a + <usize>i * length;
    let y = PACKED_A;
    let s0 = v128.splat<f64>(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let s4 = s0;
    let s5 = s0;
    let s6 = s0;
    let s7 = s0;
    for (let p = 0; p < pairs; p++, x += 16, y += 128) {
      const v = v128.load(x);
      const d0 = f64x2.sub(v, v128.load(y));
      const d1 = f64x2.sub(v, v128.load(y, 16));
      const d2 = f64x2.sub(v, v128.load(y, 32));
      const d3 = f64x2.sub(v, v128.load(y, 48));
      const d4 = f64x2.sub(v, v128.load(y, 64));
      const d5 = f64x2.sub(v, v128.load(y, 80));
      const d6 = f64x2.sub(v, v128.load(y, 96));
      const d7 = f64x2.sub(v, v128.load(y, 112));
      s0 = madd(d0, d0, s0);
      s1 = madd(d1, d1, s1);
      s2 = madd(d2, d2, s2);
      s3 = madd(d3, d3, s3);
      s4 = madd(d4, d4, s4);
      s5 = madd(d5, d5, s5);
      s6 = madd(d6, d6, s6);
      s7 = madd(d7, d7, s7);
    }
    storeFour(sums + 64, s4, s5, s6, s7);
    storeFour(sums, s0, s1, s2, s3);
    let tail = b + ((<usize>pairs) << 4);
    for (let r: usize = 0; r < 64; r += 8, tail += length) {
      const sum = load<f64>(sums + (r << 1)) + load<f64>(sums + (r << 1), 8);
      store<f64>(c + r, finish(sum, x, tail, k & 1));
    }
  }
}

function finish(sum: f64, x: usize, y: usize, left: i32): f64 {
  if (left == 0) return sum;
  const d = load<f64>(x) - load<f64>(y);
  return sum + d * d;
}
