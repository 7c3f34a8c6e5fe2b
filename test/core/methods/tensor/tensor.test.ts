import { describe, expect, it } from 'vitest';
import { nearestNeighbours } from '../../../support/nearestNeighbours.ts';
import {
  add,
  gramOfColumns,
  gramOfRows,
  identity,
  leadingEigen,
  matrix,
  matrixStack,
  principalAngles,
} from '../../../../src/core/linalg/index.ts';
import { oneModePhopca } from '../../../../src/core/methods/bilinear/oneModePhopca.ts';
import { psopca } from '../../../../src/core/methods/bilinear/psopca.ts';
import { oneModePhopcaLeft } from '../../../../src/core/methods/bilinear/transposed.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { multilinearPca, tensorPhopca } from '../../../../src/core/methods/tensor/tensorPhopca.ts';
import { contractAll, extend, fold, unfold, type TensorStack } from '../../../../src/core/methods/tensor/tensor.ts';
import { oneModeTensorPhopca } from '../../../../src/core/methods/tensor/oneModeTensor.ts';
import { asVectors, centreImages, meanImage, selectImages } from '../../../../src/core/images/imageSet.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { denseLogDensities, fitOf, kronecker, largestFall, parameterMatrix, plantedImages } from '../support/dense.ts';
import { evaluateShapes } from '../../../support/classify.ts';

const random = stream('tensor');
const normal = (m: number, n: number) =>
  matrix(
    m,
    n,
    Float64Array.from({ length: m * n }, () => random.normal()),
  );

/** N tensors 5 × 3 × 4 of rank (2, 2, 2) plus noise, as images of 5 × 12. */
function planted(count: number, sigma: number) {
  const loadings = [normal(5, 2), normal(3, 2), normal(4, 2)];
  const core: TensorStack = { count, dims: [2, 2, 2], data: normal(count, 8).data };
  const signal = loadings.reduce((stack, u, j) => extend(stack, j, u), core);
  const images = matrixStack(
    count,
    5,
    12,
    signal.data.map((value) => value + sigma * random.normal() + 2),
  );
  return { images, loadings };
}
const settings = { planes: 3, planeDimension: 2 };

describe('tensor stacks', () => {
  it('fold back what they unfold, along every mode', () => {
    const stack: TensorStack = { count: 2, dims: [3, 2, 4], data: normal(2, 24).data };
    for (let mode = 0; mode < 3; mode++) {
      const there = unfold(stack, mode);
      expect([there.rows, there.cols]).toEqual([48 / stack.dims[mode], stack.dims[mode]]);
      expect([...fold(there, 2, stack.dims, mode).data]).toEqual([...stack.data]);
    }
  });

  it('contract as the Kronecker product of the matrices does', () => {
    const stack: TensorStack = { count: 1, dims: [3, 2, 4], data: normal(1, 24).data };
    const [a, b, c] = [normal(3, 2), normal(2, 2), normal(4, 3)];
    const product = kronecker(kronecker(a, b), c);
    const got = contractAll(stack, [a, b, c]);
    expect(got.dims).toEqual([2, 2, 3]);
    got.data.forEach((value, k) => {
      let expected = 0;
      for (let i = 0; i < 24; i++) expected += product.data[i * 12 + k] * stack.data[i];
      expect(value).toBeCloseTo(expected, 12);
    });
  });
});

