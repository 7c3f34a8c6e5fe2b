/** Matrix stacks read in chunks, without a float64 copy of the whole stack. */
import { matrixStack, type MatrixStack, type ReadPart } from './matrix.ts';

/** Values per part that is read to be summed: it stays in a second-level cache of 1 MiB. */
const PART_VALUES = 65536;

/**
 * A stack whose matrices are computed by `read` on demand. Its `data`, all of them, are computed on first access and
 * kept.
 */
export function streamedStack(count: number, rows: number, cols: number, read: ReadPart): MatrixStack {
  let made: Float64Array | null = null;
  const size = rows * cols;
  return {
    count,
    rows,
    cols,
    get data() {
      if (made === null) {
        made = new Float64Array(count * size);
        read(0, count, made, 0);
      }
      return made;
    },
    read(from, to, target, at) {
      if (made === null) read(from, to, target, at);
      else target.set(made.subarray(from * size, to * size), at);
    },
  };
}

/** Writes matrices `from` … `to` − 1 of any stack to `target` starting at entry `at`. */
export function readStack(stack: MatrixStack, from: number, to: number, target: Float64Array, at: number): void {
  if (stack.read) return stack.read(from, to, target, at);
  const size = stack.rows * stack.cols;
  target.set(stack.data.subarray(from * size, to * size), at);
}

/** Matrices `from` … `to` − 1 as a separate stack: a view if they are in memory, else read on demand. */
export function partOfStack(stack: MatrixStack, from: number, to: number): MatrixStack {
  const { count, rows, cols, read } = stack;
  if (from === 0 && to === count) return stack;
  if (!read) return matrixStack(to - from, rows, cols, stack.data.subarray(from * rows * cols, to * rows * cols));
  return streamedStack(to - from, rows, cols, (first, end, target, at) => read(from + first, from + end, target, at));
}

/**
 * Matrices at `index[0], index[1], …`, in this order: copied if they are in memory, else read on demand, with runs of
 * neighbours at once. The index must not change afterwards.
 */
export function selectStack(stack: MatrixStack, index: ArrayLike<number>): MatrixStack {
  const { rows, cols } = stack;
  const size = rows * cols;
  const copy: ReadPart = (from, to, target, at) => {
    for (let n = from; n < to;) {
      const first = n++;
      while (n < to && index[n] === index[n - 1] + 1) n++;
      readStack(stack, index[first], index[n - 1] + 1, target, at + (first - from) * size);
    }
  };
  if (stack.read) return streamedStack(index.length, rows, cols, copy);
  const result = matrixStack(index.length, rows, cols);
  copy(0, index.length, result.data, 0);
  return result;
}

/**
 * Calls `work` with the values of a few matrices at a time, the position of the first and their number, which is a
 * multiple of four except for the last call. The values belong to the stack, or to a copy that the next call
 * overwrites.
 */
export function forEachPart(
  stack: MatrixStack,
  work: (values: Float64Array, first: number, count: number) => void,
): void {
  const { count, rows, cols, read } = stack;
  const size = rows * cols;
  const step = 4 * Math.max(1, Math.floor(PART_VALUES / Math.max(1, 4 * size)));
  const copy = read && new Float64Array(Math.min(step, count) * size);
  for (let first = 0; first < count; first += step) {
    const end = Math.min(first + step, count);
    if (!copy) work(stack.data.subarray(first * size, end * size), first, end - first);
    else {
      readStack(stack, first, end, copy, 0);
      work(copy.subarray(0, (end - first) * size), first, end - first);
    }
  }
}
