/** Products over all matrices of a stack at once, with the stack resident in kernel memory: the inner loops of bilinear methods. */
import { ACCUMULATE, kernels, LOWER, read, withScratch, write, type Kernels } from './kernels/kernels.ts';
import { matrix, matrixStack, type Matrix, type MatrixStack } from './matrix.ts';
import { shapeOf } from './products.ts';

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
  /** Σ_n vec X_n vec X_nᵀ (images as vectors, row by row), rows·cols × rows·cols. */
  outer(): Matrix;
  /** Σ_n w_nj vec X_n as column j, rows·cols × q; the weights are N × q. */
  combine(weights: Matrix): Matrix;
  /** Frees the memory of the batch; a later call of any product throws. */
  release(): void;
}

/** Values of a chunk of images: a quarter of a 2 MiB second-level cache, so that X P is still there when X_nᵀ meets it. */
const CHUNK_VALUES = 65536;

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
  const home = engine.arena.allocate(stack.data.length);
  copyCentred(engine, home, stack, centre);
  return batchAt(engine, home, count, rows, cols);
}

/** The batch of `count` matrices in the block at `home`, which it frees. */
function batchAt(engine: Kernels, home: number, count: number, rows: number, cols: number): ImageBatch {
  const { run, arena } = engine;
  const size = rows * cols;
  const chunk = Math.min(Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, size))), Math.max(1, count));
  let released = false;

  /** Calls `work` with the address, the number and the position of the images of every chunk. */
  const chunks = (work: (x: number, images: number, first: number) => void): void => {
    for (let from = 0; from < count; from += chunk) work(home + from * size * 8, Math.min(chunk, count - from), from);
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
  /** C += Σ_n Y_n X_nᵀ over `images` matrices of rows × inner. */
  const addRight = (y: number, x: number, inner: number, images: number, c: number, symmetric: boolean): void =>
    run.gemm(rows, rows, inner, images, y, inner, 1, rows * inner, x, inner, 1, rows * inner, c, rows, mode(symmetric));
  /** C += Σ_n X_nᵀ Y_n as one product over `height` stacked rows. */
  const addLeft = (x: number, y: number, height: number, c: number, symmetric: boolean): void =>
    run.gemm(cols, cols, height, 1, x, 1, cols, 0, y, 1, cols, 0, c, cols, mode(symmetric));

  /** Height and width of U_cᵀ X U_r. */
  const codeShape = (what: string, uc: Matrix | null, ur: Matrix | null): [number, number] => {
    if ((uc && uc.rows !== rows) || (ur && ur.rows !== cols)) {
      throw new RangeError(`${what}: matrices of ${rows} × ${cols} onto ${name(uc)} and ${name(ur)}`);
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
    const pc = uc && load(engine, take, uc);
    const pr = ur && load(engine, take, ur);
    const y = pc !== null && pr !== null ? take(chunk * rows * width) : 0;
    chunks((x, images, first) => {
      const z = to + first * height * width * 8;
      const half = pr === null ? x : pc === null ? z : y;
      if (pr !== null) run.gemm(images * rows, width, cols, 1, x, cols, 1, 0, pr, 1, width, 0, half, width, 0);
      if (pc !== null) projectLeft(engine, height, rows, width, images, pc, half, z);
      else if (pr === null) arena.values.copyWithin(z / 8, x / 8, x / 8 + images * size);
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
        const factor = p && load(engine, take, p);
        const y = factor === undefined ? 0 : take(chunk * size);
        return total(rows, symmetric, take, (c) =>
          chunks((x, images) => {
            if (factor === undefined) return addRight(x, x, cols, images, c, true);
            run.gemm(images * rows, cols, cols, 1, x, cols, 1, 0, factor, 1, cols, 0, y, cols, 0);
            addRight(y, x, cols, images, c, symmetric);
          }),
        );
      });
    },
    sumLeft(q) {
      requireShape('sumLeft', q, rows, rows);
      return guarded((take) => {
        const symmetric = !q || isSymmetric(q);
        const factor = q && load(engine, take, q);
        const y = factor === undefined ? 0 : take(chunk * size);
        return total(cols, symmetric, take, (c) =>
          chunks((x, images) => {
            if (factor === undefined) return addLeft(x, x, images * rows, c, true);
            for (let n = 0; n < images; n++) {
              const at = n * size * 8;
              run.gemm(rows, cols, rows, 1, factor, rows, 1, 0, x + at, 1, cols, 0, y + at, cols, 0);
            }
            addLeft(x, y, images * rows, c, symmetric);
          }),
        );
      });
    },
    sumRightFactor(f) {
      requireShape('sumRightFactor', f, cols, f.cols);
      return guarded((take) => {
        const q = f.cols;
        const factor = load(engine, take, f);
        const blocks = columnBlocks(f);
        const z = take(chunk * rows * q);
        return total(rows, true, take, (c) =>
          chunks((x, images) => {
            for (const { from, width, inner } of blocks) {
              const at = from * 8;
              run.gemm(images * rows, width, inner, 1, x, cols, 1, 0, factor + at, 1, q, 0, z + at, q, 0);
            }
            addRight(z, z, q, images, c, true);
          }),
        );
      });
    },
    sumLeftFactor(f) {
      requireShape('sumLeftFactor', f, rows, f.cols);
      return guarded((take) => {
        const q = f.cols;
        const factor = load(engine, take, f);
        const blocks = columnBlocks(f);
        const z = take(chunk * q * cols);
        return total(cols, true, take, (c) =>
          chunks((x, images) => {
            for (let n = 0; n < images; n++) {
              const [from, to] = [x + n * size * 8, z + n * q * cols * 8];
              for (const { from: first, width, inner } of blocks) {
                const at = to + first * cols * 8;
                run.gemm(width, cols, inner, 1, factor + first * 8, 1, q, 0, from, 1, cols, 0, at, cols, 0);
              }
            }
            addLeft(z, z, images * q, c, true);
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
        const factor = f && load(engine, take, f);
        const z = take(codes.data.length);
        write(arena, z, codes.data);
        const y = factor === null ? 0 : take(chunk * rows * q);
        return summed(rows, qc, take, (c) =>
          chunks((x, images, first) => {
            if (factor !== null) run.gemm(images * rows, q, cols, 1, x, cols, 1, 0, factor, 1, q, 0, y, q, 0);
            const at = factor === null ? x : y;
            const codesAt = z + first * qc * q * 8;
            run.gemm(rows, qc, q, images, at, q, 1, rows * q, codesAt, q, 1, qc * q, c, qc, ACCUMULATE);
          }),
        );
      });
    },
    sumLeftCodes(f, codes) {
      requireCodes('sumLeftCodes', codes, f?.cols ?? rows, codes.cols);
      requireShape('sumLeftCodes', f, rows, codes.rows);
      const { rows: qc, cols: q } = codes;
      return guarded((take) => {
        const factor = f && load(engine, take, f);
        const z = take(codes.data.length);
        write(arena, z, codes.data);
        const y = factor === null ? 0 : take(chunk * qc * cols);
        return summed(cols, q, take, (c) =>
          chunks((x, images, first) => {
            if (factor !== null) projectLeft(engine, qc, rows, cols, images, factor, x, y);
            const at = factor === null ? x : y;
            const codesAt = z + first * qc * q * 8;
            run.gemm(cols, q, images * qc, 1, at, 1, cols, 0, codesAt, 1, q, 0, c, q, ACCUMULATE);
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
        chunks((x, images) => {
          addRight(x, x, cols, images, right, true);
          addLeft(x, x, images * rows, left, true);
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
    outer: () =>
      guarded((take) =>
        total(size, true, take, (c) =>
          run.gemm(size, size, count, 1, home, 1, size, 0, home, 1, size, 0, c, size, LOWER),
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

/** U_c Z_n U_rᵀ for every matrix of a stack; null stands for the identity. Throws RangeError when the shapes do not fit. */
export function expand(stack: MatrixStack, uc: Matrix | null, ur: Matrix | null): MatrixStack {
  if ((uc && uc.cols !== stack.rows) || (ur && ur.cols !== stack.cols)) {
    throw new RangeError(`expand: matrices of ${shapeOf(stack)} between ${name(uc)} and ${name(ur)}`);
  }
  const { count, rows: qc, cols: qr } = stack;
  const height = uc?.rows ?? qc;
  const width = ur?.rows ?? qr;
  const engine = kernels();
  const { run, arena } = engine;
  return withScratch(arena, (take) => {
    let at = take(stack.data.length);
    write(arena, at, stack.data);
    if (uc) {
      const factor = load(engine, take, uc);
      const y = take(count * height * qr);
      for (let n = 0; n < count; n++) {
        run.gemm(height, qr, qc, 1, factor, qc, 1, 0, at + n * qc * qr * 8, 1, qr, 0, y + n * height * qr * 8, qr, 0);
      }
      at = y;
    }
    if (ur) {
      const factor = load(engine, take, ur);
      const y = take(count * height * width);
      run.gemm(count * height, width, qr, 1, at, qr, 1, 0, factor, qr, 1, 0, y, width, 0);
      at = y;
    }
    return matrixStack(count, height, width, read(arena, at, count * height * width));
  });
}

/** Z_n = Fᵀ X_n for consecutive X_n (rows × cols), F rows × q. */
function projectLeft(
  { run }: Kernels,
  q: number,
  rows: number,
  cols: number,
  images: number,
  f: number,
  x: number,
  z: number,
): void {
  for (let n = 0; n < images; n++) {
    run.gemm(q, cols, rows, 1, f, 1, q, 0, x + n * rows * cols * 8, 1, cols, 0, z + n * q * cols * 8, cols, 0);
  }
}

/** Columns in a block of a factor: whole tiles of both orientations. */
const BLOCK = 12;

/**
 * Blocks of columns of a factor with the number of leading rows that hold their entries other than zero: triangular
 * factors take half the work. Neighbours of one height are one block.
 */
function columnBlocks({ rows, cols, data }: Matrix): { from: number; width: number; inner: number }[] {
  const blocks: { from: number; width: number; inner: number }[] = [];
  for (let from = 0; from < cols; from += BLOCK) {
    const width = Math.min(BLOCK, cols - from);
    let inner = rows;
    while (inner > 1 && data.subarray((inner - 1) * cols + from, (inner - 1) * cols + from + width).every(isZero))
      inner--;
    const last = blocks.at(-1);
    if (last?.inner === inner) last.width += width;
    else blocks.push({ from, width, inner });
  }
  return blocks;
}

function isZero(value: number): boolean {
  return value === 0;
}

function copyCentred({ arena }: Kernels, at: number, stack: MatrixStack, centre: Matrix | undefined): void {
  const { values } = arena;
  const start = at / 8;
  if (!centre) {
    values.set(stack.data, start);
    return;
  }
  const size = stack.rows * stack.cols;
  for (let n = 0, from = 0; n < stack.count; n++) {
    for (let i = 0; i < size; i++, from++) values[start + from] = stack.data[from] - centre.data[i];
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

function load({ arena }: Kernels, take: (count: number) => number, a: Matrix): number {
  const at = take(a.data.length);
  write(arena, at, a.data);
  return at;
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

function name(a: Matrix | null): string {
  return a ? shapeOf(a) : 'identity';
}

function requireShape(what: string, a: Matrix | null | undefined, rows: number, cols: number): void {
  if (a && (a.rows !== rows || a.cols !== cols)) {
    throw new RangeError(`${what}: expected a ${rows} × ${cols} matrix, found ${shapeOf(a)}`);
  }
}
