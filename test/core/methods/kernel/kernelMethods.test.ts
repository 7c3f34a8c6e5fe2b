import { describe, expect, it } from 'vitest';
import { asVectors, meanImage, selectImages, type ImageSet } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows, matrixStack } from '../../../../src/core/linalg/index.ts';
import { fkLda } from '../../../../src/core/methods/discriminant/fkLda.ts';
import { kernelFisher } from '../../../../src/core/methods/kernel/kernelFisher.ts';
import { kernelOf } from '../../../../src/core/methods/kernel/kernelFunction.ts';
import { kernelPca } from '../../../../src/core/methods/kernel/kernelPca.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { settingsOf } from '../../../../src/core/methods/typedSettings.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { fitOf } from '../support/dense.ts';
import { labelledImages } from '../support/labelled.ts';
import { controls, rivalImages, rivals } from '../support/rivals.ts';
import { expectSweepOfSeparateFits } from '../support/sameAsSeparate.ts';

const first = Array.from({ length: 18 }, (_, n) => n);
const training = selectImages(rivalImages.images, first);
const labels = rivalImages.labels.slice(0, 18);
const many = labelledImages('many', 5, 12, 4, 3);
const few = labelledImages('few', 6, 6, 8, 7);
const centred: ImageSet = {
  ...rivalImages.images,
  data: rivalImages.images.data.map((value, at) => {
    const { data } = meanImage(rivalImages.images);
    return value - data[at % data.length];
  }),
};
/** The polynomial kernel xᵀy. */
const linear = { kernel: 'polynomial', unit: 'absolute', degree: 1, offset: 0 };

