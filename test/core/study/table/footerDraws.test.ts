import { expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

it('a table of one predefined split under several draws of noise has their deviation, and says what it is of', () => {
  const spec = smallSpec({
    protocol: {
      kind: 'explicit',
      splits: [{ train: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], test: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19] }],
      repeats: 4,
    },
    perturbations: [{ kind: 'gaussian-noise', sigma: [2] }],
    methods: [{ method: 'pca' }, { method: '2dpca' }],
  });
  const plan = planCells(planStudy(spec), facts);
  const table = summariseStudy(plan, evaluateAll(spec, facts, data, plan));
  const [entry] = table.rows[0].entries;
  expect(entry.repeats).toEqual([1, 2, 3, 4]);
  expect(new Set(entry.values).size).toBeGreaterThan(1);
  expect(entry.std).toBeGreaterThan(0);
  expect(table.footer.join(' ')).toContain('1 split × 4 draws of noise and random starts');
});
