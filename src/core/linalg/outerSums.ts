/** Sums of outer products of matrices as vectors. */
import { writeCentred } from './batch/images.ts';
import { load } from './factor.ts';
import { ACCUMULATE, kernels, LOWER, read, withScratch, zeros, type Kernels } from './kernels/kernels.ts';
import { matrix, type Matrix, type MatrixStack } from './matrix.ts';

/** Matrices that are loaded at a time. */
const PART = 256;

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
  const c = zeros(arena, take, size * size);
  withScratch(arena, (takePart) => {
    const w = centre && load(engine, takePart, centre);
    const x = takePart(Math.min(stack.count, PART) * size);
    for (let from = 0; from < stack.count; from += PART) {
      const count = Math.min(PART, stack.count - from);
      writeCentred(engine, x, stack, from, from + count, w);
      run.gemm(size, size, count, 1, x, 1, size, 0, x, 1, size, 0, c, size, LOWER | ACCUMULATE);
    }
    run.mirror(size, c, size);
  });
  return c;
}
