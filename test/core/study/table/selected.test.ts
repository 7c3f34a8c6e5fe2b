/** Tables of rows with listed settings, of shapes chosen inside the training images, and of undecided thresholds. */
import { describe, expect, it } from 'vitest';
import { UNDECIDED } from '../../../../src/core/measures/undecided.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import type { TableCell } from '../../../../src/core/study/table/measured.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { studyCurves, summariseStudy, unjudgedRows } from '../../../../src/core/study/table/summarise.ts';
import { tableOptionsSchema } from '../../../../src/core/study/table/tableOptions.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const protocol = { kind: 'random' as const, trainPerSubject: [2], repeats: 3 };
const IMAGES = { rows: 6, cols: 5 };

/** A study with these cells, by label and repeat. */
function studyOf(spec: ReturnType<typeof smallSpec>, cells: Record<string, Partial<TableCell>[]>) {
  const plan = planStudy(spec, facts);
  const outcomes = new Map<string, CellOutcome>();
  for (const { key, label, repeat } of plan.cells) {
    const cell = cells[label]?.[repeat - 1];
    const result = { shapes: [[1], [2]], wrong: [9, 9], testCount: 10, ...cell };
    if (cell) outcomes.set(key, { status: 'done', result });
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
  const entryOf = () => summariseStudy(spec, plan, outcomes).rows[0].entries[0];
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
    const [row] = unjudgedRows(spec, plan, outcomes, 'error-rate');
    expect(row.label).toBe('LPP');
    expect({ ...row.entries[0], ...verdicts, validated: { ...row.entries[0].validated, ...verdicts } }).toEqual({
      ...oracle,
      ...verdicts,
      validated: { ...validated, ...verdicts },
    });
    const plain = smallSpec({ protocol, methods: [{ method: 'pca' }] });
    const [bare] = unjudgedRows(plain, planStudy(plain, facts), new Map(), 'error-rate');
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

  it('is without settings where a method lists none, and without the other side where nothing is chosen inside', () => {
    const plain = smallSpec({ protocol, methods: [{ method: 'pca' }] });
    const study = studyOf(plain, { PCA: [{ wrong: [2, 3] }] });
    const [row] = summariseStudy(plain, study.plan, study.outcomes).rows;
    expect(row.entries[0]).not.toHaveProperty('tuned');
    expect(row.entries[0]).not.toHaveProperty('validated');
    expect(studyCurves(study.plan, study.outcomes, IMAGES)[0]).not.toHaveProperty('tuned');
    const inside = smallSpec({ protocol, methods: [{ method: 'pca' }], selection: { innerSplits: 2 } });
    const chosen = studyOf(inside, { PCA: [{ wrong: [2, 3], selected: 1, inner: 5 }] });
    const { validated } = summariseStudy(inside, chosen.plan, chosen.outcomes).rows[0].entries[0];
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
    const table = summariseStudy(spec, plan, outcomes, undefined, tableOptionsSchema.parse({ measure }));
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
    const { entry } = entryOf(cells, 'verification-auc');
    expect(entry).toMatchObject({ shape: [2], values: [0.5, 0.5, 0.5], undecided: 1 });
    expect(entry).not.toHaveProperty('hterRange');
    const decided = entryOf(cells.slice(1), 'verification-auc').entry;
    expect(decided).not.toHaveProperty('undecided');
  });
});
