import { meanImage, selectImages, selectLabels, type ImageSet } from '../../images/imageSet.ts';
import {
  columns,
  leadingEigen,
  multiply,
  symmetricEigen,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
  matrix,
  matrixStack,
  scaleColumns,
  squaredDistances,
  submatrix,
} from '../../linalg/index.ts';
import { stopRule, iterateToConvergence } from '../bilinear/iteration/iteration.ts';
import { withCentred, withLoadedImages } from '../bilinear/residentImages.ts';
import { chunkedCodes } from '../chunkedCodes.ts';
import { energyParameter, keptCount } from '../field/keptComponents.ts';
import { scalingParameter, scaledAxes } from '../axisScaling.ts';
import { imagesLoaded, modeCovariances, NO_COST, plus, type CostSize, type FitCost } from '../cost.ts';
import { FitError, type FitContext, type Parameter } from '../method.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { MEAN_SQUARED_ERROR, always, axesOfSubjects } from '../sharedDeclarations.ts';
import { rowsOfStack, stackOfRows, principalAxes, projectImages } from '../vector/principalAxes.ts';
import { declareMethod, type FitFacts } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';
import { inverseRoots } from '../linearProjection.ts';
import { classMeans, countedClasses } from './classMeans.ts';
import { fisherAxesOf } from './fisherAxes.ts';

// LDA of the features that separate subjects best, and the choice of their number.

/** Codes of features f (a row) are f P, up to a shift. */
export interface FeatureLda {
  /** P, features × axes: at most K − 1 axes, zero rows for omitted features. */
  readonly projection: Matrix;
  /** Share of the variance along each axis that lies between classes. */
  readonly between: Float64Array;
}

/** LDA of the `size` features (T × p) that separate the classes best, at their full rank, by fisherAxes. */
function featureLda(features: Matrix, labels: Int32Array, size: number, scaling: unknown): FeatureLda {
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
  const chosenProjection = multiply(whitening, scaledAxes(axes.vectors, values, scaling));
  const projection = matrix(features.cols, chosenProjection.cols);
  chosen.forEach((feature, i) =>
    projection.data.set(
      chosenProjection.data.subarray(i * chosenProjection.cols, (i + 1) * chosenProjection.cols),
      feature * chosenProjection.cols,
    ),
  );
  return { projection, between: axes.between };
}

/** Few, because each fits LDA once per count. */
const SPLITS = 3;

/** Ratio of successive counts. */
const STEP = 0.7;

/**
 * The number of features (T × p) to keep, chosen inside the training images: counts from all features down to K − 1 are
 * compared by the errors of nearest neighbours on inner splits; split i holds out image i of every class, in their
 * order. The error peaks where the within-class scatter becomes singular, at T − K features. As split i has fewer
 * images, each count is scaled down there in proportion. Of equally good counts the largest wins. All features if every
 * class has one image.
 */
function featureCount(features: Matrix, labels: Int32Array, scaling: unknown): number {
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
    const keptClasses = Int32Array.from(kept, (n) => index[n]);
    const [training, test] = [kept, held].map((rows) => submatrix(features, rows, all));
    counts.forEach((count, at) => {
      const size = Math.max(1, Math.round((count * kept.length) / labels.length));
      const { projection } = featureLda(training, keptClasses, size, scaling);
      const nearest = nearestRows(multiply(test, projection), multiply(training, projection));
      errors[at] += nearest.filter((n, i) => keptClasses[n] !== index[held[i]]).length;
    });
  }
  return counts[errors.indexOf(Math.min(...errors))];
}

/** For every image its index among those of its class, from 0. */
function placesWithin(index: Int32Array, classes: number): Int32Array {
  const seen = new Int32Array(classes);
  return index.map((c) => seen[c]++);
}

/** The row of b nearest to each row of a, the first of equally near ones. */
function nearestRows(a: Matrix, b: Matrix): readonly number[] {
  const { data, rows, cols } = squaredDistances(a, b);
  return Array.from({ length: rows }, (_, i) => {
    const distances = data.subarray(i * cols, (i + 1) * cols);
    return distances.indexOf(distances.reduce((least, value) => Math.min(least, value), Infinity));
  });
}

