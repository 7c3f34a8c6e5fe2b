import { describe, expect, it } from 'vitest';
import {
  matrixStack,
  nearestOverShapes,
  selectKernels,
  streamedStack,
  type MatrixStack,
} from '../../../src/core/linalg/index.ts';
import { generator, randomMatrix } from './support.ts';

function codes(count: number, rows: number, cols: number, seed: number): MatrixStack {
  return matrixStack(count, rows, cols, randomMatrix(count, rows * cols, seed).data);
}

type Metric = NonNullable<Parameters<typeof nearestOverShapes>[3]>;

/** The definition, one shape at a time; prefix sums in the documented order, so that equality is exact. */
function byDefinition(gallery: MatrixStack, probes: MatrixStack, shape: readonly number[], metric?: Metric): number[] {
  const { rows, cols } = gallery;
  const [r, c = cols] = shape;
  const weights = metric?.weights ?? [new Float64Array(rows * cols).fill(1)];
  const factors = metric?.coefficients(shape) ?? [1];
  return Array.from({ length: probes.count }, (_, p) => {
    let best = Infinity;
    let nearest = 0;
    for (let g = 0; g < gallery.count; g++) {
      let distance = 0;
      weights.forEach((weight, t) => {
        let sum = 0;
        for (let i = 0; i < r; i++) {
          let row = 0;
          for (let j = 0; j < c; j++) {
            const k = i * cols + j;
            const difference = gallery.data[g * rows * cols + k] - probes.data[p * rows * cols + k];
            row += weight[k] * difference * difference;
          }
          sum = i === 0 ? row : row + sum;
        }
        distance += factors[t] * sum;
      });
      if (distance < best) {
        best = distance;
        nearest = g;
      }
    }
    return nearest;
  });
}

function expectDefinition(
  gallery: MatrixStack,
  probes: MatrixStack,
  shapes: readonly number[][],
  metric?: Metric,
): void {
  const found = nearestOverShapes(gallery, probes, shapes, metric);
  shapes.forEach((shape, s) => {
    expect(Array.from(found.subarray(s * probes.count, (s + 1) * probes.count))).toEqual(
      byDefinition(gallery, probes, shape, metric),
    );
  });
}

describe.each(['wasm-relaxed-simd', 'wasm-simd'] as const)(
  'nearest neighbours over shapes with the %s build',
  (build) => {
    it('are those of the definition at every block of a matrix code', () => {
      selectKernels(build);
      const shapes = Array.from({ length: 5 * 4 }, (_, s) => [1 + Math.floor(s / 4), 1 + (s % 4)]);
      expectDefinition(codes(13, 5, 4, 1), codes(7, 5, 4, 2), shapes);
      expectDefinition(codes(13, 5, 4, 3), codes(8, 5, 4, 4), [
        [2, 3],
        [5, 4],
        [1, 1],
      ]);
    });

    it('are those of the definition at every length of a vector code, one number standing for all columns', () => {
      selectKernels(build);
      expectDefinition(
        codes(9, 30, 1, 5),
        codes(5, 30, 1, 6),
        Array.from({ length: 30 }, (_, q) => [q + 1]),
      );
      expectDefinition(codes(9, 6, 3, 7), codes(5, 6, 3, 8), [[1], [4], [6]]);
    });

    it('are those of the definition under a metric of several terms whose coefficients change with the shape', () => {
      selectKernels(build);
      const next = generator(9);
      const metric: Metric = {
        weights: [0, 1].map(() => Float64Array.from({ length: 20 }, next)),
        coefficients: ([q]) => [1, -0.3 / q],
      };
      expectDefinition(
        codes(11, 20, 1, 10),
        codes(6, 20, 1, 11),
        Array.from({ length: 20 }, (_, q) => [q + 1]),
        metric,
      );
    });
  },
);

