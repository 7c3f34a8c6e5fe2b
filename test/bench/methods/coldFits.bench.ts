/** One cold fit of every method at the sizes of the papers' comparisons, alongside NumPy. */
import { test } from 'vitest';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { compare, type Task } from '../harness/compare.ts';
import { openImageFiles, type Shape } from '../harness/imageFiles.ts';

export interface FitTask extends Task {
  readonly method: string;
  readonly shape: Shape;
  readonly latent: readonly [number, number];
  readonly file: string;
}

const sizes: readonly { readonly shape: Shape; readonly latent: readonly [number, number] }[] = [
  { shape: [500, 10, 10], latent: [3, 3] },
  { shape: [50, 500, 20], latent: [3, 3] },
  { shape: [120, 32, 32], latent: [10, 4] },
  { shape: [120, 56, 46], latent: [10, 10] },
  { shape: [400, 112, 92], latent: [15, 15] },
  { shape: [2000, 50, 50], latent: [10, 10] },
];
/** Further shapes, for the methods whose work depends on the shape. */
const furtherSizes: typeof sizes = [
  { shape: [120, 56, 46], latent: [20, 20] },
  { shape: [120, 112, 92], latent: [10, 10] },
  { shape: [120, 112, 92], latent: [20, 20] },
];
/** All have a NumPy counterpart in reference.py. */
const methods = ['glram', 'bppca', 'bppca-aecm', 'psopca', 'mvfa', 'fpca', 'pca', 'ppca', '2dpca'];
const shaped = ['glram', 'bppca', 'bppca-aecm', 'psopca', 'mvfa'];
/** Images times pixels up to which AECM is timed: it takes 50 to 180 iterations. */
const MOST_AECM = 1_300_000;

test('cold fits alongside NumPy', { timeout: 1_200_000 }, async () => {
  const files = openImageFiles();
  try {
    const tasks = [...sizes, ...furtherSizes].flatMap(({ shape, latent }, s): FitTask[] => {
      const file = files.write(shape, latent);
      const large = shape[0] * shape[1] * shape[2] > MOST_AECM;
      const timed = (s < sizes.length ? methods : shaped).filter((id) => !large || id !== 'bppca-aecm');
      return timed.map((method) => ({
        name: `${titleOf(method)} ${shape.join(' × ')}, q = ${latent.join(', ')}`,
        method,
        shape,
        latent,
        file,
        sides: ['plain'],
        operations: operationsOf(method, shape),
      }));
    });
    const ordered = methods.flatMap((method) => tasks.filter((task) => task.method === method));
    await compare({
      name: '2-fits',
      title: 'Cold fits',
      note: 'Starts and stop rules as published, MVFA to 1e-10; images drawn with a falling spectrum. Shares count the covariance or Gram matrix of the closed forms.',
      tasks: ordered,
      ours: new URL('./coldFits.ts', import.meta.url),
      module: new URL('./reference.py', import.meta.url),
    });
  } finally {
    files.remove();
  }
});

/** Of the closed forms: the covariance or Gram matrix, its triangle alone. */
function operationsOf(method: string, [count, rows, cols]: Shape): number | undefined {
  const pixels = rows * cols;
  if (method === '2dpca') return count * rows * cols ** 2;
  if (method === 'pca' || method === 'ppca') return count * pixels * Math.min(count, pixels);
  return undefined;
}

function titleOf(id: string): string {
  return id === 'bppca-aecm' ? 'BPPCA (AECM)' : findMethod(id)!.title;
}
