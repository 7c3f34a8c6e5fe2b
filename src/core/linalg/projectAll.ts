/** Projections U_cᵀ X_n U_r of the images of a batch onto many pairs of bases at once: codes at all latent shapes. */
import type { ImageBatch } from './batch/imageBatch.ts';
import { TRANSPOSED, withScratch, write, kernels, read } from './kernels/kernels.ts';
import { matrixStack, type Matrix, type MatrixStack } from './matrix.ts';
import { shapeOf, leftProductIsCheaper, shapeOrIdentity } from './products.ts';
import { batchMemory, type BatchMemory } from './batchMemory.ts';
import { load } from './loadedFactor.ts';

export interface Bases {
  /** U_c, rows × q_c. */
  readonly uc: Matrix;
  /** U_r, cols × q_r. */
  readonly ur: Matrix;
}

/** Maximum columns of bases side by side: wider factors are packed, and fewer images fit a chunk. */
const MOST_COLUMNS = 96;
/** Values of a chunk of images times bases, half of a second-level cache of 1 MiB. */
const CHUNK_VALUES = 65536;

/**
 * Entry s of the result equals `batch.project(bases[s].uc, bases[s].ur)` bit for bit. Throws RangeError if shapes do
 * not fit, and KernelMemoryError.
 */
export function projectAll(batch: ImageBatch, bases: readonly Bases[]): MatrixStack[] {
  const { rows, cols, count } = batch;
  const codes = bases.map(({ uc, ur }) => {
    if (uc.rows !== rows || ur.rows !== cols) {
      throw new RangeError(`projectAll: matrices of ${rows} × ${cols} onto ${shapeOf(uc)} and ${shapeOf(ur)}`);
    }
    return matrixStack(count, uc.cols, ur.cols);
  });
  const residence = batchMemory(batch);
  for (const left of [false, true]) {
    const members = [...bases.keys()].filter(
      (s) => leftProductIsCheaper(rows, cols, bases[s].uc.cols, bases[s].ur.cols) === left,
    );
    const side = members.map((s): Member => {
      const { uc, ur } = bases[s];
      const { data } = codes[s];
      return left
        ? { first: uc, second: ur, strides: [ur.cols, 1], codes: data }
        : { first: ur, second: uc, strides: [1, ur.cols], codes: data };
    });
    for (const group of groupsOf(side)) project(residence, batch, left, group);
  }
  return codes;
}

interface Member {
  /** The factor that images are multiplied by. */
  readonly first: Matrix;
  readonly second: Matrix;
  /** Strides in a code from one column of the first factor to the next, and of the second. */
  readonly strides: readonly [number, number];
  readonly codes: Float64Array;
}

function groupsOf(members: readonly Member[]): Member[][] {
  const groups: Member[][] = [];
  let width = MOST_COLUMNS;
  for (const member of members) {
    if (width + member.first.cols > MOST_COLUMNS) {
      groups.push([]);
      width = 0;
    }
    groups.at(-1)!.push(member);
    width += member.first.cols;
  }
  return groups;
}

/**
 * One product of a chunk of images, stacked vertically, with the first factors side by side, then one with each second
 * factor. The product is stored transposed: a column of a factor has its entries of all images contiguous.
 */
function project(
  { engine, chunks }: BatchMemory,
  { rows, cols, count }: ImageBatch,
  left: boolean,
  group: readonly Member[],
): void {
  const { run, arena } = engine;
  const size = rows * cols;
  // Images of height × inner; transposed if columns come first.
  const [height, inner] = left ? [cols, rows] : [rows, cols];
  const width = group.reduce((sum, { first }) => sum + first.cols, 0);
  const most = Math.min(count, Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, width * height))));
  withScratch(arena, (take) => {
    const factor = take(inner * width);
    let column = 0;
    for (const { first } of group) {
      for (let i = 0; i < inner; i++) {
        const from = first.data.subarray(i * first.cols, (i + 1) * first.cols);
        arena.values.set(from, factor / 8 + i * width + column);
      }
      column += first.cols;
    }
    const seconds = group.map(({ second }) => {
      const address = take(second.data.length);
      write(arena, address, second.data);
      return address;
    });
    const turned = left ? take(most * size) : 0;
    const products = take(most * width * height);
    const result = take(most * Math.max(...group.map(({ first, second }) => first.cols * second.cols)));
    chunks(take, most, (from, images, x) => {
      if (left) for (let n = 0; n < images; n++) run.transpose(rows, cols, x + n * size * 8, turned + n * size * 8);
      const stacked = images * height;
      const source = left ? turned : x;
      run.gemm(stacked, width, inner, 1, source, inner, 1, 0, factor, 1, width, 0, products, stacked, TRANSPOSED);
      let address = products;
      group.forEach(({ first: { cols: a }, second: { cols: b }, strides, codes }, s) => {
        run.gemm(a * images, b, height, 1, address, height, 1, 0, seconds[s], 1, b, 0, result, b, 0);
        place(arena.values, result / 8, images, [a, b], strides, codes, from * a * b);
        address += a * stacked * 8;
      });
    });
  });
}

/** Codes of `images` images from products that have, for every column of the first factor, one row per image. */
function place(
  products: Float64Array,
  from: number,
  images: number,
  [a, b]: readonly [number, number],
  [stepA, stepB]: readonly [number, number],
  codes: Float64Array,
  to: number,
): void {
  for (let n = 0; n < images; n++) {
    const code = to + n * a * b;
    for (let i = 0; i < a; i++) {
      let target = code + i * stepA;
      const row = from + (i * images + n) * b;
      for (let next = row; next < row + b; next++, target += stepB) codes[target] = products[next];
    }
  }
}

// Reconstruction of images from codes.

/** U_c Z_n U_rᵀ for every matrix of a stack; null is the identity. Throws RangeError if the shapes do not fit. */
export function expand(stack: MatrixStack, uc: Matrix | null, ur: Matrix | null): MatrixStack {
  if ((uc && uc.cols !== stack.rows) || (ur && ur.cols !== stack.cols)) {
    throw new RangeError(
      `expand: matrices of ${shapeOf(stack)} between ${shapeOrIdentity(uc)} and ${shapeOrIdentity(ur)}`,
    );
  }
  const { count, rows: qc, cols: qr } = stack;
  const height = uc?.rows ?? qc;
  const width = ur?.rows ?? qr;
  const engine = kernels();
  const { run, arena } = engine;
  return withScratch(arena, (take) => {
    let x = load(engine, take, stack);
    if (uc) {
      const factor = load(engine, take, uc);
      const y = take(count * height * qr);
      for (let n = 0; n < count; n++) {
        run.gemm(height, qr, qc, 1, factor, qc, 1, 0, x + n * qc * qr * 8, 1, qr, 0, y + n * height * qr * 8, qr, 0);
      }
      x = y;
    }
    if (ur) {
      const factor = load(engine, take, ur);
      const y = take(count * height * width);
      run.gemm(count * height, width, qr, 1, x, qr, 1, 0, factor, qr, 1, 0, y, width, 0);
      x = y;
    }
    return matrixStack(count, height, width, read(arena, x, count * height * width));
  });
}