describe('nearest neighbours over shapes whose distances only grow', () => {
  /** Clustered codes with falling variances, as principal coordinates of faces: most items are far from a probe. */
  const clustered = (count: number, q: number, seed: number): MatrixStack => {
    const next = generator(seed);
    const centres = randomMatrix(8, q, 77).data;
    return matrixStack(
      count,
      q,
      1,
      Float64Array.from({ length: count * q }, (_, n) => {
        const k = n % q;
        return (centres[(Math.floor(n / q) % 8) * q + k] + 0.2 * next()) / Math.sqrt(1 + k);
      }),
    );
  };
  const q = 30;
  const shapes = Array.from({ length: q }, (_, i) => [i + 1]);
  const variances = Float64Array.from({ length: q }, (_, k) => 1 / (1 + k));
  const whitened: Metric = {
    weights: [variances.map((v) => 1 / v), variances.map((v) => 1 / (v * v))],
    coefficients: ([s]) => [1, -0.01 / s],
  };

  it('are those of the definition, plain and as probabilistic PCA weighs them', () => {
    for (let seed = 1; seed < 12; seed++) {
      const [gallery, probes] = [clustered(20 + seed, q, seed), clustered(7, q, 100 + seed)];
      expectDefinition(gallery, probes, shapes);
      expectDefinition(gallery, probes, shapes, whitened);
      expectDefinition(gallery, probes, shapes, { weights: [whitened.weights[0]], coefficients: () => [2] });
    }
  });

  it('are found for probes that lie in the gallery, with ties to the lowest index', () => {
    const gallery = clustered(24, q, 5);
    const twice = matrixStack(48, q, 1, Float64Array.of(...gallery.data, ...gallery.data));
    expectDefinition(twice, gallery, shapes);
    expectDefinition(twice, gallery, shapes, whitened);
  });

  it('are those of the definition where single precision cannot tell items apart', () => {
    const gallery = clustered(40, q, 6);
    const next = generator(7);
    // Copies that differ in the tenth digit, and a probe that differs from all of them as little.
    const near = (count: number) =>
      matrixStack(
        count,
        q,
        1,
        Float64Array.from({ length: count * q }, (_, i) => gallery.data[i % (20 * q)] * (1 + 1e-10 * next())),
      );
    expectDefinition(near(100), near(20), shapes);
    expectDefinition(near(100), near(20), shapes, whitened);
  });

  it('are those of the definition for matrix codes whose shapes cover whole rows, few and repeated shapes, any scale', () => {
    for (const scale of [1e-160, 1, 1e150]) {
      const stack = (count: number, seed: number) => {
        const { data } = codes(count, 9, 7, seed);
        return matrixStack(
          count,
          9,
          7,
          data.map((value, i) => (scale * value) / (1 + (i % 63))),
        );
      };
      const [gallery, probes] = [stack(50, 3), stack(12, 4)];
      const spread = (power: number) => Float64Array.from({ length: 63 }, (_, i) => (1 + Math.floor(i / 7)) ** power);
      const metric: Metric = { weights: [spread(1), spread(2)], coefficients: ([s]) => [1, -0.01 / s] };
      for (const list of [[[1], [2], [3], [4], [5], [6], [7], [8], [9]], [[9], [2], [9]], [[4]]]) {
        expectDefinition(gallery, probes, list);
        expectDefinition(gallery, probes, list, metric);
      }
    }
  });

  it('are those of the definition where weights are small differences', () => {
    const [gallery, probes] = [clustered(60, q, 11), clustered(9, q, 12)];
    for (const share of [1e-1, 1e-2, 1e-3, 1e-4, 1e-6]) {
      const last = variances[q - 1] * (1 - share);
      expectDefinition(gallery, probes, shapes, { ...whitened, coefficients: ([s]) => [1, -last * (2 - s / q)] });
      expectDefinition(gallery, probes, shapes, { ...whitened, coefficients: () => [1, -last] });
    }
  });

  it('are those of the definition where a weight vanishes or shrinks with the shape', () => {
    const [gallery, probes] = [clustered(19, q, 8), clustered(9, q, 9)];
    expectDefinition(gallery, probes, shapes, { ...whitened, coefficients: ([s]) => [1, -variances[s - 1]] });
    expectDefinition(gallery, probes, shapes, { ...whitened, coefficients: ([s]) => [1 / s, 0] });
  });
});

describe('nearest neighbours over shapes', () => {
  it('give ties to the lowest gallery index', () => {
    const gallery = matrixStack(3, 1, 1, Float64Array.of(2, 0, 0));
    expect(Array.from(nearestOverShapes(gallery, matrixStack(2, 1, 1, Float64Array.of(1, 0)), [[1]]))).toEqual([0, 1]);
  });

  it('are never items at no distance: NaN loses against everything', () => {
    const values = Float64Array.from({ length: 20 }, (_, n) => (n % 3 === 2 ? 10 + n : NaN));
    const probes = matrixStack(2, 1, 1, Float64Array.of(0, 31));
    expect(Array.from(nearestOverShapes(matrixStack(20, 1, 1, values), probes, [[1]]))).toEqual([2, 17]);
  });

  it('take no probes and no shapes', () => {
    expect(nearestOverShapes(codes(3, 2, 2, 1), codes(0, 2, 2, 2), [[1, 1]]).length).toBe(0);
    expect(nearestOverShapes(codes(3, 2, 2, 1), codes(4, 2, 2, 2), []).length).toBe(0);
  });

  it('refuse an empty gallery, codes of different shapes, shapes beyond the codes and incomplete metrics', () => {
    expect(() => nearestOverShapes(codes(0, 2, 2, 1), codes(1, 2, 2, 2), [[1]])).toThrow('the gallery is empty');
    expect(() => nearestOverShapes(codes(1, 2, 2, 1), codes(1, 2, 3, 2), [[1]])).toThrow('2 × 2, probe codes 2 × 3');
    for (const shape of [[3, 1], [1, 3], [0, 1], [1, 1, 1], []]) {
      expect(() => nearestOverShapes(codes(1, 2, 2, 1), codes(1, 2, 2, 2), [shape])).toThrow(
        'does not fit codes of 2 × 2',
      );
    }
    const metric = { weights: [new Float64Array(3)], coefficients: () => [1] };
    expect(() => nearestOverShapes(codes(1, 2, 2, 1), codes(1, 2, 2, 2), [[1, 1]], metric)).toThrow('4 weights a term');
  });
});

