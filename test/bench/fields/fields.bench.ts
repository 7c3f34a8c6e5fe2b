/** EM iterations of principal axes and of fields alongside NumPy, fits of PCA and LDA alongside scikit-learn. */
import { test } from 'vitest';
import { compare, type Task } from '../harness/compare.ts';

export type FieldTask = Task & { readonly count: number; readonly pixels: number; readonly q: number } & (
    | { readonly kind: 'axes'; readonly weights: 'last' | 'geometric' | 'limit' }
    | { readonly kind: 'covariance' }
    | { readonly kind: 'fields'; readonly fields: 'lda' | 'lpp' }
    | {
        readonly kind: 'sklearn';
        readonly fit: 'pca' | 'lda';
        readonly classes: number;
        readonly solver?: string;
        readonly decay?: number;
      }
  );

const usps = { count: 11_000, pixels: 256, q: 20, sides: ['plain'] } as const;
/** Fits that scikit-learn has. */
const known = { kind: 'sklearn', sides: ['sklearn'] } as const;
const tasks: FieldTask[] = [
  { name: 'EM-PCA, 11 000 × 256, q = 20', kind: 'axes', weights: 'last', ...usps },
  { name: 'EM-ePCA', kind: 'axes', weights: 'geometric', ...usps },
  { name: 'EM-ePCA, limit', kind: 'axes', weights: 'limit', ...usps },
  { name: 'covariance and eigenvectors', kind: 'covariance', ...usps },
  ...(['lda', 'lpp'] as const).flatMap((fields) =>
    [500, 1000, 2000, 4000].map((count): FieldTask => {
      const name = `EM-${fields.toUpperCase()}, ${count} × 500, q = 10`;
      return { name, kind: 'fields', fields, count, pixels: 500, q: 10, sides: ['plain'] };
    }),
  ),
  {
    name: 'PCA, 200 × 2576, q = 39',
    fit: 'pca',
    count: 200,
    pixels: 2576,
    q: 39,
    classes: 40,
    solver: 'full',
    ...known,
  },
  { name: 'PCA, 11 000 × 256, q = 20', ...usps, fit: 'pca', classes: 10, solver: 'full', ...known },
  ...(
    [
      [5000, 1024, 30],
      [2000, 10_304, 40],
      [10_000, 4096, 40],
    ] as const
  ).map(([count, pixels, q]): FieldTask => {
    const name = `PCA, ${count} × ${pixels}, q = ${q}, exact here, randomised there`;
    const settings = { classes: 100, solver: 'randomized', decay: 1.5, long: true, rounds: 3 };
    return { name, fit: 'pca', count, pixels, q, ...settings, ...known };
  }),
  { name: 'LDA, 200 × 2576', fit: 'lda', count: 200, pixels: 2576, q: 39, classes: 40, ...known },
  { name: 'LDA, 11 000 × 256', ...usps, fit: 'lda', q: 9, classes: 10, ...known },
  {
    name: 'LDA, 4000 × 1024',
    fit: 'lda',
    count: 4000,
    pixels: 1024,
    q: 39,
    classes: 40,
    long: true,
    rounds: 3,
    ...known,
  },
];

test('fields alongside NumPy and scikit-learn', { timeout: 1_800_000 }, async () => {
  await compare<FieldTask>({
    name: '4-fields',
    title: 'Principal axes and fields',
    note: 'EM: one iteration. PCA and LDA: one fit; eigenvalues of the large ones fall like i^−1.5, as those of faces do.',
    tasks,
    ours: new URL('./ours.ts', import.meta.url),
    module: new URL('./reference.py', import.meta.url),
  });
});
