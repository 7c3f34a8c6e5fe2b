/** Tables of rows with listed settings, of shapes chosen inside the training images, and of undecided thresholds. */
import { describe, expect, it } from 'vitest';
import { UNDECIDED } from '../../../../src/core/measures/threshold.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { TableCell } from '../../../../src/core/study/table/measuredRepeats.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { studyCurves, summariseStudy, untestedRows } from '../../../../src/core/study/table/summarise.ts';
import { tableOptionsSchema } from '../../../../src/core/study/table/tableOptions.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const protocol = { kind: 'random' as const, trainPerSubject: [2], repeats: 3 };
const IMAGES = { rows: 6, cols: 5 };

/** A study with these cells, by label and repeat; null failed. */
function studyOf(spec: ReturnType<typeof smallSpec>, cells: Record<string, (Partial<TableCell> | null)[]>) {
  const plan = planCells(planStudy(spec), facts);
  const outcomes = new Map<string, CellOutcome>();
  for (const { key, label, repeat } of plan.cells) {
    const cell = cells[label]?.[repeat - 1];
    const result = { shapes: [[1], [2]], wrong: [9, 9], testCount: 10, ...cell };
    if (cell === null) outcomes.set(key, { status: 'failed', reason: 'singular' });
    else if (cell) outcomes.set(key, { status: 'done', result });
  }
  return { plan, outcomes };
}

