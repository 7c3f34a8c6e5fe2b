import { describe, expect, it } from 'vitest';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import type { CellData } from '../../../../src/core/study/cells/cellTask.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { splitCache } from '../../../../src/core/study/cells/splitCache.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const never = (): void => undefined;

describe('cells of one split', () => {
  const spec = smallSpec({
    protocol: { kind: 'random', trainPerSubject: [3], repeats: 2 },
    methods: ['pca', 'ppca', 'lda', 'lpp', 'psopca'].map((method) => ({
      method,
      ...(method === 'psopca' && { latent: [[2, 2]] }),
      // Of missing pixels it would take 1000 at each of 13 shapes; few tell as much.
      ...(method === 'ppca' && { settings: { maxIterations: 20 } }),
    })),
    selection: { innerSplits: 2 },
    perturbations: [
      { kind: 'none' },
      { kind: 'gaussian-noise', sigma: [1] },
      { kind: 'gaussian-noise', sigma: [1], on: 'train' },
      { kind: 'missing', fraction: [0.1], on: 'both' },
    ],
  });
  const plan = planCells(planStudy(spec), facts);

  it('have the same results to the last bit whether they share work or not', () => {
    const timeless = (shared: boolean) => {
      const works = new Map<string, ReturnType<typeof splitCache>>();
      return plan.cells.map((cell) => {
        const split = `${cell.condition} ${cell.repeat}`;
        if (shared && !works.has(split)) works.set(split, splitCache());
        return { ...evaluateCell(taskOf(spec, facts, plan, cell), data, never, works.get(split)), seconds: 0 };
      });
    };
    expect(timeless(true)).toEqual(timeless(false));
  });

  it('of perturbed test images take the products of the training images from the dataset, the same to the last bit', () => {
    const cell = plan.cells.find(({ condition }) => condition.endsWith('@test'))!;
    const task = taskOf(spec, facts, plan, cell);
    let asked = 0;
    const counted: CellData = {
      ...data,
      gram: () => {
        asked++;
        return gramOfRows(asVectors(data.images));
      },
    };
    expect(evaluateCell(task, counted, never).nearest).toEqual(evaluateCell(task, data, never).nearest);
    expect(asked).toBe(1);
  });
});
