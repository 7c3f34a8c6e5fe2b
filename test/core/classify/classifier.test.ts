import { describe, expect, it } from 'vitest';

import { nearestNeighbours as knn } from '../../../src/core/classify/classifiers/nearestNeighbours.ts';
import { distanceBetween, type MetricName } from '../../../src/core/classify/metrics/registry.ts';
import { decide } from '../../../src/core/classify/scores.ts';
import { nearestNeighbours } from '../../support/nearestNeighbours.ts';
import { selectImages } from '../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { sampleStd } from '../../../src/core/stats/describe.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { summariseStudy } from '../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../study/evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../study/smallDataset.ts';
import { classifyCodes, evaluateShapes, scoreCodes } from '../../support/classify.ts';

const codes = (...values: number[][]) =>
  matrixStack(values.length, 2, values[0].length / 2, Float64Array.from(values.flat()));
const distance = (metric: MetricName, a: number[], b: number[]) => distanceBetween(metric, codes(a), codes(b))(0, 0);

describe('metrics', () => {
  it('give all distances of a probe with the bits of each', () => {
    const numbers = stream('all distances');
    const drawn = (count: number, size: number) =>
      codes(...Array.from({ length: count }, () => Array.from({ length: size }, () => numbers.normal())));
    for (const metric of ['euclidean', 'cosine', 'whitened', 'whitened-cosine'] as const) {
      for (const [known, asked] of [
        [1, 1],
        [3, 2],
        [4, 5],
        [9, 3],
      ] as const) {
        const between = distanceBetween(metric, drawn(known, 6), drawn(asked, 6));
        // Probes in any order.
        for (const p of [asked - 1, ...Array.from({ length: asked }, (_, at) => at)]) {
          const each = Array.from({ length: known }, (_, g) => between(g, p));
          expect([...between.ofAll!(p)], `${metric} ${known} ${p}`).toEqual(each);
        }
      }
    }
  });

  it('are those of their names', () => {
    expect(distance('euclidean', [1, 2, 3, 4], [1, 0, 0, 4])).toBe(13);
    expect(distance('city-block', [1, 2, 3, 4], [1, 0, 0, 4])).toBe(5);
    // Columns (1, 3) and (2, 4) against (1, 0) and (0, 4).
    expect(distance('column-sum', [1, 2, 3, 4], [1, 0, 0, 4])).toBe(5);
    expect(distance('cosine', [3, 4], [30, 40])).toBeCloseTo(0, 14);
    expect(distance('cosine', [1, 0], [0, 5])).toBeCloseTo(2, 14);
    // A code of zeros has no direction, and is as far from every other.
    expect([distance('cosine', [0, 0], [3, 4]), distance('cosine', [3, 4], [0, 0])]).toEqual([1, 1]);
    // (1 − 3)² / 4 + (2 − 6)² / 8; entries that are both 0 count as nothing.
    expect(distance('chi-squared', [1, 2, 0, 5], [3, 6, 0, 5])).toBe(3);
    // (2 − 3)² + (1 − 0)²
    expect(distance('hellinger', [4, 1], [9, 0])).toBe(2);
    expect(() => distance('chi-squared', [1, -0.5], [1, 2])).toThrow(
      /expected codes without negative entries, found -0.5/,
    );
  });

  it('by the Mahalanobis cosine are those of whitened codes by the cosine', () => {
    const known = codes([1, 50, 3, 2], [2, 10, 1, 7], [4, 30, 5, 5]);
    const probe = codes([2, -20, 1, 1]);
    const deviation = [0, 1, 2, 3].map((i) => sampleStd([0, 1, 2].map((n) => known.data[4 * n + i])));
    const scaled = (stack: typeof known) => ({
      ...stack,
      data: stack.data.map((value, i) => value / deviation[i % 4]),
    });
    const plain = distanceBetween('cosine', scaled(known), scaled(probe));
    const own = distanceBetween('whitened-cosine', known, probe);
    for (const g of [0, 1, 2]) expect(own(g, 0)).toBeCloseTo(plain(g, 0), 13);
  });

  it('to a subject are over its gallery images, as distances and not as squares', () => {
    const gallery = codes([0, 0], [0, 3], [0, 12], [5, 0], [6, 0]);
    const labels = [7, 7, 7, 9, 9];
    const scores = (over: 'mean' | 'median' | 'least', metric?: MetricName) =>
      Array.from(
        scoreCodes({ kind: 'subject-distance', over, ...(metric && { metric }) }, gallery, labels, codes([0, 0])).of(0),
      );
    expect(scores('mean')).toEqual([-5, -5.5]);
    expect(scores('median')).toEqual([-3, -5.5]);
    expect(scores('least')).toEqual([-0, -5]);
    expect(scores('mean', 'city-block')).toEqual([-5, -5.5]);
    const [mean] = classifyCodes({ kind: 'subject-distance', over: 'mean' }, gallery, labels, codes([2, 2]));
    expect(labels[mean]).toBe(9);
  });

  it('to a subject may be the median of many images in any order', () => {
    const medianOf = (distances: number[]) => {
      const gallery = codes(...distances.map((d) => [0, d]));
      const scores = scoreCodes(
        { kind: 'subject-distance', over: 'median' },
        gallery,
        distances.map(() => 3),
        codes([0, 0]),
      );
      return -scores.of(0)[0];
    };
    expect([medianOf([4, 1, 3, 2]), medianOf([9, 1, 5]), medianOf([2, 2, 1, 1])]).toEqual([2.5, 5, 1.5]);
    // More than are sorted without more room, and fewer again.
    expect(medianOf(Array.from({ length: 20 }, (_, i) => 20 - i))).toBe(10.5);
    expect(medianOf(Array.from({ length: 17 }, (_, i) => (i * 5) % 17))).toBe(8);
    expect(medianOf([7])).toBe(7);
  });

  it('of k neighbours are refused where a gallery has fewer images', () => {
    const gallery = codes([0, 0], [0, 1]);
    expect(() => scoreCodes({ kind: 'knn', k: 3 }, gallery, [1, 2], codes([0, 0]))).toThrow(
      '3 nearest neighbours need a gallery of at least 3 images, found 2.',
    );
    expect(scoreCodes({ kind: 'knn', k: 2 }, gallery, [1, 2], codes([0, 0])).voters).toBe(2);
    const galleries = () => [
      { images: 3, title: 'k = 3' },
      { images: 2, title: 'k = 2' },
    ];
    const check = (k: number) => knn.check!({ kind: 'knn', k }, { at: 'classifier', galleries } as never);
    expect(check(2)).toEqual([]);
    expect(check(3)).toEqual([
      {
        path: 'classifier.k',
        message: 'classifier.k: 3 nearest neighbours need a gallery of at least 3 images, found 2 (k = 2).',
      },
    ]);
  });

  it('of whitened codes does not depend on the scale of a coordinate', () => {
    const gallery = [
      [1, 50],
      [2, 10],
      [4, 30],
    ];
    const scaled = gallery.map(([a, b]) => [a * 1000, b]);
    const plain = distanceBetween('whitened', codes(...gallery), codes([2, 20]));
    const other = distanceBetween('whitened', codes(...scaled), codes([2000, 20]));
    for (const g of [0, 1, 2]) expect(other(g, 0)).toBeCloseTo(plain(g, 0), 12);
  });

  it.each([
    ['of which no sum is exact', 0.1, 1],
    ['in codes of any size', 0.1e9, 1e9],
    ['in tiny codes', 0.1e-9, 1e-9],
  ])('of whitened codes leave out coordinates that are constant in the gallery, %s', (_what, constant, unit) => {
    const gallery = codes(...[1, 2, 4, 5, 7, 8, 9].map((value) => [value * unit, constant]));
    // Variance of the first coordinate: 64 / 7. The second of the probe is off by rounding, or by far: the gallery
    // knows no scale for it.
    for (const off of [2 ** -50, 0.3]) {
      const distances = distanceBetween('whitened', gallery, codes([7 * unit, constant * (1 + off)]));
      expect(distances(4, 0)).toBe(0);
      expect(distances(0, 0)).toBeCloseTo(3.9375, 12);
    }
  });
});