describe('a row with listed settings', () => {
  const spec = smallSpec({
    protocol,
    methods: [{ method: 'lpp', settings: { neighbours: [3, 4] } }],
    selection: { innerSplits: 2 },
  });
  const cells = {
    'LPP [neighbours 3]': [
      { wrong: [3, 2], selected: 0, inner: 30 },
      { wrong: [3, 2], selected: 1, inner: 10 },
      { wrong: [3, 2], selected: 1, inner: 10 },
    ],
    'LPP [neighbours 4]': [
      { wrong: [1, 4], selected: 0, inner: 20 },
      { wrong: [1, 4], selected: 1, inner: 20 },
      { wrong: [1, 4], selected: null, inner: null },
    ],
  };
  const { plan, outcomes } = studyOf(spec, cells);
  const entryOf = () => summariseStudy(plan, outcomes).rows[0].entries[0];
  const [three, four] = [3, 4].map((neighbours) => {
    return { label: `LPP [neighbours ${neighbours}]`, values: { neighbours } };
  });

  it('stands at the combination that did best on the test images', () => {
    expect(entryOf()).toMatchObject({ mean: 10, shape: [1], tuned: four, values: [10, 10, 10] });
  });

  it('has beside it what was chosen inside the training images of each repeat', () => {
    expect(entryOf().validated).toMatchObject({
      values: [10, 20, 20],
      shapes: [[1], [2], [2]],
      shape: [2],
      tuned: three,
      tunedRepeats: [four, three, three],
    });
  });

  it('is the same without the verdicts, where these are not asked for', () => {
    const verdicts = {
      standing: undefined,
      significant: undefined,
      p: undefined,
      compared: undefined,
      untested: undefined,
    };
    const { validated, ...oracle } = entryOf();
    const [row] = untestedRows(plan, outcomes, 'error-rate');
    expect(row.label).toBe('LPP');
    expect({ ...row.entries[0], ...verdicts, validated: { ...row.entries[0].validated, ...verdicts } }).toEqual({
      ...oracle,
      ...verdicts,
      validated: { ...validated, ...verdicts },
    });
    const plain = smallSpec({ protocol, methods: [{ method: 'pca' }] });
    const [bare] = untestedRows(planCells(planStudy(plain), facts), new Map(), 'error-rate');
    expect(bare.entries[0]).toMatchObject({ mean: null, pending: 3 });
    expect(bare.entries[0]).not.toHaveProperty('validated');
  });

  it('has the curve of the combination at which it stands', () => {
    const [curve] = studyCurves(plan, outcomes, IMAGES);
    expect(curve).toMatchObject({ label: 'LPP', tuned: four });
    expect(curve.points.map(({ mean, n }) => [mean, n])).toEqual([
      [10, 3],
      [40, 3],
    ]);
  });

  it('stands at no combination where each failed in a repeat, and has the curve of the first', () => {
    const [first, second] = ['LPP [neighbours 3]', 'LPP [neighbours 4]'];
    const failing = { [first]: [null, { wrong: [1, 3] }, { wrong: [3, 5] }], [second]: [{ wrong: [0, 0] }, null] };
    const study = studyOf(spec, failing);
    const [row] = summariseStudy(study.plan, study.outcomes).rows;
    expect(row.entries[0]).toMatchObject({ mean: null, shape: null, values: [], failed: 0, pending: 1, planned: 3 });
    expect(row.entries[0]).not.toHaveProperty('tuned');
    const [curve] = studyCurves(study.plan, study.outcomes, IMAGES);
    expect(curve).toMatchObject({ label: 'LPP', tuned: three });
    expect(curve.points).toEqual([
      { shape: [1], codeSize: 1, mean: 10, std: null, n: 1 },
      { shape: [2], codeSize: 2, mean: 30, std: null, n: 1 },
    ]);
  });

  it('has only those repeats on either side that have a value of the measure', () => {
    const auc = (...values: (number | null)[]) => ({ measures: { values: { 'verification-auc': values } } });
    const inside = { selected: 0, inner: 3 };
    const study = studyOf(spec, {
      'LPP [neighbours 3]': [
        { wrong: [1, 2], ...inside, ...auc(0.5, 0.6) },
        { wrong: [1, 2], ...inside, ...auc(null, 0.9) },
        { wrong: [1, 2], ...inside, selected: 1, ...auc(null, 0.7) },
      ],
      'LPP [neighbours 4]': [{ wrong: [5, 5] }, { wrong: [5, 5] }, { wrong: [5, 5] }],
    });
    const options = tableOptionsSchema.parse({ measure: 'verification-auc' });
    const [row] = summariseStudy(study.plan, study.outcomes, options).rows;
    const { validated, ...oracle } = row.entries[0];
    expect(oracle).toMatchObject({ shape: [1], values: [0.5], repeats: [1], tuned: three });
    expect(validated).toMatchObject({ values: [0.5, 0.7], repeats: [1, 3], shapes: [[1], [2]], shape: [1] });
    expect(validated).toMatchObject({ tuned: three, tunedRepeats: [three, three] });
  });

  it('is without settings where a method lists none, and without the other side where nothing is chosen inside', () => {
    const plain = smallSpec({ protocol, methods: [{ method: 'pca' }] });
    const study = studyOf(plain, { PCA: [{ wrong: [2, 3] }] });
    const [row] = summariseStudy(study.plan, study.outcomes).rows;
    expect(row.entries[0]).not.toHaveProperty('tuned');
    expect(row.entries[0]).not.toHaveProperty('validated');
    expect(studyCurves(study.plan, study.outcomes, IMAGES)[0]).not.toHaveProperty('tuned');
    const inside = smallSpec({ protocol, methods: [{ method: 'pca' }], selection: { innerSplits: 2 } });
    const chosen = studyOf(inside, { PCA: [{ wrong: [2, 3], selected: 1, inner: 5 }] });
    const { validated } = summariseStudy(chosen.plan, chosen.outcomes).rows[0].entries[0];
    expect(validated).toMatchObject({ values: [30], shape: [2] });
    expect(validated).not.toHaveProperty('tuned');
  });
});

