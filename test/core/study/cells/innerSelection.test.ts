import { describe, expect, it } from 'vitest';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { innerSplits, selectByInnerSplits } from '../../../../src/core/study/cells/innerSelection.ts';
import { compareShapes } from '../../../../src/core/methods/latent/latentShape.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { csvTable } from '../../../../src/core/report/csv.ts';
import { textTable } from '../../../../src/core/report/plainText.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const spec = smallSpec({
  selection: { innerSplits: 3 },
  methods: [{ method: 'pca' }, { method: 'glram', latent: { qc: [1, 2], qr: [2] } }, { method: '2dpca' }],
});
const plan = planStudy(spec, facts);
const ignore = (): void => undefined;

describe('innerSplits', () => {
  const { train } = splitOf(spec, facts, 'k=3', 1);
  const splits = innerSplits(train, labels, 3, stream('inner'));

  it('hold out one training image of every subject and keep the others', () => {
    for (const split of splits) {
      expect([...split.train, ...split.test].sort((a, b) => a - b)).toEqual([...train]);
      expect([...split.test].map((image) => labels[image]).sort()).toEqual([0, 1, 2, 3, 4]);
      expect([...split.train]).toEqual([...split.train].sort((a, b) => a - b));
    }
  });

  it('hold out every image once when there are as many splits as images of a subject', () => {
    expect(splits.flatMap((split) => [...split.test]).sort((a, b) => a - b)).toEqual([...train]);
  });

  it('keep subjects with one image in training, and are none where all have one', () => {
    const [split] = innerSplits(Int32Array.of(0, 1, 5), labels, 1, stream('inner'));
    expect([...split.test].map((image) => labels[image])).toEqual([0]);
    expect(split.train).toContain(1);
    expect(innerSplits(Int32Array.of(0, 1, 2), labels, 2, stream('inner'))).toEqual([]);
  });
});

describe('the shape chosen inside the training images', () => {
  const cell = plan.cells.find((candidate) => candidate.label === 'PCA' && candidate.condition === 'k=3')!;
  const task = taskOf(spec, facts, plan, cell);
  const pca = findMethod('pca')!;

  it('has the fewest errors over the inner splits, the smallest among equals', () => {
    const { shapes } = evaluateCell(task, data, ignore);
    const inner = innerSplits(task.split.train, labels, 3, stream('any'));
    const input = (split: (typeof inner)[number], candidates: readonly (readonly number[])[]) => ({
      ...data,
      ...split,
      shapes: candidates,
      settings: task.settings,
      context: { random: stream('unused'), checkCancelled: ignore },
    });
    const { shape, fits } = selectByInnerSplits(pca, shapes, inner, (split, _, candidates) => input(split, candidates));
    expect(fits).toBe(3);
    // PCA has at most 9 axes from 10 inner training images.
    const possible = shapes.filter(([q]) => q <= 9);
    const totals = possible.map((_, s) =>
      inner.reduce((sum, split) => sum + evaluateShapes(pca, input(split, possible)).wrong[s], 0),
    );
    const least = Math.min(...totals);
    const expected = possible.filter((_, s) => totals[s] === least).sort(compareShapes)[0];
    expect(shape).toEqual(expected);
  });

  it('does not depend on the test images', () => {
    const before = evaluateCell(task, data, ignore);
    const fewer = { ...task, split: { train: task.split.train, test: task.split.test.slice(0, 2) } };
    expect(evaluateCell(fewer, data, ignore).selected).toBe(before.selected);
    expect(before.selected).toBeGreaterThanOrEqual(0);
  });

  it('leaves the other results of the cell as they are without it', () => {
    const { selected, fits, seconds: _, ...rest } = evaluateCell(task, data, ignore);
    const { seconds: __, fits: once, ...plain } = evaluateCell({ ...task, selection: undefined }, data, ignore);
    expect(rest).toEqual(plain);
    expect(selected).not.toBeUndefined();
    expect(fits).toBe(once + 3);
  });

  it('is null where a subject has one training image', () => {
    const once = smallSpec({
      selection: { innerSplits: 2 },
      protocol: { kind: 'random', trainPerSubject: [1], repeats: 1 },
    });
    const oncePlan = planStudy(once, facts);
    expect(evaluateCell(taskOf(once, facts, oncePlan, oncePlan.cells[0]), data, ignore).selected).toBeNull();
  });
});

describe('a table with validated selection', () => {
  const outcomes = evaluateAll(spec, facts, data, plan);
  const table = summariseStudy(spec, plan, outcomes);

  it('has both selections with verdicts of their own', () => {
    for (const row of table.rows) {
      for (const entry of row.entries) {
        expect(entry.validated!.repeats).toEqual([1, 2, 3]);
        expect(entry.validated!.shapes).toHaveLength(3);
        expect(entry.validated!.standing).not.toBe('none');
      }
    }
    const [first] = table.rows[0].entries;
    const cells = plan.cells.filter((cell) => cell.label === 'PCA' && cell.condition === 'k=2');
    const errors = cells.map((cell) => {
      const { wrong, selected, testCount } = outcomes.get(cell.key)!.result;
      return (100 * wrong[selected!]) / testCount;
    });
    expect(first.validated!.values).toEqual(errors);
  });

  it('labels both in every form', () => {
    expect(textTable(table)).toContain('k = 2, validated');
    expect(csvTable(table).split('\r\n')[0]).toMatch(/validated_mean_error_percent.*,validated_p,/);
    expect(table.footer.join(' ')).toContain('Validated: the shape is chosen in every repeat');
    expect(summariseStudy(smallSpec(), planStudy(smallSpec(), facts), new Map()).rows[0].entries[0]).not.toHaveProperty(
      'validated',
    );
  });

  it('compares in the same way whatever the order of the methods', () => {
    const turned = smallSpec({ ...spec, methods: [...spec.methods].reverse() });
    const other = summariseStudy(turned, planStudy(turned, facts), outcomes);
    expect([...other.rows].reverse()).toEqual(table.rows);
  });

  it('survives JSON', () => expect(JSON.parse(JSON.stringify(table))).toEqual(table));
});
