/** A study of docs/reproduction that needs no data, computed again and held against its page. */
import { describe, expect, it } from 'vitest';
import { datasetHash } from '../../../../src/core/images/datasetHash.ts';
import { matrixStack } from '../../../../src/core/linalg/index.ts';
import { shapeText } from '../../../../src/core/methods/latent/latentShape.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { generateFaces } from '../../../../src/core/synthetic/faces.ts';
import { rowsBelow, specOf } from '../documented.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { dataOf } from '../smallDataset.ts';

describe('docs/reproduction/verification.md', () => {
  it('verification-faces.json gives the accuracies of its table, to the last digit', () => {
    const spec = specOf('verification-faces.json');
    const { images, labels, subjects } = generateFaces();
    // Stored as bytes, as the demo does.
    const stored = { ...images, pixels: Uint8Array.from(images.data) };
    const pixels = matrixStack(images.count, images.rows, images.cols, Float64Array.from(stored.pixels));
    const names = Array.from(labels, (label) => subjects[label]);
    const dataset = { hash: datasetHash(stored, names), labels, subjects };
    const plan = planCells(planStudy(spec), dataset);
    const outcomes = evaluateAll(spec, dataset, dataOf(pixels, labels, spec.features), plan);
    const table = summariseStudy(plan, outcomes, { ...defaultTableOptions, measure: 'error-rate' });
    const found = table.rows.map(({ label, entries: [{ mean, std, shape, values }] }) => {
      const error = std! / Math.sqrt(values.length);
      return [label, `${(100 - mean!).toFixed(2)} ± ${error.toFixed(2)} ${shapeText(shape!)}`];
    });
    const printed = rowsBelow('verification.md', 'Generated faces, 56 × 46: 100 + 100 pairs in each of four folds');
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(printed.map(([label, accuracy]) => [label, accuracy])),
    );
  });
});
