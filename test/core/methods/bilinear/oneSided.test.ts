import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import { asVectors, selectImages } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  gramOfRows,
  identity,
  matrixStack,
  principalAngles,
  stackItem,
  transpose,
} from '../../../../src/core/linalg/index.ts';
import { glram } from '../../../../src/core/methods/bilinear/glram.ts';
import type { Method } from '../../../../src/core/methods/method.ts';
import { oneModePhopca } from '../../../../src/core/methods/bilinear/oneModePhopca.ts';
import { oneModePhopcaLeft, twoDPcaLeft } from '../../../../src/core/methods/bilinear/transposed.ts';
import { twoDPca } from '../../../../src/core/methods/bilinear/twoDPca.ts';
import { twoDSvd } from '../../../../src/core/methods/bilinear/twoDSvd.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const { images } = plantedImages('one-sided', 48, 5, 7, 3, 3);

describe('one-mode PHOPCA', () => {
  it('has in closed form what EM converges to (Theorem 1)', () => {
    for (const q of [1, 3]) {
      const closed = fitOf(oneModePhopca, images, [q]);
      const em = fitOf(oneModePhopca, images, [q], { algorithm: 'em', tolerance: 0, maxIterations: 3000 });
      expect(em.logLikelihood! / closed.logLikelihood!).toBeCloseTo(1, 12);
      expect(em.parameters.sigma2.data[0] / closed.parameters.sigma2.data[0]).toBeCloseTo(1, 8);
      expect(Math.max(...principalAngles(parameterMatrix(em, 'R'), parameterMatrix(closed, 'R')))).toBeLessThan(1e-6);
      const [left, right] = [em, closed].map((fit) => gramOfRows(parameterMatrix(fit, 'R')).data);
      left.forEach((value, i) => expect(value).toBeCloseTo(right[i], 6));
      expect(largestFall(em.trace)).toBeLessThan(1e-13);
    }
  });

  it('spans the subspace of 2DPCA (Corollary 2)', () => {
    const fit = fitOf(oneModePhopca, images, [3]);
    const reference = fitOf(twoDPca, images, [3]);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'R'), parameterMatrix(reference, 'Ur')))).toBeLessThan(
      1e-10,
    );
  });

  it('scores images like the dense Gaussian I ⊗ (R Rᵀ + σ² I)', () => {
    const fit = fitOf(oneModePhopca, images, [2]);
    const row = add(gramOfRows(parameterMatrix(fit, 'R')), identity(7), fit.parameters.sigma2.data[0]);
    const dense = denseLogDensities(images, fit.parameters.mean.data, kronecker(identity(5), row));
    oneModePhopca.logLikelihood!(fit, images).forEach((value, n) => expect(value).toBeCloseTo(dense[n], 9));
    expect(fit.logLikelihood! / dense.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
  });

  it('is PPCA when images are single rows', () => {
    const rows = matrixStack(48, 1, 35, images.data);
    const fit = fitOf(oneModePhopca, rows, [4]);
    const reference = fitOf(ppca, rows, [4]);
    expect(fit.logLikelihood! / reference.logLikelihood!).toBeCloseTo(1, 11);
    expect(fit.parameters.sigma2.data[0] / reference.parameters.sigma2.data[0]).toBeCloseTo(1, 10);
  });

  it('names rows without noise', () => {
    const flat = matrixStack(
      48,
      5,
      7,
      images.data.map((value, i) => (i % 7 < 3 ? value : 1)),
    );
    expect(() => fitOf(oneModePhopca, flat, [3])).toThrow(/nothing is left for the noise/);
    expect(fitOf(oneModePhopca, flat, [2]).logLikelihood).not.toBeNull();
  });
});

