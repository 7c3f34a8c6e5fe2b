/** Length and order of axes: identities on planted data, and dense NumPy (test/fixtures/methods/axes.py). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asVectors, centreImages, meanImage } from '../../../src/core/images/imageSet.ts';
import {
  diagonal,
  gramOfColumns,
  identity,
  matrix,
  matrixStack,
  multiply,
  scaleColumns,
  type Matrix,
} from '../../../src/core/linalg/index.ts';
import { bestWithTies, orderTies, scaledAxes } from '../../../src/core/methods/axisScaling.ts';
import { lda } from '../../../src/core/methods/discriminant/lda.ts';
import { mpcaLda } from '../../../src/core/methods/discriminant/mpcaLda.ts';
import { regularisedLda } from '../../../src/core/methods/discriminant/regularisedLda.ts';
import { srda } from '../../../src/core/methods/discriminant/srda.ts';
import { lpp, lppSubjects } from '../../../src/core/methods/field/lpp.ts';
import { mfa } from '../../../src/core/methods/graph/mfa.ts';
import { npe, npeSubjects } from '../../../src/core/methods/graph/npe.ts';
import { olppSubjects } from '../../../src/core/methods/graph/olpp.ts';
import { kernelFisher } from '../../../src/core/methods/kernel/kernelFisher.ts';
import type { Method, ParameterValue } from '../../../src/core/methods/method.ts';
import { codeDistances, relativeDifference } from './reference.ts';
import { fitOf, parameterMatrix } from './support/dense.ts';
import { labelledImages, largestDifference, scatters } from './support/labelled.ts';
import { rivalImages } from './support/rivals.ts';

interface Expected {
  readonly q: number;
  readonly codeDistances: readonly number[];
}
interface Axes {
  readonly lda: Expected;
  readonly rlda: Expected & { readonly shrinkage: number };
  readonly lpp: Expected & { readonly neighbours: number; readonly energy: number };
  readonly kfa: Expected & { readonly gamma: number; readonly shrinkage: number };
  readonly tied: readonly (Expected & { readonly variances: readonly number[] })[];
}
const expected: Axes = JSON.parse(
  readFileSync(new URL('../../fixtures/methods/axes.json', import.meta.url), 'utf8'),
) as Axes;
const { images, labels } = rivalImages;
const few = labelledImages('few', 6, 6, 8, 7);

/** The axes as columns over pixels, of methods that keep them as W. */
function axesOf(method: Method, q: number, settings: Record<string, ParameterValue> = {}): Matrix {
  return parameterMatrix(fitOf(method, few.images, [q], settings, few.labels), 'W');
}

function apart(method: Method, q: number, settings: Record<string, ParameterValue> = {}): number[] {
  return codeDistances(method.encode(fitOf(method, images, [q], settings, labels), images));
}

function lengths(axes: Matrix): number[] {
  const squares = gramOfColumns(axes);
  return Array.from({ length: axes.cols }, (_, j) => Math.sqrt(squares.data[j * (axes.cols + 1)]));
}

describe('axes of length 1', () => {
  it.each([
    [lda, 'total', 5],
    [regularisedLda, 'within', 5],
    [srda, 'own', 5],
    [lpp, 'own', 6],
    [lppSubjects, 'total', 5],
    [npe, 'total', 6],
    [npeSubjects, 'total', 6],
    [mfa, 'own', 6],
  ] as const)('are those of another scaling, divided by their length: $0.title', (method, other, q) => {
    const unit = axesOf(method, q, { scaling: 'unit' });
    for (const length of lengths(unit)) expect(length).toBeCloseTo(1, 12);
    const given = axesOf(method, q, { scaling: other });
    expect(Math.max(...lengths(given).map((length) => Math.abs(Math.log(length))))).toBeGreaterThan(0.1);
    const divided = scaleColumns(
      given,
      lengths(given).map((length) => 1 / length),
    );
    expect(largestDifference(divided, unit)).toBeLessThan(1e-9);
  });

  it.each([lda, regularisedLda, srda, lpp, npe, mfa, mpcaLda, kernelFisher])(
    'are the default of $title, whose declaration says so',
    (method) => {
      expect(method.parameters.find(({ name }) => name === 'scaling')).toMatchObject({ default: 'unit' });
      expect(method.axes).toContain('length 1');
    },
  );

  it('have the distances of the dense computation', () => {
    const { lda: fisher, rlda: shrunk, lpp: local } = expected;
    expect(relativeDifference(apart(lda, fisher.q), fisher.codeDistances)).toBeLessThan(1e-8);
    const given = { amount: 'given', shrinkage: shrunk.shrinkage };
    expect(relativeDifference(apart(regularisedLda, shrunk.q, given), shrunk.codeDistances)).toBeLessThan(1e-9);
    const { neighbours, energy } = local;
    expect(relativeDifference(apart(lpp, local.q, { neighbours, energy }), local.codeDistances)).toBeLessThan(1e-8);
  });

  it('have it in the space of the kernel', () => {
    const { gamma, shrinkage, q, codeDistances: distances } = expected.kfa;
    const settings = { unit: 'absolute', gamma, shrinkage };
    expect(relativeDifference(apart(kernelFisher, q, settings), distances)).toBeLessThan(1e-7);
    // With the kernel xᵀy that space is the one of the images.
    const linear = { kernel: 'polynomial', unit: 'absolute', gamma: 1, degree: 1, offset: 0 };
    const fit = fitOf(kernelFisher, few.images, [5], { ...linear, shrinkage: 0.1 }, few.labels);
    const x = asVectors(centreImages(few.images, meanImage(few.images)));
    const axes = multiply(x, parameterMatrix(fit, 'A'), { transposeA: true });
    for (const length of lengths(axes)) expect(length).toBeCloseTo(1, 8);
  });

  it('have it among the images after MPCA, whose features are orthonormal projections', () => {
    const fit = fitOf(mpcaLda, few.images, [4], {}, few.labels);
    for (const length of lengths(parameterMatrix(fit, 'P'))) expect(length).toBeCloseTo(1, 11);
  });

  it('are planted where the within-class variance is round: the difference of two class means', () => {
    // S_w = I/4 by four images per class on a cross, so that the axis is the difference (3, 4) / 5.
    const points = [
      [0.5, 0.5],
      [0.5, -0.5],
      [-0.5, 0.5],
      [-0.5, -0.5],
    ];
    const planted = matrixStack(8, 1, 2);
    points.forEach(([a, b], n) => {
      planted.data.set([a, b], 2 * n);
      planted.data.set([a + 3, b + 4], 2 * n + 8);
    });
    const classes = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1);
    for (const method of [lda, regularisedLda, lppSubjects]) {
      const fit = fitOf(method, planted, [1], { scaling: 'unit' }, classes);
      expect(
        Array.from(parameterMatrix(fit, 'W').data, (value) => Math.abs(value)),
        method.title,
      ).toEqual([expect.closeTo(0.6, 10), expect.closeTo(0.8, 10)]);
    }
  });

  it('leave other scalings alone', () => {
    const axes = matrix(2, 2, Float64Array.of(3, 0, 4, 2));
    const values = Float64Array.of(1, 4);
    expect(scaledAxes(axes, values, 'own')).toBe(axes);
    expect(scaledAxes(axes, values, undefined)).toBe(axes);
    // Lengths by λ: √(9 + 16/4) and √(4/4); by total variance √(9 + 16) and 2.
    expect([...scaledAxes(axes, values, 'unit').data]).toEqual([3 / Math.sqrt(13), 0, 4 / Math.sqrt(13), 2]);
    expect([...scaledAxes(axes, values, 'total').data]).toEqual([expect.closeTo(0.6, 15), 0, 0.8, 1]);
  });
});

