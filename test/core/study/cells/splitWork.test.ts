import { describe, expect, it } from 'vitest';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import type { SweepInput } from '../../../../src/core/methods/method.ts';
import { splitCoordinates } from '../../../../src/core/methods/vector/principalAxes.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import type { CellData } from '../../../../src/core/study/cells/cellTask.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { splitWork } from '../../../../src/core/study/cells/splitWork.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';

const never = (): void => undefined;

describe('the work of a split', () => {
  it('is done once under its name, and its time counts for everybody who uses it', () => {
    const work = splitWork();
    let times = 0;
    const slow = (): number => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return ++times;
    };
    const spent = (use: () => void): number => {
      const before = work.clock();
      use();
      return work.clock() - before;
    };
    expect(work.once('a', slow)).toBe(1);
    expect(spent(() => work.once('a', slow))).toBeGreaterThanOrEqual(0.005);
    // What 'b' finds done is part of its own time.
    expect(spent(() => work.once('b', () => work.once('a', slow)))).toBeGreaterThanOrEqual(0.005);
    expect(spent(() => work.once('b', slow))).toBeGreaterThanOrEqual(0.005);
    expect(times).toBe(1);
  });

  it('is not kept when it fails', () => {
    const { once } = splitWork();
    expect(() =>
      once('a', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(once('a', () => 1)).toBe(1);
  });

  it('is one decomposition for methods that start from principal coordinates', () => {
    const work = splitWork();
    let grams = 0;
    const input: SweepInput = {
      images: data.images,
      labels,
      train: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      test: Int32Array.of(10, 11, 12),
      shapes: [[1]],
      settings: {},
      context: { random: stream('x'), checkCancelled: never },
      gram: () => {
        grams++;
        return data.gram();
      },
      once: work.once,
    };
    // PCA at every q, PPCA with one eigenvalue more than its largest q, and LDA with all of them ask for the same nine.
    const first = splitCoordinates(input, 9);
    expect(splitCoordinates(input, 10)).toBe(first);
    expect(splitCoordinates(input, 30)).toBe(first);
    expect(grams).toBe(1);
    expect(splitCoordinates(input, 3).values).toHaveLength(3);
    expect(splitCoordinates({ ...input, once: undefined }, 10)).toEqual(first);
  });
});

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
  const plan = planStudy(spec, facts);

  it('have the same results to the last bit whether they share work or not', () => {
    const timeless = (shared: boolean) => {
      const works = new Map<string, ReturnType<typeof splitWork>>();
      return plan.cells.map((cell) => {
        const split = `${cell.condition} ${cell.repeat}`;
        if (shared && !works.has(split)) works.set(split, splitWork());
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
