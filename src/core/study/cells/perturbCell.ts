/** The images of a perturbed cell. */
import { valueRange, type ImageSet } from '../../images/imageSet.ts';
import { matrixStack } from '../../linalg/matrix.ts';
import { readStack } from '../../linalg/streamedStack.ts';
import { imageFeatures, type FeatureProgress, type FeatureStep } from '../../features/registry.ts';
import { placeOf, type StoredPixels } from '../../images/storedImages.ts';
import { perturbedPixels, type PerturbedRepeat, type Perturbation } from '../../perturbations/registry.ts';
import type { Split } from '../../protocols/split.ts';

export interface PerturbedCell extends PerturbedRepeat {
  readonly features: readonly FeatureStep[] | undefined;
  readonly split: Split;
  /** Whether missing pixels become NaN; the method then estimates them. */
  readonly marked?: boolean;
  /** Absent: the features begin with pixels. */
  readonly networkVectors?: PerturbedVectors;
}

/** A network's vectors of perturbed images; cells whose features begin with vectors use these in place of pixels. */
export interface PerturbedVectors {
  /** Positions in the dataset. */
  readonly images: Int32Array;
  /** In the order of `images`, as images of one column. */
  readonly vectors: StoredPixels;
}

/** The images of a split that a perturbation changes: training images first, the gallery counts as training. */
export function perturbedOf({ on }: Perturbation, { train, gallery, test }: Split): number[] {
  return [...(on === 'test' ? [] : [...train, ...(gallery ?? [])]), ...(on === 'train' ? [] : test)];
}

/** The images of the split only, and the split as indices into them. */
export interface CellImages {
  readonly images: ImageSet;
  /** Their positions in the dataset. */
  readonly order: Int32Array;
  readonly labels: Int32Array;
  readonly split: Split;
}

/**
 * The images of a split with those on the perturbed side (the gallery counts as training) perturbed before the feature
 * steps. The random numbers are named by seed, dataset, perturbation, repeat and image: all methods and conditions see
 * the same noise. `raw`: the dataset's images; `featured`: the same after the steps. `onProgress`, which may throw, is
 * called before each image.
 */
export function perturbedImages(
  cell: PerturbedCell,
  raw: ImageSet,
  featured: ImageSet,
  labels: Int32Array,
  onProgress: (progress: FeatureProgress) => void,
): CellImages {
  const { perturbation, features = [], split } = cell;
  const changedOf = cell.networkVectors ? vectorsOf(cell.networkVectors) : changedPixels(cell, raw);
  const perturbed = (image: number): Float64Array => imageFeatures(features, changedOf(image), raw);
  const gallery = split.gallery ?? new Int32Array(0);
  const order = new Int32Array(split.train.length + gallery.length + split.test.length);
  order.set(split.train);
  order.set(gallery, split.train.length);
  order.set(split.test, split.train.length + gallery.length);
  const trained = split.train.length + gallery.length;
  const { rows, cols } = featured;
  const out = rows * cols;
  const data = new Float64Array(order.length * out);
  order.forEach((image, place) => {
    const side = place < trained ? 'train' : 'test';
    if (perturbation.on === 'both' || perturbation.on === side) {
      onProgress({ image: place + 1, of: order.length });
      data.set(perturbed(image), place * out);
    } else readStack(featured, image, image + 1, data, place * out);
  });
  const places = (from: number, count: number): Int32Array<ArrayBuffer> =>
    Int32Array.from({ length: count }, (_, i) => from + i);
  return {
    images: matrixStack(order.length, rows, cols, data),
    order,
    labels: Int32Array.from(order, (image) => labels[image]),
    split: {
      train: places(0, split.train.length),
      test: places(trained, split.test.length),
      ...(split.gallery && { gallery: places(split.train.length, gallery.length) }),
      ...(split.pairs && { pairs: split.pairs }),
      ...(split.open && { open: split.open }),
    },
  };
}

function changedPixels(cell: PerturbedCell, raw: ImageSet): (image: number) => Float64Array {
  const range = valueRange(raw);
  const pixels = new Float64Array(raw.rows * raw.cols);
  return (image) => {
    readStack(raw, image, image + 1, pixels, 0);
    return perturbedPixels(cell, image, pixels, raw, range, cell.marked);
  };
}

function vectorsOf({ images, vectors }: PerturbedVectors): (image: number) => Float64Array {
  const places = new Map(Array.from(images, (image, place) => [image, place]));
  const vector = placeOf(vectors);
  return (image) => Float64Array.from(vector(places.get(image)!));
}
