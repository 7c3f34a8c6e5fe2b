import { describe, expect, it } from 'vitest';
import { imageFeatures, type FeatureStep } from '../../../../src/core/features/registry.ts';
import { valueRange } from '../../../../src/core/images/imageSet.ts';
import { placeOf, storedPixels } from '../../../../src/core/images/storedImages.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import { perturbedPixels, type Perturbation } from '../../../../src/core/perturbations/registry.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import { perturbedImages, perturbedOf, type PerturbedCell } from '../../../../src/core/study/cells/perturbCell.ts';
import { featuresOf } from '../../../support/featuresOf.ts';

const raw = matrixStack(
  7,
  2,
  3,
  Float64Array.from({ length: 42 }, (_, i) => (i * i) % 97),
);
const labels = Int32Array.of(0, 1, 0, 1, 2, 2, 0);
const split: Split = { train: Int32Array.of(0, 3), gallery: Int32Array.of(4), test: Int32Array.of(1, 6) };
const noise = (on: Perturbation['on']): Perturbation => ({ kind: 'gaussian-noise', level: 2, on });
const cellOf = (on: Perturbation['on'], change: Partial<PerturbedCell> = {}): PerturbedCell => ({
  perturbation: noise(on),
  seed: 5,
  datasetHash: 'hash',
  repeat: 2,
  features: undefined,
  split,
  ...change,
});
const pixelsOf = (image: number, of = raw): number[] => {
  const size = of.rows * of.cols;
  return [...of.data.subarray(image * size, (image + 1) * size)];
};
const noisy = (cell: PerturbedCell, image: number): Float64Array =>
  perturbedPixels(cell, image, Float64Array.from(pixelsOf(image)), raw, valueRange(raw));
const unheard = (): void => undefined;

describe('the images that a perturbation changes', () => {
  it('are those of its side; the gallery counts as training', () => {
    const { train, test } = split;
    expect(perturbedOf(noise('train'), split)).toEqual([0, 3, 4]);
    expect(perturbedOf(noise('test'), split)).toEqual([1, 6]);
    expect(perturbedOf(noise('both'), split)).toEqual([0, 3, 4, 1, 6]);
    expect(perturbedOf(noise('both'), { train, test })).toEqual([0, 3, 1, 6]);
    expect(perturbedOf(noise('train'), { train, test })).toEqual([0, 3]);
  });
});

describe('the images of a perturbed cell', () => {
  const sides = [
    { on: 'train' as const, changed: [0, 3, 4] },
    { on: 'test' as const, changed: [1, 6] },
    { on: 'both' as const, changed: [0, 3, 4, 1, 6] },
  ];

  it.each(sides)('are those of the split, training first, with noise on $on', ({ on, changed }) => {
    const cell = cellOf(on);
    const heard: unknown[] = [];
    const {
      images,
      order,
      labels: own,
      split: places,
    } = perturbedImages(cell, raw, raw, labels, (at) => heard.push(at));
    expect([...order]).toEqual([0, 3, 4, 1, 6]);
    expect([...own]).toEqual([0, 1, 2, 1, 0]);
    expect(places).toEqual({ train: Int32Array.of(0, 1), gallery: Int32Array.of(2), test: Int32Array.of(3, 4) });
    expect([images.count, images.rows, images.cols]).toEqual([5, 2, 3]);
    order.forEach((image, place) => {
      expect(pixelsOf(place, images)).toEqual(changed.includes(image) ? [...noisy(cell, image)] : pixelsOf(image));
    });
    expect(noisy(cell, 0)).not.toEqual(Float64Array.from(pixelsOf(0)));
    expect(heard).toEqual(changed.map((image) => ({ image: [0, 3, 4, 1, 6].indexOf(image) + 1, of: 5 })));
  });

  it('have no gallery, pairs or unknown subjects where the split has none, and keep them where it has', () => {
    const { train, test } = split;
    const bare = perturbedImages(cellOf('test', { split: { train, test } }), raw, raw, labels, unheard);
    expect(bare.split).toEqual({ train: Int32Array.of(0, 1), test: Int32Array.of(2, 3) });
    expect(Object.keys(bare.split)).toEqual(['train', 'test']);
    const list = { probes: Int32Array.of(0), references: Int32Array.of(0), genuine: Uint8Array.of(1) };
    const pairs = { evaluation: list, development: list, threshold: 'equal rates' as const };
    const kept = perturbedImages(cellOf('test', { split: { ...split, pairs, open: true } }), raw, raw, labels, unheard);
    expect(kept.split.pairs).toBe(pairs);
    expect(kept.split.open).toBe(true);
  });

  it('are perturbed before the feature steps; the others are taken after them', () => {
    const steps: FeatureStep[] = ['unit-norm'];
    const cell = cellOf('test', { features: steps });
    const featured = featuresOf(steps, raw);
    const { images } = perturbedImages(cell, raw, featured, labels, unheard);
    expect(pixelsOf(1, images)).toEqual(pixelsOf(3, featured));
    expect(pixelsOf(3, images)).toEqual([...imageFeatures(steps, noisy(cell, 1), raw)]);
  });

  it('lose pixels as missing where a method estimates them, and as the mean of the others elsewhere', () => {
    const lost = { perturbation: { kind: 'missing' as const, level: 0.5, on: 'test' as const } };
    const marked = perturbedImages(cellOf('test', { ...lost, marked: true }), raw, raw, labels, unheard).images;
    const filled = perturbedImages(cellOf('test', lost), raw, raw, labels, unheard).images;
    const missing = pixelsOf(4, marked).map(Number.isNaN);
    expect(missing).toContain(true);
    const left = pixelsOf(4, marked).filter((value) => !Number.isNaN(value));
    const mean = left.reduce((sum, value) => sum + value, 0) / left.length;
    pixelsOf(4, filled).forEach((value, at) => expect(value).toBeCloseTo(missing[at] ? mean : pixelsOf(6)[at], 9));
    expect(pixelsOf(0, marked)).toEqual(pixelsOf(0));
  });

  it("are a network's vectors where these were computed, each that of its image", () => {
    const vectors = storedPixels({ rows: 4, cols: 1, count: 2, type: 'f64' });
    placeOf(vectors)(0).set([6, 6.1, 6.2, 6.3]);
    placeOf(vectors)(1).set([1, 1.1, 1.2, 1.3]);
    const networkVectors = { images: Int32Array.of(6, 1), vectors };
    const featured = matrixStack(
      7,
      4,
      1,
      Float64Array.from({ length: 28 }, (_, i) => -i),
    );
    const { images } = perturbedImages(cellOf('test', { networkVectors }), raw, featured, labels, unheard);
    expect(pixelsOf(3, images)).toEqual([1, 1.1, 1.2, 1.3]);
    expect(pixelsOf(4, images)).toEqual([6, 6.1, 6.2, 6.3]);
    expect(pixelsOf(1, images)).toEqual(pixelsOf(3, featured));
  });
});