// Galleries in blocks: the result equals that of one sweep, including ties.

/** Codes with duplicates, and with items that differ from others in the tenth digit only. */
function codesWithDuplicates(count: number, rows: number, cols: number, seed: number): MatrixStack {
  const size = rows * cols;
  const { data } = randomMatrix(count, size, seed);
  for (let n = 3; n < count; n++) {
    const of = (n * 7) % n;
    if (n % 3 === 0) data.copyWithin(n * size, of * size, (of + 1) * size);
    if (n % 6 === 0) data[n * size + (n % size)] *= 1 + 1e-10;
  }
  return matrixStack(count, rows, cols, data);
}

function elsewhere({ count, rows, cols, data }: MatrixStack): MatrixStack {
  const size = rows * cols;
  return streamedStack(count, rows, cols, (from, to, target, at) =>
    target.set(data.subarray(from * size, to * size), at),
  );
}

const grid = (rows: number, cols: number): number[][] =>
  Array.from({ length: rows * cols }, (_, i) => [1 + Math.floor(i / cols), 1 + (i % cols)]);
const column = (rows: number): number[][] => Array.from({ length: rows }, (_, i) => [i + 1]);

const metricOf = (terms: number, size: number) => ({
  weights: Array.from({ length: terms }, (_, t) => randomMatrix(1, size, 20 + t).data.map(Math.abs)),
  coefficients: ([q]: readonly number[]) => [1, -0.01 / q].slice(0, terms),
});

const cases: readonly (readonly [string, number, number, readonly number[][], number])[] = [
  ['vectors at every length', 9, 1, column(9), 0],
  ['vectors of one term', 9, 1, column(9), 1],
  ['vectors of two terms', 9, 1, column(9), 2],
  ['whole rows', 5, 4, column(5), 0],
  ['whole rows in no order', 5, 4, [[4], [1], [5], [2]], 0],
  ['whole codes', 5, 4, [[5, 4]], 0],
  ['leading blocks', 5, 4, grid(5, 4), 0],
  ['leading blocks of two terms', 5, 4, grid(5, 4), 2],
];

describe.each(cases)('nearest neighbours block by block: %s', (_, rows, cols, shapes, terms) => {
  const [gallery, probes] = [codesWithDuplicates(101, rows, cols, 1), codesWithDuplicates(67, rows, cols, 2)];
  // Probes that are gallery items meet several at distance 0.
  probes.data.set(gallery.data.subarray(0, 10 * rows * cols));
  const weighed = terms > 0 ? metricOf(terms, rows * cols) : undefined;
  const expected = nearestOverShapes(gallery, probes, shapes, weighed, Infinity);
  const bytesOf = (items: number): number => items * rows * cols * 8;

  // The least is a block of eight items; four times as many probes.
  it.each([8, 13, 16, 50, 100, 101])('in blocks of %i', (items) => {
    expect(nearestOverShapes(gallery, probes, shapes, weighed, bytesOf(items))).toEqual(expected);
    expect(nearestOverShapes(elsewhere(gallery), elsewhere(probes), shapes, weighed, bytesOf(items))).toEqual(expected);
  });
});

describe('codes without numbers', () => {
  it('are nearest to nothing, in one sweep and in blocks', () => {
    const gallery = matrixStack(20, 2, 1, new Float64Array(40).fill(NaN));
    gallery.data.set([1, 2], 24);
    const probes = matrixStack(2, 2, 1, Float64Array.of(1, 1, NaN, 1));
    const expected = nearestOverShapes(gallery, probes, [[1], [2]], undefined, Infinity);
    expect([...expected]).toEqual([12, 0, 12, 0]);
    expect(nearestOverShapes(gallery, probes, [[1], [2]], undefined, 1)).toEqual(expected);
  });
});
