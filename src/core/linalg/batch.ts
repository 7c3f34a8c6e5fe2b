/**
 * Products over all matrices of a stack at once, with the stack resident in kernel memory: the inner loops of bilinear
 * methods.
 */
import { ACCUMULATE, kernels, LOWER, read, TRANSPOSED, withScratch, write, type Kernels } from './kernels/kernels.ts';
import { matrix, matrixStack, type Matrix, type MatrixStack } from './matrix.ts';
import { shapeOf, shapeOrIdentity } from './products.ts';
import { factorOf, load, type Factor } from './factor.ts';

/** A stack X_1 … X_N of rows × cols matrices, minus a centre, kept ready for repeated products. */
export interface ImageBatch {
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /**
   * Σ_n X_n P X_nᵀ, rows × rows; P is cols × cols, the identity when omitted. With an exactly symmetric P half the work
   * is done and the result is exactly symmetric.
   */
  sumRight(p?: Matrix): Matrix;
  /** Σ_n X_nᵀ Q X_n, cols × cols; Q is rows × rows, the identity when omitted; symmetric as in sumRight. */
  sumLeft(q?: Matrix): Matrix;
  /**
   * Σ_n X_n F Fᵀ X_nᵀ, rows × rows, exactly symmetric; F is cols × q. Cheaper than sumRight(F Fᵀ) for q < cols and for
   * upper triangular F, whose zeros are left out, and without cancellation.
   */
  sumRightFactor(f: Matrix): Matrix;
  /** Σ_n X_nᵀ F Fᵀ X_n, cols × cols, exactly symmetric; F is rows × q. */
  sumLeftFactor(f: Matrix): Matrix;
  /** U_cᵀ X_n U_r for every n; null stands for the identity. U_c has `rows` rows, U_r has `cols` rows. */
  project(uc: Matrix | null, ur: Matrix | null): MatrixStack;
  /** The same, resident: a batch of q_c × q_r matrices that is released on its own. */
  projected(uc: Matrix | null, ur: Matrix | null): ImageBatch;
  /** Σ_n X_n F Z_nᵀ, rows × q_c, for codes Z_n (q_c × q_r); F is cols × q_r, null stands for the identity. */
  sumRightCodes(f: Matrix | null, codes: MatrixStack): Matrix;
  /** Σ_n X_nᵀ F Z_n, cols × q_r, for codes Z_n (q_c × q_r); F is rows × q_c, null stands for the identity. */
  sumLeftCodes(f: Matrix | null, codes: MatrixStack): Matrix;
  /** sumRight() and sumLeft(), with the images read from memory once. */
  plainSums(): { readonly right: Matrix; readonly left: Matrix };
  /** Σ_n ‖X_n‖². */
  energy(): number;
  /** Inner products ⟨X_m, X_n⟩ = Σ_ij X_m,ij X_n,ij of all pairs, N × N. */
  gram(): Matrix;
  /** Σ_n w_nj vec X_n as column j, rows·cols × q; the weights are N × q. */
  combine(weights: Matrix): Matrix;
  /** Frees the memory of the batch; a later call of any product throws. */
  release(): void;
}

/** Values of a chunk of images, or of what is made of them: a quarter of a second-level cache of 1 MiB. */
const CHUNK_VALUES = 32768;
/** Values of images that are fetched ahead: a quarter of that. */
const AHEAD_VALUES = 8192;

/** Matrices that sumOuter loads at a time. */
const PART = 256;

const live = new Set<ImageBatch>();

/** Frees every batch of this thread that was not released: to be called at the end of a cell, whatever its end was. */
export function releaseBatches(): void {
  for (const batch of [...live]) batch.release();
}

/**
 * Copies a stack, with `centre` subtracted from every matrix, into kernel memory. Throws RangeError when the shapes
 * differ and KernelMemoryError (needed, available) when the stack does not fit.
 */
