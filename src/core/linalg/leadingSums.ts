/**
 * Leading eigenpairs of Σ X_n F Fᵀ X_nᵀ and Σ X_nᵀ F Fᵀ X_n for many factors F at once: a step of alternating methods
 * at all latent shapes of a grid. Only factors and eigenpairs cross into JavaScript. No result depends on the other
 * requests: an entry is the same sum in the same order for any number of factors.
 */
import { matrix, type Matrix, type Eigen } from './matrix.ts';
import type { ImageBatch } from './batch/imageBatch.ts';
import { ACCUMULATE, LOWER, read, TRANSPOSED, withScratch, write, zeros } from './kernels/kernels.ts';
import { STRIP, triangle, leaseMoments, type Moments } from './residentMoments.ts';
import { load } from './loadedFactor.ts';
import { multiply, shapeOf, powerOfTwoAbove } from './products.ts';
import { batchMemory, type BatchMemory } from './batchMemory.ts';

/** One sum S = scale · Σ, or scale · (plain − Σ), whose leading eigenpairs are requested. */
export interface SumRequest {
  /** F: cols × q for sums over rows of images, rows × q for sums over columns; identical objects are summed once. */
  readonly factor: Matrix;
  readonly scale: number;
  /** Subtracts the sum from the plain sum, which has no factor. */
  readonly fromPlain: boolean;
  /** Number of eigenpairs. */
  readonly count: number;
  /** L: requests S L instead of eigenpairs. */
  readonly times?: Matrix;
  /** Sums over the images for any width of F: if the lengths of its columns differ widely, T loses digits. */
  readonly overImages?: boolean;
}

export interface LeadingSum extends Eigen {
  /** tr S. */
  readonly trace: number;
  /** S if it has already been computed. */
  readonly sum?: Matrix;
  /** S L, if requested. */
  readonly product?: Matrix;
}

/** Sums over the images of a batch. */
export interface LeadingSums {
  /** Sums Σ X_n F Fᵀ X_nᵀ, rows × rows. */
  right(requests: readonly SumRequest[]): LeadingSum[];
  /** Sums Σ X_nᵀ F Fᵀ X_n, cols × cols. */
  left(requests: readonly SumRequest[]): LeadingSum[];
  /** Frees the memory of the sums; the batch stays. */
  release(): void;
}

export interface PlainSums {
  /** Σ X_n X_nᵀ. */
  readonly right: Matrix;
  /** Σ X_nᵀ X_n. */
  readonly left: Matrix;
}

/** Number of factor columns up to which sums use the images themselves instead of their moments. */
export interface ImageWidths {
  readonly right: number;
  readonly left: number;
}

/**
 * Factors per product with the moments, which are read from memory once for all of them: 54 factors at 56 × 46 took
 * 10.8 ms in two groups and 9.3 in one (left), though up to 48 columns are not packed.
 */
const GROUP = 96;
/** Rows per strip that stay in the second-level cache. */
const STRIP_ROWS = 252;
/** Values of one column of X_n F over a chunk of images; chunks depend on sizes only. */
const COLUMN_VALUES = 16384;
/** Values of X_n F per chunk, summed before the next chunk. */
const HALVES_VALUES = 2 ** 18;
/** Values of images that are prefetched. */
const AHEAD_VALUES = 8192;

/**
 * Sums by moments of the batch, or over its images for factors with at most as many columns as `widths` says; by
 * default over images only. Requests that subtract need `plain`. Throws KernelMemoryError.
 */