describe('errors that no threshold decides', () => {
  const spec = smallSpec({ protocol, methods: [{ method: 'pca' }] });
  const measured = (wrong: number[], auc: number[], lowest?: number[], highest?: number[]): Partial<TableCell> => ({
    wrong,
    measures: {
      values: { 'verification-auc': auc, ...(lowest && { 'hter-lowest': lowest, 'hter-highest': highest }) },
    },
  });
  const entryOf = (cells: Partial<TableCell>[], measure: 'error-rate' | 'verification-auc') => {
    const { plan, outcomes } = studyOf(spec, { PCA: cells });
    const table = summariseStudy(plan, outcomes, tableOptionsSchema.parse({ measure }));
    return { entry: table.rows[0].entries[0], footer: table.footer.join(' ') };
  };

  it('leave the choice of the shape to a measure that needs none, and say between which rates they lie', () => {
    const cells = [
      measured([UNDECIDED, UNDECIDED], [0.7, 0.9], [10, 12], [30, 25]),
      measured([3, UNDECIDED], [0.8, 0.85], [5, 11], [50, 26]),
      measured([3, 2], [0.75, 0.95], [1, 1], [99, 99]),
    ];
    const { entry, footer } = entryOf(cells, 'verification-auc');
    expect(entry).toMatchObject({ shape: [2], values: [0.9, 0.85, 0.95], undecided: 2, hterRange: [10, 30] });
    expect(footer).not.toContain('Excluded');
    expect(entryOf(cells, 'error-rate').entry).toMatchObject({ shape: null, mean: null, undecided: 2 });
  });

  it('do not matter at another shape, which the errors choose', () => {
    const cells = [measured([UNDECIDED, 4], [0.9, 0.5]), measured([3, 2], [0.9, 0.5]), measured([3, 3], [0.9, 0.5])];
    const { entry, footer } = entryOf(cells, 'verification-auc');
    expect(entry).toMatchObject({ shape: [2], values: [0.5, 0.5, 0.5], undecided: 1 });
    expect(entry).not.toHaveProperty('hterRange');
    expect(footer).not.toContain('Excluded');
    const decided = entryOf(cells.slice(1), 'verification-auc').entry;
    expect(decided).not.toHaveProperty('undecided');
  });

  it('are counted once in a repeat, whatever the other combinations of a row have there', () => {
    const listed = smallSpec({ protocol, methods: [{ method: 'lpp', settings: { neighbours: [3, 4, 5] } }] });
    const [three, four, five] = [3, 4, 5].map((neighbours) => `LPP [neighbours ${neighbours}]`);
    const { plan, outcomes } = studyOf(listed, {
      [three]: [measured([3, UNDECIDED], [0.7, 0.8], [1, 20], [99, 30]), measured([3, 2], [0.7, 0.6])],
      [four]: [null, measured([4, 4], [0.9, 0.6])],
      [five]: [measured([UNDECIDED, 5], [0.7, 0.6], [12, 0], [25, 100]), measured([5, 5], [0.5, 0.9])],
    });
    const [entry] = summariseStudy(plan, outcomes).rows[0].entries;
    expect(entry).toMatchObject({ shape: [1], values: [30, 30], undecided: 1, hterRange: [12, 30] });
  });

  it('leave settings to such a measure too, and its curve is the one at these', () => {
    const listed = smallSpec({ protocol, methods: [{ method: 'lpp', settings: { neighbours: [3, 4] } }] });
    const never = [UNDECIDED, UNDECIDED];
    const repeats = (...auc: number[]) => [1, 2, 3].map(() => measured(never, auc));
    const { plan, outcomes } = studyOf(listed, {
      'LPP [neighbours 3]': repeats(0.5, 0.7),
      'LPP [neighbours 4]': repeats(0.6, 0.75),
    });
    const options = tableOptionsSchema.parse({ measure: 'verification-auc' });
    const [entry] = summariseStudy(plan, outcomes, options).rows[0].entries;
    const tuned = { label: 'LPP [neighbours 4]', values: { neighbours: 4 } };
    expect(entry).toMatchObject({ shape: [2], mean: 0.75, tuned });
    const [curve] = studyCurves(plan, outcomes, IMAGES, 'verification-auc');
    expect(curve.tuned).toEqual(tuned);
    expect(curve.points.map(({ shape, mean }) => [shape, mean])).toEqual([
      [[1], 0.6],
      [[2], 0.75],
    ]);
    expect(studyCurves(plan, outcomes, IMAGES)[0].points).toEqual([]);
  });

  it('alone leave the choice: what a study chooses by chooses nothing where it has no values', () => {
    const by = smallSpec({
      protocol,
      methods: [{ method: 'pca' }],
      selection: { innerSplits: 2, by: 'verification-auc' },
      measures: ['verification'],
    });
    const { plan, outcomes } = studyOf(by, { PCA: [{ wrong: [3, 2] }, { wrong: [3, 2] }] });
    const [entry] = summariseStudy(plan, outcomes).rows[0].entries;
    expect(entry).toMatchObject({ shape: null, mean: null, values: [] });
    expect(entry).not.toHaveProperty('undecided');
  });
});