export function loadBatch(stack: MatrixStack, centre?: Matrix): ImageBatch {
  const { count, rows, cols } = stack;
  if (centre && (centre.rows !== rows || centre.cols !== cols)) {
    throw new RangeError(`loadBatch: a ${shapeOf(centre)} centre for matrices of ${rows} × ${cols}`);
  }
  const engine = kernels();
  const { arena } = engine;
  return withScratch(arena, (take) => {
    const w = centre && load(engine, take, centre);
    const home = arena.allocate(stack.data.length);
    copyCentred(engine, home, stack, w);
    return batchAt(engine, home, count, rows, cols);
  });
}

/** The batch of `count` matrices in the block at `home`, which it frees. */
function batchAt(engine: Kernels, home: number, count: number, rows: number, cols: number): ImageBatch {
  const { run, arena } = engine;
  const size = rows * cols;
  let released = false;

  /** Images a chunk when each takes `values` at a time. */
  const chunkOf = (values: number): number =>
    Math.min(Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, values))), Math.max(1, count));
  /** Calls `work` with the position, the number and the address of the images of every chunk. */
  const chunks = (chunk: number, work: (first: number, images: number, x: number) => void): void => {
    for (let first = 0; first < count; first += chunk) {
      work(first, Math.min(chunk, count - first), home + first * size * 8);
    }
  };
  const guarded = <T>(work: (take: (count: number) => number) => T): T => {
    if (released) throw new Error('ImageBatch: used after release');
    return withScratch(arena, work);
  };
  /** An m × n sum: `fill` adds to the address it gets. */
  const summed = (m: number, n: number, take: (count: number) => number, fill: (c: number) => void): Matrix => {
    const c = take(m * n);
    arena.values.fill(0, c / 8, c / 8 + m * n);
    fill(c);
    return matrix(m, n, read(arena, c, m * n));
  };
  /** A d × d sum, mirrored from its lower triangle when only that was computed. */
  const total = (d: number, symmetric: boolean, take: (count: number) => number, fill: (c: number) => void): Matrix =>
    summed(d, d, take, (c) => {
      fill(c);
      if (symmetric) run.mirror(d, c, d);
    });
  /** C += Yᵀ X for `height` stacked rows of Y and X, both d wide: every sum of squares ends here. */
  const addGram = (d: number, height: number, y: number, x: number, c: number, symmetric: boolean): void =>
    run.gemm(d, d, height, 1, y, 1, d, 0, x, 1, d, 0, c, d, mode(symmetric));
  /** Calls `work` for every image; images are read straight through first, a few at a time. */
  const forEach = (images: number, x: number, work: (n: number, image: number) => void): void => {
    const ahead = Math.max(1, Math.floor(AHEAD_VALUES / Math.max(1, size)));
    for (let n = 0; n < images; n++) {
      const image = x + n * size * 8;
      if (n % ahead === 0) run.touch(image, Math.min(ahead, images - n) * size * 8);
      work(n, image);
    }
  };
  /** Y_n = X_nᵀ. */
  const transposeAll = (images: number, x: number, y: number): void =>
    forEach(images, x, (n, image) => run.transpose(rows, cols, image, y + n * size * 8));
  /** Y_n = (X_n F)ᵀ: stacked, they are read in place by the sums that follow. */
  const timesRight = (images: number, x: number, { at, width: q, blocks }: Factor, y: number): void =>
    forEach(images, x, (n, image) => {
      for (const { from, width, inner } of blocks) {
        const to = y + (n * q + from) * rows * 8;
        run.gemm(rows, width, inner, 1, image, cols, 1, 0, at + from * 8, 1, q, 0, to, rows, TRANSPOSED);
      }
    });
  /** Y_n = Fᵀ X_n. */
  const timesLeft = (images: number, x: number, { at, width: q, blocks }: Factor, y: number): void =>
    forEach(images, x, (n, image) => {
      for (const { from, width, inner } of blocks) {
        const to = y + (n * q + from) * cols * 8;
        run.gemm(width, cols, inner, 1, at + from * 8, 1, q, 0, image, 1, cols, 0, to, cols, 0);
      }
    });

  /** Height and width of U_cᵀ X U_r. */
  const codeShape = (what: string, uc: Matrix | null, ur: Matrix | null): [number, number] => {
    if ((uc && uc.rows !== rows) || (ur && ur.rows !== cols)) {
      throw new RangeError(
        `${what}: matrices of ${rows} × ${cols} onto ${shapeOrIdentity(uc)} and ${shapeOrIdentity(ur)}`,
      );
    }
    return [uc?.cols ?? rows, ur?.cols ?? cols];
  };
  const requireCodes = (what: string, codes: MatrixStack, qc: number, q: number): void => {
    if (codes.count !== count || codes.rows !== qc || codes.cols !== q) {
      throw new RangeError(
        `${what}: expected ${count} codes of ${qc} × ${q}, found ${codes.count} of ${codes.rows} × ${codes.cols}`,
      );
    }
  };
  /** U_cᵀ X_n U_r of all images, one after another from `to` on. */
  const projectTo = (take: (count: number) => number, uc: Matrix | null, ur: Matrix | null, to: number): void => {
    const height = uc?.cols ?? rows;
    const width = ur?.cols ?? cols;
    const pc = uc && factorOf(engine, take, uc);
    const pr = ur && factorOf(engine, take, ur);
    const chunk = chunkOf(rows * width);
    const yt = pc !== null && pr !== null ? take(chunk * rows * width) : 0;
    chunks(chunk, (first, images, x) => {
      const z = to + first * height * width * 8;
      if (pc !== null && pr !== null) {
        timesRight(images, x, pr, yt);
        for (let n = 0; n < images; n++) {
          const [from, target] = [yt + n * width * rows * 8, z + n * height * width * 8];
          run.gemm(width, height, rows, 1, from, rows, 1, 0, pc.at, 1, height, 0, target, width, TRANSPOSED);
        }
      } else if (pc !== null) timesLeft(images, x, pc, z);
      else if (pr !== null) {
        run.gemm(images * rows, width, cols, 1, x, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else arena.values.copyWithin(z / 8, x / 8, x / 8 + images * size);
    });
  };

  const batch: ImageBatch = {
    count,
    rows,
    cols,
    sumRight(p) {
      requireShape('sumRight', p, cols, cols);
      return guarded((take) => {
        const symmetric = !p || isSymmetric(p);
        const factor = p && factorOf(engine, take, p);
        const chunk = chunkOf(size);
        const xt = take(chunk * size);
        const yt = factor ? take(chunk * size) : xt;
        return total(rows, symmetric, take, (c) =>
          chunks(chunk, (_, images, x) => {
            transposeAll(images, x, xt);
            if (factor) timesRight(images, x, factor, yt);
            addGram(rows, images * cols, yt, xt, c, symmetric);
          }),
        );
      });
    },
    sumLeft(q) {
      requireShape('sumLeft', q, rows, rows);
      return guarded((take) => {
        const symmetric = !q || isSymmetric(q);
        const factor = q && factorOf(engine, take, q);
        const chunk = chunkOf(size);
        const y = factor ? take(chunk * size) : 0;
        return total(cols, symmetric, take, (c) =>
          chunks(chunk, (_, images, x) => {
            if (factor) timesLeft(images, x, factor, y);
            else run.touch(x, images * size * 8);
            addGram(cols, images * rows, factor ? y : x, x, c, symmetric);
          }),
        );
      });
    },
    sumRightFactor(f) {
      requireShape('sumRightFactor', f, cols, f.cols);
      return guarded((take) => {
        const factor = factorOf(engine, take, f);
        const chunk = chunkOf(rows * f.cols);
        const zt = take(chunk * rows * f.cols);
        return total(rows, true, take, (c) =>
          chunks(chunk, (_, images, x) => {
            timesRight(images, x, factor, zt);
            addGram(rows, images * f.cols, zt, zt, c, true);
          }),
        );
      });
    },
    sumLeftFactor(f) {
      requireShape('sumLeftFactor', f, rows, f.cols);
      return guarded((take) => {
        const factor = factorOf(engine, take, f);
        const chunk = chunkOf(cols * f.cols);
        const z = take(chunk * cols * f.cols);
        return total(cols, true, take, (c) =>
          chunks(chunk, (_, images, x) => {
            timesLeft(images, x, factor, z);
            addGram(cols, images * f.cols, z, z, c, true);
          }),
        );
      });
    },
    project(uc, ur) {
      const [height, width] = codeShape('project', uc, ur);
      return guarded((take) => {
        const to = take(count * height * width);
        projectTo(take, uc, ur, to);
        return matrixStack(count, height, width, read(arena, to, count * height * width));
      });
    },
    projected(uc, ur) {
      const [height, width] = codeShape('projected', uc, ur);
      return guarded((take) => {
        const to = arena.allocate(count * height * width);
        const result = batchAt(engine, to, count, height, width);
        projectTo(take, uc, ur, to);
        return result;
      });
    },
    sumRightCodes(f, codes) {
      requireCodes('sumRightCodes', codes, codes.rows, f?.cols ?? cols);
      requireShape('sumRightCodes', f, cols, codes.cols);
      const { rows: qc, cols: q } = codes;
      return guarded((take) => {
        const factor = f && factorOf(engine, take, f);
        const z = load(engine, take, codes);
        const chunk = chunkOf(rows * q);
        const yt = take(chunk * rows * q);
        const zt = take(chunk * qc * q);
        return summed(rows, qc, take, (c) =>
          chunks(chunk, (first, images, x) => {
            if (factor) timesRight(images, x, factor, yt);
            else transposeAll(images, x, yt);
            for (let n = 0; n < images; n++) run.transpose(qc, q, z + (first + n) * qc * q * 8, zt + n * qc * q * 8);
            run.gemm(rows, qc, images * q, 1, yt, 1, rows, 0, zt, 1, qc, 0, c, qc, ACCUMULATE);
          }),
        );
      });
    },
    sumLeftCodes(f, codes) {
      requireCodes('sumLeftCodes', codes, f?.cols ?? rows, codes.cols);
      requireShape('sumLeftCodes', f, rows, codes.rows);
      const { rows: qc, cols: q } = codes;
      return guarded((take) => {
        const factor = f && factorOf(engine, take, f);
        const z = load(engine, take, codes);
        const chunk = chunkOf(qc * cols);
        const y = factor ? take(chunk * qc * cols) : 0;
        return summed(cols, q, take, (c) =>
          chunks(chunk, (first, images, x) => {
            if (factor) timesLeft(images, x, factor, y);
            const [from, codesAt] = [factor ? y : x, z + first * qc * q * 8];
            run.gemm(cols, q, images * qc, 1, from, 1, cols, 0, codesAt, 1, q, 0, c, q, ACCUMULATE);
          }),
        );
      });
    },
    plainSums: () =>
      guarded((take) => {
        const right = take(rows * rows);
        const left = take(cols * cols);
        arena.values.fill(0, right / 8, right / 8 + rows * rows);
        arena.values.fill(0, left / 8, left / 8 + cols * cols);
        const chunk = chunkOf(size);
        const xt = take(chunk * size);
        chunks(chunk, (_, images, x) => {
          transposeAll(images, x, xt);
          addGram(rows, images * cols, xt, xt, right, true);
          addGram(cols, images * rows, x, x, left, true);
        });
        run.mirror(rows, right, rows);
        run.mirror(cols, left, cols);
        return {
          right: matrix(rows, rows, read(arena, right, rows * rows)),
          left: matrix(cols, cols, read(arena, left, cols * cols)),
        };
      }),
    energy: () => guarded(() => sumOfSquares(arena.values, home / 8, count * size)),
    gram: () =>
      guarded((take) =>
        total(count, true, take, (c) =>
          run.gemm(count, count, size, 1, home, size, 1, 0, home, size, 1, 0, c, count, LOWER),
        ),
      ),
    combine(weights) {
      requireShape('combine', weights, count, weights.cols);
      return guarded((take) => {
        const q = weights.cols;
        const factor = load(engine, take, weights);
        const c = take(size * q);
        run.gemm(size, q, count, 1, home, 1, size, 0, factor, 1, q, 0, c, q, 0);
        return matrix(size, q, read(arena, c, size * q));
      });
    },
    release() {
      if (released) return;
      released = true;
      live.delete(batch);
      arena.free(home);
    },
  };
  live.add(batch);
  return batch;
}

/**
 * Σ_n vec(X_n − W) vec(X_n − W)ᵀ over a stack (matrices as vectors, row by row), rows·cols × rows·cols, exactly
 * symmetric. The stack is loaded a part at a time. Throws KernelMemoryError.
 */
export function sumOuter(stack: MatrixStack, centre?: Matrix): Matrix {
  const size = stack.rows * stack.cols;
  const engine = kernels();
  const { run, arena } = engine;
  return withScratch(arena, (take) => {
    const w = centre && load(engine, take, centre);
    const c = take(size * size);
    const x = take(Math.min(stack.count, PART) * size);
    arena.values.fill(0, c / 8, c / 8 + size * size);
    for (let from = 0; from < stack.count; from += PART) {
      const count = Math.min(PART, stack.count - from);
      const part = stack.data.subarray(from * size, (from + count) * size);
      copyCentred(engine, x, matrixStack(count, stack.rows, stack.cols, part), w);
      run.gemm(size, size, count, 1, x, 1, size, 0, x, 1, size, 0, c, size, LOWER | ACCUMULATE);
    }
    run.mirror(size, c, size);
    return matrix(size, size, read(arena, c, size * size));
  });
}

/**
 * Writes X_n − W, a few images at a time: they are still in the cache when the centre, at `w`, is subtracted. Without a
 * centre it writes X_n.
 */
function copyCentred({ arena, run }: Kernels, at: number, stack: MatrixStack, w: number | undefined): void {
  const { rows, cols, data } = stack;
  if (w === undefined) return write(arena, at, data);
  const size = rows * cols;
  const chunk = Math.max(1, Math.floor(AHEAD_VALUES / Math.max(1, size))) * size;
  for (let from = 0; from < data.length; from += chunk) {
    const to = Math.min(from + chunk, data.length);
    write(arena, at + from * 8, data.subarray(from, to));
    for (let x = from; x < to; x += size) run.axpy(size, -1, w, at + x * 8);
  }
}

/** Four running sums: a fifth of the time of one at 4 million values. */
function sumOfSquares(values: Float64Array, from: number, length: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const end = from + length;
  let i = from;
  for (; i + 3 < end; i += 4) {
    a += values[i] * values[i];
    b += values[i + 1] * values[i + 1];
    c += values[i + 2] * values[i + 2];
    d += values[i + 3] * values[i + 3];
  }
  for (; i < end; i++) a += values[i] * values[i];
  return a + b + (c + d);
}

function mode(symmetric: boolean): number {
  return symmetric ? ACCUMULATE | LOWER : ACCUMULATE;
}

function isSymmetric(a: Matrix): boolean {
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < i; j++) if (a.data[i * a.cols + j] !== a.data[j * a.cols + i]) return false;
  }
  return true;
}

function requireShape(what: string, a: Matrix | null | undefined, rows: number, cols: number): void {
  if (a && (a.rows !== rows || a.cols !== cols)) {
    throw new RangeError(`${what}: expected a ${rows} × ${cols} matrix, found ${shapeOf(a)}`);
  }
}