export function leadingSums(
  batch: ImageBatch,
  plain: PlainSums | null,
  moments: Moments | null,
  widths: ImageWidths,
): LeadingSums {
  const residence = batchMemory(batch);
  const { arena } = residence.engine;
  const { rows, cols, count } = batch;
  const blocks: number[] = [];
  const keep = (values: Float64Array): number => {
    const address = arena.allocate(values.length);
    blocks.push(address);
    write(arena, address, values);
    return address;
  };
  let lease: ReturnType<typeof leaseMoments> | null = null;
  const release = (): void => {
    for (const address of blocks.splice(0).reverse()) arena.free(address);
    lease?.end();
    lease = null;
  };
  try {
    const [right, left] = [plain && keep(plain.right.data), plain && keep(plain.left.data)];
    lease = moments && leaseMoments(arena, moments);
    const t = lease && lease.at;
    const images = { ...residence, rows, cols, count };
    return {
      right: (requests) => solve({ ...images, side: 'right', plain: right, moments: t, width: widths.right }, requests),
      left: (requests) => solve({ ...images, side: 'left', plain: left, moments: t, width: widths.left }, requests),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

interface Side extends BatchMemory {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  readonly side: 'right' | 'left';
  /** Addresses. */
  readonly plain: number | null;
  readonly moments: number | null;
  /** Number of factor columns up to which sums use the images. */
  readonly width: number;
}

type Take = (count: number) => number;

function solve(side: Side, requests: readonly SumRequest[]): LeadingSum[] {
  const inner = side.side === 'right' ? side.cols : side.rows;
  for (const { factor } of requests) {
    if (factor.rows !== inner) {
      throw new RangeError(`leadingSums: expected factors of ${inner} rows, found a ${shapeOf(factor)} matrix`);
    }
  }
  const results: LeadingSum[] = [];
  const byFactor = Map.groupBy(requests.keys(), (index) => requests[index].factor);
  const isNarrow = (factor: Matrix): boolean =>
    side.moments === null || factor.cols <= side.width || requests[byFactor.get(factor)![0]].overImages === true;
  const finish = (take: Take): ((factor: Matrix, at: number, square: boolean) => void) => {
    const eigen = eigenOf(side, take);
    return (factor, at, square) => {
      for (const index of byFactor.get(factor)!) results[index] = eigen(requests[index], at, square);
    };
  };
  const factors = [...byFactor.keys()];
  const narrow = factors.filter(isNarrow);
  const wide = factors.filter((factor) => !isNarrow(factor));
  for (const group of groupsOf(wide))
    withScratch(side.engine.arena, (take) => overMoments(side, group, take, finish(take)));
  withScratch(side.engine.arena, (take) => overImages(side, narrow, finish(take)));
  return results;
}

/** Groups of equal size, as few as possible. */
function groupsOf(factors: readonly Matrix[]): Matrix[][] {
  const size = Math.ceil(factors.length / Math.ceil(factors.length / GROUP));
  return Array.from({ length: Math.ceil(factors.length / GROUP) }, (_, g) => factors.slice(g * size, (g + 1) * size));
}

/** Triangles of all sums from one product with T. */
function overMoments(
  { engine, rows, cols, side, moments }: Side,
  factors: readonly Matrix[],
  take: Take,
  finish: (factor: Matrix, at: number, square: boolean) => void,
): void {
  const { run } = engine;
  const [d, n] = side === 'right' ? [cols, rows] : [rows, cols];
  const [from, to] = [triangle(d), triangle(n)];
  const weights = take(factors.length * from);
  const sums = take(factors.length * to);
  const square = take(d * d);
  factors.forEach((factor, s) => {
    withScratch(engine.arena, (takeInner) => {
      const q = factor.cols;
      const f = load(engine, takeInner, factor);
      run.gemm(d, d, q, 1, f, q, 1, 0, f, q, 1, 0, square, d, LOWER);
    });
    run.packTriangle(d, square, weights + s * from * 8);
  });
  const [height, width] = [triangle(rows), triangle(cols)];
  for (let first = 0; first < width; first += STRIP) {
    const have = Math.min(STRIP, width - first);
    for (let row = 0; row < height; row += STRIP_ROWS) {
      const lines = Math.min(STRIP_ROWS, height - row);
      const part = moments! + (height * first + row * have) * 8;
      // Read sequentially first: the strided reads of the tiles are not prefetched.
      run.touch(part, lines * have * 8);
      if (side === 'right') {
        const how = TRANSPOSED | (first > 0 ? ACCUMULATE : 0);
        const p = weights + first * 8;
        run.gemm(lines, factors.length, have, 1, part, have, 1, 0, p, from, 1, 0, sums + row * 8, to, how);
      } else {
        const how = row > 0 ? ACCUMULATE : 0;
        const q = weights + row * 8;
        run.gemm(factors.length, have, lines, 1, q, from, 1, 0, part, 1, have, 0, sums + first * 8, to, how);
      }
    }
  }
  factors.forEach((factor, s) => finish(factor, sums + s * to * 8, false));
}

/** X_n F (or Fᵀ X_n) of several factors side by side, then the sum of squares of each. */
function overImages(
  { engine, chunks, rows, cols, count, side }: Side,
  factors: readonly Matrix[],
  finish: (factor: Matrix, at: number, square: boolean) => void,
): void {
  const { run, arena } = engine;
  const [d, n] = side === 'right' ? [cols, rows] : [rows, cols];
  const size = rows * cols;
  const chunk = Math.max(1, Math.min(count, Math.floor(COLUMN_VALUES / n)));
  const ahead = Math.max(1, Math.floor(AHEAD_VALUES / size));
  const most = Math.max(1, Math.floor(HALVES_VALUES / (chunk * n)));
  for (let next = 0; next < factors.length;) {
    const group = [factors[next++]];
    let width = group[0].cols;
    while (next < factors.length && width + factors[next].cols <= most) {
      width += factors[next].cols;
      group.push(factors[next++]);
    }
    withScratch(arena, (take) => {
      const f = take(d * width);
      let column = 0;
      for (const { cols: q, data } of group) {
        const values = arena.values;
        for (let i = 0; i < d; i++) {
          for (let j = 0; j < q; j++) values[f / 8 + i * width + column + j] = data[i * q + j];
        }
        column += q;
      }
      const halves = take(chunk * n * width);
      const sums = take(group.length * n * n);
      chunks(take, chunk, (first, images, x) => {
        for (let k = 0; k < images; k++) {
          const image = x + k * size * 8;
          if (k % ahead === 0) run.touch(image, Math.min(ahead, images - k) * size * 8);
          const to = halves + k * n * 8;
          if (side === 'right') {
            run.gemm(rows, width, cols, 1, image, cols, 1, 0, f, 1, width, 0, to, images * n, TRANSPOSED);
          } else run.gemm(width, cols, rows, 1, f, 1, width, 0, image, 1, cols, 0, to, images * n, 0);
        }
        let address = halves;
        group.forEach(({ cols: q }, g) => {
          const how = LOWER | (first > 0 ? ACCUMULATE : 0);
          run.gemm(n, n, images * q, 1, address, 1, n, 0, address, 1, n, 0, sums + g * n * n * 8, n, how);
          address += images * q * n * 8;
        });
      });
      group.forEach((factor, g) => finish(factor, sums + g * n * n * 8, true));
    });
  }
}

/** The leading eigenpairs of a request's S, given a sum as a triangle, or as a square with its lower triangle. */
function eigenOf(
  { engine, rows, cols, side, plain }: Side,
  take: Take,
): (request: SumRequest, at: number, square: boolean) => LeadingSum {
  const { run, arena } = engine;
  const n = side === 'right' ? rows : cols;
  const work = take(n * n);
  const values = take(n);
  const vectors = take(n * n);
  const scratch = take(run.eigenScratch(n));
  const trace = take(1);
  return ({ scale, fromPlain, count, times }, at, square) => {
    const largest = run.spreadTriangle(n, at, square ? 1 : 0, fromPlain ? plain! : 0, scale, work, trace);
    if (!Number.isFinite(largest)) throw new RangeError('leadingSums: a sum is not finite');
    if (times) {
      run.mirror(n, work, n);
      const sum = matrix(n, n, read(arena, work, n * n));
      const none = { values: new Float64Array(0), vectors: matrix(n, 0) };
      return { ...none, trace: arena.values[trace / 8], product: multiply(sum, times) };
    }
    const power = powerOfTwoAbove(largest);
    run.scaleTriangle(n, work, 1 / power);
    if (run.leadingEigen(n, work, count, values, vectors, scratch) !== 0) {
      throw new Error('symmetricEigen: the QL iteration did not converge');
    }
    const eigenvalues = read(arena, values, count);
    for (let i = 0; i < count; i++) eigenvalues[i] *= power;
    return {
      values: eigenvalues,
      vectors: matrix(n, count, read(arena, vectors, n * count)),
      trace: arena.values[trace / 8],
    };
  };
}

// Products S L of sums over images with a few columns, from the codes of the images, without forming S.

/** Values of halves X F per chunk: a quarter of a second-level cache of 1 MiB. */
const CHUNK_VALUES = 32768;
/**
 * Σ X_n F Fᵀ X_nᵀ L ('right': F cols × q, L rows × p) or Σ X_nᵀ F Fᵀ X_n L ('left': F rows × q, L cols × p), from the
 * halves X_n F or Fᵀ X_n and their products with L, all in the memory of the kernels: 2 N q (rows cols + 2 d p)
 * operations, d = rows or cols. Throws RangeError if shapes do not fit, and KernelMemoryError.
 */
export function scatterTimes(batch: ImageBatch, side: 'right' | 'left', factor: Matrix, times: Matrix): Matrix {
  const { rows, cols, count } = batch;
  const [inner, d] = side === 'right' ? [cols, rows] : [rows, cols];
  if (factor.rows !== inner || times.rows !== d) {
    throw new RangeError(`scatterTimes: images of ${rows} × ${cols} by ${shapeOf(factor)} and ${shapeOf(times)}`);
  }
  const { engine, chunks } = batchMemory(batch);
  const { run, arena } = engine;
  const [q, p, size] = [factor.cols, times.cols, rows * cols];
  const chunk = Math.min(Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, d * q))), Math.max(1, count));
  const ahead = Math.max(1, Math.floor(AHEAD_VALUES / Math.max(1, size)));
  return withScratch(arena, (take) => {
    const f = load(engine, take, factor);
    const l = load(engine, take, times);
    const halves = take(chunk * q * d);
    const codes = take(chunk * q * p);
    const sum = zeros(arena, take, d * p);
    chunks(take, chunk, (_, images, x) => {
      for (let n = 0; n < images; n++) {
        const [image, half] = [x + n * size * 8, halves + n * q * d * 8];
        if (n % ahead === 0) run.touch(image, Math.min(ahead, images - n) * size * 8);
        if (side === 'right') run.gemm(rows, q, cols, 1, image, cols, 1, 0, f, 1, q, 0, half, rows, TRANSPOSED);
        else run.gemm(q, cols, rows, 1, f, 1, q, 0, image, 1, cols, 0, half, cols, 0);
      }
      // A row of `halves` for each image and column of F.
      run.gemm(images * q, p, d, 1, halves, d, 1, 0, l, 1, p, 0, codes, p, 0);
      run.gemm(d, p, images * q, 1, halves, 1, d, 0, codes, 1, p, 0, sum, p, ACCUMULATE);
    });
    return matrix(d, p, read(arena, sum, d * p));
  });
}
