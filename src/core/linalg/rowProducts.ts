/** Inner products of the rows of large sets, block by block: never allocates more than a block. */
import { kernels, withScratch } from './kernels/kernels.ts';

/** One vector per row. */
export interface Rows {
  readonly count: number;
  readonly length: number;
  /** Row-major. */
  readonly data: Float64Array;
}

/** The same with rows computed on demand. */
export interface ReadRows extends Pick<Rows, 'count' | 'length'> {
  /** Writes the rows `from` … `to` − 1 to `target`, starting at `at`. */
  readonly read: (from: number, to: number, target: Float64Array, at: number) => void;
}

/** Rows per block. 1024 × 512 are 4 MiB, and copying them takes 2% of the time of their products. */
export const BLOCK = 1024;

/** Products of the rows of the left set starting at `first` with those of the right set starting at `second`. */
export interface ProductBlock {
  readonly first: number;
  readonly second: number;
  readonly rows: number;
  readonly cols: number;
  /** rows × cols, row-major; valid until the next block. */
  readonly products: Float64Array;
}

/**
 * Calls `visit` for each pair of blocks, given by their numbers (block b starts at row BLOCK · b). The bits of a
 * product depend on its two rows alone.
 */
export function rowProducts(
  left: Rows | ReadRows,
  right: Rows | ReadRows,
  pairs: Iterable<readonly [number, number]>,
  visit: (block: ProductBlock) => void,
): void {
  if (left.length !== right.length) {
    throw new RangeError(`rowProducts: rows of ${left.length} and of ${right.length} numbers`);
  }
  const { length } = left;
  const sides = [left, right];
  const { run, arena } = kernels();
  withScratch(arena, (take) => {
    const [a, b, c] = [take(BLOCK * length), take(BLOCK * length), take(BLOCK * BLOCK)];
    const held = [-1, -1];
    const load = (side: 0 | 1, block: number): number => {
      const source = sides[side];
      const from = block * BLOCK;
      const rows = Math.min(BLOCK, source.count - from);
      if (held[side] !== block) {
        const offset = [a, b][side] / 8;
        if ('read' in source) source.read(from, from + rows, arena.values, offset);
        else arena.values.set(source.data.subarray(from * length, (from + rows) * length), offset);
        held[side] = block;
      }
      return rows;
    };
    for (const [i, j] of pairs) {
      const [rows, cols] = [load(0, i), load(1, j)];
      run.gemm(rows, cols, length, 1, a, length, 1, 0, b, length, 1, 0, c, cols, 0);
      const products = arena.values.subarray(c / 8, c / 8 + rows * cols);
      visit({ first: i * BLOCK, second: j * BLOCK, rows, cols, products });
    }
  });
}
