import { describe, expect, it } from 'vitest';
import { likelihoodRatio } from '../../../../src/core/classify/classifiers/likelihoodRatio.ts';
import { pairScores, samplesOf } from '../../../../src/core/classify/pairScores.ts';
import { cholesky, gramOfRows, matrix, matrixStack, multiply, type Matrix } from '../../../../src/core/linalg/index.ts';
import { asVectors, selectImages } from '../../../../src/core/images/imageSet.ts';
import { readArrays } from '../../../../src/core/methods/learnedArrays.ts';
import type { Fit, Method } from '../../../../src/core/methods/method.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { rocOf } from '../../../../src/core/measures/roc.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const [SUBJECTS, EACH, ROWS, COLS] = [24, 5, 3, 2];
const D = ROWS * COLS;

/** Gaussian subjects with Gaussian images around them: identity in the first axes, other variation in the last. */
function draw() {
  const random = stream('likelihood ratio');
  const images = matrixStack(SUBJECTS * EACH, ROWS, COLS);
  const between = [2, 1.5, 1, 0.2, 0.1, 0.1];
  const within = [0.5, 0.6, 0.7, 2, 3, 4];
  for (let s = 0; s < SUBJECTS; s++) {
    const own = between.map((spread) => spread * random.normal());
    for (let i = 0; i < EACH; i++) {
      for (let j = 0; j < D; j++) images.data[(s * EACH + i) * D + j] = 10 + own[j] + within[j] * random.normal();
    }
  }
  return images;
}
const images = draw();
const labels = Int32Array.from({ length: images.count }, (_, i) => Math.floor(i / EACH));

/** ln N(x; 0, S). */
function logDensity(x: readonly number[], s: Matrix): number {
  const factor = cholesky(s);
  const column = matrix(x.length, 1, Float64Array.from(x));
  const solved = factor.solve(column);
  const square = x.reduce((sum, value, i) => sum + value * solved.data[i], 0);
  return -0.5 * (x.length * Math.log(2 * Math.PI) + factor.logDeterminant + square);
}

/** ln p(x, y | one subject) − ln p(x) − ln p(y) for x = μ + subject + rest, by the joint covariance of both. */
function denseRatio(x: readonly number[], y: readonly number[], between: Matrix, within: Matrix): number {
  const d = x.length;
  const joint = matrix(2 * d, 2 * d);
  const single = matrix(d, d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const [b, w] = [between.data[i * d + j], within.data[i * d + j]];
      single.data[i * d + j] = b + w;
      joint.data[i * 2 * d + j] = b + w;
      joint.data[(d + i) * 2 * d + d + j] = b + w;
      joint.data[i * 2 * d + d + j] = b;
      joint.data[(d + i) * 2 * d + j] = b;
    }
  }
  return logDensity([...x, ...y], joint) - logDensity(x, single) - logDensity(y, single);
}

function fitted(id: string, q: number, given: object = {}): { method: Method; fit: Fit } {
  const method = findMethod(id)!;
  const settings = resolveSettings(method, given as never);
  const context = { random: stream('fit'), checkCancelled: () => undefined };
  return { method, fit: method.fit({ images, labels }, [q], settings, context) };
}
const rowsOf = (a: Matrix) =>
  Array.from({ length: a.rows }, (_, i) => Array.from(a.data.subarray(i * a.cols, (i + 1) * a.cols)));
const PAIRS = [
  [0, 1],
  [0, 7],
  [30, 31],
  [12, 90],
  [5, 5],
] as const;

