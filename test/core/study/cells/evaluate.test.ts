import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { CancelledError } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import { taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { classifyByLikelihood } from '../../../support/classify.ts';

const spec = smallSpec({
  methods: [{ method: 'pca' }, { method: 'ppca' }, { method: '2dpca' }, { method: 'glram' }, { method: 'bppca' }],
});
const plan = planStudy(spec, facts);
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
    const plan = planStudy(byLikelihood, facts);
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
  const plan = planStudy(adaptive, facts);
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
