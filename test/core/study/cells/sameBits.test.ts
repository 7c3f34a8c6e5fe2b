/** What the engine gives for studies as they were first written must not change when specs gain fields. */
import { describe, expect, it } from 'vitest';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

describe('a spec without the later fields', () => {
  const spec = smallSpec();
  const plan = planStudy(spec, facts);

  it('keeps the keys of its cells', () => {
    expect(plan.cells.slice(0, 2).map((cell) => cell.key)).toMatchInlineSnapshot(`
      [
        "18c1ac2cc417b5a7a5f622cab2923aa3:k=2:1",
        "64cf93b40d6beb465ff5214c23e2910e:k=2:1",
      ]
    `);
  });

  it('keeps its predictions to the last bit', () => {
    const hashes = plan.cells
      .slice(0, 4)
      .map((cell) => evaluateCell(taskOf(spec, facts, plan, cell), data, () => undefined).predictionHash.slice(0, 16));
    expect(hashes).toMatchInlineSnapshot(`
      [
        "ab0052d349144adc",
        "bdf11f3c0790e8d1",
        "b55d37d767a55945",
        "cb5fdcabe97c2d69",
      ]
    `);
  });
});
