import { describe, expect, it } from 'vitest';
import { selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  gramOfColumns,
  identity,
  matrix,
  matrixStack,
  multiply,
  scale,
  stackItem,
} from '../../../../src/core/linalg/index.ts';
import { bilateralLda } from '../../../../src/core/methods/discriminant/bilateralLda.ts';
import { classImages } from '../../../../src/core/methods/discriminant/classMeans.ts';
import { lda } from '../../../../src/core/methods/discriminant/lda.ts';
import { mpcaLda, discriminativeFeatures } from '../../../../src/core/methods/discriminant/mpcaLda.ts';
import { twoDLda } from '../../../../src/core/methods/discriminant/twoDLda.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { codeDistances, relativeDifference } from '../reference.ts';
import { fitOf, parameterMatrix } from '../support/dense.ts';
import { labelledImages, largestDifference, scatters } from '../support/labelled.ts';
import { rivalImages, rivals } from '../support/rivals.ts';
import { expectSweepOfSeparateFits } from '../support/sameAsSeparate.ts';

const { images, labels } = rivalImages;
const many = labelledImages('many', 5, 12, 4, 3);
const few = labelledImages('few', 6, 6, 8, 7);
const alone = selectImages(few.images, [0, 1, 2, 3]);
const aloneLabels = Int32Array.of(0, 1, 2, 3);

describe('images taken apart by subject', () => {
  it('have the within-class covariance, and add up to the total one', () => {
    const { within, between } = classImages('test', few.images, few.labels);
    const vectors = (stack: typeof within) => matrix(stack.count, 56, stack.data);
    const dense = scatters(few);
    const [sw, sb] = [within, between].map((stack) => gramOfColumns(vectors(stack)));
    expect(
      largestDifference(
        sw,
        matrix(
          56,
          56,
          dense.within.data.map((value) => 36 * value),
        ),
      ),
    ).toBeLessThan(1e-9);
    const total = matrix(
      56,
      56,
      dense.total.data.map((value) => 36 * value),
    );
    expect(largestDifference(add(sw, sb), total)).toBeLessThan(1e-9);
  });
});

describe('2DLDA', () => {
  it.each(rivals.twoDLda)('has the ratios and distances of the dense problem: q = $q', (expected) => {
    const fit = fitOf(twoDLda, images, [expected.q], {}, labels);
    expect(relativeDifference(fit.parameters.ratios.data, expected.ratios)).toBeLessThan(1e-11);
    expect(relativeDifference(codeDistances(twoDLda.encode(fit, images)), expected.codeDistances)).toBeLessThan(1e-10);
  });

  it('is LDA scaled to the within-class variance where an image is one row', () => {
    const rows = { images: matrixStack(60, 1, 12, many.images.data), labels: many.labels };
    const own = twoDLda.encode(fitOf(twoDLda, rows.images, [4], {}, rows.labels), rows.images);
    const plain = lda.encode(fitOf(lda, rows.images, [4], { scaling: 'within' }, rows.labels), rows.images);
    expect(relativeDifference(codeDistances(own), codeDistances(plain))).toBeLessThan(1e-9);
  });

  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_, data) => {
    expectSweepOfSeparateFits(twoDLda, data, [[1], [2], [3]]);
  });

  it('refuses what has no solution', () => {
    const flat = matrixStack(12, 3, 3);
    few.images.data.forEach((value, at) => at < 108 && (flat.data[at] = at % 3 === 2 ? 5 : value));
    const flatLabels = Int32Array.from({ length: 12 }, (_, n) => n % 3);
    expect(() => fitOf(twoDLda, flat, [1], { ridge: 0 }, flatLabels)).toThrow(
      'the rows of the images of a subject vary in 2 of 3 directions. Crop constant borders, use more images per subject, or give a ridge.',
    );
    const still = matrixStack(4, 2, 2, Float64Array.of(1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 9, 5, 6, 7, 9));
    expect(() => fitOf(twoDLda, still, [1], {}, Int32Array.of(0, 0, 1, 1))).toThrow(
      'the training images of every subject are equal',
    );
    expect(() => fitOf(twoDLda, alone, [1], {}, aloneLabels)).toThrow('2DLDA needs two or more training images');
    expect(() => fitOf(twoDLda, few.images, [1])).toThrow('needs the subject of every training image');
    expect(() => fitOf(twoDLda, few.images, [8], {}, few.labels)).toThrow('outside (1) … (7)');
  });
});

