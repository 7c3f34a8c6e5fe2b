/** Factors of products in kernel memory. */
import { write, type Kernels } from './kernels/kernels.ts';
import type { Matrix } from './matrix.ts';

/** A factor in kernel memory. */
export interface Factor {
  readonly at: number;
  /** Number of columns. */
  readonly width: number;
  readonly blocks: readonly ColumnBlock[];
}

interface ColumnBlock {
  readonly from: number;
  width: number;
  /** Leading rows that hold all nonzero entries. */
  readonly inner: number;
}

/** A matrix copied to kernel memory, with the column blocks that products with it use. */
export function loadFactor(engine: Kernels, take: (count: number) => number, a: Matrix): Factor {
  return { at: load(engine, take, a), width: a.cols, blocks: columnBlocks(a) };
}

/**
 * Column blocks of a factor are whole tiles of both orientations; more than five blocks cost more calls than they save.
 */
const BLOCK = 12;
const MOST_BLOCKS = 5;

/**
 * Column blocks of a factor by the rows that hold their nonzero entries: triangular factors take little more than half
 * the work. Neighbours of equal height are merged.
 */
function columnBlocks({ rows, cols, data }: Matrix): ColumnBlock[] {
  const step = Math.ceil(cols / MOST_BLOCKS / BLOCK) * BLOCK;
  const blocks: ColumnBlock[] = [];
  for (let from = 0; from < cols; from += step) {
    const width = Math.min(step, cols - from);
    const isEmpty = (i: number) => data.subarray(i * cols + from, i * cols + from + width).every(isZero);
    let inner = rows;
    while (inner > 1 && isEmpty(inner - 1)) inner--;
    const last = blocks.at(-1);
    if (last?.inner === inner) last.width += width;
    else blocks.push({ from, width, inner });
  }
  return blocks;
}

function isZero(value: number): boolean {
  return value === 0;
}

/** Address of a copy of the values. */
export function load({ arena }: Kernels, take: (count: number) => number, a: { readonly data: Float64Array }): number {
  const address = take(a.data.length);
  write(arena, address, a.data);
  return address;
}