describe('kernel PCA', () => {
  it.each(rivals.kernelPca)('has the codes of scikit-learn: $kernel, γ = $gamma, q = $q', (expected) => {
    const { kernel, q, gamma, coef0 = 0, degree = 1 } = expected;
    const settings = {
      kernel: kernel === 'rbf' ? 'gaussian' : 'polynomial',
      unit: 'absolute',
      gamma,
      degree,
      offset: coef0,
    };
    const fit = fitOf(kernelPca, training, [q], settings);
    expect(relativeDifference(fit.parameters.eigenvalues.data, expected.eigenvalues)).toBeLessThan(1e-10);
    const codes = kernelPca.encode(fit, rivalImages.images);
    expect(relativeDifference(codeDistances(codes), expected.codeDistances)).toBeLessThan(1e-8);
  });

  it('is PCA with the linear kernel', () => {
    for (const data of [many, few]) {
      const own = kernelPca.encode(fitOf(kernelPca, data.images, [4], linear), data.images);
      const plain = pca.encode(fitOf(pca, data.images, [4]), data.images);
      expect(relativeDifference(codeDistances(own), codeDistances(plain))).toBeLessThan(1e-9);
    }
  });

  it('has codes of the training images with mean 0 and squares that sum to the eigenvalues', () => {
    const fit = fitOf(kernelPca, few.images, [6]);
    const { data, count } = kernelPca.encode(fit, few.images);
    for (let i = 0; i < 6; i++) {
      const own = Array.from({ length: count }, (_, n) => data[n * 6 + i]);
      expect(own.reduce((sum, value) => sum + value)).toBeCloseTo(0, 10);
      expect(own.reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(fit.parameters.eigenvalues.data[i], 10);
    }
  });

  it('takes the median squared distance, or the mean squared norm, as the unit of γ', () => {
    const line = matrixStack(3, 1, 2, Float64Array.of(0, 0, 3, 4, 6, 8));
    const inner = gramOfRows(asVectors(line));
    const of = (settings: object) => kernelOf(settingsOf(kernelPca.parameters, { gamma: 2, ...settings }), inner).gamma;
    expect(of({})).toBe(2 / 25);
    expect(of({ kernel: 'polynomial' })).toBe(2 / (125 / 3));
    expect(of({ unit: 'absolute' })).toBe(2);
    // Scaled grey values change nothing in units of the data.
    const bright = { ...few.images, data: few.images.data.map((value) => 10 * value) };
    const [own, scaled] = [few.images, bright].map((set) => kernelPca.encode(fitOf(kernelPca, set, [3]), set));
    expect(relativeDifference(codeDistances(scaled), codeDistances(own))).toBeLessThan(1e-10);
  });

  it('states γ in absolute units with the fit, where the kernel has one', () => {
    const [given] = fitOf(kernelPca, few.images, [2], { unit: 'absolute', gamma: 0.01 }).amounts!;
    expect(given).toMatchObject({ setting: 'gamma', value: 0.01, remark: 'as given' });
    const fit = fitOf(kernelPca, few.images, [2], { gamma: 2 });
    expect(fit.amounts).toEqual([
      {
        setting: 'gamma',
        name: 'γ',
        value: fit.parameters.gamma.data[0],
        unit: 'per squared grey value',
        remark: '2 / median squared distance of two training images',
      },
    ]);
    expect(fitOf(kernelPca, few.images, [2], { kernel: 'fractional' }).amounts).toEqual([]);
  });

  it('refuses equal images, and kernel values beyond numbers', () => {
    const equal = matrixStack(5, 2, 2, new Float64Array(20).fill(3));
    expect(() => fitOf(kernelPca, equal, [1])).toThrow('half of all pairs of training images are equal');
    expect(() => fitOf(kernelPca, equal, [1], { unit: 'absolute' })).toThrow(
      'all training images are equal to the kernel',
    );
    const settings = { kernel: 'polynomial', unit: 'absolute', gamma: 1e12, degree: 10 };
    const large = { ...few.images, data: few.images.data.map((value) => 1e20 * value) };
    expect(() => fitOf(kernelPca, large, [1], settings)).toThrow('too large to be numbers');
    expect(() => fitOf(kernelPca, few.images, [36])).toThrow('outside (1) … (35)');
    const narrow = { ...linear };
    expect(() => fitOf(kernelPca, many.images, [13], narrow)).toThrow('give 12 axes');
  });
});

describe('the fractional power kernel', () => {
  const known = (set: ImageSet) => selectImages(set, first);

  it.each(controls.kernelPca)('has the codes of the dense problem in kernel PCA: p = $power', (expected) => {
    const { power, q, rank, signed, eigenvalues } = expected;
    const settings = { kernel: 'fractional', power };
    const set = signed ? centred : rivalImages.images;
    const fit = fitOf(kernelPca, known(set), [q], settings);
    expect(relativeDifference(fit.parameters.eigenvalues.data, eigenvalues)).toBeLessThan(1e-10);
    expect(relativeDifference(codeDistances(kernelPca.encode(fit, set)), expected.codeDistances)).toBeLessThan(1e-9);
    // It is not positive definite: axes of negative eigenvalues are no axes.
    if (signed) {
      expect(rank).toBeLessThan(17);
      expect(() => fitOf(kernelPca, known(set), [17], settings)).toThrow(`give ${rank} axes`);
    }
  });

  it.each(controls.kernelFisher)('has the codes of the dense problem in KFA: p = $power', (expected) => {
    const { power, shrinkage, signed } = expected;
    const settings = { kernel: 'fractional', power, shrinkage, scaling: 'within' };
    const set = signed ? centred : rivalImages.images;
    const fit = fitOf(kernelFisher, known(set), [3], settings, labels);
    const codes = kernelFisher.encode(fit, set);
    expect(relativeDifference(codeDistances(codes), expected.codeDistances)).toBeLessThan(1e-8);
  });

  it('is the linear kernel at p = 1, and does not ask in which unit γ would be', () => {
    const [own, plain] = [{ kernel: 'fractional', power: 1 }, linear].map((settings) =>
      kernelPca.encode(fitOf(kernelPca, few.images, [4], settings), few.images),
    );
    expect(own.data).toEqual(plain.data);
    const equal = matrixStack(5, 2, 2, new Float64Array(20).fill(3));
    equal.data[0] = 4;
    expect(fitOf(kernelPca, equal, [1], { kernel: 'fractional' }).converged).toBe(true);
  });
});

describe('KFA', () => {
  it.each(rivals.kernelFisher)('has the codes of the dense problem: γ = $gamma, α = $shrinkage', (expected) => {
    const { gamma, shrinkage } = expected;
    const settings = { unit: 'absolute', gamma, shrinkage, scaling: 'within' };
    const fit = fitOf(kernelFisher, training, [3], settings, labels);
    const codes = kernelFisher.encode(fit, rivalImages.images);
    expect(relativeDifference(codeDistances(codes), expected.codeDistances)).toBeLessThan(1e-7);
  });

  it('is FK-LDA with the linear kernel and without shrinkage', () => {
    const settings = { ...linear, shrinkage: 0, scaling: 'total' };
    const own = kernelFisher.encode(fitOf(kernelFisher, few.images, [5], settings, few.labels), few.images);
    const plain = fkLda.encode(fitOf(fkLda, few.images, [5], {}, few.labels), few.images);
    expect(relativeDifference(codeDistances(own), codeDistances(plain))).toBeLessThan(1e-8);
  });

  it('refuses what it cannot be: no subjects, one image each, no variance to scale to', () => {
    const one = selectImages(few.images, [0, 1, 2, 3]);
    expect(() => fitOf(kernelFisher, few.images, [2])).toThrow('needs the subject of every training image');
    expect(() => fitOf(kernelFisher, one, [1], {}, Int32Array.of(0, 1, 2, 3))).toThrow(
      'KFA needs two or more training images',
    );
    const settings = { shrinkage: 0, scaling: 'within' };
    expect(() => fitOf(kernelFisher, few.images, [2], settings, few.labels)).toThrow('no within-subject variance');
    expect(() => fitOf(kernelFisher, few.images, [6], {}, few.labels)).toThrow('outside (1) … (5)');
  });
});

describe.each([kernelPca, kernelFisher])('$title', (method) => {
  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_, data) => {
    expectSweepOfSeparateFits(method, data, [[1], [2], [4]]);
    expectSweepOfSeparateFits(method, data, [[1], [3]], { kernel: 'polynomial' }, 1e-6);
    expectSweepOfSeparateFits(method, data, [[1], [3]], { kernel: 'fractional' }, 1e-6);
  });
});
