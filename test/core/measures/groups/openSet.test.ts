import { describe, expect, it } from 'vitest';
import { FALSE_ACCEPTANCE } from '../../../../src/core/measures/curves.ts';
import { scoreMeasures } from '../../../../src/core/measures/scoreMeasures.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { evaluateAll } from '../../study/evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../../study/smallDataset.ts';

describe('the detection and identification rate', () => {
  it('counts watched images that come first above the threshold of the unknown ones', () => {
    // Two watched subjects; 4 of their images, then 40 of a third with best scores 0.1, 0.2, …, 4.0.
    const rows = [[5, 0], [3.65, 1], [1, 4.5], [0.5, 0], ...Array.from({ length: 40 }, (_, i) => [0, (i + 1) / 10])];
    const truth = Int32Array.from(rows, (_, i) => (i < 3 ? Math.floor(i / 2) : i === 3 ? 0 : 2));
    const scores = { probes: rows.length, subjects: [0, 1], positions: [0, 1], voters: 1, of: (p: number) => rows[p] };
    const { values, curves } = scoreMeasures(scores, truth, ['open-set']);
    // At 10 % four alarms of 40: above 3.6 there are 5, 3.65 and 4.5.
    expect(values['dir-10']).toEqual([75]);
    // 40 unknown images do not support 1%.
    expect(values['dir-1']).toEqual([null]);
    const counts = curves.dir!.counts[0]!;
    expect(curves.dir!.of).toBe(4);
    expect(counts[0]).toBe(2);
    expect(counts[FALSE_ACCEPTANCE.length - 1]).toBe(4);
    expect([...counts].sort((a, b) => a - b)).toEqual(counts);
  });

  it('is measured by a watch list, whose error rates are of watched images', () => {
    const spec = smallSpec({
      protocol: { kind: 'watch-list', watchedSubjects: 3, trainPerSubject: [3], repeats: 2 },
      methods: [{ method: 'pca', latent: [4] }],
      measures: ['open-set'],
    });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    const plan = planCells(planStudy(spec), facts);
    for (const cell of plan.cells) {
      const result = evaluateAll(spec, facts, data, plan, [cell]).get(cell.key)!.result;
      const split = splitOf(spec, facts, cell.condition, cell.repeat);
      const watched = new Set(Array.from(split.train, (image) => labels[image]));
      expect(watched.size).toBe(3);
      const known = [...split.test].filter((image) => watched.has(labels[image]));
      expect(result.testCount).toBe(known.length);
      expect(split.test.length).toBe(known.length + 12);
      expect(result.wrong[0]).toBeLessThanOrEqual(known.length);
      // With every image accepted what is left are the errors at rank 1.
      const dir = result.measures!.curves.dir!;
      expect(dir.counts[0]!.at(-1)).toBe(known.length - result.wrong[0]);
    }
  });
});