describe('a distance', () => {
  it('is of codes of one shape', () => {
    const known = matrixStack(1, 2, 3);
    for (const [rows, cols] of [
      [2, 2],
      [1, 3],
      [3, 2],
    ]) {
      expect(() => distanceBetween('euclidean', known, matrixStack(1, rows, cols))).toThrow(
        `gallery codes are 2 × 3, probe codes ${rows} × ${cols}`,
      );
    }
    expect(distanceBetween('euclidean', known, matrixStack(1, 2, 3))(0, 0)).toBe(0);
  });
});

describe('classifiers', () => {
  const gallery = codes([0, 0], [1, 0], [1.2, 0], [5, 0], [9, 0]);
  const subjects = [7, 8, 8, 8, 7];

  it('let k neighbours vote; the nearest of the winner stands for it', () => {
    const classify = (k: number, x: number) => classifyCodes({ kind: 'knn', k }, gallery, subjects, codes([x, 0]))[0];
    expect(classify(1, 0.2)).toBe(0);
    expect(classify(3, 0.2)).toBe(1);
    // One vote each: the nearer of the two wins.
    expect(classify(2, 0.2)).toBe(0);
  });

  it('refuses more voting neighbours than there are', () => {
    const few = codes([0, 0], [1, 0], [2, 0]);
    expect(() => classifyCodes({ kind: 'knn', k: 4 }, few, [0, 1, 1], codes([0, 0]))).toThrow(
      '4 nearest neighbours need a gallery of at least 4 images, found 3.',
    );
    expect([...classifyCodes({ kind: 'knn', k: 3 }, few, [0, 1, 1], codes([0, 0]))]).toHaveLength(1);
  });

  it('take the nearest mean of a subject', () => {
    // Means: 4.5 for subject 7, 2.4 for subject 8.
    const classify = (x: number) => classifyCodes({ kind: 'nearest-mean' }, gallery, subjects, codes([x, 0]))[0];
    expect([classify(0), classify(8)]).toEqual([1, 0]);
  });

  it('take the nearest mean in units of the deviation of the gallery, not of the means', () => {
    // Within subjects the first coordinate is noise: deviation 10 over the gallery, 0.1 over the means (0 and 0.1).
    const noisy = codes([-10, 0], [10, 0], [-9.9, 3], [10.1, 3]);
    const [probe] = classifyCodes({ kind: 'nearest-mean', metric: 'whitened' }, noisy, [1, 1, 2, 2], codes([8, 0.5]));
    expect(probe).toBe(0);
  });

  it('with one Euclidean neighbour are nearestNeighbours', () => {
    const { train, test } = splitOf(smallSpec(), facts, 'k=3', 1);
    const [known, asked] = [selectImages(data.images, train), selectImages(data.images, test)];
    const nearest = classifyCodes(
      { kind: 'knn', k: 1 },
      known,
      Int32Array.from(train, (n) => labels[n]),
      asked,
    );
    expect([...nearest]).toEqual([...nearestNeighbours(known, asked)]);
  });
});

