import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { asVectors, centreImages, meanImage, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  columns,
  diagonal,
  generalisedEigen,
  matrix,
  multiply,
  principalAngles,
  scale,
  squaredDistances,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { fkLda } from '../../../../src/core/methods/discriminant/fkLda.ts';
import { lpp, lppSubjects } from '../../../../src/core/methods/field/lpp.ts';
import { sfa } from '../../../../src/core/methods/field/sfa.ts';
import type { Method } from '../../../../src/core/methods/method.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, sweepInput } from '../support/labelled.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const data = labelledImages('lpp', 4, 12, 4, 3);
const wide = labelledImages('lpp wide', 5, 6, 8, 7);
const all = { energy: 1 };

function column(a: Matrix, j: number): Matrix {
  return columns(a, j, j + 1);
}

/** Symmetric k-nearest-neighbour weights, dense; heat kernel when `gamma` is given. */
function denseWeights(x: Matrix, k: number, gamma?: number): Matrix {
  const d2 = squaredDistances(x, x);
  const u = matrix(x.rows, x.rows);
  for (let i = 0; i < x.rows; i++) {
    const order = Array.from({ length: x.rows }, (_, j) => j)
      .filter((j) => j !== i)
      .sort((a, b) => d2.data[i * x.rows + a] - d2.data[i * x.rows + b]);
    for (const j of order.slice(0, k)) {
      u.data[i * x.rows + j] = 1;
      u.data[j * x.rows + i] = 1;
    }
  }
  if (gamma === undefined) return u;
  const edges = u.data.reduce((sum, value) => sum + value, 0);
  const mean = u.data.reduce((sum, value, at) => sum + value * d2.data[at], 0) / edges;
  return { ...u, data: u.data.map((value, at) => value * Math.exp(-d2.data[at] / (gamma * mean))) };
}

describe('LPP', () => {
  it.each([
    ['constant', undefined],
    ['heat', 0.7],
  ])('solves X L Xᵀ w = λ X D Xᵀ w with %s weights', (weights, gamma) => {
    const fit = fitOf(lpp, data.images, [3], { ...all, weights, neighbours: 4, gamma: gamma ?? 1, scaling: 'own' });
    const x = asVectors(centreImages(data.images, meanImage(data.images)));
    const u = denseWeights(x, 4, gamma);
    const degrees = diagonal(
      Array.from({ length: 48 }, (_, i) => u.data.slice(i * 48, (i + 1) * 48).reduce((s, v) => s + v, 0)),
    );
    const form = (a: Matrix) => scale(multiply(x, multiply(a, x), { transposeA: true }), 1 / 48);
    const dense = generalisedEigen(form(add(degrees, u, -1)), form(degrees));
    const w = parameterMatrix(fit, 'W');
    for (let j = 0; j < 3; j++) {
      expect(fit.parameters.eigenvalues.data[j]).toBeCloseTo(dense.values[11 - j], 10);
      expect(principalAngles(column(w, j), column(dense.vectors, 11 - j))[0]).toBeLessThan(1e-8);
    }
    const constraint = multiply(w, multiply(form(degrees), w), { transposeA: true });
    expect(largestDifference(constraint, diagonal([1, 1, 1]))).toBeLessThan(1e-10);
  });

  it('with weights 1/n_c within subjects is LDA', () => {
    const fit = fitOf(lppSubjects, data.images, [3], {}, data.labels);
    const expected = fitOf(fkLda, data.images, [3], {}, data.labels);
    const [w, v] = [parameterMatrix(fit, 'W'), parameterMatrix(expected, 'W')];
    for (let j = 0; j < 3; j++) {
      expect(principalAngles(column(w, j), column(v, j))[0]).toBeLessThan(1e-9);
      expect(fit.parameters.eigenvalues.data[j]).toBeCloseTo(1 - expected.parameters.between.data[j], 10);
    }
  });

  it('joins images within a radius', () => {
    const near = fitOf(lpp, data.images, [2], { ...all, graph: 'ball', radius: 0.9 });
    const complete = fitOf(lpp, data.images, [2], { ...all, graph: 'ball', radius: 50 });
    // With every pair joined U = 1 1ᵀ − I: all axes are alike, λ = T / (T − 1).
    expect(complete.parameters.eigenvalues.data[0]).toBeCloseTo(48 / 47, 10);
    expect(near.parameters.eigenvalues.data[0]).toBeLessThan(0.9);
    expect(() => fitOf(lpp, data.images, [2], { ...all, graph: 'ball', radius: 1e-6 })).toThrow('no neighbour');
  });
});

describe('SFA', () => {
  /** Sines of rising frequency and noise, mixed into 12 pixels. */
  function sequence(count: number) {
    const random = stream('sfa');
    const sources = matrix(count, 12);
    for (let t = 0; t < count; t++) {
      for (let j = 0; j < 12; j++) {
        sources.data[t * 12 + j] = j < 3 ? Math.sin((2 * Math.PI * (j + 1) * t) / count) : random.normal();
      }
    }
    const mixing = matrix(
      12,
      12,
      Float64Array.from({ length: 144 }, () => random.normal()),
    );
    return { images: { count, rows: 4, cols: 3, data: multiply(sources, mixing).data }, sources };
  }

  it('finds planted slow sources, slowest first', () => {
    const { images, sources } = sequence(400);
    const fit = fitOf(sfa, images, [3], all);
    const codes = matrix(400, 3, sfa.encode(fit, images).data);
    for (let j = 0; j < 3; j++) {
      // Chance correlation of a sine with the noise sources is about 1/√T each: an angle of up to some degrees.
      expect(principalAngles(column(codes, j), column(sources, j))[0]).toBeLessThan(0.05);
      expect(fit.parameters.slowness.data[j] / ((2 * Math.PI * (j + 1)) / 400) ** 2).toBeCloseTo(1, 0);
    }
  });

  it('has codes of unit variance, uncorrelated, with the slowness that it names', () => {
    const { images } = sequence(100);
    const fit = fitOf(sfa, images, [4], all);
    const codes = matrix(100, 4, sfa.encode(fit, images).data);
    const covariance = scale(multiply(codes, codes, { transposeA: true }), 1 / 100);
    expect(largestDifference(covariance, diagonal([1, 1, 1, 1]))).toBeLessThan(1e-10);
    for (let j = 0; j < 4; j++) {
      let sum = 0;
      for (let t = 1; t < 100; t++) sum += (codes.data[t * 4 + j] - codes.data[(t - 1) * 4 + j]) ** 2 / 99;
      expect(fit.parameters.slowness.data[j]).toBeCloseTo(sum, 10);
    }
  });

  it('keeps sequences of different subjects apart when asked', () => {
    const { images } = sequence(60);
    const labels = Int32Array.from({ length: 60 }, (_, n) => n % 2);
    const apart = fitOf(sfa, images, [1], { ...all, sequence: 'subject' }, labels);
    const codes = sfa.encode(apart, images).data;
    let sum = 0;
    for (let t = 2; t < 60; t++) sum += (codes[t] - codes[t - 2]) ** 2 / 58;
    expect(apart.parameters.slowness.data[0]).toBeCloseTo(sum, 10);
  });
});

describe.each([lpp, sfa])('$title', (method: Method) => {
  it.each([
    ['more images than pixels', data, all],
    ['more pixels than images', wide, { energy: 0.9 }],
  ])('sweeps to the neighbours of separate fits: %s', (_title, some, settings) => {
    const shapes = [[1], [2], [5]];
    const input = sweepInput(method, some, shapes, settings);
    const swept = evaluateShapes(method, input);
    const labels = Int32Array.from(input.train, (n) => some.labels[n]);
    const [gallery, probes] = [selectImages(some.images, input.train), selectImages(some.images, input.test)];
    shapes.forEach((shape, s) => {
      const fit = fitOf(method, gallery, shape, settings, labels);
      const single = nearestNeighbours(method.encode(fit, gallery), method.encode(fit, probes));
      expect([...swept.nearest.subarray(s * probes.count, (s + 1) * probes.count)]).toEqual([...single]);
    });
  });

  it('has no more axes than components are kept', () => {
    const { failures } = evaluateShapes(method, sweepInput(method, wide, [[1], [15]], { energy: 0.6 }));
    expect(failures).toHaveLength(1);
    expect(failures[0].reason).toMatch(/found q = 15/);
  });
});
