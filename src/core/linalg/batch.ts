/**
 * Products over all matrices of a stack at once, with the stack resident in kernel memory: the inner loops of bilinear
 * methods.
 */
import { ACCUMULATE, kernels, LOWER, read, TRANSPOSED, withScratch, type Kernels } from './kernels/kernels.ts';
import { matrix, matrixStack, type Matrix, type MatrixStack } from './matrix.ts';
import { shapeOf, shapeOrIdentity } from './products.ts';
import { factorOf, load, type Factor } from './factor.ts';
import { gramByPanels, residentImages, streamedImages, writeCentred, type BatchImages } from './batchImages.ts';
import { isLeftFirst } from './projectionOrder.ts';
import { settle } from './residence.ts';

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
   * upper triangular F, whose zeros are left out, and without cancellation. With `times` its product with that matrix,
   * to the bits of `multiply`, without a copy of the sum.
   */
  sumRightFactor(f: Matrix, times?: Matrix): Matrix;
  /** Σ_n X_nᵀ F Fᵀ X_n, cols × cols, exactly symmetric; F is rows × q; `times` as in sumRightFactor. */
  sumLeftFactor(f: Matrix, times?: Matrix): Matrix;
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
  /** Σ_n vec X_n (vec X_n)ᵀ V, rows·cols × b: the scatter matrix of the batch times V, without the matrix. */
  scatterTimes(v: Matrix): Matrix;
  /** The inner products of all pairs times V, N × b, without their matrix. */
  gramTimes(v: Matrix): Matrix;
  /** Frees the memory of the batch; a later call of any product throws. */
  release(): void;
}

/** Values of a chunk of images, or of what is made of them: a quarter of a second-level cache of 1 MiB. */
const CHUNK_VALUES = 32768;
/** Values of a panel of whole images: three quarters of that cache (10⁴ of 64 × 64 and 8 columns: 14 GF/s). */
const PANEL_VALUES = 98304;
/** Images come by this number (2000 of 112 × 92, 8 columns, panels of 9 and 12: 15.4 and 20.3 GF/s). */
const PANEL_STEP = 12;
/** Values of images that are fetched ahead: a quarter of that. */
const AHEAD_VALUES = 8192;

/** Steps of the inner index that a product takes at most at a time (KC of the kernel). */
const PRODUCT_STEPS = 256;

/** Matrices that sumOuter loads at a time. */
const PART = 256;

/**
 * Bytes up to which the images of a batch stay in kernel memory. Larger ones are read and centred again by every pass
 * over them, chunk by chunk, which costs 1.5 ns a pixel (10⁵ images of 64 × 64: 0.6 s) and changes no bit.
 */
export const RESIDENT_BYTES = 2 ** 27;

const live = new Set<ImageBatch>();

/** Frees every batch of this thread that was not released: to be called at the end of a cell, whatever its end was. */
export function releaseBatches(): void {
  for (const batch of [...live]) batch.release();
}

/**
 * A stack with `centre` subtracted from every matrix: copied into kernel memory where it takes at most `resident`
 * bytes, else read by every product; the results have the same bits. Throws RangeError when the shapes differ and
 * KernelMemoryError (needed, available) when there is no room.
 */
export function loadBatch(stack: MatrixStack, centre?: Matrix, resident = RESIDENT_BYTES): ImageBatch {
  const { count, rows, cols } = stack;
  if (centre && (centre.rows !== rows || centre.cols !== cols)) {
    throw new RangeError(`loadBatch: a ${shapeOf(centre)} centre for matrices of ${rows} × ${cols}`);
  }
  const engine = kernels();
  const { arena } = engine;
  const size = rows * cols;
  // One large matrix would be read as a whole all the same.
  if (count > 1 && 8 * count * size > resident) {
    const w = centre && load(engine, (length) => arena.allocate(length), centre);
    return batchOf(engine, streamedImages(engine, stack, w), count, rows, cols);
  }
  return withScratch(arena, (take) => {
    const w = centre && load(engine, take, centre);
    const home = arena.allocate(count * size);
    writeCentred(engine, home, stack, 0, count, w);
    return batchOf(engine, residentImages(engine, home, count, size), count, rows, cols);
  });
}

