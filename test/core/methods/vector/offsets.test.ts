/**
 * Images whose mean is far larger than their deviations from it: counts of thermal cameras, depths in millimetres. What
 * is subtracted when products are centred must leave no rounding errors behind that count as axes.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeMat } from '../../../../src/core/formats/matlab/matlab.ts';
import { commonShift } from '../../../../src/core/images/commonShift.ts';
import { asVectors, centreImages, selectImages, type ImageSet } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows, matrixStack, nearestOverShapes } from '../../../../src/core/linalg/index.ts';
import { lpp } from '../../../../src/core/methods/field/lpp.ts';
import { kernelPca } from '../../../../src/core/methods/kernel/kernelPca.ts';
import type { Method, ParameterValue, SweepInput } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { pca } from '../../../../src/core/methods/vector/pca.ts';
import { principalAxes, splitCoordinates } from '../../../../src/core/methods/vector/principalAxes.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { needsRealData, realData } from '../../../support/realData.ts';
import { fitOf } from '../support/dense.ts';

/** The whole dataset and a split of it, with the inner products that a study computes. */
function inputOf(images: ImageSet, train: readonly number[], settings = {}): SweepInput {
  const shift = commonShift(images);
  return {
    images,
    labels: new Int32Array(images.count),
    train: Int32Array.from(train),
    test: Int32Array.from(Array.from({ length: images.count }, (_, n) => n).filter((n) => !train.includes(n))),
    shapes: [[train.length - 1]],
    settings,
    context: { random: stream('offsets'), checkCancelled: () => undefined },
    gram: () => gramOfRows(asVectors(shift ? centreImages(images, shift) : images)),
  };
}

/** The number of axes of one split in a study, and of a single fit to its training images. */
function ranks(images: ImageSet, train: readonly number[]): { study: number; fit: number } {
  const study = splitCoordinates(inputOf(images, train), train.length - 1).values.length;
  return { study, fit: principalAxes(selectImages(images, train), train.length).values.length };
}

/** `count` images of scale · grey values 0 … 255, drawn from `distinct` ones in turn, plus the offset. */
function repeatedImages(count: number, distinct: number, [rows, cols]: readonly number[], offset: number, scale = 1) {
  const random = stream('repeated', rows);
  const greys = Array.from({ length: distinct }, () =>
    Float64Array.from({ length: rows * cols }, () => random.integer(256)),
  );
  const images = matrixStack(count, rows, cols);
  for (let n = 0; n < count; n++) {
    images.data.set(
      greys[n % distinct].map((grey) => scale * grey + offset),
      n * rows * cols,
    );
  }
  return images;
}

const first = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('the rank of training images', () => {
  it.each([0, 2 ** 8, 2 ** 12, 2 ** 16].flatMap((offset) => [1e-6, 1, 1e6].map((scale) => ({ offset, scale }))))(
    'is that of the deviations: offset $offset, scale $scale',
    ({ offset, scale }) => {
      // 40 of 60 images, of which 25 differ; then as many with the offset in the unit of the deviations.
      for (const level of [offset, offset * scale]) {
        const images = repeatedImages(60, 25, [20, 15], level, scale);
        expect(ranks(images, first(40))).toEqual({ study: 24, fit: 24 });
      }
    },
  );

  it.each([0, 1000])(
    'is that of a single fit where no mean is subtracted before, with grey values from %d on',
    (offset) => {
      const images = repeatedImages(240, 120, [20, 15], offset);
      expect(commonShift(images)).toBeNull();
      expect(ranks(images, first(200))).toEqual({ study: 119, fit: 119 });
    },
  );

  it('is the number of pixels that vary beside constant borders', () => {
    const random = stream('borders');
    const images = matrixStack(50, 8, 6, new Float64Array(50 * 48).fill(255));
    for (let n = 0; n < 50; n++) for (let i = 20; i < 28; i++) images.data[n * 48 + i] = 200 + random.integer(56);
    expect(commonShift(images)).not.toBeNull();
    expect(ranks(images, first(40))).toEqual({ study: 8, fit: 8 });
    for (let n = 0; n < 50; n++) for (let i = 20; i < 28; i++) images.data[n * 48 + i] = random.integer(256);
    expect(commonShift(images)).toBeNull();
    expect(ranks(images, first(40))).toEqual({ study: 8, fit: 8 });
  });

  it('is that of the split where the mean of the dataset says nothing of it', () => {
    // Two cameras, of which one is trained on: its images are as far from the mean as those of the other.
    const [near, far] = [repeatedImages(30, 12, [20, 15], 0), repeatedImages(30, 12, [20, 15], 1e6)];
    const images = matrixStack(60, 20, 15, Float64Array.of(...near.data, ...far.data));
    expect(ranks(images, first(24))).toEqual({ study: 11, fit: 11 });
    expect(
      ranks(
        images,
        first(24).map((n) => n + 30),
      ),
    ).toEqual({ study: 11, fit: 11 });
  });

  it('changes no bit of faces of 8 bits, whose products are those of the images', () => {
    const random = stream('faces');
    const images = matrixStack(
      30,
      9,
      8,
      Float64Array.from({ length: 30 * 72 }, () => 90 + random.integer(120)),
    );
    expect(commonShift(images)).toBeNull();
    expect(commonShift(matrixStack(0, 9, 8))).toBeNull();
    expect(commonShift({ ...images, data: images.data.map((value, i) => (i === 3 ? NaN : value + 1e6)) })).toBeNull();
    // Equal images have no deviations to compare their mean with.
    expect(commonShift(matrixStack(2, 1, 2, Float64Array.of(5, 6, 5, 6)))).toBeNull();
  });
});