describe('bilateral 2DLDA', () => {
  it.each(rivals.bilateral)('has the distances of the dense iteration: $latent, $iterations', (expected) => {
    const { latent, iterations, codeDistances: distances } = expected;
    const fit = fitOf(bilateralLda, images, latent, { iterations }, labels);
    expect(relativeDifference(codeDistances(bilateralLda.encode(fit, images)), distances)).toBeLessThan(1e-9);
    expect(fit.iterations).toBe(iterations);
  });

  it('has row axes of unit within-class variance in its columns, and is 2DLDA with all columns kept as they are', () => {
    const fit = fitOf(bilateralLda, few.images, [3, 2], { iterations: 4 }, few.labels);
    const { within } = classImages('test', few.images, few.labels);
    const [uc, ur] = [parameterMatrix(fit, 'Uc'), parameterMatrix(fit, 'Ur')];
    let sum = matrix(2, 2);
    for (let n = 0; n < within.count; n++) {
      sum = add(sum, gramOfColumns(multiply(uc, multiply(stackItem(within, n), ur), { transposeA: true })), 1 / 36);
    }
    expect(largestDifference(sum, identity(2))).toBeLessThan(1e-10);
  });

  it('fits each shape of a session as alone', () => {
    const settings = resolveSettings(bilateralLda, { iterations: 2 });
    const context = { random: stream('session'), checkCancelled: () => undefined };
    const session = bilateralLda.open!(few, settings, context);
    for (const shape of [
      [2, 3],
      [1, 1],
      [2, 3],
    ]) {
      const found = session.fit(shape);
      const single = fitOf(bilateralLda, few.images, shape, { iterations: 2 }, few.labels);
      expect(found).toEqual(single);
      expect(session.encode!(found, few.images)).toEqual(bilateralLda.encode(single, few.images));
    }
    session.release();
  });

  it('refuses what has no solution', () => {
    expect(() => fitOf(bilateralLda, alone, [1, 1], {}, aloneLabels)).toThrow('needs two or more training images');
    expect(() => fitOf(bilateralLda, few.images, [1, 1])).toThrow('needs the subject of every training image');
    expect(() => fitOf(bilateralLda, few.images, [9, 1], {}, few.labels)).toThrow('outside (1, 1) … (8, 7)');
  });
});

describe('a ridge of the scatter of rows and columns', () => {
  /** The images with three constant columns before and two after them, and a constant row below. */
  const padded = matrixStack(few.images.count, 9, 12, new Float64Array(few.images.count * 108).fill(0.1));
  for (let n = 0; n < padded.count; n++) {
    for (let r = 0; r < 8; r++) {
      for (let c = 0; c < 7; c++) padded.data[n * 108 + r * 12 + c + 3] = few.images.data[n * 56 + r * 7 + c];
    }
  }

  it.each([
    [twoDLda, [3], 'ridge of rows'],
    [twoDLda, [7], 'ridge of rows'],
    [bilateralLda, [4, 3], 'ridge of columns'],
    [bilateralLda, [8, 7], 'ridge of columns'],
  ] as const)('has the axes of images without their constant borders', (method, shape, name) => {
    const own = fitOf(method, padded, shape, {}, few.labels);
    const cropped = fitOf(method, few.images, shape, {}, few.labels);
    const codes = [method.encode(own, padded), method.encode(cropped, few.images)].map(codeDistances);
    expect(relativeDifference(codes[0], codes[1])).toBeLessThan(1e-4);
    expect(own.amounts).toMatchObject([{ setting: 'ridge', name }, ...(own.amounts!.length > 1 ? [{}] : [])]);
    expect(own.amounts![0].value).toBeGreaterThan(0);
    expect(cropped.amounts).toBeUndefined();
  });

  it.each([twoDLda, bilateralLda])('changes no bit where the scatter is regular', (method) => {
    const shape = method.latentNames.map(() => 2);
    const [without, large] = [0, 10].map((ridge) => fitOf(method, few.images, shape, { ridge }, few.labels));
    expect(large.parameters).toEqual(without.parameters);
  });

  it('is a multiple of the mean of the diagonal, and finds what tells subjects apart where they do not vary', () => {
    // The third column has one value for each subject.
    const constant = matrixStack(12, 3, 3, Float64Array.from(few.images.data.subarray(0, 108)));
    const classes = Int32Array.from({ length: 12 }, (_, n) => n % 3);
    for (let at = 2; at < 108; at += 3) constant.data[at] = classes[Math.floor(at / 9)] * 5;
    const { within, between } = classImages('test', constant, classes);
    const vectors = (stack: typeof within) => matrix(stack.count * 3, 3, stack.data);
    const [sw, sb] = [within, between].map((stack) => gramOfColumns(vectors(stack)));
    const mean = (sw.data[0] + sw.data[4] + sw.data[8]) / 36;
    const fit = fitOf(twoDLda, constant, [1], { ridge: 0.5 }, classes);
    expect(fit.amounts![0].value).toBeCloseTo(0.5 * mean, 12);
    // S_b u = λ (S_w + 0.5 · mean · I) u.
    const u = parameterMatrix(fit, 'Ur');
    const ridged = add(scale(sw, 1 / 12), identity(3), 0.5 * mean);
    const left = multiply(scale(sb, 1 / 12), u);
    const right = scale(multiply(ridged, u), fit.parameters.ratios.data[0]);
    expect(largestDifference(left, right)).toBeLessThan(1e-9);
  });

  it('serves sweeps as it serves single fits', () => {
    expectSweepOfSeparateFits(twoDLda, { images: padded, labels: few.labels }, [[1], [2], [3]]);
  });
});