/**
 * The columns of features (T × p) ordered by their ratio of variance between classes to variance within them, largest
 * first, ties to the lower index; columns without variance beyond rounding come last.
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
  const totals = between.map((value, i) => value + within[i]);
  const least = (cols * Number.EPSILON) ** 2 * totals.reduce((most, value) => Math.max(most, value), 0);
  const ratios = between.map((value, i) => (totals[i] > least && value > 0 ? value / within[i] : 0));
  return Array.from(ratios.keys()).sort((a, b) => (ratios[a] === ratios[b] ? a - b : ratios[b] - ratios[a]));
}

/** Two dozen fits of LDA to few features; the order of the matrices is the number of subjects. */
function choosing({ train }: CostSize): FitCost {
  return { ...NO_COST, loops: 4.8e7 + 1600 * train ** 2 };
}

type MpcaLdaSettings = SettingsOf<typeof parameters>;
const parameters = [
  energyParameter(
    { published: 'Lu, Plataniotis and Venetsanopoulos 2008, MPCALDA', measured: 'mpca-lda.energy' },
    0.97,
    'Of each mode: as many column axes, and as many row axes, as hold this share of the variance; 0.97 as published.',
  ),
  {
    name: 'features',
    title: 'Features for LDA',
    help: 'Features kept, those first that tell subjects apart best; 0 chooses their number inside the training images, by the errors of nearest neighbours on up to three inner splits. At T − K features for T images of K subjects the error peaks.',
    kind: 'integer',
    default: 0,
    source: { measured: 'mpca-lda.features' },
    min: 0,
    max: 1_000_000,
  },
  scalingParameter('unit', ['unit', 'total'], 'mpca-lda.scaling'),
  ...stopParameters({ tolerance: 1e-8, maxIterations: 100 }, 'Of MPCA.'),
] as const satisfies readonly Parameter[];

/**
 * Multilinear PCA of images as second-order tensors, then LDA of the features that separate subjects best (Lu,
 * Plataniotis, Venetsanopoulos 2008, MPCALDA). The sizes of U_c and U_r follow from the share of the variance that is
 * kept in each mode; one MPCA therefore serves every q. Parameters: mean (d_c × d_r), Uc (d_c × p_c), Ur (d_r × p_r),
 * P (p_c p_r × q, zero rows for omitted features), between (share of every axis's variance between subjects).
 */
export const mpcaLda = declareMethod({
  id: 'mpca-lda',
  title: 'MPCA + LDA',
  fullName: 'multilinear principal component analysis followed by linear discriminant analysis',
  family: 'discriminant',
  cost: (size, settings) =>
    plus(modeCovariances(6)(size, settings), settings.features === 0 ? choosing(size) : NO_COST),
  appearance: { index: 45, marker: 'rectRot' },
  memory: imagesLoaded,
  description:
    'MPCA compresses columns and rows of the image, its features with the largest ratio of variance between to variance within subjects are kept, and LDA follows. Codes are vectors.',
  axes: 'Axes have length 1, as in the MATLAB code of Lu and others.',
  usesLabels: always,
  formula: 'z = Pᵀ vec(U_cᵀ (X − M) U_r)',
  citation: {
    key: 'lu2008mpca',
    type: 'article',
    authors: ['Haiping Lu', 'Konstantinos N. Plataniotis', 'Anastasios N. Venetsanopoulos'],
    title: 'MPCA: multilinear principal component analysis of tensor objects',
    venue: 'IEEE Transactions on Neural Networks',
    year: 2008,
    volume: '19',
    number: '1',
    pages: '18–39',
    doi: '10.1109/TNN.2007.915277',
  },
  latentNames: ['q'],
  revision: 2,
  parameters,
  arrays: { mean: 'matrix', Uc: 'matrix', Ur: 'matrix', P: 'matrix', between: 'vector', features: 'scalar' },
  largestLatent: axesOfSubjects,

  fit({ images, labels }, [q], settings, context) {
    const mean = meanImage(images);
    const {
      uc,
      ur,
      p,
      between,
      count: features,
      facts,
    } = withLoadedImages(mean, (resident) => learn(resident.of(images), labels!, settings, context));
    if (p.cols < q) throw new FitError(tooFew(q, p.cols));
    return {
      arrays: {
        mean,
        Uc: uc,
        Ur: ur,
        P: columns(p, 0, q),
        between: between.slice(0, q),
        features,
      },
      ...facts,
    };
  },

  encode: ({ arrays: { mean, Uc, Ur, P } }, images) => withCentred(mean, images, (batch) => codesOf(batch, Uc, Ur, P)),

  sweep({ images, labels, train, test, shapes, settings, context }) {
    const q = Math.max(...shapes.map((shape) => shape[0]));
    const training = selectImages(images, train);
    const mean = meanImage(training);
    return withLoadedImages(mean, (resident) => {
      const trainLabels = selectLabels(labels, train);
      const { uc, ur, p: all, facts } = learn(resident.of(training), trainLabels, settings, context);
      const p = columns(all, 0, Math.min(q, all.cols));
      const codes = (set: ImageSet): MatrixStack =>
        chunkedCodes(set, p.cols, 1, (part) => withLoadedImages(mean, (few) => codesOf(few.of(part), uc, ur, p)));
      return {
        gallery: codesOf(resident.of(training), uc, ur, p),
        probes: codes(selectImages(images, test)),
        failure: ([wanted]: readonly number[]) => (wanted > p.cols ? tooFew(wanted, p.cols) : null),
        facts: () => facts,
      };
    });
  },
});

