/**
 * Second moments of the pixels of a stack of images, M = Σ_n vec X_n vec X_nᵀ (vec row by row). All sums of an
 * iteration over the images and codes w_n = Cᵀ X_n R, weighted entry by entry, follow from Θ_ab = Σ_n w_n,ab X_n = M
 * (c_a ⊗ r_b), q_c q_r matrices of the size of an image: 2 (rows cols)² min(q_c, q_r) floating point operations and a
 * few products of Θ with C and R, for any number of images.
 */
import type { ImageBatch } from './batch/imageBatch.ts';
import { load } from './loadedFactor.ts';
import { ACCUMULATE, kernels, read, TRANSPOSED, withScratch, write, type Kernels } from './kernels/kernels.ts';
import { matrix, type Matrix } from './matrix.ts';
import { shapeOf } from './products.ts';
import { batchMemory } from './batchMemory.ts';

/** M, in strips of STRIP columns, each strip row by row; plain values that stay valid after the images are released. */
export interface PixelMoments {
  readonly rows: number;
  readonly cols: number;
  readonly values: Float64Array;
}

/** Columns per strip. */
const STRIP = 124;
/** Images summed at a time. */
const PART = 512;
/** Values of Θ for the shapes that share a pass over M. */
const GROUP_VALUES = 2 ** 22;

/** Entries of M. */
export function pixelMomentEntries(rows: number, cols: number): number {
  return (rows * cols) ** 2;
}

/** First column, width and position of every strip of M with d columns. */
function stripsOf(d: number): { readonly first: number; readonly width: number; readonly at: number }[] {
  return Array.from({ length: Math.ceil(d / STRIP) }, (_, s) => ({
    first: s * STRIP,
    width: Math.min(STRIP, d - s * STRIP),
    at: s * STRIP * d,
  }));
}

/**
 * M of the images of a batch: N (rows cols)² floating point operations. Calls `checkCancelled`, which may throw,
 * between parts. Throws KernelMemoryError.
 */
export function pixelMomentsOf(batch: ImageBatch, checkCancelled: () => void = () => undefined): PixelMoments {
  const { engine, chunks } = batchMemory(batch);
  const { run, arena } = engine;
  const { count, rows, cols } = batch;
  const d = rows * cols;
  const strips = stripsOf(d);
  return withScratch(arena, (take) => {
    const m = take(d * d);
    chunks(take, Math.min(PART, count), (from, images, x) => {
      for (const { first, width, at } of strips) {
        checkCancelled();
        // Rows from the diagonal block down; those above mirror other strips.
        const [column, to] = [x + first * 8, m + (at + first * width) * 8];
        run.gemm(d - first, width, images, 1, column, 1, d, 0, column, 1, d, 0, to, width, from > 0 ? ACCUMULATE : 0);
      }
    });
    const values = read(arena, m, d * d);
    for (const { first, width, at } of strips) {
      for (let row = 0; row < first; row++) {
        const other = strips[Math.floor(row / STRIP)];
        for (let j = 0; j < width; j++) {
          values[at + row * width + j] = values[other.at + (first + j) * other.width + row - other.first];
        }
      }
    }
    return { rows, cols, values };
  });
}

/** Loadings C (rows × q_c) and R (cols × q_r) of the codes w_n = Cᵀ X_n R. */
export interface CodeBases {
  readonly c: Matrix;
  readonly r: Matrix;
}

/** Sums over all images with their codes w_n, and with B_n = W ∘ w_n for weights W (q_c × q_r, row by row). */
export interface CodeMoments {
  /** Σ_n w_n,ab w_n,a'b' at ((a, b), (a', b')), q_c q_r square. */
  readonly second: Float64Array;
  /** Σ_n X_n R B_nᵀ, rows × q_c. */
  right(weights: Float64Array): Matrix;
  /** Σ_n X_nᵀ L B_n, cols × q_r, for any L (rows × q_c). */
  left(l: Matrix, weights: Float64Array): Matrix;
}

/** M in the memory of the kernels. */
export interface LoadedPixelMoments {
  /**
   * Calls `use` with the sums of each request in turn; they are valid until it returns. Requests share passes over M,
   * and no result depends on the other requests. Throws KernelMemoryError.
   */
  codes(requests: readonly CodeBases[], use: (index: number, moments: CodeMoments) => void): void;
  /** Frees M. */
  release(): void;
}

/** Throws KernelMemoryError. */
export function loadPixelMoments({ rows, cols, values }: PixelMoments): LoadedPixelMoments {
  const engine = kernels();
  const { arena } = engine;
  const address = arena.allocate(values.length);
  write(arena, address, values);
  return {
    codes(requests, use) {
      for (const { c, r } of requests) {
        if (c.rows !== rows || r.rows !== cols) {
          throw new RangeError(`pixel moments of ${rows} × ${cols} by ${shapeOf(c)} and ${shapeOf(r)}`);
        }
      }
      for (let next = 0; next < requests.length;) {
        const first = next;
        let entries = 0;
        do entries += rows * cols * requests[next].c.cols * requests[next].r.cols;
        while (++next < requests.length && entries < GROUP_VALUES);
        withScratch(arena, (take) => {
          const group = requests.slice(first, next).map((bases) => loadBases(engine, take, bases, rows, cols));
          const most = Math.max(...group.map(({ half }) => half));
          const half = take(most * STRIP);
          for (const strip of stripsOf(rows * cols)) {
            for (const bases of group) timesStrip(engine, { rows, cols, m: address }, strip, bases, half);
          }
          group.forEach((bases, g) =>
            withScratch(arena, (takeInner) => use(first + g, momentsOfCodes(engine, takeInner, rows, cols, bases))),
          );
        });
      }
    },
    release: () => arena.free(address),
  };
}

