import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import { add, identity, matrix, multiply, scale, trace } from '../../../../src/core/linalg/index.ts';
import { classMeans } from '../../../../src/core/methods/discriminant/classMeans.ts';
import { lda } from '../../../../src/core/methods/discriminant/lda.ts';
import { ledoitWolfShrinkage, regularisedLda } from '../../../../src/core/methods/discriminant/regularisedLda.ts';
import { srda } from '../../../../src/core/methods/discriminant/srda.ts';
import { lppSubjects } from '../../../../src/core/methods/field/lpp.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { normalMatrix } from '../support/axes.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters } from '../support/labelled.ts';
import { rivalImages, rivals } from '../support/rivals.ts';
import { expectSweepOfSeparateFits } from '../support/sameAsSeparate.ts';

const { images, labels } = rivalImages;
const many = labelledImages('many', 5, 12, 4, 3);
const few = labelledImages('few', 6, 6, 8, 7);
const alone = { images: selectImages(few.images, [0, 1, 2, 3]), labels: Int32Array.of(0, 1, 2, 3) };

describe('RLDA', () => {
  it('shrinks by the estimate of Ledoit and Wolf as scikit-learn has it', () => {
    const fit = fitOf(regularisedLda, images, [3], {}, labels);
    expect(fit.parameters.shrinkage.data[0]).toBeCloseTo(rivals.rlda[0].shrinkage, 12);
  });

  it.each(rivals.rlda)('has the axes of the dense problem and decides as scikit-learn, α = $shrinkage', (expected) => {
    const settings = { amount: 'given', shrinkage: expected.shrinkage, scaling: 'within' };
    const codes = regularisedLda.encode(fitOf(regularisedLda, images, [3], settings, labels), images);
    expect(relativeDifference(codeDistances(codes), expected.codeDistances)).toBeLessThan(1e-10);
    const { means } = classMeans(matrix(codes.count, 3, codes.data), labels);
    const decisions = Array.from(labels, (_, n) => {
      const own = [0, 1, 2, 3].map(
        (c) => -0.5 * [0, 1, 2].reduce((sum, i) => sum + (codes.data[3 * n + i] - means.data[3 * c + i]) ** 2, 0),
      );
      return own.map((value) => value - own.reduce((sum, other) => sum + other) / 4);
    });
    expect(relativeDifference(decisions.flat(), expected.decisions)).toBeLessThan(1e-10);
  });

  it('has axes of unit variance in the shrunk within-class covariance', () => {
    const fit = fitOf(regularisedLda, few.images, [4], { scaling: 'within' }, few.labels);
    const alpha = fit.parameters.shrinkage.data[0];
    const { within } = scatters(few);
    const shrunk = add(scale(within, 1 - alpha), identity(56), (alpha * trace(within)) / 56);
    const w = parameterMatrix(fit, 'W');
    expect(largestDifference(multiply(w, multiply(shrunk, w), { transposeA: true }), identity(4))).toBeLessThan(1e-10);
  });

  it('is LDA with shrinkage where the amount is given', () => {
    const own = fitOf(regularisedLda, few.images, [4], { amount: 'given', shrinkage: 0.2 }, few.labels);
    const plain = fitOf(lda, few.images, [4], { regularisation: 'shrinkage', shrinkage: 0.2 }, few.labels);
    expect(parameterMatrix(own, 'W')).toEqual(parameterMatrix(plain, 'W'));
  });

  it('needs two images of some subject', () => {
    expect(() => fitOf(regularisedLda, alone.images, [1], {}, alone.labels)).toThrow(
      'RLDA needs two or more training images of some subject.',
    );
  });
});

describe('the estimate of Ledoit and Wolf', () => {
  it('is all of it where the covariance is a multiple of the identity, and falls with the number of rows otherwise', () => {
    const round = matrix(4, 2, Float64Array.of(1, 0, -1, 0, 0, 1, 0, -1));
    expect(ledoitWolfShrinkage(round, 2)).toBe(1);
    const long = (count: number) => {
      const x = normalMatrix('long', count, 3);
      for (let n = 0; n < count; n++) x.data[3 * n] *= 4;
      return ledoitWolfShrinkage(x, 3);
    };
    expect(long(20)).toBeGreaterThan(5 * long(2000));
    expect(long(2000)).toBeGreaterThan(0);
  });

  it('counts directions without variance', () => {
    const x = normalMatrix('wide', 30, 3);
    const padded = matrix(30, 5);
    x.data.forEach((value, at) => (padded.data[Math.floor(at / 3) * 5 + (at % 3)] = value));
    expect(ledoitWolfShrinkage(padded, 5)).toBeCloseTo(ledoitWolfShrinkage(x, 5), 14);
    expect(ledoitWolfShrinkage(x, 5)).not.toBeCloseTo(ledoitWolfShrinkage(x, 3), 3);
  });
});

describe('SRDA', () => {
  it('has the distances of ridge regression by scikit-learn with all its axes', () => {
    for (const { penalty, codeDistances: expected } of rivals.srda) {
      const fit = fitOf(srda, images, [3], { penalty, scaling: 'own' }, labels);
      expect(relativeDifference(codeDistances(srda.encode(fit, images)), expected)).toBeLessThan(1e-9);
    }
  });

  it('puts the responses first that are fitted best, and fits all of them without a penalty', () => {
    const loose = fitOf(srda, few.images, [5], { penalty: 1e-9 }, few.labels).parameters.fitted.data;
    expect(Math.min(...loose)).toBeGreaterThan(1 - 1e-6);
    const tight = fitOf(srda, few.images, [5], { penalty: 10 }, few.labels).parameters.fitted.data;
    expect([...tight]).toEqual([...tight].sort((a, b) => b - a));
    expect(tight[0]).toBeLessThan(0.95);
  });

  it('lets the images of a subject coincide without a penalty and with more pixels than images', () => {
    const codes = srda.encode(fitOf(srda, few.images, [5], { penalty: 1e-9 }, few.labels), few.images);
    const apart = codeDistances(codes);
    const between = Math.max(...apart);
    few.labels.forEach((label, i) =>
      few.labels.forEach((other, j) => {
        if (label === other) expect(apart[i * few.labels.length + j] / between).toBeLessThan(1e-6);
      }),
    );
  });
});

describe.each([regularisedLda, srda, lppSubjects])('$title', (method) => {
  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_, data) => {
    expectSweepOfSeparateFits(method, data, [[1], [2], [3], [4]]);
  });

  it('has at most one axis fewer than there are subjects, and needs to know them', () => {
    expect(method.largestLatent(8, 7, 24, 6)).toEqual([5]);
    expect(() => fitOf(method, few.images, [6], {}, few.labels)).toThrow('is outside (1) … (5)');
    expect(() => fitOf(method, few.images, [2])).toThrow('needs the subject of every training image');
  });
});