describe('the log-likelihood ratio', () => {
  it('of PLDA is that of its joint Gaussian density', () => {
    const { method, fit } = fitted('plda', 2, { within: 1 });
    const ratio = method.pairRatio!(fit, images, images);
    const [f, g] = [readArrays({ F: 'matrix' }, fit).F, readArrays({ G: 'matrix' }, fit).G];
    const within = multiply(g, g, { transposeB: true });
    readArrays({ Sigma: 'vector' }, fit).Sigma.forEach((value, i) => (within.data[i * D + i] += value));
    const mean = readArrays({ mean: 'matrix' }, fit).mean.data;
    const x = rowsOf(asVectors(images)).map((row) => row.map((value, j) => value - mean[j]));
    for (const [a, b] of PAIRS) {
      expect(ratio(a, b)).toBeCloseTo(denseRatio(x[a], x[b], multiply(f, f, { transposeB: true }), within), 8);
    }
  });

  it('of Ioffe PLDA is that of its axes', () => {
    const { method, fit } = fitted('ioffe', 3, { energy: 1 });
    const ratio = method.pairRatio!(fit, images, images);
    const psi = readArrays({ Psi: 'vector' }, fit).Psi;
    expect(psi[0]).toBeGreaterThan(0);
    const codes = method.encode(fit, images);
    const u = (n: number) =>
      Array.from(psi, (value, i) => (value > 0 ? (codes.data[n * psi.length + i] * (value + 1)) / value : 0));
    const diagonal = (values: readonly number[]) => {
      const result = matrix(values.length, values.length);
      values.forEach((value, i) => (result.data[i * values.length + i] = value));
      return result;
    };
    for (const [a, b] of PAIRS) {
      expect(ratio(a, b)).toBeCloseTo(
        denseRatio(u(a), u(b), diagonal([...psi]), diagonal(psi.length ? [...psi].map(() => 1) : [])),
        8,
      );
    }
  });

  // Three subjects of unequal sizes.
  const known = [
    [1, 2],
    [3, 1],
    [9, 4],
    [11, 5],
    [10, 3],
    [4, 14],
    [6, 13],
  ];
  const subjectsOf = [0, 0, 1, 1, 1, 2, 2];
  const ratiosOf = (codes: number[][], subjects: number[], probes: number[][] = codes) => {
    const stack = (rows: number[][]) => matrixStack(rows.length, 1, rows[0].length, Float64Array.from(rows.flat()));
    return likelihoodRatio.modelledPairs!.scores({
      method: {},
      training: () => stack(codes),
      labels: Int32Array.from(subjects),
      subjects: Int32Array.from(subjects),
      probes: { count: probes.length },
      galleryCodes: () => stack(codes),
      probeCodes: () => stack(probes),
    } as never);
  };

  it('of Gaussian codes is that of their moments, written out', () => {
    const [n, q] = [known.length, 2];
    const groups = [0, 1, 2].map((subject) => known.filter((_, i) => subjectsOf[i] === subject));
    const meanOf = (rows: number[][]) =>
      rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);
    const centre = meanOf(known);
    const entries = (of: (i: number, j: number) => number) =>
      matrix(q, q, Float64Array.of(of(0, 0), of(0, 1), of(1, 0), of(1, 1)));
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const plain = entries(
      (i, j) =>
        sum(groups.flatMap((rows) => rows.map((row) => (row[i] - meanOf(rows)[i]) * (row[j] - meanOf(rows)[j])))) /
        (n - 3),
    );
    const n0 = (n - sum(groups.map(({ length }) => length ** 2)) / n) / 2;
    const between = entries((i, j) => {
      const spread = groups.map((rows) => rows.length * (meanOf(rows)[i] - centre[i]) * (meanOf(rows)[j] - centre[j]));
      return (sum(spread) / 2 - plain.data[i * q + j]) / n0;
    });
    const ridge = (0.01 * (plain.data[0] + plain.data[3])) / q;
    const within = entries((i, j) => plain.data[i * q + j] + (i === j ? ridge : 0));
    const probes = [
      [2, 2],
      [8, 9],
    ];
    const scores = ratiosOf(known, subjectsOf, probes);
    const less = (row: number[]) => row.map((value, j) => value - centre[j]);
    probes.forEach((probe, p) => {
      const expected = known.map((code) => denseRatio(less(code), less(probe), between, within));
      expected.forEach((value, g) => expect(scores.of(p)[g]).toBeCloseTo(value, 8));
      expected.forEach((value, g) => expect(scores.pair!(p, g)).toBeCloseTo(value, 8));
    });
    expect([scores.positions, scores.voters, scores.probes]).toEqual([[0, 1, 2, 3, 4, 5, 6], 1, 2]);
  });

  it('of Gaussian codes needs two subjects, two images of one, and codes that vary within', () => {
    const needs = /needs 2 training subjects, and 2 training images of some subject/;
    expect(() => ratiosOf(known.slice(0, 3), [0, 1, 2])).toThrow(needs);
    expect(() => ratiosOf(known.slice(0, 3), [4, 4, 4])).toThrow(needs);
    expect(ratiosOf(known.slice(1, 4), [0, 1, 1]).of(0)).toHaveLength(3);
    const equal = [
      [1, 2],
      [1, 2],
      [3, 4],
      [3, 4],
    ];
    expect(() => ratiosOf(equal, [0, 0, 1, 1])).toThrow(/needs codes that vary within subjects/);
  });

  it('of Gaussian codes finds what tells subjects apart, which distances do not', () => {
    const train = Int32Array.from({ length: 12 * EACH }, (_, i) => i);
    const test = Int32Array.from({ length: 12 * EACH }, (_, i) => 12 * EACH + i);
    const places = Array.from(test, (_, i) => i);
    const pairs = places.flatMap((a) => places.filter((b) => b > a).map((b) => [a, b] as const));
    const list = {
      references: Int32Array.from(pairs, ([a]) => a),
      probes: Int32Array.from(pairs, ([, b]) => b),
      genuine: Uint8Array.from(pairs, ([a, b]) => (labels[test[a]] === labels[test[b]] ? 1 : 0)),
    };
    const gram = gramOfRows(asVectors(images));
    const areaOf = (id: string, shape: number[], kind: 'likelihood-ratio' | '1nn'): number => {
      const method = findMethod(id)!;
      let area = 0;
      const settings = resolveSettings(method, {});
      const context = { random: stream('fit'), checkCancelled: () => undefined };
      const input = {
        images,
        labels,
        train,
        test,
        gallery: test,
        shapes: [shape],
        settings,
        context,
        gram: () => gram,
      };
      evaluateShapes(method, { ...input, undecided: true }, { kind }, (view) => {
        const { genuine, impostors } = samplesOf(
          pairScores(
            view.scores()!,
            list,
            Array.from(test, (n) => labels[n]),
            false,
          ),
          list,
        );
        area = rocOf(genuine, impostors)!.auc;
      });
      return area;
    };
    for (const [id, shape] of [
      ['pca', [6]],
      ['bppca', [2, 2]],
    ] as const) {
      expect(areaOf(id, [...shape], 'likelihood-ratio')).toBeGreaterThan(areaOf(id, [...shape], '1nn') + 0.05);
    }
    expect(areaOf('plda', [2], 'likelihood-ratio')).toBeGreaterThan(0.8);
    expect(selectImages(images, test).count).toBe(test.length);
  });
});
