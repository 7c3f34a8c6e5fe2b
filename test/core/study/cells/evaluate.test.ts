import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { CancelledError, type LatentShape } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell, adaptiveShapes } from '../../../../src/core/study/cells/evaluate.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { classifyByLikelihood } from '../../../support/classify.ts';
import { coarseShapes } from '../../../../src/core/methods/latent/latentGrid.ts';

const spec = smallSpec({
  methods: [{ method: 'pca' }, { method: 'ppca' }, { method: '2dpca' }, { method: 'glram' }, { method: 'bppca' }],
});
const plan = planCells(planStudy(spec), facts);
const tasks = plan.cells.map((cell) => taskOf(spec, facts, plan, cell));
const ignore = (): void => undefined;
const bits = ({ seconds: _, ...rest }: ReturnType<typeof evaluateCell>): object => rest;

describe('evaluateCell', () => {
  it('counts as wrong exactly the test images whose nearest neighbour is another subject', () => {
    for (const task of tasks.slice(0, 5)) {
      const result = evaluateCell(task, data, ignore);
      const { train, test } = task.split;
      expect(result.shapes.length).toBeGreaterThan(0);
      expect(result.nearest).toHaveLength(result.shapes.length * test.length);
      result.shapes.forEach((_, s) => {
        const wrong = [...test].filter(
          (image, t) => labels[train[result.nearest[s * test.length + t]]] !== labels[image],
        );
        expect(result.wrong[s]).toBe(wrong.length);
      });
    }
  });

  it('gives at every shape the neighbours of a single fit at that shape', () => {
    for (const task of tasks.slice(0, 3)) {
      const result = evaluateCell(task, data, ignore);
      const method = findMethod(task.methodId)!;
      const train = selectImages(data.images, task.split.train);
      const test = selectImages(data.images, task.split.test);
      result.shapes.forEach((shape, s) => {
        const fit = method.fit({ images: train, labels: null }, shape, task.settings, {
          random: stream('unused'),
          checkCancelled: ignore,
        });
        const nearest = nearestNeighbours(method.encode(fit, train), method.encode(fit, test));
        const from = s * task.split.test.length;
        expect([...result.nearest.slice(from, from + task.split.test.length)]).toEqual([...nearest]);
      });
    }
  });

  it('gives the same bits in any order of cells', () => {
    const forwards = tasks.map((task) => bits(evaluateCell(task, data, ignore)));
    const backwards = [...tasks].reverse().map((task) => bits(evaluateCell(task, data, ignore)));
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('hashes the predicted labels, so that equal predictions have equal hashes', () => {
    const [first, second] = [tasks[0], tasks[plan.methods.length]];
    const hash = evaluateCell(first, data, ignore).predictionHash;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(evaluateCell(first, data, ignore).predictionHash).toBe(hash);
    expect(evaluateCell(second, data, ignore).predictionHash).not.toBe(hash);
  });

  it('stops when the user has cancelled', () => {
    const cancel = (): void => {
      throw new CancelledError('cancelled');
    };
    const iterative = tasks.find((task) => task.methodId === 'glram')!;
    expect(() => evaluateCell(iterative, data, cancel)).toThrow(CancelledError);
  });

  it('classifies by likelihood with one model a subject where the spec asks for it', () => {
    const byLikelihood = smallSpec({
      protocol: { kind: 'random', trainPerSubject: [4], repeats: 1 },
      methods: [{ method: 'psopca', latent: [[1, 1]] }, { method: 'ppca' }],
      classifier: { kind: 'likelihood' },
    });
    const plan = planCells(planStudy(byLikelihood), facts);
    const [psopca, ppca] = plan.cells.map((cell) =>
      evaluateCell(taskOf(byLikelihood, facts, plan, cell), data, ignore),
    );
    expect(psopca.shapes).toEqual([[1, 1]]);
    // Four images a subject: PPCA of one subject has at most two axes.
    expect(ppca.shapes).toEqual([[1], [2]]);
    const { split, settings } = taskOf(byLikelihood, facts, plan, plan.cells[0]);
    const method = findMethod('psopca')!;
    const own = Int32Array.from(split.train, (n) => labels[n]);
    const expected = classifyByLikelihood(
      method,
      { images: selectImages(data.images, split.train), labels: own },
      selectImages(data.images, split.test),
      [1, 1],
      settings,
      { random: stream('unused'), checkCancelled: ignore },
    );
    expect([...psopca.nearest].map((position) => own[position])).toEqual([...expected]);
    expect(psopca.wrong[0]).toBe([...split.test].filter((image, t) => labels[image] !== expected[t]).length);
    expect(psopca.logLikelihood[0]).not.toBeNull();
  });

  it('refuses a method that does not exist', () => {
    expect(() => evaluateCell({ ...tasks[0], methodId: 'nothing' }, data, ignore)).toThrow(RangeError);
  });
});

describe('a cell with an adaptive grid', () => {
  const adaptive = smallSpec({
    protocol: { kind: 'random', trainPerSubject: [3], repeats: 3 },
    methods: [
      { method: 'glram', latent: 'adaptive' },
      { method: 'pca', latent: 'adaptive' },
      { method: 'glram', label: 'all', latent: 'all' },
    ],
    perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [1], on: 'both' }],
  });
  const plan = planCells(planStudy(adaptive), facts);
  const shapesOf = (label: string, condition: string) =>
    plan.cells
      .filter((cell) => cell.label === label && cell.condition === condition)
      .map((cell) => evaluateCell(taskOf(adaptive, facts, plan, cell), data, ignore));

  it('looks at few shapes around the best inside its own training images, in any order of the cells', () => {
    for (const { key } of plan.conditions) {
      const found = shapesOf('GLRAM', key);
      expect(shapesOf('GLRAM', key).reverse().map(bits).reverse()).toEqual(found.map(bits));
      for (const { shapes } of found) {
        expect(shapes.length).toBeLessThan(30);
        for (const coarse of [
          [1, 1],
          [2, 4],
          [4, 2],
        ])
          expect(shapes).toContainEqual(coarse);
      }
      expect(new Set(found.map(({ shapes }) => String(shapes))).size).toBeGreaterThan(1);
    }
  });

  it('gives at each of them what the whole grid gives', () => {
    const [some, all] = [shapesOf('GLRAM', 'k=3'), shapesOf('all', 'k=3')];
    some.forEach((cell, repeat) =>
      cell.shapes.forEach((shape, s) => {
        const at = all[repeat].shapes.findIndex((other) => String(other) === String(shape));
        expect(cell.wrong[s]).toBe(all[repeat].wrong[at]);
      }),
    );
  });

  it('tries every shape of a nested method, which costs nothing', () => {
    expect(shapesOf('PCA', 'k=3')[0].shapes.flat()).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
  });
});

