/** EM iterations of principal axes and of fields alongside NumPy, fits of PCA and LDA alongside scikit-learn. */
import { test } from 'vitest';
import { gramOfColumns, leadingEigen, matrix, type Matrix } from '../../../src/core/linalg/index.ts';
import { FIELDS_OF } from '../../../src/core/methods/field/fieldSchema.ts';
import { neighbourhood } from '../../../src/core/methods/field/fields.ts';
import { fieldExpectation, fieldMaximisation, type FieldModel } from '../../../src/core/methods/field/meanFieldEm.ts';
import { lda } from '../../../src/core/methods/discriminant/lda.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { errorStep, type Weights } from '../../../src/core/methods/vector/integratedError.ts';
import { pca } from '../../../src/core/methods/vector/pca.ts';
import { residentRows } from '../../../src/core/methods/vector/residentRows.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { compare, type Task } from '../harness/compare.ts';

type FieldTask = Task & { readonly count: number; readonly pixels: number; readonly q: number } & (
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

function normal(rows: number, cols: number): Matrix {
  const random = stream('bench', rows, cols);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => random.normal()),
  );
}

function work(task: FieldTask): () => undefined {
  const { count, pixels, q } = task;
  const x = normal(count, pixels);
  switch (task.kind) {
    case 'axes': {
      const rows = residentRows(x);
      const lists = {
        last: [...new Array<number>(q - 1).fill(0), 1],
        geometric: Array.from({ length: q }, (_, k) => 0.8 ** k),
      };
      const weights: Weights = task.weights === 'limit' ? 'limit' : Float64Array.from(lists[task.weights]);
      let a = normal(pixels, q);
      return () => void (a = errorStep(rows, a, weights).a);
    }
    case 'covariance':
      return () => void leadingEigen(gramOfColumns(x), pixels);
    case 'fields': {
      const rows = residentRows(x);
      const labels = Int32Array.from({ length: count }, (_, i) => i % 20);
      const fields = FIELDS_OF[task.fields].map((field) => ({ ...field, over: neighbourhood(field, { x, labels }) }));
      let model: FieldModel = {
        w: normal(pixels, q),
        noise: 0.5,
        sigma2: new Float64Array(q).fill(0.5),
        lambda: Float64Array.from({ length: q }, (_, n) => 0.95 - 0.05 * n),
        e: matrix(count, q),
        unit: true,
      };
      return () => {
        model = fieldMaximisation(rows, model, fieldExpectation(rows, fields, model).posterior, 'tied');
      };
    }
    case 'sklearn': {
      const labels = Int32Array.from({ length: count }, (_, i) => i % task.classes);
      const means = normal(task.classes, pixels);
      for (let at = 0; at < x.data.length; at++) {
        const i = at % pixels;
        if (task.decay) x.data[at] *= (1 + i) ** (-task.decay / 2);
        else x.data[at] += 2 * means.data[labels[Math.floor(at / pixels)] * pixels + i];
      }
      const images = { count, rows: pixels, cols: 1, data: x.data };
      const method = task.fit === 'pca' ? pca : lda;
      const settings = resolveSettings(method, {});
      const context = { random: stream('bench'), checkCancelled: () => undefined };
      return () => void method.fit({ images, labels }, [q], settings, context);
    }
  }
}

test('fields alongside NumPy and scikit-learn', { timeout: 1_800_000 }, async () => {
  await compare<FieldTask>({
    name: '4-fields',
    title: 'Principal axes and fields',
    note: 'EM: one iteration. PCA and LDA: one fit; eigenvalues of the large ones fall like i^−1.5, as those of faces do.',
    tasks,
    work,
    module: new URL('./reference.py', import.meta.url),
  });
});
