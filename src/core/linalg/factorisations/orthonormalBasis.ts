/** A growing orthonormal basis in kernel memory: its vectors are rows, and new ones are written behind the others. */
import { kernels, read, SUBTRACT, withScratch, write } from '../kernels/kernels.ts';
import { matrix, type Matrix } from '../matrix.ts';
import { qr } from './qr.ts';

export interface OrthonormalBasis {
  /** Number of vectors. */
  readonly size: number;
  /** Appends the columns of an n × b matrix. */
  append(columns: Matrix): void;
  /** QᵀW, size × b. */
  inside(w: Matrix): Matrix;
  /** W − Q QᵀW, n × b; the rounding of one subtraction is left. */
  outside(w: Matrix): Matrix;
  /** Q C, n × k; C is size × k. */
  combine(c: Matrix): Matrix;
}

/** A basis of at most `capacity` vectors of n entries; `take` gives its memory. */
export function orthonormalBasis(take: (count: number) => number, n: number, capacity: number): OrthonormalBasis {
  const { run, arena } = kernels();
  const home = take(n * capacity);
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(columns) {
      if (size + columns.cols > capacity) throw new RangeError(`orthonormalBasis: more than ${capacity} vectors`);
      withScratch(arena, (scratch) => {
        const w = scratch(columns.data.length);
        write(arena, w, columns.data);
        run.transpose(n, columns.cols, w, home + size * n * 8);
      });
      size += columns.cols;
    },
    inside: (w) =>
      withScratch(arena, (scratch) => {
        const [from, c] = [scratch(w.data.length), scratch(size * w.cols)];
        write(arena, from, w.data);
        run.gemm(size, w.cols, n, 1, home, n, 1, 0, from, 1, w.cols, 0, c, w.cols, 0);
        return matrix(size, w.cols, read(arena, c, size * w.cols));
      }),
    outside: (w) =>
      withScratch(arena, (scratch) => {
        const [at, c] = [scratch(w.data.length), scratch(size * w.cols)];
        write(arena, at, w.data);
        run.gemm(size, w.cols, n, 1, home, n, 1, 0, at, 1, w.cols, 0, c, w.cols, 0);
        run.gemm(n, w.cols, size, 1, home, 1, n, 0, c, 1, w.cols, 0, at, w.cols, SUBTRACT);
        return matrix(n, w.cols, read(arena, at, w.data.length));
      }),
    combine: (c) =>
      withScratch(arena, (scratch) => {
        const [from, to] = [scratch(c.data.length), scratch(n * c.cols)];
        write(arena, from, c.data);
        run.gemm(n, c.cols, size, 1, home, 1, n, 0, from, 1, c.cols, 0, to, c.cols, 0);
        return matrix(n, c.cols, read(arena, to, n * c.cols));
      }),
  };
}

/**
 * The part of W outside all bases as Q R: Q has orthonormal columns outside them; directions that W lacks are
 * completed.
 */
export function orthonormalOutside(bases: readonly OrthonormalBasis[], w: Matrix): { q: Matrix; r: Matrix } {
  const outside = (v: Matrix): Matrix => bases.reduce((rest, basis) => basis.outside(rest), v);
  const { q, r } = qr(outside(outside(w)));
  // Normalising short columns magnifies what rounding has left inside the bases.
  return { q: qr(outside(q)).q, r };
}
