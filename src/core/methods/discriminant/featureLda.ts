/** LDA of the features that tell subjects apart best, and how many of them there should be. */
import {
  matrix,
  matrixStack,
  multiply,
  scaleColumns,
  squaredDistances,
  submatrix,
  type Matrix,
} from '../../linalg/index.ts';
import { scaledAxes } from '../axes.ts';
import { inverseRoots } from '../linearProjection.ts';
import { principalAxes, projectImages } from '../vector/principalAxes.ts';
import { classMeans, countedClasses } from './classMeans.ts';
import { fisherAxesOf } from './fisherAxes.ts';

/** Codes of features f (a row) are f P, up to a shift. */
export interface FeatureLda {
  /** P, features × axes: at most K − 1 axes, rows of zeros for the features that are left out. */
  readonly projection: Matrix;
  /** Share of the variance along each axis that lies between classes. */
  readonly between: Float64Array;
}

/** LDA of the `size` features (T × p) that tell the classes apart best, at their full rank, as fisherAxes has it. */
export function featureLda(features: Matrix, labels: Int32Array, size: number, scaling: unknown): FeatureLda {
  const chosen = discriminativeFeatures(features, labels).slice(0, size);
  const kept = submatrix(
    features,
    labels.map((_, n) => n),
    chosen,
  );
  const images = matrixStack(kept.rows, 1, kept.cols, kept.data);
  const { mean, vectors, values } = principalAxes(images, Math.min(kept.rows, kept.cols));
  const whitening = scaleColumns(vectors, inverseRoots(values));
  const axes = fisherAxesOf(classMeans(projectImages(images, mean, whitening), labels), values);
  const own = multiply(whitening, scaledAxes(axes.vectors, values, scaling));
  const projection = matrix(features.cols, own.cols);
  chosen.forEach((feature, i) =>
    projection.data.set(own.data.subarray(i * own.cols, (i + 1) * own.cols), feature * own.cols),
  );
  return { projection, between: axes.between };
}

/** Few, as each fits LDA once per count. */
const SPLITS = 3;

/** Each count that is tried is this share of the one before. */
const STEP = 0.7;

/**
 * How many of the features (T × p) to keep, judged inside the training images: counts from all features down to K − 1
 * are compared by the errors of nearest neighbours on inner splits, of which split i holds out image i of every class,
 * in their order. The error peaks where the within-class scatter becomes singular, at T − K features: as split i has
 * fewer images, each count is tried there with a number of features that is as much smaller. Of equally good counts the
 * largest. All features where every class has one image.
 */
export function featureCount(features: Matrix, labels: Int32Array, scaling: unknown): number {
  const { index, sizes } = countedClasses(labels);
  const counts: number[] = [];
  for (let count = features.cols; count > sizes.length - 1; count = Math.floor(STEP * count)) counts.push(count);
  counts.push(Math.min(features.cols, sizes.length - 1));
  const errors = counts.map(() => 0);
  const all = Array.from({ length: features.cols }, (_, i) => i);
  const places = placesWithin(index, sizes.length);
  for (let split = 0; split < Math.min(SPLITS, Math.max(...sizes)); split++) {
    const isHeld = (n: number): boolean => places[n] === split && sizes[index[n]] > 1;
    const held = [...places.keys()].filter(isHeld);
    const kept = [...places.keys()].filter((n) => !isHeld(n));
    const own = Int32Array.from(kept, (n) => index[n]);
    const [training, test] = [kept, held].map((rows) => submatrix(features, rows, all));
    counts.forEach((count, at) => {
      const size = Math.max(1, Math.round((count * kept.length) / labels.length));
      const { projection } = featureLda(training, own, size, scaling);
      const nearest = nearestRows(multiply(test, projection), multiply(training, projection));
      errors[at] += nearest.filter((n, i) => own[n] !== index[held[i]]).length;
    });
  }
  return counts[errors.indexOf(Math.min(...errors))];
}

/** Of every image its place among those of its class, from 0. */
function placesWithin(index: Int32Array, classes: number): Int32Array {
  const seen = new Int32Array(classes);
  return index.map((c) => seen[c]++);
}

/** The row of b nearest to each row of a, the first of equally near ones. */
function nearestRows(a: Matrix, b: Matrix): readonly number[] {
  const { data, rows, cols } = squaredDistances(a, b);
  return Array.from({ length: rows }, (_, i) => {
    const own = data.subarray(i * cols, (i + 1) * cols);
    return own.indexOf(own.reduce((least, value) => Math.min(least, value), Infinity));
  });
}

/**
 * The columns of features (T × p) in the order of their ratio of variance between classes to variance within them,
 * largest first, ties to the lower index; columns without variance come last.
 */
export function discriminativeFeatures(features: Matrix, labels: Int32Array): readonly number[] {
  const { rows, cols } = features;
  const { means, sizes, index } = classMeans(features, labels);
  const mean = new Float64Array(cols);
  const within = new Float64Array(cols);
  const between = new Float64Array(cols);
  for (let n = 0, at = 0; n < rows; n++) {
    for (let i = 0; i < cols; i++, at++) {
      mean[i] += features.data[at] / rows;
      within[i] += (features.data[at] - means.data[index[n] * cols + i]) ** 2;
    }
  }
  for (let c = 0, at = 0; c < sizes.length; c++) {
    for (let i = 0; i < cols; i++, at++) between[i] += sizes[c] * (means.data[at] - mean[i]) ** 2;
  }
  const ratios = between.map((value, i) => (value > 0 ? value / within[i] : 0));
  return Array.from(ratios.keys()).sort((a, b) => (ratios[a] === ratios[b] ? a - b : ratios[b] - ratios[a]));
}
