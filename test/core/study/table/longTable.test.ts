import { describe, expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { longTable } from '../../../../src/core/study/table/longTable.ts';
import type { CellOutcome } from '../../../../src/core/study/table/rowRepeats.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const spec = smallSpec({
  protocol: { kind: 'random', trainPerSubject: [3, 2], repeats: 2 },
  perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20] }],
  methods: [{ method: 'glram', latent: { qc: [1, 2], qr: [2] } }, { method: 'none' }],
});
const plan = planCells(planStudy(spec), facts);

describe('everything that a study measured', () => {
  const measured: CellOutcome = {
    status: 'done',
    result: {
      shapes: [
        [1, 2],
        [2, 2],
      ],
      wrong: [5, 2],
      testCount: 20,
      iterations: [4, 9],
      converged: [true, false],
    },
  };
  const failed: CellOutcome = { status: 'failed', reason: 'singular' };
  const without: CellOutcome = { status: 'done', result: { shapes: [[]], wrong: [3], testCount: 20 } };

  it('is a row per finished cell and shape, with the values of all measures but the accuracy', () => {
    const [first, other, , ...later] = plan.cells;
    const outcomes = new Map([
      [first.key, measured],
      [other.key, without],
      ...later.map(({ key }): [string, CellOutcome] => [key, failed]),
    ]);
    const { measures, rows, ...study } = longTable(plan, outcomes);
    expect(study).toEqual({ study: 'Small study', dataset: 'small' });
    expect(measures.map(({ id }) => id)).toEqual(['error-rate', 'iterations', 'converged']);
    const factors = { k: 3, perturbation: 'none', level: 0 };
    const row = { condition: 'k=3', factors, repeat: 1, tests: 20 };
    const glram = { ...row, label: 'GLRAM', methodId: 'glram', latentNames: ['q_c', 'q_r'] };
    expect(rows).toEqual([
      { ...glram, shape: [1, 2], wrong: 5, values: [25, 4, 100] },
      { ...glram, shape: [2, 2], wrong: 2, values: [10, 9, 0] },
      {
        ...row,
        label: 'No projection',
        methodId: 'none',
        latentNames: [],
        shape: [],
        wrong: 3,
        values: [15, null, null],
      },
    ]);
  });

  it('comes by method, condition in the order of the study, then repeat, whatever the order of the cells', () => {
    const outcomes = new Map(plan.cells.map(({ key }) => [key, without]));
    const order = ['GLRAM', 'No projection'].flatMap((label) =>
      [3, 2].flatMap((k) =>
        [
          { suffix: '', perturbation: 'none', level: 0 },
          { suffix: ' + gaussian-noise=20@test', perturbation: 'gaussian-noise@test', level: 20 },
        ].flatMap(({ suffix, ...factors }) =>
          [1, 2].map((repeat) => [label, `k=${k}${suffix}`, { k, ...factors }, repeat]),
        ),
      ),
    );
    for (const cells of [plan.cells, plan.cells.toReversed()]) {
      const { rows } = longTable({ ...plan, cells }, outcomes);
      expect(rows.map(({ label, condition, factors, repeat }) => [label, condition, factors, repeat])).toEqual(order);
    }
  });
});
