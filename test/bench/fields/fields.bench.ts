/**
 * EM iterations of principal axes and of fields beside NumPy, fits of PCA and LDA beside scikit-learn. Times of fields
 * grow with T, not T². Prints a table and writes bench-results/fields.json.
 */
import { spawnSync } from 'node:child_process';
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
    | { readonly kind: 'sklearn'; readonly fit: 'pca' | 'lda'; readonly classes: number }
  );

const usps = { count: 11_000, pixels: 256, q: 20 };
const tasks: FieldTask[] = [
  { name: 'EM-PCA, 11 000 × 256, q = 20', kind: 'axes', weights: 'last', ...usps },
  { name: 'EM-ePCA', kind: 'axes', weights: 'geometric', ...usps },
  { name: 'EM-ePCA, limit', kind: 'axes', weights: 'limit', ...usps },
  { name: 'covariance and eigenvectors', kind: 'covariance', ...usps },
  ...(['lda', 'lpp'] as const).flatMap((fields) =>
    [500, 1000, 2000, 4000].map((count): FieldTask => {
      const name = `EM-${fields.toUpperCase()}, ${count} × 500, q = 10`;
      return { name, kind: 'fields', fields, count, pixels: 500, q: 10 };
    }),
  ),
  { name: 'fit of PCA, 200 × 2576', kind: 'sklearn', fit: 'pca', count: 200, pixels: 2576, q: 39, classes: 40 },
  { name: 'fit of PCA, 11 000 × 256', kind: 'sklearn', fit: 'pca', ...usps, classes: 10 },
  { name: 'fit of LDA, 200 × 2576', kind: 'sklearn', fit: 'lda', count: 200, pixels: 2576, q: 39, classes: 40 },
  { name: 'fit of LDA, 11 000 × 256', kind: 'sklearn', fit: 'lda', count: 11_000, pixels: 256, q: 9, classes: 10 },
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
      x.data.forEach(
        (_, at) => (x.data[at] += 2 * means.data[labels[Math.floor(at / pixels)] * pixels + (at % pixels)]),
      );
      const images = { count, rows: pixels, cols: 1, data: x.data };
      const method = task.fit === 'pca' ? pca : lda;
      const settings = resolveSettings(method, {});
      const context = { random: stream('bench'), checkCancelled: () => undefined };
      return () => void method.fit({ images, labels }, [q], settings, context);
    }
  }
}

test('fields beside NumPy and scikit-learn', { timeout: 600_000 }, async () => {
  const sklearn = ['/usr/bin/python3', 'python3'].some(
    (python) => spawnSync(python, ['-c', 'import sklearn']).status === 0,
  );
  if (!sklearn) console.log('scikit-learn not found: PCA and LDA without ratios.');
  await compare<FieldTask>({
    name: 'fields',
    title: 'Principal axes and fields',
    tasks,
    work,
    reference: { module: new URL('./reference.py', import.meta.url), has: ({ kind }) => kind !== 'sklearn' || sklearn },
  });
});
