/**
 * Cache of fourth-order moments, stored once: the most recently used ones of a thread are in kernel memory, where
 * products read them; the others are plain values. At 56 × 46 they take 14 MiB in every worker.
 */
import { kernels, read, write, withScratch } from './kernels/kernels.ts';
import type { Arena } from './kernels/memory.ts';
import type { ImageBatch } from './batch/imageBatch.ts';
import { batchMemory } from './batchMemory.ts';

export interface Moments {
  readonly rows: number;
  readonly cols: number;
  /** T as plain values; a copy while it is in kernel memory. Throws Error after its release. */
  readonly values: Float64Array;
}

type Place = { readonly arena: Arena; readonly at: number } | Float64Array | null;

class KeptMoments implements Moments {
  readonly rows: number;
  readonly cols: number;
  readonly #entries: number;
  place: Place = null;

  constructor({ rows, cols, entries }: MomentsSize) {
    this.rows = rows;
    this.cols = cols;
    this.#entries = entries;
  }

  get values(): Float64Array {
    if (this.place === null) throw new Error('Moments: used after they were dropped');
    return this.place instanceof Float64Array ? this.place : read(this.place.arena, this.place.at, this.#entries);
  }
}

export interface MomentsSize {
  readonly rows: number;
  readonly cols: number;
  readonly entries: number;
}

/** The moments in a kernel memory, and their number of users. */
interface Resident {
  readonly moments: KeptMoments;
  readonly at: number;
  users: number;
}

const residents = new WeakMap<Arena, Resident>();

/** Moments that `fill` writes to the address it gets. Throws the errors of `fill`, and KernelMemoryError. */
export function keepMoments(arena: Arena, size: MomentsSize, fill: (at: number) => void): Moments {
  const isFree = vacate(arena);
  const address = arena.allocate(size.entries);
  const moments = new KeptMoments(size);
  try {
    fill(address);
    if (isFree) settle(arena, moments, address);
    else moments.place = read(arena, address, size.entries);
  } finally {
    if (!residents.has(arena) || residents.get(arena)!.at !== address) arena.free(address);
  }
  return moments;
}

/** Address of the moments in kernel memory, valid until `end` is called. Throws KernelMemoryError. */
export function leaseMoments(arena: Arena, moments: Moments): { readonly at: number; readonly end: () => void } {
  let resident = residents.get(arena);
  if (resident?.moments !== moments) {
    const { values } = moments;
    const isFree = vacate(arena);
    const address = arena.allocate(values.length);
    write(arena, address, values);
    if (!isFree) return { at: address, end: () => arena.free(address) };
    resident = settle(arena, moments as KeptMoments, address);
  }
  const leased = resident;
  leased.users++;
  return { at: leased.at, end: () => void leased.users-- };
}

/** Frees moments that are no longer needed: the given ones, or all that are not in use. */
export function dropMoments(moments?: Moments): void {
  const { arena } = kernels();
  const resident = residents.get(arena);
  if (resident && resident.users === 0 && (moments ?? resident.moments) === resident.moments) {
    residents.delete(arena);
    resident.moments.place = null;
    arena.free(resident.at);
  }
}

function settle(arena: Arena, moments: KeptMoments, at: number): Resident {
  const resident: Resident = { moments, at, users: 0 };
  residents.set(arena, resident);
  moments.place = { arena, at };
  return resident;
}

/** Moves the resident moments to plain values; false if they are in use. */
function vacate(arena: Arena): boolean {
  const resident = residents.get(arena);
  if (!resident) return true;
  if (resident.users > 0) return false;
  const { moments, at } = resident;
  moments.place = moments.values;
  residents.delete(arena);
  arena.free(at);
  return true;
}

// Fourth-order moments of a stack of images X_1 … X_N (rows × cols). With svec P the lower triangle of a symmetric P as
// a vector, its diagonal halved, and a = (i ≥ k), b = (j ≥ l),
//   T_ab = Σ_n (X_n,ij X_n,kl + X_n,il X_n,kj),
//   Σ_n X_n P X_nᵀ at (i, k) = Σ_b T_ab (svec P)_b,   Σ_n X_nᵀ Q X_n at (j, l) = Σ_a T_ab (svec Q)_a,
// for any symmetric P (cols × cols), Q (rows × rows): sums over the images that take rows² cols² / 2 floating point
// operations however many images there are.

/** Columns per strip: a few hundred rows of it stay in the second-level cache, and products read them in place. */
export const STRIP = 124;
/** Images summed at a time. */
const PART = 512;

/** Number of entries of the lower triangle of order n. */
export function triangle(n: number): number {
  return (n * (n + 1)) / 2;
}

/** Number of entries of T. */
export function momentEntries(rows: number, cols: number): number {
  return triangle(rows) * triangle(cols);
}

/**
 * T of the images of a batch, in strips of STRIP columns, each strip row by row: N rows² cols² floating point
 * operations. It stays valid after the images are released. Calls `checkCancelled`, which may throw, between parts.
 * Throws KernelMemoryError.
 */
export function momentsOf(batch: ImageBatch, checkCancelled: () => void = () => undefined): Moments {
  const { engine, chunks } = batchMemory(batch);
  const { run, arena } = engine;
  const { count, rows, cols } = batch;
  const height = triangle(rows);
  return keepMoments(arena, { rows, cols, entries: momentEntries(rows, cols) }, (at) =>
    withScratch(arena, (take) => {
      // Row i of all images of a part, contiguous: their products are then read in place.
      const lines = take(Math.min(count, PART) * rows * cols);
      const square = take(cols * cols);
      chunks(take, PART, (first, images, x) => {
        const line = (i: number): number => lines + i * images * cols * 8;
        for (let i = 0; i < rows; i++) run.gatherRow(images, rows, cols, i, x, line(i));
        for (let i = 0; i < rows; i++) {
          checkCancelled();
          for (let k = 0; k <= i; k++) {
            run.gemm(cols, cols, images, 1, line(i), 1, cols, 0, line(k), 1, cols, 0, square, cols, 0);
            run.foldSquare(cols, square, at, triangle(i) + k, height, STRIP, first === 0 ? 0 : 1);
          }
        }
      });
    }),
  );
}
