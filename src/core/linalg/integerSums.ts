/**
 * Gram and scatter matrices of integers, 8-bit images above all, without rounding: the same bits from every build and
 * processor, at about three times the speed of float64 (130 GF/s instead of 45 with joined vectors, 85 instead of 23
 * without).
 */
import { withScratch, zeros, type Kernels } from './kernels/kernels.ts';
import type { Matrix, MatrixStack } from './matrix.ts';
import { readStack } from './streamedStack.ts';

/** Entries of a vector per product of the kernel, whose sums fit 32 bits. */
const PART = 512;
/** Vectors side by side in a panel, and float64 entries that two entries of each take. */
const PANEL = 8;
const PAIR = 4;
/** Values packed at a time, in 512 MiB; larger Gram matrices are computed in float64, to the same bits. */
const MOST_VALUES = 2 ** 28;
/** Sums of integers up to here are exact in float64. */
const EXACT = 2 ** 53;

/** Vectors in kernel memory: distances of their starts and of neighbouring entries. */
interface Strides {
  readonly apart: number;
  readonly step: number;
}

/** Calls `work` with whole panels of the vectors, in order: position of the first, number and address. */
type Chunks = (work: (first: number, vectors: number, x: number) => void) => void;

/**
 * Inner products of all pairs of `n` vectors of integers, to the lower triangle of the n × n matrix at `c`. Returns
 * false, with the matrix as it was, unless all entries are integers below 2048 in magnitude. Throws KernelMemoryError.
 */
export function integerGramAt(
  { run, arena }: Kernels,
  n: number,
  length: number,
  { apart, step }: Strides,
  chunks: Chunks,
  c: number,
): boolean {
  if (n * length === 0 || n * length > MOST_VALUES) return false;
  return withScratch(arena, (take) => {
    const none = zeros(arena, take, 1);
    /** Bytes of all vectors in a full part; parts lie one after another. */
    const size = Math.ceil(n / PANEL) * (PART / 2) * PAIR * 8;
    const packed = take((Math.ceil(length / PART) * size) / 8);
    let exact = true;
    chunks((first, vectors, x) => {
      for (let from = 0; exact && from < length; from += PART) {
        const inner = Math.min(PART, length - from);
        const to = packed + (from / PART) * size + (first / PANEL) * Math.ceil(inner / 2) * PAIR * 8;
        exact = run.packIntegers(vectors, inner, x + from * step * 8, apart, step, none, 0, 0, to) === 1;
      }
    });
    for (let from = 0; exact && from < length; from += PART) {
      run.integerGram(n, Math.min(PART, length - from), packed + (from / PART) * size, c, from > 0 ? 1 : 0);
    }
    return exact;
  });
}

/**
 * Σ_n vec(X_n − W) vec(X_n − W)ᵀ for the mean W of a stack of integers, to the lower triangle of the matrix at `c`:
 * sums of the integers less the rounded mean, centred as N Σ y yᵀ − (Σ y)(Σ y)ᵀ and divided by N, the only rounding.
 * Returns false, with the matrix undefined, for other values, and where a sum exceeds 2⁵³. Throws KernelMemoryError.
 */
export function integerScatterAt(engine: Kernels, stack: MatrixStack, mean: Matrix, c: number): boolean {
  const { run, arena } = engine;
  const { count } = stack;
  const size = stack.rows * stack.cols;
  if (count === 0) return false;
  const rounded = mean.data.map((value) => Math.round(value));
  return withScratch(arena, (take) => {
    const most = Math.min(count, PART);
    const x = take(most * size);
    const packed = take(Math.ceil(size / PANEL) * Math.ceil(most / 2) * PAIR);
    const [ones, sums, centre] = [take(most), zeros(arena, take, size), take(size)];
    arena.values.fill(1, ones / 8, ones / 8 + most);
    arena.values.set(rounded, centre / 8);
    for (let from = 0; from < count; from += PART) {
      const images = Math.min(PART, count - from);
      readStack(stack, from, from + images, arena.values, x / 8);
      if (run.packIntegers(size, images, x, 1, size, centre, 1, 0, packed) !== 1) return false;
      run.integerGram(size, images, packed, c, from > 0 ? 1 : 0);
      run.gemm(1, size, images, 1, ones, images, 1, 0, x, 1, size, 0, sums, size, 1);
    }
    const { values } = arena;
    const total = Float64Array.from(rounded, (value, i) => values[sums / 8 + i] - count * value);
    let largest = 0;
    for (let i = 0; i < size; i++) largest = Math.max(largest, count * values[c / 8 + i * (size + 1)] + total[i] ** 2);
    if (largest > EXACT) return false;
    for (let i = 0, at = c / 8; i < size; i++, at += size) {
      for (let j = 0; j <= i; j++) values[at + j] = (count * values[at + j] - total[i] * total[j]) / count;
    }
    return true;
  });
}
