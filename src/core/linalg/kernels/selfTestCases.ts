/**
 * Fixed test cases for every kernel: orders from 1 to 40 and beyond each block, matrices stored by rows and by columns,
 * addresses at odd entries.
 */
import { ACCUMULATE, LOWER, SUBTRACT, TRANSPOSED, type KernelExports } from './kernels.ts';
import type { SelfTestArena, SelfTestCase } from './selfTestArena.ts';

/** Kernels that the self-test covers; the others only set up state. */
export type TestedKernel = Exclude<keyof KernelExports, 'touch' | 'eigenScratch' | 'setWidth'>;

/** A digest of the results of each kernel. */
export type KernelDigests = Readonly<Record<TestedKernel, string>>;

const SMALL = Array.from({ length: 40 }, (_, i) => i + 1);
/** One more than panels and blocks of 32, 48, 64 and 96. */
const SIZES = [...SMALL, 47, 49, 65, 97, 102];

/** A different size for each dimension, to cover all remainders. */
const other = (sizes: readonly number[], s: number, step: number): number => sizes[(s * step + 3) % sizes.length];

export const selfTestCases: Readonly<Record<TestedKernel, SelfTestCase>> = {
  gemm({ run, drawn, keep }) {
    const modes = [0, ACCUMULATE, SUBTRACT, TRANSPOSED, TRANSPOSED | ACCUMULATE, TRANSPOSED | SUBTRACT];
    SIZES.forEach((m, s) => {
      const [n, k] = [other(SIZES, s, 7), other(SIZES, s, 11)];
      const [a, b] = [drawn(m * k), drawn(k * n)];
      for (const layout of [0, 1, 2, 3]) {
        const mode = modes[(s + layout) % modes.length];
        const [aRow, aInner] = layout & 1 ? [1, m] : [k, 1];
        const [bCol, bInner] = layout & 2 ? [k, 1] : [1, n];
        const c = drawn(m * n);
        run.gemm(m, n, k, 1, a, aRow, aInner, 0, b, bCol, bInner, 0, c, mode & TRANSPOSED ? m : n, mode);
        keep(c, m * n);
      }
    });
    // An inner index of two levels, and of more than one block.
    for (const [m, n, k] of [
      [7, 13, 300],
      [61, 60, 40],
    ]) {
      const [a, b, c] = [drawn(2 * m * k), drawn(2 * n * k), drawn(m * n)];
      run.gemm(m, n, k, 2, a, 1, m, m * k, b, k, 1, n * k, c, n, ACCUMULATE);
      keep(c, m * n);
    }
  },
  mirror({ run, drawn, room, keep }) {
    for (const n of SIZES) {
      const [a, c] = [drawn(n * 7), room(n * n)];
      run.gemm(n, n, 7, 1, a, 7, 1, 0, a, 7, 1, 0, c, n, LOWER);
      run.mirror(n, c, n);
      keep(c, n * n);
    }
  },
  distances({ run, drawn, room, keep }) {
    SIZES.forEach((n, s) => {
      const [m, k] = [other(SMALL, s, 3), other(SMALL, s, 7)];
      const c = room(m * n);
      run.distances(m, n, k, drawn(m * k), drawn(n * k), c);
      keep(c, m * n);
    });
  },
  transpose({ run, drawn, room, keep }) {
    SIZES.forEach((n, s) => {
      const m = other(SMALL, s, 3);
      const c = room(m * n);
      run.transpose(m, n, drawn(m * n), c);
      keep(c, m * n);
    });
  },
  packIntegers({ run, room, keep, keepNumber }) {
    SIZES.forEach((n, s) => {
      const inner = other(SMALL, s, 7);
      const values = room(n * inner, (i) => ((i * 37) % 4091) - 2045 + (s % 3 === 0 && i === 3 * n ? 1 / 4 : 0));
      const packed = room(Math.ceil(n / 8) * Math.ceil(inner / 2) * 4);
      keepNumber(
        run.packIntegers(
          n,
          inner,
          values,
          1,
          n,
          room(n, (i) => (i % 5) - 2),
          1,
          0,
          packed,
        ),
      );
      keep(packed, Math.ceil(n / 8) * Math.ceil(inner / 2) * 4);
    });
  },
  integerGram({ run, room, keep }) {
    SIZES.forEach((n, s) => {
      const inner = s % 5 === 0 ? 512 : other(SMALL, s, 7);
      const values = room(n * inner, (i) => ((i * 37) % 511) - 255);
      const packed = room(Math.ceil(n / 8) * Math.ceil(inner / 2) * 4);
      const c = room(n * n);
      run.packIntegers(n, inner, values, inner, 1, room(inner), 0, 1, packed);
      run.integerGram(n, inner, packed, c, 0);
      run.integerGram(n, inner, packed, c, 1);
      run.mirror(n, c, n);
      keep(c, n * n);
    });
  },
  descend({ run, room, definite, keep }) {
    SMALL.forEach((q, s) => {
      const m = other(SMALL, s, 3);
      const h = room(m * q, (i) => (i % 5) / 4);
      const gram = definite(q);
      run.descend(
        m,
        q,
        h,
        room(m * q, (i) => ((i * 37) % 101) / 25 - 1),
        gram,
        1 + (s % 3),
      );
      keep(h, m * q);
    });
  },
  axpy({ run, drawn, keep }) {
    for (const n of SIZES) {
      const [x, y] = [drawn(n), drawn(n)];
      run.axpy(n, 1 / 3, x, y);
      keep(y, n);
    }
  },
  packTriangle({ run, drawn, room, keep }) {
    for (const n of SIZES) {
      const to = room((n * (n + 1)) / 2);
      run.packTriangle(n, drawn(n * n), to);
      keep(to, (n * (n + 1)) / 2);
    }
  },
  spreadTriangle({ run, drawn, room, keep, keepNumber }) {
    for (const n of SIZES) {
      for (const square of [0, 1]) {
        const [from, to, trace] = [drawn(n * n), room(n * n), room(1)];
        const plain = (n + square) % 2 === 0 ? drawn(n * n) : 0;
        keepNumber(run.spreadTriangle(n, from, square, plain, 1 / 3, to, trace));
        keep(to, n * n);
        keep(trace, 1);
      }
    }
  },
  scaleTriangle({ run, drawn, keep }) {
    for (const n of SIZES) {
      const a = drawn(n * n);
      run.scaleTriangle(n, a, 1 / 3);
      keep(a, n * n);
    }
  },
  foldSquare({ run, drawn, room, keep }) {
    for (const n of SIZES) {
      const strips = room(n * (n + 1));
      run.foldSquare(n, drawn(n * n), strips, 0, 2, 31, 0);
      run.foldSquare(n, drawn(n * n), strips, 1, 2, 31, 0);
      run.foldSquare(n, drawn(n * n), strips, 0, 2, 31, 1);
      keep(strips, n * (n + 1));
    }
  },
  gatherRow({ run, drawn, room, keep }) {
    for (const n of SIZES) {
      const to = room(5 * n);
      run.gatherRow(5, 3, n, 1, drawn(15 * n), to);
      keep(to, 5 * n);
    }
  },
  cholesky({ run, definite, keep, keepNumber }) {
    for (const n of SIZES) {
      const a = definite(n);
      keepNumber(run.cholesky(n, a));
      keep(a, n * n);
    }
  },
  solveLower: (desk) => substitution(desk, desk.run.solveLower),
  solveLowerTransposed: (desk) => substitution(desk, desk.run.solveLowerTransposed),
  qr({ run, drawn, room, keep }) {
    for (const n of SIZES) {
      const m = n + (n % 5);
      const [a, diagonal, factors, q] = [drawn(n * m), room(n), room(n), room(n * m)];
      run.qr(m, n, a, diagonal, factors, q);
      keep(a, n * m);
      keep(diagonal, n);
      keep(q, n * m);
    }
  },
  jacobi({ run, drawn, room, keep, keepNumber }) {
    for (const n of SMALL) {
      const [a, r, squares] = [drawn(n * n), room(n * n, (i) => (i % (n + 1) === 0 ? 1 : 0)), room(n)];
      keepNumber(run.jacobi(n, n, a, r, squares));
      keep(a, n * n);
      keep(r, n * n);
    }
  },
  symmetricEigen: (desk) => eigenpairs(desk, desk.run.symmetricEigen, (n) => n),
  leadingEigen: (desk) => eigenpairs(desk, desk.run.leadingEigen, (n) => Math.max(1, n >> 2)),
  nearestByScreen({ run, drawn, room, integers, singles, keepSingles, keepIntegers }) {
    SMALL.forEach((items, s) => {
      const [terms, count] = [1 + (s % 2), 3];
      const length = 17 + other(SMALL, s, 7);
      const groups = Math.ceil(items / 16);
      const stops = [0, 4, 9, 15, length - 1];
      const reach = length - 16;
      const scratch = room(groups * 8 * (stops.length * (1 + terms) + 5 + reach) + 2 * stops.length + 3 * items);
      const nearest = room(Math.ceil((length * count) / 2));
      const ratio = (i: number): number => 1 + (i % 3) / 4;
      run.nearestByScreen(
        items,
        count,
        length,
        1,
        terms,
        room(length, () => 1 / 8),
        singles(groups * length * 16),
        singles(length * count),
        singles(length, ratio),
        singles(length * terms, () => 0.5),
        1.0001,
        1e-6,
        drawn(items * length),
        drawn(count * length),
        room(length * terms, (i) => (i < length ? 1 : ratio(i - length))),
        room(length * terms, () => 0.5),
        integers(Array.from({ length }, (_, i) => i + 1)),
        integers(stops),
        stops.length,
        reach,
        scratch,
        nearest,
      );
      // Distances and sums of the last probe at all stops, and the decisions.
      keepSingles(scratch, groups * 16 * stops.length * (1 + terms));
      keepIntegers(nearest, length * count);
    });
  },
  nearestOverShapes({ run, drawn, room, integers, keep, keepIntegers }) {
    SMALL.forEach((cols, s) => {
      const [rows, terms] = [1 + ((s * 3) % 5), s % 4];
      const [size, count, blocks] = [rows * cols, 5, 2];
      const lists = Math.max(1, terms);
      const records = room(4 * size * 4);
      const nearest = room(Math.ceil((size * count) / 2));
      run.nearestOverShapes(
        blocks,
        count,
        rows,
        cols,
        lists,
        size,
        drawn(blocks * size * 8),
        drawn(count * size),
        terms === 0 ? 0 : room(terms * size, (i) => 1 + i / 7),
        room(size * lists, (i) => 1 + (i % 3) / 3),
        integers([...Array.from({ length: size }, (_, i) => i), -1]),
        room((lists * (cols + 1) + 1) * 8),
        records,
        nearest,
      );
      // Smallest distances of the last probe, and the decisions.
      keep(records, 4 * size);
      keepIntegers(nearest, size * count);
    });
  },
};

function substitution({ definite, drawn, keep }: SelfTestArena, solve: KernelExports['solveLower']): void {
  SIZES.forEach((n, s) => {
    const width = other(SMALL, s, 7);
    const [lower, b] = [definite(n), drawn(n * width)];
    solve(n, width, lower, b);
    keep(b, n * width);
  });
}

function eigenpairs(
  { run, definite, room, keep, keepNumber }: SelfTestArena,
  solve: KernelExports['symmetricEigen'],
  wanted: (n: number) => number,
): void {
  for (const n of SIZES) {
    const count = wanted(n);
    const [values, vectors] = [room(count), room(n * count)];
    keepNumber(solve(n, definite(n), count, values, vectors, room(run.eigenScratch(n))));
    keep(values, count);
    keep(vectors, n * count);
  }
}