describe('tied axes', () => {
  const onSubjects = [
    [lppSubjects, {}],
    [npeSubjects, {}],
    [olppSubjects, {}],
  ] as const;

  it.each(onSubjects)(
    'are the coinciding ones of NumPy, the one of most variance first: $0.title',
    (method, settings) => {
      for (const { q, codeDistances: distances } of expected.tied) {
        expect(relativeDifference(apart(method, q, settings), distances)).toBeLessThan(1e-7);
      }
    },
  );

  it.each([...onSubjects, [mfa, { energy: 1 }]] as const)(
    'are orthogonal among the images and let a subject coincide: $0.title',
    (method, settings) => {
      const w = axesOf(method, 5, settings);
      expect(largestDifference(gramOfColumns(w), identity(5))).toBeLessThan(1e-8);
      const { within } = scatters(few);
      expect(largestDifference(multiply(w, multiply(within, w), { transposeA: true }), matrix(5, 5))).toBeLessThan(
        1e-10,
      );
    },
  );

  it('of MFA have the most scatter of marginal pairs for their length first', () => {
    // In the scale of the method, unit scatter of pairs, the first axis is the shortest.
    const own = lengths(axesOf(mfa, 5, { energy: 1, scaling: 'own' }));
    expect(own).toEqual([...own].sort((a, b) => a - b));
    expect(own[4] / own[0]).toBeGreaterThan(1.2);
  });

  it('of OLPP (subjects) are followed by axes that still are orthonormal', () => {
    const w = axesOf(olppSubjects, 9);
    expect(largestDifference(gramOfColumns(w), identity(9))).toBeLessThan(1e-9);
    const { eigenvalues } = fitOf(olppSubjects, few.images, [9], {}, few.labels).parameters;
    expect(Math.max(...eigenvalues.data.slice(0, 5))).toBeLessThan(1e-9);
    expect(Math.min(...eigenvalues.data.slice(5))).toBeGreaterThan(1e-3);
  });

  it('come in a planted order, whatever rotation they are found in', () => {
    // Two equally good axes of which the second has four times the variance per length.
    const [c, s] = [Math.cos(1), Math.sin(1)];
    const found = matrix(3, 3, Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1));
    const ordered = orderTies(found, Float64Array.of(1, 1, 0.5), Float64Array.of(1, 4, 2));
    const expectedAxes = [0, 1, 0, 1, 0, 0, 0, 0, 1];
    ordered.data.forEach((value, i) => expect(Math.abs(value)).toBeCloseTo(expectedAxes[i], 12));
    const untied = Float64Array.of(1, 0.9, 0.5);
    expect(orderTies(found, untied, Float64Array.of(1, 4, 2))).toBe(found);
    expect(largestDifference(gramOfColumns(ordered), diagonal([1, 1, 1]))).toBeLessThan(1e-12);
  });

  it('is asked of whole groups: all axes are computed where ties reach beyond those requested', () => {
    const solved = (shares: readonly number[], q: number): number[] => {
      const asked: number[] = [];
      const best = bestWithTies(shares.length, q, (count) => {
        asked.push(count);
        return { values: Float64Array.from(shares.slice(0, count)), vectors: identity(shares.length, count) };
      });
      expect(best.values.length).toBe(asked.at(-1));
      return asked;
    };
    expect(solved([1, 1, 0.9, 0.5], 2)).toEqual([3]);
    expect(solved([1, 1, 1, 0.5], 2)).toEqual([3, 4]);
    expect(solved([1, 1, 1, 1], 4)).toEqual([4]);
    expect(solved([0.9, 0.8, 0.1, 0], 1)).toEqual([2]);
  });
});
