import { describe, expect, it } from 'vitest';
import {
  asVectors,
  centreImages,
  meanImage,
  selectImages,
  type ImageSet,
} from '../../../../src/core/images/imageSet.ts';
import {
  columns,
  gramOfColumns,
  gramOfRows,
  identity,
  matrix,
  matrixStack,
  multiply,
  orthonormalise,
  scale,
  scaleColumns,
  symmetricEigen,
  type Matrix,
  type MatrixStack,
} from '../../../../src/core/linalg/index.ts';
import type { Eigen } from '../../../../src/core/linalg/matrix.ts';
import { fisherAxes } from '../../../../src/core/methods/discriminant/fisherAxes.ts';
import { lda } from '../../../../src/core/methods/discriminant/lda.ts';
import { ppca } from '../../../../src/core/methods/vector/ppca.ts';
import { principalAxes } from '../../../../src/core/methods/vector/principalAxes.ts';
import { readArrays } from '../../../../src/core/methods/learnedArrays.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { gap } from '../../linalg/support.ts';

/** Grey values with standard deviation `size(i)` along the cosine of index i: neighbouring pixels are correlated. */
function drawn(count: number, rows: number, cols: number, size: (i: number) => number): ImageSet {
  const random = stream('few axes', count, rows, cols);
  const d = rows * cols;
  const wave = Float64Array.from({ length: 4 * d }, (_, t) => Math.sqrt(2 / d) * Math.cos((Math.PI * t) / (2 * d)));
  const patterns = { rows: d, cols: d, data: new Float64Array(d * d) };
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) patterns.data[i * d + j] = size(i) * wave[((2 * j + 1) * i) % (4 * d)];
  }
  const codes = { rows: count, cols: d, data: Float64Array.from({ length: count * d }, () => random.normal()) };
  return matrixStack(
    count,
    rows,
    cols,
    multiply(codes, patterns).data.map((value) => 128 + value),
  );
}

/** Twelve axes above noise of one size. */
const noisy = drawn(1100, 32, 32, (i) => (i < 12 ? 40 - 2 * i : 3));

const decomposed = new WeakMap<ImageSet, Eigen>();

/** All eigenpairs of the covariance of the d pixels, found once for the same images. */
function byCovariance(images: ImageSet): Eigen {
  let exact = decomposed.get(images);
  if (!exact) {
    const centred = asVectors(centreImages(images, meanImage(images)));
    exact = symmetricEigen(scale(gramOfColumns(centred), 1 / images.count));
    decomposed.set(images, exact);
  }
  return exact;
}

/** Sines of the largest angle between the spans of orthonormal columns, at most. */
const apart = (u: Matrix, v: Matrix): number => {
  const inside = multiply(v, multiply(v, u, { transposeA: true }));
  return gap(u, inside);
};

describe('few principal axes of many large images', () => {
  it.each([
    ['more images than pixels', () => drawn(1100, 32, 32, (i) => 60 * (1 + i) ** -0.8)],
    ['more pixels than images', () => drawn(1010, 36, 33, (i) => 60 * (1 + i) ** -0.8)],
    ['noise below them', () => noisy],
    ['no gap at all, where the covariance is decomposed', () => drawn(1100, 32, 32, () => 10)],
  ] as const)('are those of the whole covariance: %s', (_, draw) => {
    const images = draw();
    const q = 12;
    const found = principalAxes(images, q);
    const exact = byCovariance(images);
    expect(found.values.length).toBe(q);
    for (let i = 0; i < q; i++) expect(Math.abs(found.values[i] / exact.values[i] - 1)).toBeLessThan(1e-10);
    expect(gap(gramOfColumns(found.vectors), identity(q))).toBeLessThan(1e-11);
    expect(apart(found.vectors, columns(exact.vectors, 0, q))).toBeLessThan(1e-10);
    const trace = exact.values.reduce((sum, value) => sum + value, 0);
    expect(Math.abs(found.total / trace - 1)).toBeLessThan(1e-12);
  });

  it('are fewer where the images span fewer dimensions', () => {
    const images = drawn(1100, 32, 32, (i) => (i < 7 ? 30 - i : 0));
    expect(principalAxes(images, 12).values.length).toBe(7);
  });

  it('are the first step of LDA in a few components, by itself and in a sweep', () => {
    const images = drawn(1100, 32, 32, (i) => 60 * (1 + i) ** -0.8);
    const labels = Int32Array.from({ length: images.count }, (_, n) => n % 11);
    // Subjects differ along the first ten patterns, less along each than along the one before.
    const pixels = 32 * 32;
    const contrast = (subject: number, i: number): number => {
      const angle = (2 * Math.PI * (Math.floor(i / 2) + 1) * subject) / 11;
      return i % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
    };
    for (let n = 0, at = 0; n < images.count; n++) {
      for (let j = 0; j < pixels; j++, at++) {
        for (let i = 0; i < 10; i++) {
          const pattern = Math.cos((Math.PI * (2 * j + 1) * i) / (2 * pixels)) * Math.sqrt(2 / pixels);
          images.data[at] += 120 * (1 + i) ** -1.8 * contrast(labels[n], i) * pattern;
        }
      }
    }
    const settings = resolveSettings(lda, { components: 20 });
    const context = { random: stream('test'), checkCancelled: () => undefined };
    const fit = lda.fit({ images, labels }, [6], settings, context);
    const { values, vectors } = byCovariance(images);
    const whitening = scaleColumns(
      columns(vectors, 0, 20),
      values.slice(0, 20).map((value) => 1 / Math.sqrt(value)),
    );
    const whitened = multiply(asVectors(centreImages(images, meanImage(images))), whitening);
    const exact = fisherAxes(whitened, values.slice(0, 20), labels);
    const between = readArrays({ between: 'vector' }, fit).between;
    for (let i = 0; i < 6; i++) expect(Math.abs(between[i] - exact.between[i])).toBeLessThan(1e-10);
    const axes = orthonormalise(multiply(whitening, columns(exact.vectors, 0, 6)));
    expect(apart(orthonormalise(readArrays({ W: 'matrix' }, fit).W), axes)).toBeLessThan(1e-9);

    const train = Int32Array.from({ length: 1050 }, (_, n) => n);
    const test = Int32Array.from({ length: 50 }, (_, n) => 1050 + n);
    const gram = () => {
      throw new Error('no inner products of all images are needed');
    };
    const swept = lda.sweep!({ images, labels, train, test, shapes: [[6]], settings, context, gram })!;
    const split = lda.fit(
      { images: selectImages(images, train), labels: labels.slice(0, 1050) },
      [6],
      settings,
      context,
    );
    const codes = lda.encode(split, selectImages(images, test));
    // Inner products, which a rotation among axes of nearly equal value leaves as they are.
    const products = (stack: MatrixStack) => gramOfRows(matrix(50, 6, stack.data));
    expect(gap(products(swept.probes), products(codes))).toBeLessThan(1e-9);
  });

  it('give PPCA the noise of all others', () => {
    const context = { random: stream('test'), checkCancelled: () => undefined };
    const fit = ppca.fit({ images: noisy, labels: null }, [12], resolveSettings(ppca, {}), context);
    const { values } = byCovariance(noisy);
    const mean = values.slice(12).reduce((sum, value) => sum + value, 0) / (1024 - 12);
    expect(Math.abs(readArrays({ sigma2: 'scalar' }, fit).sigma2 / mean - 1)).toBeLessThan(1e-11);
  });
});