describe('PHOPCA of third order', () => {
  it('raises its bound in every iteration and scores images like the dense Gaussian', () => {
    const { images } = planted(60, 0.5);
    for (const start of ['mpca', 'random']) {
      const fit = fitOf(tensorPhopca, images, [2, 2], { ...settings, start, tolerance: 0, maxIterations: 30 });
      expect(largestFall(fit.trace)).toBeLessThan(1e-12);
      const w = kronecker(
        kronecker(parameterMatrix(fit, 'U1'), parameterMatrix(fit, 'U2')),
        parameterMatrix(fit, 'U3'),
      );
      const covariance = add(gramOfRows(w), identity(60), fit.parameters.sigma2.data[0]);
      const dense = denseLogDensities(images, fit.parameters.mean.data, covariance);
      tensorPhopca.logLikelihood!(fit, images).forEach((value, n) => expect(value).toBeCloseTo(dense[n], 8));
      expect(fit.logLikelihood! / dense.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 11);
      expect(fit.trace[29]).toBeLessThanOrEqual(fit.logLikelihood!);
    }
  });

  it('finds the planted subspaces of all modes', () => {
    const { images, loadings } = planted(800, 0.3);
    const fit = fitOf(tensorPhopca, images, [2, 2], settings);
    loadings.forEach((u, j) =>
      expect(Math.max(...principalAngles(parameterMatrix(fit, `U${j + 1}`), u))).toBeLessThan(0.03),
    );
    expect(fit.parameters.sigma2.data[0]).toBeCloseTo(0.09, 2);
  });

  it('with one plane is PSOPCA', () => {
    const { images } = plantedImages('one plane', 50, 6, 5, 2, 2);
    const fit = fitOf(tensorPhopca, images, [2, 2], { tolerance: 1e-12 });
    const reference = fitOf(psopca, images, [2, 2], { tolerance: 1e-12 });
    expect(fit.logLikelihood! / reference.logLikelihood!).toBeCloseTo(1, 9);
    expect(Math.max(...principalAngles(parameterMatrix(fit, 'U1'), parameterMatrix(reference, 'C')))).toBeLessThan(
      1e-4,
    );
    const [a, b] = [tensorPhopca.encode(fit, images), psopca.encode(reference, images)];
    a.data.forEach((value, i) => expect(Math.abs(value)).toBeCloseTo(Math.abs(b.data[i]), 3));
  });

  it('without noise ends at the subspaces of multilinear PCA', () => {
    const { images } = planted(60, 0.5);
    const options = { ...settings, noise: 'zero', start: 'random', tolerance: 1e-15, maxIterations: 5000 };
    const fit = fitOf(tensorPhopca, images, [2, 2], options);
    const x = { count: 60, dims: [5, 3, 4], data: centreImages(images, meanImage(images)).data };
    const { bases, kept } = multilinearPca(x, [2, 2, 2]);
    bases.forEach((u, j) =>
      expect(Math.max(...principalAngles(parameterMatrix(fit, `U${j + 1}`), u))).toBeLessThan(1e-5),
    );
    const energy = x.data.reduce((sum, value) => sum + value * value, 0);
    expect(fit.trace[fit.trace.length - 1]).toBeCloseTo((energy - kept) / 60, 9);
  });

  it('reconstructs by projection', () => {
    const { images } = planted(40, 0.2);
    const fit = fitOf(tensorPhopca, images, [2, 2], settings);
    const once = tensorPhopca.reconstruct!(fit, tensorPhopca.encode(fit, images));
    const twice = tensorPhopca.reconstruct!(fit, tensorPhopca.encode(fit, once));
    once.data.forEach((value, i) => expect(twice.data[i]).toBeCloseTo(value, 8));
  });

  it('names planes that do not divide the columns and dimensions beyond a mode', () => {
    const { images } = planted(10, 0.2);
    expect(() => fitOf(tensorPhopca, images, [2, 2], { planes: 5 })).toThrow(/do not divide/);
    expect(() => fitOf(tensorPhopca, images, [2, 5], settings)).toThrow(/exceeds its length 4/);
  });
});