describe('classifiers over all latent shapes', () => {
  it.each(['pca', 'ppca', '2dpca', '2dpca-left', 'phopca-1', 'fpca'])(
    'see the codes of %s at every shape as a single fit gives them',
    (id) => {
      const method = findMethod(id)!;
      const settings = resolveSettings(method, {});
      const { train, test } = splitOf(smallSpec(), facts, 'k=3', 1);
      const context = { random: stream('x'), checkCancelled: () => undefined };
      const shapes =
        method.latentKind === 'vector' ? [[2], [4]] : [method.largestLatent(6, 5, 15).map((q) => Math.min(q, 6))];
      const input = { ...data, train, test, shapes, settings, context };
      const [known, asked] = [selectImages(data.images, train), selectImages(data.images, test)];
      const subjects = Int32Array.from(train, (n) => labels[n]);
      for (const classifier of [
        { kind: 'knn', k: 3 },
        { kind: '1nn', metric: 'city-block' },
        { kind: '1nn', metric: 'column-sum' },
        { kind: 'nearest-mean' },
        { kind: 'ls-svm', kernel: 'linear' },
        { kind: 'lrc', ridge: 0.1 },
        { kind: 'crc' },
        { kind: 'src' },
        { kind: 'nfl' },
      ] as const) {
        const seen: number[][] = [];
        const { nearest } = evaluateShapes(method, input, classifier, (view) => seen.push([...decide(view.scores()!)]));
        expect(seen.flat()).toEqual([...nearest]);
        shapes.forEach((shape, s) => {
          const fit = method.fit({ images: known, labels: null }, shape, settings, context);
          const expected = classifyCodes(classifier, method.encode(fit, known), subjects, method.encode(fit, asked));
          expect([...nearest.slice(s * test.length, (s + 1) * test.length)]).toEqual([...expected]);
        });
      }
    },
  );

  it('are named under the table and part of the identity of cells', () => {
    const spec = smallSpec({
      classifier: { kind: 'knn', k: 3, metric: 'cosine' },
      methods: [{ method: 'pca' }, { method: 'glram', latent: [[2, 2]] }],
    });
    const plan = planCells(planStudy(spec), facts);
    const table = summariseStudy(plan, evaluateAll(spec, facts, data, plan));
    expect(table.footer[0]).toContain('Error rate of the 3 nearest neighbours by the cosine (%)');
    expect(plan.cells[0].key).not.toBe(planCells(planStudy(smallSpec()), facts).cells[0].key);
  });
});