/** Bases in kernel memory, with space for Θ. */
interface LoadedBases {
  readonly qc: number;
  readonly q: number;
  readonly c: number;
  readonly r: number;
  /** Θ_ab one after another, row by row each. */
  readonly theta: number;
  /** Values of the half product per column of M. */
  readonly half: number;
}

function loadBases(
  engine: Kernels,
  take: (count: number) => number,
  { c, r }: CodeBases,
  rows: number,
  cols: number,
): LoadedBases {
  const [qc, q] = [c.cols, r.cols];
  return {
    qc,
    q,
    c: load(engine, take, c),
    r: load(engine, take, r),
    theta: take(rows * cols * qc * q),
    half: q <= qc ? rows * q : cols * qc,
  };
}

/** The columns of Θ that a strip of M yields: multiplied first by the narrower of R and C, then by the other. */
function timesStrip(
  { run }: Kernels,
  { rows, cols, m }: { readonly rows: number; readonly cols: number; readonly m: number },
  { first, width, at }: { readonly first: number; readonly width: number; readonly at: number },
  { qc, q, c, r, theta }: LoadedBases,
  half: number,
): void {
  const d = rows * cols;
  const strip = m + at * 8;
  if (q <= qc) {
    for (let k = 0; k < rows; k++) {
      const lines = strip + k * cols * width * 8;
      run.gemm(q, width, cols, 1, r, 1, q, 0, lines, 1, width, 0, half + k * q * width * 8, width, 0);
    }
    for (let b = 0; b < q; b++) {
      const to = theta + (b * d + first) * 8;
      run.gemm(qc, width, rows, 1, c, 1, qc, 0, half + b * width * 8, 1, q * width, 0, to, q * d, 0);
    }
  } else {
    const line = cols * width;
    run.gemm(qc, line, rows, 1, c, 1, qc, 0, strip, 1, line, 0, half, line, 0);
    for (let a = 0; a < qc; a++) {
      const to = theta + (a * q * d + first) * 8;
      run.gemm(q, width, cols, 1, r, 1, q, 0, half + a * line * 8, 1, width, 0, to, d, 0);
    }
  }
}

function momentsOfCodes(
  engine: Kernels,
  take: (count: number) => number,
  rows: number,
  cols: number,
  { qc, q, c, r, theta }: LoadedBases,
): CodeMoments {
  const { run, arena } = engine;
  const size = qc * q;
  // (Θ_ab r_b')_i at (b', (a, b), i), then their products with C.
  const halves = take(q * size * rows);
  run.gemm(size * rows, q, cols, 1, theta, cols, 1, 0, r, 1, q, 0, halves, size * rows, TRANSPOSED);
  const products = take(q * size * qc);
  run.gemm(q * size, qc, rows, 1, halves, rows, 1, 0, c, 1, qc, 0, products, qc, 0);
  const second = new Float64Array(size * size);
  for (let b = 0, values = arena.values, from = products / 8; b < q; b++) {
    for (let ab = 0; ab < size; ab++) {
      for (let a = 0; a < qc; a++, from++) second[ab * size + a * q + b] = values[from];
    }
  }
  return {
    second,
    right(weights) {
      const sum = matrix(rows, qc);
      const { values } = arena;
      for (let b = 0; b < q; b++) {
        for (let a = 0; a < qc; a++) {
          const from = halves / 8 + (b * size + a * q + b) * rows;
          const weight = weights[a * q + b];
          for (let i = 0; i < rows; i++) sum.data[i * qc + a] += weight * values[from + i];
        }
      }
      return sum;
    },
    left: (l, weights) =>
      withScratch(arena, (take) => {
        const factors = take(size * rows);
        const sums = take(q * cols);
        const target = arena.values;
        for (let ab = 0, to = factors / 8; ab < size; ab++) {
          const a = Math.floor(ab / q);
          for (let i = 0; i < rows; i++) target[to++] = weights[ab] * l.data[i * qc + a];
        }
        for (let a = 0; a < qc; a++) {
          for (let b = 0; b < q; b++) {
            const ab = a * q + b;
            const [factor, image] = [factors + ab * rows * 8, theta + ab * rows * cols * 8];
            const how = a > 0 ? ACCUMULATE : 0;
            run.gemm(1, cols, rows, 1, factor, rows, 1, 0, image, 1, cols, 0, sums + b * cols * 8, cols, how);
          }
        }
        const sum = matrix(cols, q);
        for (let b = 0, from = sums / 8; b < q; b++) {
          for (let j = 0; j < cols; j++, from++) sum.data[j * q + b] = arena.values[from];
        }
        return sum;
      }),
  };
}
