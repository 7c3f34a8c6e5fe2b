/** Products, symmetric eigendecompositions and singular values alongside NumPy. */
import { test } from 'vitest';
import { compare, type Task } from '../harness/compare.ts';

export interface EngineTask extends Task {
  readonly kind: 'gemm' | 'eigh' | 'svd' | 'gram';
  readonly n: number;
  /** Values of a row, for Gram matrices. */
  readonly pixels?: number;
}

const sides = ['plain'] as const;

test('the numerical engine alongside NumPy', { timeout: 600_000 }, async () => {
  await compare<EngineTask>({
    name: '1-engine',
    title: 'Numerical engine',
    tasks: [
      ...[100, 256, 512, 1024].map(
        (n) => ({ name: `product ${n} × ${n}`, kind: 'gemm', n, operations: 2 * n ** 3, sides }) as const,
      ),
      ...[32, 100, 400, 1000].map((n) => ({ name: `symmetric eigen n = ${n}`, kind: 'eigh', n, sides }) as const),
      ...[100, 400].map((n) => ({ name: `singular values and vectors n = ${n}`, kind: 'svd', n, sides }) as const),
      {
        name: 'Gram matrix of 400 of 56 × 46',
        kind: 'gram',
        n: 400,
        pixels: 56 * 46,
        operations: 400 * 400 * 56 * 46,
        sides,
      },
    ],
    ours: new URL('./ours.ts', import.meta.url),
    module: new URL('./reference.py', import.meta.url),
  });
});
