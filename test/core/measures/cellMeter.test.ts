import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../src/core/linalg/index.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { evaluateCell } from '../../../src/core/study/cells/evaluate.ts';
import { measureOf, MEASURES, measuresOf } from '../../../src/core/measures/measures.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import type { StudySpecInput } from '../../../src/core/study/spec/spec.ts';
import { taskOf } from '../study/evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../study/smallDataset.ts';

const ignore = (): void => undefined;
const region: { rows: [number, number]; cols: [number, number] } = { rows: [1, 4], cols: [0, 2] };
const methods = [
  { method: 'pca', latent: [1, 3, 6] },
  { method: 'ppca', latent: [2, 5] },
  { method: '2dpca', latent: [1, 3] },
  {
    method: 'glram',
    latent: [
      [2, 2],
      [3, 2],
    ],
  },
  { method: 'psopca', latent: [[2, 2]] },
];

function cells(change: Partial<StudySpecInput>) {
  const spec = smallSpec({ protocol: { kind: 'random', trainPerSubject: [3], repeats: 1 }, methods, ...change });
  const plan = planCells(planStudy(spec), facts);
  return plan.cells.map((cell) => {
    const task = taskOf(spec, facts, plan, cell);
    return { task, result: evaluateCell(task, data, ignore) };
  });
}

