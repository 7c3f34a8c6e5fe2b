import { expect, it } from 'vitest';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

it('a table of leave-one-out has means alone, and its footer speaks of nothing else', () => {
  const spec = smallSpec({ protocol: { kind: 'leave-one-out' }, methods: [{ method: 'pca' }, { method: '2dpca' }] });
  const plan = planCells(planStudy(spec), facts);
  const table = summariseStudy(plan, evaluateAll(spec, facts, data, plan));
  expect(table.rows.map(({ entries }) => entries[0].std)).toEqual([null, null]);
  expect(table.footer[0]).toBe('Error rate of the nearest neighbour (%), mean over 30 test images.');
  expect(textTable(table)).not.toContain('±');
});