interface LearnedFeatures {
  readonly uc: Matrix;
  readonly ur: Matrix;
  /** p_c p_r × m. */
  readonly p: Matrix;
  readonly between: Float64Array;
  readonly count: number;
  readonly facts: FitFacts;
}

function learn(batch: ImageBatch, labels: Int32Array, settings: MpcaLdaSettings, context: FitContext): LearnedFeatures {
  const { uc, ur, ...facts } = multilinearAxes(batch, settings, context);
  const features = rowsOfStack(batch.project(uc, ur));
  if (features.rows === new Set(labels).size) {
    throw new FitError('MPCA + LDA needs two or more training images of some subject.');
  }
  const requested = settings.features;
  const count = requested === 0 ? featureCount(features, labels, settings.scaling) : Math.min(requested, features.cols);
  const { projection, between } = featureLda(features, labels, count, settings.scaling);
  const remark = requested === 0 ? 'chosen inside the training images' : 'as given';
  const amounts = [
    {
      setting: 'energy',
      name: 'MPCA',
      value: uc.cols * ur.cols,
      unit: 'features',
      remark: `${uc.cols} × ${ur.cols} axes`,
    },
    { setting: 'features', name: 'LDA', value: count, unit: 'features', remark },
  ];
  return { uc, ur, p: projection, between, count, facts: { ...facts, amounts, logLikelihood: null } };
}

/** U_c and U_r that keep most of the variance, by alternating eigenproblems from the full projections. */
function multilinearAxes(batch: ImageBatch, settings: MpcaLdaSettings, context: FitContext) {
  const energy = batch.energy();
  if (energy === 0) throw new FitError('MPCA + LDA: all training images are equal.');
  const { right, left } = batch.plainSums();
  const start = [right, left].map((sum) => {
    const { values, vectors } = symmetricEigen(sum);
    return columns(vectors, 0, keptCount(values, settings.energy));
  });
  let [uc, ur] = start;
  const scale = energy / batch.count;
  const rule = { title: 'MPCA + LDA', objective: MEAN_SQUARED_ERROR, scale, ...stopRule(settings) };
  const facts = iterateToConvergence(rule, context, () => {
    uc = leadingEigen(batch.sumRightFactor(ur), uc.cols).vectors;
    const row = leadingEigen(batch.sumLeftFactor(uc), ur.cols);
    ur = row.vectors;
    return Math.max(0, energy - row.values.reduce((sum, value) => sum + value, 0)) / batch.count;
  });
  return { uc, ur, ...facts };
}

function codesOf(batch: ImageBatch, uc: Matrix, ur: Matrix, p: Matrix): MatrixStack {
  return stackOfRows(multiply(rowsOfStack(batch.project(uc, ur)), p));
}

function tooFew(wanted: number, available: number): string {
  return `MPCA + LDA: the features give ${available} axes, found q = ${wanted}. Reduce the latent dimension, or keep more variance or features.`;
}
