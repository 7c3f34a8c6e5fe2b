/** Latent shapes of verification that are chosen by the development pairs. */
import { describe, expect, it } from 'vitest';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planSize, planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data, dataOf, facts, smallSpec } from '../smallDataset.ts';
import { evaluatedImages } from '../../../../src/core/protocols/pairs/pairs.ts';

const ignore = (): void => undefined;
const shapes = [1, 2, 3, 5, 8];
const specWith = (change: Partial<StudySpecInput>) =>
  smallSpec({
    protocol: { kind: 'pairs', folds: 2, developmentFolds: 0 },
    methods: [{ method: 'pca', latent: shapes }],
    measures: ['verification'],
    selection: { innerSplits: 0, on: 'development' },
    ...change,
  });

describe('selection on development pairs', () => {
  it('takes the shape whose development pairs do best, as the same pairs evaluated in a study say', () => {
    const spec = specWith({ selection: { innerSplits: 0, on: 'development', by: 'verification-auc' } });
    const plan = planCells(planStudy(spec), facts);
    for (const cell of plan.cells) {
      const task = taskOf(spec, facts, plan, cell);
      const { selected, shapes: found, fits } = evaluateCell(task, data, ignore);
      // With the lists exchanged, the measure of the evaluation pairs is that of the development pairs.
      const { pairs } = task.split;
      const exchanged = { ...pairs!, evaluation: pairs!.development, development: pairs!.evaluation };
      const turned = { ...task, split: { ...task.split, pairs: exchanged }, selection: undefined };
      const areas = evaluateCell(turned, data, ignore).measures!.values['verification-auc']!.map(Number);
      expect(found[selected!]).toEqual(found[areas.indexOf(Math.max(...areas))]);
      expect(fits).toBe(1);
    }
  });

  it('does not look at the evaluation pairs', () => {
    const spec = specWith({});
    const plan = planCells(planStudy(spec), facts);
    for (const cell of plan.cells) {
      const task = taskOf(spec, facts, plan, cell);
      const { development, evaluation } = task.split.pairs!;
      const used = new Set([
        ...task.split.train,
        ...Array.from(development.probes, (place) => task.split.test[place]),
        ...Array.from(development.references, (place) => task.split.gallery![place]),
      ]);
      const images = matrixStack(
        data.images.count,
        data.images.rows,
        data.images.cols,
        Float64Array.from(data.images.data),
      );
      const random = stream('other evaluation images');
      const size = images.rows * images.cols;
      let changed = 0;
      for (const image of evaluatedImages(task.split)) {
        if (used.has(image)) continue;
        changed++;
        for (let i = 0; i < size; i++) images.data[image * size + i] = 7 + 30 * random.normal();
      }
      expect(changed).toBeGreaterThan(0);
      const genuine = evaluation.genuine.toReversed();
      const pairs = { ...task.split.pairs!, evaluation: { ...evaluation, genuine } };
      const before = evaluateCell(task, data, ignore);
      const other = { ...task, split: { ...task.split, pairs } };
      const after = evaluateCell(other, dataOf(images, data.labels, task.features), ignore);
      expect(after.selected).toBe(before.selected);
      expect([...after.nearest]).not.toEqual([...before.nearest]);
    }
  });

  it('is said below the table, and costs no further fit', () => {
    const spec = specWith({});
    const plan = planCells(planStudy(spec), facts);
    const { footer } = summariseStudy(plan, evaluateAll(spec, facts, data, plan));
    expect(footer.join(' ')).toContain(
      'chosen by the error on its development pairs, on whose images the model is learned',
    );
    expect(planSize(planStudy(spec), facts).fits).toBe(
      planSize(planStudy(specWith({ selection: undefined })), facts).fits,
    );
    const { pairs } = splitOf(spec, facts, plan.conditions[0].key, 1);
    expect(pairs!.development.genuine.length).toBeGreaterThan(0);
  });

  it('has other keys than selection inside the training images, whose keys stay', () => {
    const keys = (change: Partial<StudySpecInput>) =>
      planCells(planStudy(specWith(change)), facts).cells.map(({ key }) => key);
    expect(keys({})).not.toEqual(keys({ selection: { innerSplits: 1 } }));
  });

  it.each([
    [{ protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 } }, 'selection.on', /no development pairs/],
    [{ selection: { innerSplits: 2, on: 'development' } }, 'selection.innerSplits', /expected 0, found 2/],
    [{ selection: { innerSplits: 0 } }, 'selection.innerSplits', /expected 1 to 100, found 0/],
    [
      { selection: { innerSplits: 0, on: 'development', by: 'accuracy' } },
      'selection.by',
      /not judged by "accuracy"; expected one of "error-rate", "verification-auc"/,
    ],
  ] as const)('is refused as %j', (change, path, message) => {
    const { problems } = checkSpec(specWith(change as never), facts);
    expect(problems.find((problem) => problem.path === path)?.message).toMatch(message);
  });
});
