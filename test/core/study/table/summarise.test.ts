import { describe, expect, it } from 'vitest';
import type { CellErrors } from '../../../../src/core/study/table/repeatErrors.ts';
import type { TableCell } from '../../../../src/core/study/table/measuredRepeats.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { studyCurves, summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { tableOptionsSchema, type TableOptionsInput } from '../../../../src/core/study/table/tableOptions.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const spec = smallSpec({
  protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
  methods: [{ method: 'pca' }, { method: 'glram' }],
  comparison: { test: 'two-sample-t' },
});
const plan = planCells(planStudy(spec), facts);

/** Errors by method label and repeat; a text is the reason of a failure. */
function outcomes(results: Record<string, (CellErrors | string | undefined)[]>): Map<string, CellOutcome> {
  const map = new Map<string, CellOutcome>();
  for (const cell of plan.cells) {
    const result = results[cell.label]?.[cell.repeat - 1];
    if (typeof result === 'string') map.set(cell.key, { status: 'failed', reason: result });
    else if (result) map.set(cell.key, { status: 'done', result });
  }
  return map;
}
const pca = (wrong: number[]): CellErrors => ({ shapes: wrong.map((_, i) => [i + 1]), wrong, testCount: 20 });
const glram = (shapes: number[][], wrong: number[], testCount = 20): CellErrors => ({ shapes, wrong, testCount });

const IMAGES = { rows: 8, cols: 6 };

