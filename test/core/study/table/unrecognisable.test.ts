import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../../src/core/dataset.ts';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { htmlTable } from '../../../../src/core/report/htmlTable.ts';
import { latexTable } from '../../../../src/core/report/latex/table.ts';
import { markdownTable } from '../../../../src/core/report/markdown.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { tableJson } from '../../../../src/core/report/report.ts';
import { defaultPageOptions } from '../../../../src/core/report/pageOptions.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { factsTestToTrain, splitFacts } from '../../../../src/core/study/plan/splitFacts.ts';
import { countTestImages } from '../../../../src/core/study/plan/unrecognisable.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { joinTables } from '../../../../src/core/study/table/joinTables.ts';
import { checkTableOptions, defaultTableOptions } from '../../../../src/core/study/table/tableOptions.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { dataOf, smallSpec } from '../smallDataset.ts';
import { evaluateAll } from '../evaluateAll.ts';

// Three subjects with four images, three with one: no method recognises 3 of 15 images once each is tested alone.
const labels = Int32Array.from([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5]);
const [rows, cols] = [6, 5];
const facts: DatasetFacts = {
  name: 'small',
  hash: 'few-images',
  rows,
  cols,
  labels,
  subjects: ['a', 'b', 'c', 'd', 'e', 'f'],
  attributes: Array.from(labels, (_, image) => ({ session: image < 12 ? String(image % 2) : String(image % 2) })),
};
const images = matrixStack(labels.length, rows, cols);
const random = stream('few images');
images.data.forEach((_, i) => {
  const [image, pixel] = [Math.floor(i / (rows * cols)), i % (rows * cols)];
  images.data[i] = 50 * Number(pixel % 6 === labels[image]) + random.normal();
});
const data = dataOf(images, labels);

function made(protocol: StudySpecInput['protocol'], options = {}, change: Partial<StudySpecInput> = {}) {
  const spec = smallSpec({ protocol, methods: [{ method: 'none' }, { method: 'pca', latent: [3] }], ...change });
  const plan = planCells(planStudy(spec), facts);
  const testImages = countTestImages(spec, splitFacts(spec, facts, []));
  const all = evaluateAll(spec, facts, data, plan);
  const shown = { ...defaultTableOptions, ...options };
  return summariseStudy(plan, all, shown, { testToTrain: () => 1, splits: { testImages } });
}

const LOO = { kind: 'leave-one-out' } as const;
const COUNTED =
  'Counted as errors: test images of subjects without training images, which no method recognises: 3 of 15 (20.0%).';

describe('test images that no method can recognise', () => {
  it('are counted where every image is tested once', () => {
    const table = made(LOO);
    expect(table.rows.map(({ entries: [{ mean }] }) => mean)).toEqual([20, 20]);
    expect(table.testImages).toEqual([{ unrecognisable: 3, tests: 15, known: 'training' }]);
    expect(table.footer).toContain(COUNTED);
    expect(table.essentials).toContain(COUNTED);
  });

  it('are named under the table in every format', () => {
    const table = made(LOO);
    const short = { ...defaultPageOptions, notes: 'short' } as const;
    for (const text of [textTable(table), markdownTable(table), htmlTable(table), latexTable(table, short)]) {
      expect(text.replaceAll('~', ' ').replaceAll('\\%', '%').replaceAll('\\,', ' ')).toContain('3 of 15 (20.0%)');
    }
    expect(csvTable(table).split('\r\n')[0]).toMatch(/,unrecognisable_images,of_test_images$/);
    expect(csvTable(table).split('\r\n')[1]).toMatch(/,3,15$/);
    expect(tableJson(table).testImages).toEqual([{ unrecognisable: 3, tests: 15, known: 'training' }]);
  });

  it('are left out of the errors on request, and of the sizes that a test is given', () => {
    const table = made(LOO, { knownOnly: true });
    expect(table.rows.map(({ entries: [{ mean, planned }] }) => [mean, planned])).toEqual([
      [0, 12],
      [0, 12],
    ]);
    expect([table.done, table.total]).toEqual([24, 24]);
    expect(table.footer.join(' ')).toContain('Left out: test images of subjects without training images');
    const folds = smallSpec({ protocol: { kind: 'k-fold', folds: 3 } });
    const [{ key }] = conditionsOf(folds.protocol);
    const ratio = factsTestToTrain(folds, splitFacts(folds, facts, []), key, [1, 2, 3], { knownOnly: true });
    expect(ratio).toBeCloseTo(12 / 30, 12);
  });

  it('are left out of folds, in which others are tested too, and of the rank-1 rate', () => {
    const folds = { kind: 'k-fold', folds: 3 } as const;
    const measures = ['identification'] as const;
    expect(made(folds).rows[0].entries[0].counts).toMatchObject({ counts: [1, 1, 1], of: [5, 5, 5] });
    const { entries } = made(folds, { knownOnly: true }).rows[0];
    expect(entries[0]).toMatchObject({ mean: 0, counts: { counts: [0, 0, 0], of: [4, 4, 4] } });
    const rank = (knownOnly: boolean) =>
      made(folds, { knownOnly, measure: 'rank-1' }, { measures: [...measures] }).rows[0].entries[0].mean;
    expect([rank(false), rank(true)]).toEqual([80, 100]);
  });

  it.each([
    ['attribute', { kind: 'attribute', attribute: 'session', splits: [{ train: ['0'] }] }],
    ['leave-one-value-out', { kind: 'leave-one-value-out', attribute: 'session' }],
    ['explicit', { kind: 'explicit', splits: [{ train: [0, 1, 4, 5, 8, 9], test: [2, 6, 10, 12, 13] }] }],
  ] as const)('are counted in splits of the kind %s', (_, protocol) => {
    const table = made(protocol as never);
    expect(table.testImages?.[0]?.unrecognisable).toBeGreaterThan(0);
    expect(table.footer.join(' ')).toContain('Counted as errors: test images of subjects without training images');
  });

  it('are compared with the gallery where there is one', () => {
    const splits = [{ train: [0, 1, 4, 5], test: [9, 12], gallery: [8, 3] }];
    const table = made({ kind: 'explicit', splits });
    expect(table.footer.join(' ')).toContain('subjects without gallery images, which no method recognises: 1 of 2');
  });

  it('are not spoken of where every subject has training images', () => {
    const splits = [{ train: [0, 1, 4, 5], test: [2, 6] }];
    const table = made({ kind: 'explicit', splits });
    expect(table).not.toHaveProperty('testImages');
    expect(csvTable(table)).not.toContain('unrecognisable');
  });

  it('stand beside other studies, whose conditions have none', () => {
    const some = made(LOO);
    const none = { ...made({ kind: 'explicit', splits: [{ train: [0, 1, 4, 5], test: [2, 6] }] }), study: 'Other' };
    expect(joinTables([some, none], ['x', 'x']).testImages).toEqual([
      { unrecognisable: 3, tests: 15, known: 'training' },
      null,
    ]);
  });

  it('cannot be left out of a measure that does not count test images', () => {
    const spec = smallSpec({ measures: ['reconstruction'] });
    const [problem] = checkTableOptions(spec, { ...defaultTableOptions, measure: 'rmse', knownOnly: true });
    expect(problem.message).toBe(
      'knownOnly: test images are left out of error-rate and accuracy, found "rmse"; show one of these, or all test images.',
    );
  });
});