/** The batch of `count` matrices, which it releases. */
function batchOf(engine: Kernels, source: BatchImages, count: number, rows: number, cols: number): ImageBatch {
  const { run, arena } = engine;
  const size = rows * cols;
  let released = false;

  /** Images a chunk when each takes `values` at a time. */
  const chunkOf = (values: number): number =>
    Math.min(Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, values))), Math.max(1, count));
  /** Images of a panel that two products read, one after the other: whole tiles of both. */
  const panelOf = (values: number): number =>
    Math.min(
      PANEL_STEP * Math.max(1, Math.floor(PANEL_VALUES / (PANEL_STEP * Math.max(1, values)))),
      Math.max(1, count),
    );
  const { chunks } = source;
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
  /** A symmetric d × d sum, or its product with a matrix. */
  const totalTimes = (
    d: number,
    times: Matrix | undefined,
    take: (count: number) => number,
    fill: (c: number) => void,
  ): Matrix => {
    if (!times) return total(d, true, take, fill);
    const sum = take(d * d);
    arena.values.fill(0, sum / 8, sum / 8 + d * d);
    fill(sum);
    run.mirror(d, sum, d);
    const q = times.cols;
    const factor = load(engine, take, times);
    const product = take(d * q);
    run.gemm(d, q, d, 1, sum, d, 1, 0, factor, 1, q, 0, product, q, 0);
    return matrix(d, q, read(arena, product, d * q));
  };
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
  /** Images that are projected at a time. */
  const projectionChunk = (uc: Matrix | null, ur: Matrix | null): number =>
    chunkOf(leftFirst(uc, ur) ? uc!.cols * cols : rows * (ur?.cols ?? cols));
  /** Whether columns are projected before rows. */
  const leftFirst = (uc: Matrix | null, ur: Matrix | null): boolean =>
    uc !== null && ur !== null && isLeftFirst(rows, cols, uc.cols, ur.cols);
  /** U_cᵀ X_n U_r of all images, chunk by chunk: `place` says where a chunk goes, `done` may take it from there. */
  const projectTo = (
    take: (count: number) => number,
    uc: Matrix | null,
    ur: Matrix | null,
    place: (first: number) => number,
    done?: (first: number, images: number) => void,
  ): void => {
    const height = uc?.cols ?? rows;
    const width = ur?.cols ?? cols;
    const pc = uc && factorOf(engine, take, uc);
    const pr = ur && factorOf(engine, take, ur);
    const chunk = projectionChunk(uc, ur);
    const left = leftFirst(uc, ur);
    const yt = pc !== null && pr !== null ? take(chunk * (left ? height * cols : rows * width)) : 0;
    chunks(take, chunk, (first, images, x) => {
      const z = place(first);
      if (pc !== null && pr !== null && left) {
        timesLeft(images, x, pc, yt);
        run.gemm(images * height, width, cols, 1, yt, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else if (pc !== null && pr !== null) {
        timesRight(images, x, pr, yt);
        for (let n = 0; n < images; n++) {
          const [from, target] = [yt + n * width * rows * 8, z + n * height * width * 8];
          run.gemm(width, height, rows, 1, from, rows, 1, 0, pc.at, 1, height, 0, target, width, TRANSPOSED);
        }
      } else if (pc !== null) timesLeft(images, x, pc, z);
      else if (pr !== null) {
        run.gemm(images * rows, width, cols, 1, x, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else arena.values.copyWithin(z / 8, x / 8, x / 8 + images * size);
      done?.(first, images);
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
          chunks(take, chunk, (_, images, x) => {
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
          chunks(take, chunk, (_, images, x) => {
            if (factor) timesLeft(images, x, factor, y);
            else run.touch(x, images * size * 8);
            addGram(cols, images * rows, factor ? y : x, x, c, symmetric);
          }),
        );
      });
    },
    sumRightFactor(f, times) {
      requireShape('sumRightFactor', f, cols, f.cols);
      requireShape('sumRightFactor', times, rows, times?.cols ?? 0);
      return guarded((take) => {
        const factor = factorOf(engine, take, f);
        const chunk = chunkOf(rows * f.cols);
        const zt = take(chunk * rows * f.cols);
        return totalTimes(rows, times, take, (c) =>
          chunks(take, chunk, (_, images, x) => {
            timesRight(images, x, factor, zt);
            addGram(rows, images * f.cols, zt, zt, c, true);
          }),
        );
      });
    },
    sumLeftFactor(f, times) {
      requireShape('sumLeftFactor', f, rows, f.cols);
      requireShape('sumLeftFactor', times, cols, times?.cols ?? 0);
      return guarded((take) => {
        const factor = factorOf(engine, take, f);
        const chunk = chunkOf(cols * f.cols);
        const z = take(chunk * cols * f.cols);
        return totalTimes(cols, times, take, (c) =>
          chunks(take, chunk, (_, images, x) => {
            timesLeft(images, x, factor, z);
            addGram(cols, images * f.cols, z, z, c, true);
          }),
        );
      });
    },
    project(uc, ur) {
      const [height, width] = codeShape('project', uc, ur);
      return guarded((take) => {
        const result = matrixStack(count, height, width);
        const length = height * width;
        const to = take(projectionChunk(uc, ur) * length);
        const keep = (first: number, images: number): void =>
          result.data.set(arena.values.subarray(to / 8, to / 8 + images * length), first * length);
        projectTo(take, uc, ur, () => to, keep);
        return result;
      });
    },
    projected(uc, ur) {
      const [height, width] = codeShape('projected', uc, ur);
      return guarded((take) => {
        const to = arena.allocate(count * height * width);
        const length = height * width;
        const result = batchOf(engine, residentImages(engine, to, count, length), count, height, width);
        projectTo(take, uc, ur, (first) => to + first * length * 8);
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
          chunks(take, chunk, (first, images, x) => {
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
          chunks(take, chunk, (first, images, x) => {
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
        chunks(take, chunk, (_, images, x) => {
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
    energy: () =>
      guarded((take) => {
        const sums: [number, number, number, number] = [0, 0, 0, 0];
        // Four images hold a multiple of four values: the sums go on where the chunk before has left them.
        chunks(take, 4 * Math.ceil(chunkOf(size) / 4), (_, images, x) =>
          addSquares(sums, arena.values, x / 8, images * size),
        );
        return sums[0] + sums[1] + (sums[2] + sums[3]);
      }),
    gram: () =>
      guarded((take) =>
        total(count, true, take, (c) => {
          if (source.streamed) return gramByPanels(engine, source, count, size, c);
          chunks(take, count, (_, images, x) =>
            run.gemm(images, images, size, 1, x, size, 1, 0, x, size, 1, 0, c, images, LOWER),
          );
        }),
      ),
    combine(weights) {
      requireShape('combine', weights, count, weights.cols);
      return guarded((take) => {
        const q = weights.cols;
        const factor = load(engine, take, weights);
        // The blocks in which one product would go through the images: chunks of them give its bits.
        const block = Math.ceil(count / Math.ceil(count / PRODUCT_STEPS));
        return summed(size, q, take, (c) =>
          chunks(take, source.streamed ? block : count, (first, images, x) =>
            run.gemm(size, q, images, 1, x, 1, size, 0, factor + first * q * 8, 1, q, 0, c, q, ACCUMULATE),
          ),
        );
      });
    },
    scatterTimes(v) {
      requireShape('scatterTimes', v, size, v.cols);
      const b = v.cols;
      return guarded((take) => {
        const factor = load(engine, take, v);
        const chunk = panelOf(size);
        const y = take(chunk * b);
        return summed(size, b, take, (c) =>
          chunks(take, chunk, (_, images, x) => {
            run.gemm(images, b, size, 1, x, size, 1, 0, factor, 1, b, 0, y, b, 0);
            run.gemm(size, b, images, 1, x, 1, size, 0, y, 1, b, 0, c, b, ACCUMULATE);
          }),
        );
      });
    },
    gramTimes(v) {
      requireShape('gramTimes', v, count, v.cols);
      const b = v.cols;
      return guarded((take) => {
        const factor = load(engine, take, v);
        const chunk = panelOf(size);
        const across = take(size * b);
        arena.values.fill(0, across / 8, across / 8 + size * b);
        chunks(take, chunk, (first, images, x) =>
          run.gemm(size, b, images, 1, x, 1, size, 0, factor + first * b * 8, 1, b, 0, across, b, ACCUMULATE),
        );
        const y = take(count * b);
        chunks(take, chunk, (first, images, x) =>
          run.gemm(images, b, size, 1, x, size, 1, 0, across, 1, b, 0, y + first * b * 8, b, 0),
        );
        return matrix(count, b, read(arena, y, count * b));
      });
    },
    release() {
      if (released) return;
      released = true;
      live.delete(batch);
      settle(batch, null);
      source.release();
    },
  };
  live.add(batch);
  settle(batch, { engine, chunks });
  return batch;
}

/**
 * Σ_n vec(X_n − W) vec(X_n − W)ᵀ over a stack (matrices as vectors, row by row), rows·cols × rows·cols, exactly
 * symmetric. The stack is loaded a part at a time. Throws KernelMemoryError.
 */
export function sumOuter(stack: MatrixStack, centre?: Matrix): Matrix {
  const size = stack.rows * stack.cols;
  const engine = kernels();
  return withScratch(engine.arena, (take) =>
    matrix(size, size, read(engine.arena, sumOuterAt(engine, take, stack, centre), size * size)),
  );
}

/** The same at an address in the memory of the kernels. */
export function sumOuterAt(
  engine: Kernels,
  take: (count: number) => number,
  stack: MatrixStack,
  centre: Matrix | undefined,
): number {
  const size = stack.rows * stack.cols;
  const { run, arena } = engine;
  const c = take(size * size);
  withScratch(arena, (takePart) => {
    const w = centre && load(engine, takePart, centre);
    const x = takePart(Math.min(stack.count, PART) * size);
    arena.values.fill(0, c / 8, c / 8 + size * size);
    for (let from = 0; from < stack.count; from += PART) {
      const count = Math.min(PART, stack.count - from);
      writeCentred(engine, x, stack, from, from + count, w);
      run.gemm(size, size, count, 1, x, 1, size, 0, x, 1, size, 0, c, size, LOWER | ACCUMULATE);
    }
    run.mirror(size, c, size);
  });
  return c;
}

/** Adds squares to four running sums: a fifth of the time of one at 4 million values. */
function addSquares(sums: [number, number, number, number], values: Float64Array, from: number, length: number): void {
  let [a, b, c, d] = sums;
  const end = from + length;
  let i = from;
  for (; i + 3 < end; i += 4) {
    a += values[i] * values[i];
    b += values[i + 1] * values[i + 1];
    c += values[i + 2] * values[i + 2];
    d += values[i + 3] * values[i + 3];
  }
  for (; i < end; i++) a += values[i] * values[i];
  [sums[0], sums[1], sums[2], sums[3]] = [a, b, c, d];
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
