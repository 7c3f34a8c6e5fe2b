/** Labelled images with a planted difference between classes, and dense scatter matrices to check against. */
import { asVectors, centreImages, meanImage } from '../../../../src/core/images/imageSet.ts';
import {
  add,
  gramOfColumns,
  gramOfRows,
  matrix,
  matrixStack,
  scale,
  type Matrix,
  type MatrixStack,
} from '../../../../src/core/linalg/index.ts';
import type { LatentShape, Method, ParameterValue, SweepInput } from '../../../../src/core/methods/method.ts';
import { resolveSettings } from '../../../../src/core/methods/settings.ts';
import { stream } from '../../../../src/core/random/stream.ts';

export interface LabelledImages {
  readonly images: MatrixStack;
  readonly labels: Int32Array;
}

/** `each` images of `classes` classes, interleaved: random means of size `spread`, unequal noise along mixed axes. */
export function labelledImages(
  seed: string,
  classes: number,
  each: number,
  rows: number,
  cols: number,
  spread = 1,
): LabelledImages {
  const random = stream('labelled', seed);
  const d = rows * cols;
  const normal = (count: number) => Float64Array.from({ length: count }, () => random.normal());
  const mixing = normal(d * d).map((value) => value / Math.sqrt(d));
  const means = normal(classes * d);
  const images = matrixStack(classes * each, rows, cols);
  const labels = new Int32Array(classes * each);
  for (let n = 0; n < images.count; n++) {
    labels[n] = n % classes;
    const noise = normal(d);
    for (let i = 0; i < d; i++) {
      let value = 10 + spread * means[labels[n] * d + i];
      for (let j = 0; j < d; j++) value += mixing[i * d + j] * (0.2 + j / d) * noise[j];
      images.data[n * d + i] = value;
    }
  }
  return { images, labels };
}

/** Total and within-class covariance (divisor T) of the pixels. */
export function scatters({ images, labels }: LabelledImages): { total: Matrix; within: Matrix } {
  const x = asVectors(centreImages(images, meanImage(images)));
  const within = matrix(x.rows, x.cols, x.data.slice());
  for (const label of new Set(labels)) {
    const members = Array.from(labels.keys()).filter((n) => labels[n] === label);
    for (let i = 0; i < x.cols; i++) {
      const mean = members.reduce((sum, n) => sum + x.data[n * x.cols + i], 0) / members.length;
      for (const n of members) within.data[n * x.cols + i] -= mean;
    }
  }
  return { total: scale(gramOfColumns(x), 1 / x.rows), within: scale(gramOfColumns(within), 1 / x.rows) };
}

/** Largest entry of A − B. */
export function largestDifference(a: Matrix, b: Matrix): number {
  return add(a, b, -1).data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

/** A sweep that trains on two thirds of the images and tests on the rest. */
export function sweepInput(
  method: Method,
  { images, labels }: LabelledImages,
  shapes: readonly LatentShape[],
  settings: Record<string, ParameterValue> = {},
): SweepInput {
  const all = Array.from({ length: images.count }, (_, n) => n);
  const classes = new Set(labels).size;
  const isTest = (n: number) => Math.floor(n / classes) % 3 === 2;
  return {
    images,
    labels,
    train: Int32Array.from(all.filter((n) => !isTest(n))),
    test: Int32Array.from(all.filter(isTest)),
    shapes,
    settings: resolveSettings(method, settings),
    context: { random: stream('sweep', method.id), checkCancelled: () => undefined },
    gram: () => gramOfRows(asVectors(images)),
  };
}