describe('kernels of distances', () => {
  const faces = repeatedImages(36, 16, [12, 10], 0);
  const bright: ImageSet = { ...faces, data: faces.data.map((value) => value + 2 ** 16 + 0.1) };

  it('have the axes of the images without the offset, in studies and single fits', () => {
    const settings = resolveSettings(kernelPca, {});
    const sweeps = [faces, bright].map((images) => kernelPca.sweep!(inputOf(images, first(24), settings))!);
    expect(sweeps.map(({ gallery }) => gallery.rows)).toEqual([15, 15]);
    expect(sweeps[1].probes.data.every((value, at) => Math.abs(value - sweeps[0].probes.data[at]) < 1e-9)).toBe(true);
    const codes = [faces, bright].map((images) => {
      const fit = fitOf(kernelPca, selectImages(images, first(24)), [15]);
      return kernelPca.encode(fit, images).data;
    });
    expect(codes[1].every((value, at) => Math.abs(value - codes[0][at]) < 1e-9)).toBe(true);
    expect(() => fitOf(kernelPca, selectImages(bright, first(24)), [16])).toThrow('give 15 axes, found q = 16');
  });

  it('have the products of the images themselves where they are of products', () => {
    const settings = resolveSettings(kernelPca, { kernel: 'polynomial', unit: 'absolute', degree: 1, offset: 0 });
    const { gallery } = kernelPca.sweep!(inputOf(bright, first(24), settings))!;
    const plain = pca.sweep!(inputOf(faces, first(24), {}))!.gallery;
    const energy = (codes: { readonly data: Float64Array }) => codes.data.reduce((sum, value) => sum + value ** 2, 0);
    expect(energy(gallery) / energy(plain)).toBeCloseTo(1, 6);
    const fractional = resolveSettings(kernelPca, { kernel: 'fractional', power: 1 });
    expect(energy(kernelPca.sweep!(inputOf(bright, first(24), fractional))!.gallery) / energy(plain)).toBeCloseTo(1, 6);
  });

  it('have no axes of rounding errors where all kernel values are nearly 1', () => {
    const settings = { unit: 'absolute', gamma: 1e-12 };
    // exp(−γ d²) is 1 − γ d², and γ d² about 1e-6: the kernel matrix is that of the products, of the same rank.
    expect(kernelPca.sweep!(inputOf(faces, first(24), resolveSettings(kernelPca, settings)))!.gallery.rows).toBe(15);
  });
});

describe('Yale as a thermal camera sees it: grey values × 0.4 + 8000', needsRealData('mat/Yale_32x32.mat'), () => {
  let images: ImageSet;
  let labels: Int32Array;
  beforeAll(() => {
    const { variables } = decodeMat(readFileSync(realData('mat/Yale_32x32.mat')));
    const [fea, gnd] = ['fea', 'gnd'].map((name) => variables.find((variable) => variable.name === name)!);
    images = matrixStack(165, 32, 32);
    labels = Int32Array.from(gnd.data);
    // As the original has them: images of some subjects are there twice.
    const source = (n: number): number => {
      const place = n % 11;
      return (labels[n] % 5 === 0 && place === 4) || (labels[n] % 5 === 1 && place === 9) ? n - 1 : n;
    };
    for (let n = 0; n < 165; n++) {
      for (let i = 0; i < 1024; i++) images.data[n * 1024 + i] = Math.round(0.4 * fea.data[i * 165 + source(n)]) + 8000;
    }
  });

  /** Wrong answers of the nearest neighbour, of 75, and the number of axes. */
  function wrongOf(method: Method, from: number, settings: Record<string, ParameterValue> = {}, whitened = false) {
    const train = first(165).filter((n) => ((n % 11) - from + 11) % 11 < 6);
    const input = inputOf(images, train, resolveSettings(method, settings));
    const { gallery, probes } = method.sweep!(input)!;
    const lengths = Float64Array.from({ length: gallery.rows }, (_, i) =>
      train.reduce((sum, _, n) => sum + gallery.data[n * gallery.rows + i] ** 2, 0),
    );
    const metric = { weights: [lengths.map((length) => 1 / length)], coefficients: () => [1] };
    const nearest = nearestOverShapes(gallery, probes, [[gallery.rows]], whitened ? metric : undefined);
    const wrong = Array.from(input.test).filter((n, p) => labels[n] !== labels[train[nearest[p]]]).length;
    return { axes: gallery.rows, wrong };
  }

  it('LPP and whitened PCA have the rank and the errors of NumPy', () => {
    // Training images from … from + 5 of every subject. Lengths as in the formula: axes of length 1 depend on the
    // basis of tied eigenvalues.
    const numpy = [
      { axes: 86, lpp: 44, white: 41 },
      { axes: 86, lpp: 44, white: 33 },
      { axes: 86, lpp: 40, white: 34 },
      { axes: 86, lpp: 39, white: 27 },
      { axes: 86, lpp: 43, white: 33 },
      { axes: 86, lpp: 49, white: 41 },
      { axes: 86, lpp: 46, white: 36 },
      { axes: 86, lpp: 44, white: 40 },
      { axes: 86, lpp: 47, white: 43 },
      { axes: 89, lpp: 45, white: 31 },
      { axes: 86, lpp: 50, white: 39 },
    ];
    numpy.forEach(({ axes, lpp: expected, white }, from) => {
      expect(wrongOf(lpp, from, { scaling: 'own' })).toEqual({ axes, wrong: expected });
      expect(wrongOf(pca, from, {}, true)).toEqual({ axes, wrong: white });
    });
  });
});