describe('summariseStudy', () => {
  it('takes the shape with the least mean error over the repeats, and the smallest of equals', () => {
    const table = summariseStudy(plan, outcomes({ PCA: [pca([9, 2, 5, 4]), pca([9, 6, 3, 4]), pca([9, 4, 3, 4])] }));
    expect(table.rows[0].entries[0]).toMatchObject({
      mean: (100 * 11) / 60,
      shape: [3],
      values: [25, 15, 15],
      repeats: [1, 2, 3],
    });
    const equal = summariseStudy(plan, outcomes({ PCA: [pca([9, 2, 5, 4]), pca([9, 6, 3, 4])] }));
    expect(equal.rows[0].entries[0]).toMatchObject({ mean: 20, shape: [2], pending: 1 });
  });

  it('calls a shape small by its number of latent values, then by its first entry', () => {
    const cell = glram(
      [
        [1, 6],
        [2, 2],
        [4, 1],
        [3, 3],
      ],
      [4, 4, 4, 5],
    );
    const table = summariseStudy(plan, outcomes({ GLRAM: [cell] }));
    expect(table.rows[1].entries[0]).toMatchObject({ shape: [2, 2], std: null });
  });

  it('selects among shapes that all finished repeats have, and says how many were left out', () => {
    const table = summariseStudy(
      plan,
      outcomes({
        GLRAM: [
          glram(
            [
              [1, 1],
              [2, 2],
            ],
            [5, 0],
          ),
          glram([[1, 1]], [7]),
        ],
      }),
    );
    expect(table.rows[1].entries[0]).toMatchObject({ mean: 30, shape: [1, 1] });
    expect(table.footer).toContain('Left out for GLRAM: shape (2, 2) (not fitted in every split).');
  });

  it('weighs repeats equally when their test sets differ in size', () => {
    const table = summariseStudy(plan, outcomes({ GLRAM: [glram([[1, 1]], [5], 10), glram([[1, 1]], [5], 100)] }));
    expect(table.rows[1].entries[0].mean).toBeCloseTo(27.5, 12);
  });

  it('counts finished, failed and pending cells and says that the table is incomplete', () => {
    const table = summariseStudy(plan, outcomes({ PCA: [pca([5]), 'singular'], GLRAM: ['singular', 'singular', 'x'] }));
    expect(table.rows[0].entries[0]).toMatchObject({ failed: 1, pending: 1, repeats: [1] });
    expect(table.rows[1].entries[0]).toMatchObject({ mean: null, std: null, shape: null, failed: 3, standing: 'none' });
    expect([table.done, table.total]).toEqual([1, 6]);
    expect(table.footer[0]).toBe('Incomplete: 1 of 6 cells, 4 failed.');
  });

  it('is an empty table before anything has run', () => {
    const table = summariseStudy(plan, new Map());
    expect(table.rows.map((row) => row.entries[0])).toEqual(
      [1, 2].map(() => ({
        mean: null,
        std: null,
        shape: null,
        values: [],
        repeats: [],
        failed: 0,
        pending: 3,
        planned: 3,
        compared: null,
        standing: 'none',
        significant: false,
        p: null,
      })),
    );
  });

  it('compares the methods of a condition and explains the marks', () => {
    const shapes = [[1, 1]];
    const results = outcomes({
      PCA: [pca([10]), pca([11]), pca([12])],
      GLRAM: [glram(shapes, [2]), glram(shapes, [3]), glram(shapes, [2])],
    });
    const table = summariseStudy(plan, results);
    expect(table.rows[0].entries[0].standing).toBe('worse');
    expect(table.rows[1].entries[0]).toMatchObject({ standing: 'best', significant: true });
    expect(table.footer.join(' ')).toContain('two-sample one-sided t-test with pooled variance, α = 0.05');
  });

  it('tests nothing by a test that needs n_test/n_train where nobody knows it', () => {
    const corrected = smallSpec({ ...spec, comparison: { test: 'corrected-resampled-t' } });
    const results = outcomes({
      PCA: [pca([10]), pca([11]), pca([12])],
      GLRAM: [pca([2]), pca([3]), pca([2])],
    });
    const verdicts = (testToTrain?: () => number) => {
      const { rows } = summariseStudy(planCells(planStudy(corrected), facts), results, undefined, { testToTrain });
      return rows.map(({ entries: [{ standing, significant, p }] }) => [standing, significant, p]);
    };
    expect(verdicts()).toEqual([
      ['tie', false, null],
      ['best', false, null],
    ]);
    // Differences of 40, 40 and 50: t² = (130/3)² / ((1/3 + 1/2) 100/3) with 2 degrees of freedom.
    expect(verdicts(() => 0.5)).toEqual([
      ['worse', false, expect.closeTo((1 - Math.sqrt(67.6 / 69.6)) / 2, 12)],
      ['best', true, null],
    ]);
  });

  it('has counts and ranks where there are several conditions and several methods', () => {
    const keys = (trainPerSubject: number[], ...methods: string[]) => {
      const several = smallSpec({
        protocol: { kind: 'random', trainPerSubject, repeats: 3 },
        methods: methods.map((method) => ({ method })),
      });
      return Object.keys(summariseStudy(planCells(planStudy(several), facts), new Map()).rows[0]);
    };
    const own = ['label', 'methodId', 'usesLabels', 'entries'];
    expect(keys([2, 3], 'pca', 'lda')).toEqual([...own, 'tally', 'averageRank']);
    expect([keys([2, 3], 'pca'), keys([2], 'pca', 'lda')]).toEqual([own, own]);
  });

  it('of a part of a study has its cells alone', () => {
    const one = smallSpec({ ...spec, protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 } });
    const part = planCells(planStudy(one), facts, { index: 2, count: 2 });
    const done = new Map(
      part.cells.map(({ key }): [string, CellOutcome] => [key, { status: 'done', result: pca([4]) }]),
    );
    const { rows, done: finished, total } = summariseStudy(part, done);
    expect(rows.map(({ label, entries: [{ mean, pending, planned }] }) => [label, mean, pending, planned])).toEqual([
      ['PCA', null, 0, 0],
      ['GLRAM', 20, 0, 1],
    ]);
    expect([finished, total]).toEqual([1, 1]);
    expect(studyCurves(part, done, IMAGES).map(({ label }) => label)).toEqual(['GLRAM']);
  });

  it('says that equal means are not tested', () => {
    const shapes = [[1, 1]];
    const results = outcomes({
      PCA: [pca([2]), pca([3]), pca([2])],
      GLRAM: [glram(shapes, [3]), glram(shapes, [2]), glram(shapes, [2])],
    });
    expect(summariseStudy(plan, results).footer).toContain('Not tested: all means are identical.');
  });

  it('survives JSON', () => {
    const table = summariseStudy(plan, outcomes({ PCA: [pca([5]), pca([5])], GLRAM: [glram([[1, 1]], [5]), 'x'] }));
    expect(JSON.parse(JSON.stringify(table))).toEqual(table);
  });
});

describe('studyCurves', () => {
  it('gives mean, deviation and number of repeats at every shape, partial ones too', () => {
    const curves = studyCurves(plan, outcomes({ PCA: [pca([10, 4]), pca([6])] }), IMAGES);
    expect(curves).toHaveLength(1);
    expect(curves[0]).toMatchObject({ label: 'PCA', condition: 'k=2', latentNames: ['q'] });
    expect(curves[0].points).toEqual([
      { shape: [1], codeSize: 1, mean: 40, std: Math.sqrt(200), n: 2 },
      { shape: [2], codeSize: 2, mean: 20, std: null, n: 1 },
    ]);
  });
});

describe('curves over the latent dimension', () => {
  it('are of methods that have one, in every condition with finished cells', () => {
    const several = smallSpec({
      protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 1 },
      methods: [{ method: 'none' }, { method: 'glram', latent: { qc: [1, 2], qr: [2] } }],
    });
    const both = planCells(planStudy(several), facts);
    const shapes = [[1, 2]];
    const all = new Map(
      both.cells.map(({ key }): [string, CellOutcome] => [key, { status: 'done', result: glram(shapes, [4]) }]),
    );
    expect(studyCurves(both, all, IMAGES)).toEqual(
      ['k=2', 'k=3'].map((condition) => ({
        ...{ label: 'GLRAM', methodId: 'glram', condition, latentNames: ['q_c', 'q_r'] },
        points: [{ shape: [1, 2], codeSize: 2, mean: 20, std: null, n: 1 }],
      })),
    );
    all.delete(both.cells.find(({ label, condition }) => label === 'GLRAM' && condition === 'k=2')!.key);
    expect(studyCurves(both, all, IMAGES).map(({ condition }) => condition)).toEqual(['k=3']);
  });
});