describe('measures of a cell', () => {
  it.each<StudySpecInput['classifier']>([
    { kind: '1nn' },
    { kind: '1nn', metric: 'cosine' },
    { kind: 'knn', k: 3 },
    { kind: 'nearest-mean' },
    { kind: 'ls-svm' },
  ])(
    'have as rank-1 identification what is not wrong, and a match curve that ends at all images: $kind',
    (classifier) => {
      for (const { result } of cells({ classifier, measures: ['identification'] })) {
        const { values, curves } = result.measures!;
        expect(values['rank-1']).toEqual(
          result.wrong.map((wrong) => (100 * (result.testCount - wrong)) / result.testCount),
        );
        expect(values['rank-5']).toEqual(result.shapes.map(() => 100));
        for (const counts of curves.cmc!.counts) {
          expect(counts).toHaveLength(5);
          expect([...counts!].sort((a, b) => a - b)).toEqual(counts);
          expect(counts![4]).toBe(curves.cmc!.of);
        }
      }
    },
  );

  it('change neither the predictions nor anything else', () => {
    const all = ['identification', 'verification', 'reconstruction', 'likelihood', 'time', { region }] as const;
    const plain = cells({});
    cells({ measures: [...all] }).forEach(({ result: { measures: _, seconds: __, ...measured } }, i) => {
      const { seconds: ___, ...expected } = plain[i].result;
      expect(measured).toEqual(expected);
    });
  });

  it('take genuine and impostor pairs of all gallery and test images', () => {
    const [{ task, result }] = cells({ measures: ['verification'] });
    const { train, test } = task.split;
    const method = findMethod('pca')!;
    const fit = method.fit({ images: selectImages(data.images, train), labels: null }, [3], task.settings, {
      random: stream('unused'),
      checkCancelled: ignore,
    });
    const [known, asked] = [train, test].map((list) => method.encode(fit, selectImages(data.images, list)));
    let [wins, genuine, impostors] = [0, 0, 0];
    const pairs = Array.from(test, (p, i) =>
      Array.from(train, (g, j) => {
        let distance = 0;
        for (let c = 0; c < 3; c++) distance += (asked.data[3 * i + c] - known.data[3 * j + c]) ** 2;
        return { same: labels[p] === labels[g], distance };
      }),
    ).flat();
    for (const a of pairs.filter(({ same }) => same)) {
      genuine++;
      for (const b of pairs.filter(({ same }) => !same)) wins += a.distance < b.distance ? 1 : 0;
    }
    impostors = pairs.length - genuine;
    expect(result.measures!.values['verification-auc']![1]).toBeCloseTo(wins / (genuine * impostors), 10);
    expect(result.measures!.curves.roc!.of).toBe(genuine);
  });

  it('reconstruct the test images, whole and in the region, and give their mean log-likelihood', () => {
    for (const { task, result } of cells({ measures: ['reconstruction', { region }, 'likelihood'] })) {
      const method = findMethod(task.methodId)!;
      const [train, test] = [task.split.train, task.split.test].map((list) => selectImages(data.images, list));
      const { values } = result.measures!;
      result.shapes.forEach((shape, s) => {
        const fit = method.fit({ images: train, labels: null }, shape, task.settings, {
          random: stream('unused'),
          checkCancelled: ignore,
        });
        const rebuilt = method.reconstruct!(fit, method.encode(fit, test));
        const squares = test.data.map((value, i) => (value - rebuilt.data[i]) ** 2);
        const inside = squares.filter((_, i) => {
          const [r, c] = [Math.floor((i % 30) / 5), i % 5];
          return r >= 1 && r < 4 && c < 2;
        });
        const root = (list: Float64Array) => Math.sqrt(list.reduce((sum, value) => sum + value, 0) / list.length);
        expect(values.rmse![s]).toBeCloseTo(root(squares), 8);
        expect(values['rmse-region']![s]).toBeCloseTo(root(inside), 8);
        const density = method.logLikelihood?.(fit, test);
        if (!density) expect(values['log-likelihood']![s]).toBeNull();
        else {
          const mean = density.reduce((sum, value) => sum + value, 0) / density.length;
          expect(values['log-likelihood']![s]! / mean).toBeCloseTo(1, 6);
        }
      });
    }
  });

  it('tell two subjects apart by how much better one of them fits', () => {
    const two = Int32Array.from([...labels].flatMap((label, n) => (label < 2 ? [n] : [])));
    const images = selectImages(data.images, two);
    const gram = gramOfRows({ rows: images.count, cols: 30, data: images.data });
    const own = { images, labels: Int32Array.from(two, (n) => labels[n]), gram: () => gram };
    const spec = smallSpec({
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 1 },
      methods: [{ method: 'pca', latent: [2] }],
      measures: ['two-class', 'identification'],
    });
    const dataset = { ...facts, labels: own.labels, subjects: ['a', 'b'] };
    const plan = planCells(planStudy(spec), dataset);
    const task = taskOf(spec, dataset, plan, plan.cells[0]);
    const { measures } = evaluateCell(task, own, ignore);
    const { train, test } = task.split;
    const method = findMethod('pca')!;
    const context = { random: stream('unused'), checkCancelled: ignore };
    const fit = method.fit({ images: selectImages(images, train), labels: null }, [2], task.settings, context);
    const [known, asked] = [train, test].map((list) => method.encode(fit, selectImages(images, list)).data);
    const nearest = (t: number, subject: number) =>
      Math.min(
        ...Array.from(train, (image, g) =>
          own.labels[image] === subject
            ? (asked[2 * t] - known[2 * g]) ** 2 + (asked[2 * t + 1] - known[2 * g + 1]) ** 2
            : Infinity,
        ),
      );
    const margins = Array.from(test, (image, t) => ({
      subject: own.labels[image],
      value: nearest(t, 0) - nearest(t, 1),
    }));
    const wins = margins
      .filter(({ subject }) => subject === 1)
      .flatMap(({ value }) => margins.filter((other) => other.subject === 0 && other.value < value));
    expect(measures!.values['two-class-auc']![0]).toBeCloseTo(wins.length / 9, 12);
    expect(measures!.curves['two-class-roc']!.of).toBe(3);
  });

  it('have no scores where a method decides by a rule of its own', () => {
    const [{ result }] = cells({
      methods: [{ method: 'plda', latent: [2], settings: { identification: 'likelihood' } }],
      measures: ['identification', 'verification', 'two-class'],
    });
    const { values, curves } = result.measures!;
    for (const id of ['rank-1', 'verification-auc', 'two-class-eer'] as const) expect(values[id]).toEqual([null]);
    expect(curves.roc).toEqual({ of: 0, counts: [null] });
  });

  it('have scores but no model where every subject has a model of its own', () => {
    const [{ result }] = cells({
      methods: [{ method: 'ppca', latent: [2] }],
      classifier: { kind: 'likelihood' },
      protocol: { kind: 'random', trainPerSubject: [4], repeats: 1 },
      measures: ['reconstruction', 'identification'],
    });
    expect(result.measures!.values.rmse).toEqual([null]);
    expect(result.measures!.values['rank-1']).toEqual([
      (100 * (result.testCount - result.wrong[0])) / result.testCount,
    ]);
  });

  it('state the time of fit and test', () => {
    for (const { result } of cells({ measures: ['time'] })) {
      for (const id of ['fit-seconds', 'test-seconds'] as const) {
        expect(result.measures!.values[id]).toHaveLength(result.shapes.length);
        for (const seconds of result.measures!.values[id]!) expect(seconds).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

describe('the list of measures', () => {
  it('names each once, and says which of them a study has', () => {
    expect(new Set(MEASURES.map(({ id }) => id)).size).toBe(MEASURES.length);
    const ids = (measures?: StudySpecInput['measures']) => measuresOf(smallSpec({ measures })).map(({ id }) => id);
    expect(ids()).toContain('error-rate');
    expect(ids()).not.toContain('rmse');
    expect(ids(['reconstruction'])).toContain('rmse');
    expect(ids(['reconstruction'])).not.toContain('rmse-region');
    expect(ids([{ region }])).toContain('rmse-region');
    expect(measureOf('rmse').better).toBe('lower');
  });
});