describe('MPCA + LDA', () => {
  it.each(rivals.mpcaLda)('has the distances of the dense computation', (expected) => {
    const { energy, q, ranks, codeDistances: distances } = expected;
    // T − K features of unit total variance, as the dense computation has them.
    const features = images.count - new Set(labels).size;
    const settings = { energy, features, scaling: 'total', tolerance: 1e-14, maxIterations: 1000 };
    const fit = fitOf(mpcaLda, images, [q], settings, labels);
    expect([fit.parameters.Uc.shape[1], fit.parameters.Ur.shape[1]]).toEqual(ranks);
    expect(relativeDifference(codeDistances(mpcaLda.encode(fit, images)), distances)).toBeLessThan(1e-6);
  });

  it('never loses variance from one iteration to the next', () => {
    const { trace, converged } = fitOf(mpcaLda, few.images, [2], { energy: 0.7, tolerance: 1e-13 }, few.labels);
    expect(trace.length).toBeGreaterThan(2);
    expect(converged).toBe(true);
    for (let t = 1; t < trace.length; t++) expect(trace[t]).toBeLessThanOrEqual(trace[t - 1] * (1 + 1e-12));
  });

  it('is LDA at full rank where every axis and every feature is kept', () => {
    const own = mpcaLda.encode(fitOf(mpcaLda, many.images, [4], { energy: 1, features: 12 }, many.labels), many.images);
    const plain = lda.encode(fitOf(lda, many.images, [4], {}, many.labels), many.images);
    expect(relativeDifference(codeDistances(own), codeDistances(plain))).toBeLessThan(1e-9);
  });

  it('takes the features first that tell subjects apart best', () => {
    const features = matrix(4, 3, Float64Array.of(1, 1, 0, 2, 1.1, 0, -1, -1, 0, -2, -1.1, 0));
    expect(discriminativeFeatures(features, Int32Array.of(5, 5, 2, 2))).toEqual([1, 0, 2]);
    // The last column has rounding errors alone, which differ between subjects.
    for (const [n, value] of [1, 1.01, -1, -1.01].entries()) features.data[3 * n + 2] = 1e-15 * value;
    expect(discriminativeFeatures(features, Int32Array.of(5, 5, 2, 2))).toEqual([1, 0, 2]);
  });

  it.each([
    ['more images than pixels', many],
    ['more pixels than images', few],
  ])('sweeps to the predictions of separate fits: %s', (_, data) => {
    expectSweepOfSeparateFits(mpcaLda, data, [[1], [2], [4]]);
  });

  it('refuses what has no solution', () => {
    const equal = matrixStack(6, 3, 3, new Float64Array(54).fill(2));
    const three = Int32Array.of(0, 0, 1, 1, 2, 2);
    expect(() => fitOf(mpcaLda, equal, [1], {}, three)).toThrow('all training images are equal');
    expect(() => fitOf(mpcaLda, alone, [1], {}, aloneLabels)).toThrow('needs two or more training images');
    expect(() => fitOf(mpcaLda, few.images, [1])).toThrow('needs the subject of every training image');
    expect(() => fitOf(mpcaLda, few.images, [5], { features: 2 }, few.labels)).toThrow('the features give 2 axes');
  });
});