describe('one-mode PHOPCA of tensors', () => {
  const { images } = planted(50, 0.5);
  /** [dims before, length, dims after] of each mode of 5 × 3 × 4. */
  const modes = [
    { mode: 'rows', before: 1, length: 5, after: 12 },
    { mode: 'planes', before: 5, length: 3, after: 4 },
    { mode: 'columns', before: 15, length: 4, after: 1 },
  ];

  it.each(modes)(
    'scores images like the dense Gaussian I ⊗ (U Uᵀ + σ² I) ⊗ I: $mode',
    ({ mode, before, length, after }) => {
      const fit = fitOf(oneModeTensorPhopca, images, [2], { planes: 3, mode });
      const inner = add(gramOfRows(parameterMatrix(fit, 'U')), identity(length), fit.parameters.sigma2.data[0]);
      const covariance = kronecker(kronecker(identity(before), inner), identity(after));
      const dense = denseLogDensities(images, fit.parameters.mean.data, covariance);
      oneModeTensorPhopca.logLikelihood!(fit, images).forEach((value, n) => expect(value).toBeCloseTo(dense[n], 8));
      expect(fit.logLikelihood! / dense.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
    },
  );

  it.each(modes)('has in closed form what EM converges to (Theorem 1 at any mode): $mode', ({ mode }) => {
    const closed = fitOf(oneModeTensorPhopca, images, [2], { planes: 3, mode });
    const em = fitOf(oneModeTensorPhopca, images, [2], { planes: 3, mode, algorithm: 'em', tolerance: 1e-15 });
    expect(em.logLikelihood! / closed.logLikelihood!).toBeCloseTo(1, 10);
    expect(Math.max(...principalAngles(parameterMatrix(em, 'U'), parameterMatrix(closed, 'U')))).toBeLessThan(1e-4);
  });

  it('spans the leading eigenvectors of the matricised scatter', () => {
    const centred = centreImages(images, meanImage(images));
    const stack: TensorStack = { count: 50, dims: [5, 3, 4], data: centred.data };
    modes.forEach(({ mode }, j) => {
      const fit = fitOf(oneModeTensorPhopca, images, [2], { planes: 3, mode });
      const { vectors } = leadingEigen(gramOfColumns(unfold(stack, j)), 2);
      expect(Math.max(...principalAngles(parameterMatrix(fit, 'V'), vectors))).toBeLessThan(1e-10);
    });
  });

  it('with one plane is one-mode PHOPCA of the right and of the left', () => {
    const right = fitOf(oneModeTensorPhopca, images, [3]);
    const left = fitOf(oneModeTensorPhopca, images, [3], { mode: 'rows' });
    expect(right.logLikelihood).toBe(fitOf(oneModePhopca, images, [3]).logLikelihood);
    expect(left.logLikelihood! / fitOf(oneModePhopcaLeft, images, [3]).logLikelihood!).toBeCloseTo(1, 13);
  });

  it.each(modes)('reconstructs in the arrangement of the images, and fills missing pixels: $mode', ({ mode }) => {
    const fit = fitOf(oneModeTensorPhopca, images, [2], { planes: 3, mode });
    const once = oneModeTensorPhopca.reconstruct!(fit, oneModeTensorPhopca.encode(fit, images));
    expect([once.rows, once.cols]).toEqual([5, 12]);
    const error = once.data.reduce((sum, value, i) => sum + (value - images.data[i]) ** 2, 0);
    const spread = centreImages(images, meanImage(images)).data.reduce((sum, value) => sum + value * value, 0);
    expect(error).toBeLessThan(0.25 * spread);
    const holes = matrixStack(
      50,
      5,
      12,
      images.data.map((value, i) => (i % 11 === 0 ? NaN : value)),
    );
    const filled = fitOf(oneModeTensorPhopca, holes, [2], { planes: 3, mode });
    expect(filled.parameters.imputed.shape).toEqual([50, 5, 12]);
    filled.parameters.imputed.data.forEach((value, i) => {
      if (i % 11 !== 0) expect(value).toBeCloseTo(images.data[i], 10);
    });
    expect([filled.parameters.mean.shape, filled.imageShape]).toEqual([[5, 12], { rows: 5, cols: 12 }]);
  });

  it('continues with new images as the fit to all of them', () => {
    const settings = resolveSettings(oneModeTensorPhopca, { planes: 3, mode: 'planes' });
    const context = { random: stream('more'), checkCancelled: () => undefined };
    const [first, more] = [
      selectImages(images, [...Array(30).keys()]),
      selectImages(
        images,
        [...Array(20).keys()].map((n) => n + 30),
      ),
    ];
    const { keep, resume } = oneModeTensorPhopca.incremental!;
    const kept = keep(oneModeTensorPhopca.fit({ images: first, labels: null }, [2], settings, context), first);
    const all = fitOf(oneModeTensorPhopca, images, [2], { planes: 3, mode: 'planes' });
    expect(resume(kept, more, context).logLikelihood! / all.logLikelihood!).toBeCloseTo(1, 12);
  });

  it('sweeps the shapes that the mode allows and names the others', () => {
    const index = (from: number, to: number) => Int32Array.from({ length: to - from }, (_, n) => from + n);
    const settings = resolveSettings(oneModeTensorPhopca, { planes: 3, mode: 'planes' });
    const input = {
      images,
      labels: Int32Array.from({ length: 50 }, (_, n) => n % 5),
      train: index(0, 25),
      test: index(25, 50),
      shapes: [[1], [2], [3]],
      settings,
      context: { random: stream('sweep'), checkCancelled: () => undefined },
      gram: () => gramOfRows(asVectors(images)),
    };
    const result = evaluateShapes(oneModeTensorPhopca, input);
    expect(result.shapes).toEqual([[1], [2]]);
    expect(result.failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(/q_j = 3 exceeds 2/)]);
    const gallery = selectImages(images, input.train);
    const fit = fitOf(oneModeTensorPhopca, gallery, [2], { planes: 3, mode: 'planes' });
    const nearest = nearestNeighbours(
      oneModeTensorPhopca.encode(fit, gallery),
      oneModeTensorPhopca.encode(fit, selectImages(images, input.test)),
    );
    expect([...result.nearest.subarray(25, 50)]).toEqual([...nearest]);
    expect(() => fitOf(oneModeTensorPhopca, images, [1], { mode: 'planes' })).toThrow(
      /the mode "planes" has one entry/,
    );
  });
});
