/** EM iterations of principal axes and of fields, fits of PCA and LDA, here. */
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
import type { FieldTask } from './fields.bench.ts';

function normal(rows: number, cols: number): Matrix {
  const random = stream('bench', rows, cols);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => random.normal()),
  );
}

export function prepare(task: FieldTask): () => undefined {
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