describe('other measures than the error rate', () => {
  const scored = (wrong: number[], auc: (number | null)[]): TableCell => ({
    ...pca(wrong),
    measures: { values: { 'verification-auc': auc } },
  });
  const results = outcomes({
    PCA: [scored([9, 2], [0.5, 0.8]), scored([9, 2], [0.5, 0.9]), scored([9, 2], [0.5, 0.85])],
    GLRAM: [scored([9, 4], [0.5, 0.95]), scored([9, 4], [0.5, 0.96]), scored([9, 4], [0.5, null])],
  });
  const tableOf = (options: TableOptionsInput) => summariseStudy(plan, results, tableOptionsSchema.parse(options));

  it('are shown at the shape that the error rate chooses; repeats without a value are left out', () => {
    const [first, second] = tableOf({ measure: 'verification-auc' }).rows.map((row) => row.entries[0]);
    expect(first).toMatchObject({ shape: [2], values: [0.8, 0.9, 0.85], repeats: [1, 2, 3] });
    expect(first.mean).toBeCloseTo(0.85, 12);
    expect(second).toMatchObject({ values: [0.95, 0.96], repeats: [1, 2] });
  });

  it('are best where they are greatest, if greater is better', () => {
    const auc = tableOf({ measure: 'verification-auc' });
    expect(auc.rows.map((row) => row.entries[0].standing)).toEqual(['tie', 'best']);
    expect(auc.rows.map((row) => row.entries[0].compared)).toEqual([
      { mean: expect.closeTo(0.85, 12), repeats: 2 },
      { mean: expect.closeTo(0.955, 12), repeats: 2 },
    ]);
    expect(auc.footer.join(' ')).toContain('Bold: highest mean verification AUC.');
    const error = tableOf({});
    const accuracy = tableOf({ measure: 'accuracy' });
    expect(accuracy.rows[0].entries[0]).toMatchObject({ mean: 90, values: [90, 90, 90], shape: [2] });
    for (const row of [0, 1]) {
      const { standing, significant, p } = error.rows[row].entries[0];
      expect(accuracy.rows[row].entries[0]).toMatchObject({ standing, significant, p });
    }
  });

  it('have curves of their own', () => {
    const [curve] = studyCurves(plan, results, IMAGES, 'verification-auc');
    expect(curve.points.map(({ shape, mean }) => [shape, Number(mean.toFixed(12))])).toEqual([
      [[1], 0.5],
      [[2], 0.85],
    ]);
  });
});

describe('options of a table', () => {
  const results = outcomes({
    PCA: [pca([9, 2]), pca([9, 3]), pca([9, 4])],
    GLRAM: [pca([9, 5]), pca([9, 6]), pca([9, 7])],
  });

  it('take another test, baseline and level than the study says', () => {
    const comparison = { test: 'welch', baseline: 'GLRAM', alpha: 0.03 } as const;
    const table = summariseStudy(plan, results, tableOptionsSchema.parse({ comparison }));
    expect(table.rows[0].entries[0]).toMatchObject({ significant: true });
    expect(table.rows[0].entries[0].p).toBeLessThan(0.03);
    expect(table.rows[1].entries[0].p).toBeNull();
    expect(table.footer.join(' ')).toContain("worse than GLRAM (two-sample two-sided Welch's t-test, α = 0.03");
  });

  it('say that there is no spread where a paired test meets the same difference in every repeat', () => {
    const options = tableOptionsSchema.parse({ comparison: { test: 'paired-t' } });
    const table = summariseStudy(plan, results, options);
    expect(table.rows[1].entries[0]).toMatchObject({ standing: 'tie', p: null, untested: 'no spread' });
    expect(table.footer).toContain('Not tested (the difference is identical in every split): GLRAM (k = 2).');
  });

  it('leave out of the footer what the table does not show', () => {
    const footer = (options: TableOptionsInput) =>
      summariseStudy(plan, results, tableOptionsSchema.parse(options)).footer.join(' ');
    expect(footer({})).toMatch(/Bold: lowest mean error\. • /);
    expect(footer({ marks: false })).not.toContain('•');
    expect(footer({ marks: false, bold: 'none' })).not.toContain('Bold');
    expect(footer({})).not.toContain('Underlined');
    expect(footer({ underline: true })).toContain('error. Underlined: undecided against the best. •');
    const baseline = { underline: true, comparison: { baseline: 'PCA' } };
    expect(footer(baseline)).toContain('Underlined: undecided against PCA.');
    expect(footer({ selection: 'validated' })).not.toContain('oracle');
  });
});