describe('methods of the other side', () => {
  const turned = matrixStack(48, 7, 5);
  for (let n = 0; n < 48; n++) stackItem(turned, n).data.set(transpose(stackItem(images, n)).data);

  it.each([
    [twoDPca, twoDPcaLeft],
    [oneModePhopca, oneModePhopcaLeft],
  ])('are the right-sided ones on transposed images: $id', (right, left) => {
    const [a, b] = [fitOf(right, images, [2]), fitOf(left, turned, [2])];
    expect([...b.parameters.Uc.data]).toEqual([...a.parameters.Ur.data]);
    expect(b.imageShape).toEqual({ rows: 7, cols: 5 });
    const codes = left.encode(b, turned);
    expect([codes.rows, codes.cols]).toEqual([2, 5]);
    const expected = right.encode(a, images);
    for (let n = 0; n < 48; n++) {
      expect([...stackItem(codes, n).data]).toEqual([...transpose(stackItem(expected, n)).data]);
    }
    const back = left.reconstruct!(b, codes);
    const reference = right.reconstruct!(a, expected);
    expect([...transpose(stackItem(back, 7)).data]).toEqual([...stackItem(reference, 7).data]);
  });
});

describe('one-mode PHOPCA says what it pools', () => {
  it('rows on the right, columns on the left, with the sizes and pixels of the images as they came', () => {
    // Rank 2 on either side.
    const flat = matrixStack(8, 7, 5);
    const random = stream('flat');
    for (let n = 0; n < 8; n++) {
      for (let a = 0; a < 2; a++) {
        const z = random.normal();
        for (let i = 0; i < 35; i++) flat.data[n * 35 + i] += z * Number(Math.floor(i / 5) === a && i % 5 === a);
      }
    }
    expect(() => fitOf(oneModePhopca, flat, [3])).toThrow('One-mode PHOPCA: the rows span no more than 3 dimensions');
    expect(() => fitOf(oneModePhopcaLeft, flat, [3])).toThrow(
      'One-mode PHOPCA (left): the columns span no more than 3 dimensions',
    );
    expect(() => fitOf(oneModePhopcaLeft, flat, [7])).toThrow('8 training images of 7 × 5');
    const holed = matrixStack(8, 7, 5, flat.data.slice());
    for (let n = 0; n < 8; n++) holed.data[n * 35 + 5 * 5 + 1] = NaN;
    expect(() => fitOf(oneModePhopcaLeft, holed, [2])).toThrow('the pixel in row 6, column 2 is missing');
  });
});

describe('2DSVD', () => {
  it('keeps less error than 2DPCA of equal width loses, and no less than GLRAM', () => {
    const error = (method: Method, latent: number[]) => {
      const fit = fitOf(method, images, latent);
      const back = method.reconstruct!(fit, method.encode(fit, images));
      return back.data.reduce((sum, value, i) => sum + (value - images.data[i]) ** 2, 0);
    };
    expect(error(twoDSvd, [3, 3])).toBeGreaterThanOrEqual(error(glram, [3, 3]) * (1 - 1e-12));
    expect(error(twoDSvd, [3, 3])).toBeLessThan(1.2 * error(glram, [3, 3]));
    expect(error(twoDSvd, [5, 3]) / error(twoDPca, [3])).toBeCloseTo(1, 10);
  });
});

describe.each([
  [oneModePhopca, [[1], [3], [6]]],
  [oneModePhopcaLeft, [[1], [3], [4]]],
  [twoDPcaLeft, [[1], [3], [5]]],
  [
    twoDSvd,
    [
      [1, 2],
      [3, 3],
      [5, 7],
    ],
  ],
])('the sweep of $id', (method, shapes) => {
  it('finds the neighbours of separate fits', () => {
    const train = Int32Array.from({ length: 48 }, (_, n) => n).filter((n) => n % 3 !== 0);
    const test = Int32Array.from({ length: 48 }, (_, n) => n).filter((n) => n % 3 === 0);
    const result = evaluateShapes(method, {
      images,
      labels: Int32Array.from({ length: 48 }, (_, n) => n % 4),
      train,
      test,
      shapes,
      settings: resolveSettings(method, {}),
      context: { random: stream('sweep'), checkCancelled: () => undefined },
      gram: () => gramOfRows(asVectors(images)),
    });
    shapes.forEach((shape, s) => {
      const gallery = selectImages(images, train);
      const fit = fitOf(method, gallery, shape);
      const nearest = nearestNeighbours(method.encode(fit, gallery), method.encode(fit, selectImages(images, test)));
      expect([...result.nearest.subarray(s * test.length, (s + 1) * test.length)]).toEqual([...nearest]);
      expect(result.logLikelihood[s]).toBe(fit.logLikelihood);
    });
  });
});
