/**
 * EM iterations of principal axes and fields. Reference: NumPy with one OpenBLAS thread took 14.5 ms an iteration of
 * EM-(e)PCA at 11 000 × 256, q = 20 (covariance and eigenvectors: 25 ms), and 1.8, 12 ms an iteration of EM-LDA at
 * T = 500, 4000 of 500 values, q = 10. Times grow with T, not T².
 */
import { test } from 'vitest';
import { gramOfColumns, leadingEigen, matrix } from '../../../src/core/linalg/index.ts';
import { FIELDS_OF } from '../../../src/core/methods/field/fieldSchema.ts';
import { neighbourhood } from '../../../src/core/methods/field/fields.ts';
import { fieldExpectation, fieldMaximisation, type FieldModel } from '../../../src/core/methods/field/meanFieldEm.ts';
import { errorStep, type Weights } from '../../../src/core/methods/vector/integratedError.ts';
import { residentRows } from '../../../src/core/methods/vector/residentRows.ts';
import { stream } from '../../../src/core/random/stream.ts';

function normal(rows: number, cols: number) {
  const random = stream('bench', rows, cols);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => random.normal()),
  );
}

/** Median milliseconds of `times` calls. */
function median(times: number, work: () => void): number {
  const taken = Array.from({ length: times }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)];
}

function report(name: string, milliseconds: number): void {
  console.log(`${name.padEnd(44)} ${milliseconds.toFixed(1).padStart(8)} ms`);
}

test('EM iterations at 11 000 × 256, q = 20', () => {
  const x = normal(11_000, 256);
  const rows = residentRows(x);
  const weightings: [string, Weights][] = [
    ['EM-PCA', Float64Array.from({ length: 20 }, (_, k) => (k === 19 ? 1 : 0))],
    ['EM-ePCA', Float64Array.from({ length: 20 }, (_, k) => 0.8 ** k)],
    ['EM-ePCA, limit', 'limit'],
  ];
  for (const [name, weights] of weightings) {
    let a = normal(256, 20);
    report(
      name,
      median(15, () => (a = errorStep(rows, a, weights).a)),
    );
  }
  report(
    'covariance and 20 eigenvectors',
    median(5, () => void leadingEigen(gramOfColumns(x), 20)),
  );
  rows.release();
}, 120_000);

test.each(['lda', 'lpp'] as const)(
  'EM iterations with the fields of %s, F = 500, q = 10',
  (kind) => {
    for (const count of [500, 1000, 2000, 4000]) {
      const x = normal(count, 500);
      const rows = residentRows(x);
      const labels = Int32Array.from({ length: count }, (_, i) => i % 20);
      const data = { x, labels };
      const fields = FIELDS_OF[kind].map((field) => ({ ...field, over: neighbourhood(field, data) }));
      let model: FieldModel = {
        w: normal(500, 10),
        noise: 0.5,
        sigma2: new Float64Array(10).fill(0.5),
        lambda: Float64Array.from({ length: 10 }, (_, n) => 0.95 - 0.05 * n),
        e: matrix(count, 10),
        unit: true,
      };
      const iterate = () => {
        model = fieldMaximisation(rows, model, fieldExpectation(rows, fields, model).posterior, 'tied');
      };
      report(`EM-${kind.toUpperCase()}, T = ${count}`, median(11, iterate));
      rows.release();
    }
  },
  120_000,
);