const bowl = (bottom: readonly number[]) => (shape: LatentShape) =>
  shape.reduce((sum, value, axis) => sum + (value - bottom[axis]) ** 2, 0);
const search = (largest: LatentShape, errors: (shape: LatentShape) => number | null) =>
  adaptiveShapes(largest, (shapes) => shapes.map(errors));
const point = (largest: readonly number[]) => fc.tuple(...largest.map((max) => fc.integer({ min: 1, max })));

describe('adaptive grids', () => {
  it('start from powers of two', () => {
    expect(coarseShapes([9]).flat()).toEqual([1, 2, 4, 8]);
    expect(coarseShapes([1, 3])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('find the bottom of a bowl anywhere, and look at few shapes', () => {
    fc.assert(
      fc.property(point([46, 56]), (bottom) => {
        const shapes = search([46, 56], bowl(bottom));
        expect(shapes).toContainEqual(bottom);
        expect(shapes.length).toBeLessThan(150);
      }),
    );
  });

  it('end where no direct neighbour has fewer errors, within the largest shape, each shape once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 20 * 17, maxLength: 20 * 17 }), (errors) => {
        const at = ([a, b]: LatentShape): number => errors[(a - 1) * 17 + b - 1];
        const shapes = search([20, 17], at);
        expect(new Set(shapes.map(String)).size).toBe(shapes.length);
        expect([...shapes].sort((x, y) => x[0] - y[0] || x[1] - y[1])).toEqual(shapes);
        expect(shapes.every(([a, b]) => a >= 1 && a <= 20 && b >= 1 && b <= 17)).toBe(true);
        const least = Math.min(...shapes.map(at));
        const settled = shapes
          .filter((shape) => at(shape) === least)
          .some(([a, b]) =>
            [-1, 0, 1].every((i) =>
              [-1, 0, 1].every((j) => {
                const [r, c] = [a + i, b + j];
                return r < 1 || c < 1 || r > 20 || c > 17 || at([r, c]) >= least;
              }),
            ),
          );
        expect(settled).toBe(true);
      }),
    );
  });

  it('are the coarse grid where nothing can be judged, and leave out of the search what cannot', () => {
    expect(search([9, 9], () => null)).toEqual(coarseShapes([9, 9]));
    const shapes = search([30], ([q]) => (q > 12 ? null : Math.abs(q - 11)));
    expect(shapes).toContainEqual([11]);
  });

  it('judge the coarse shapes, then neighbours half the coarse gap away, then nearer ones, each shape once', () => {
    const rounds: number[][] = [];
    const shapes = adaptiveShapes([40], (asked) => {
      rounds.push(asked.flat());
      return asked.map(bowl([16]));
    });
    expect(rounds).toEqual([
      [1, 2, 4, 8, 16, 32],
      [12, 20],
      [14, 18],
      [15, 17],
    ]);
    expect(shapes.flat()).toEqual([1, 2, 4, 8, 12, 14, 15, 16, 17, 18, 20, 32]);
    // From a new centre the search goes on at the same distance; what was judged is not judged again.
    rounds.length = 0;
    adaptiveShapes([40], (asked) => {
      rounds.push(asked.flat());
      return asked.map(bowl([21]));
    });
    expect(rounds).toEqual([[1, 2, 4, 8, 16, 32], [12, 20], [24], [18, 22], [19, 21]]);
  });

  it('do not depend on the order in which shapes are judged', () => {
    const errors = bowl([7, 13]);
    const backwards = adaptiveShapes([20, 20], (shapes) => [...shapes].reverse().map(errors).reverse());
    expect(backwards).toEqual(search([20, 20], errors));
  });
});
