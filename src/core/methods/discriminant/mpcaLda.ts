import { meanImage, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  columns,
  leadingEigen,
  multiply,
  symmetricEigen,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { stopRule, iterateToConvergence } from '../bilinear/iteration/iteration.ts';
import { withCentred, withLoadedImages } from '../bilinear/residentImages.ts';
import { chunkedCodes } from '../codesByParts.ts';
import { energyParameter, keptCount } from '../field/components.ts';
import { scalingParameter } from '../axes.ts';
import { imagesLoaded, modeCovariances, NO_COST, plus, type CostSize, type FitCost } from '../cost.ts';
import { FitError, type FitContext, type Parameter } from '../method.ts';
import { stopParameters } from '../probabilistic.ts';
import { MEAN_SQUARED_ERROR, always, axesOfSubjects } from '../conventions.ts';
import { rowsOfStack, stackOfRows } from '../vector/principalAxes.ts';
import { featureCount, featureLda } from './featureLda.ts';
import { declareMethod, type FitFacts } from '../frame/declareMethod.ts';
import type { SettingsOf } from '../frame/settings.ts';

/** Two dozen fits of LDA to few features, whose matrices are of the order of the subjects. */
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
 * Multilinear PCA of images as second-order tensors, then LDA of the features that tell subjects apart best (Lu,
 * Plataniotis, Venetsanopoulos 2008, MPCALDA). The sizes of U_c and U_r follow from the share of the variance that is
 * kept in each mode, so that one MPCA serves every q. Parameters: mean (d_c × d_r), Uc (d_c × p_c), Ur (d_r × p_r),
 * P (p_c p_r × q, zero rows for features that are left out), between (share of every axis's variance between subjects).
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
      const own = Int32Array.from(train, (n) => labels[n]);
      const { uc, ur, p: all, facts } = learn(resident.of(training), own, settings, context);
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
  const asked = settings.features;
  const count = asked === 0 ? featureCount(features, labels, settings.scaling) : Math.min(asked, features.cols);
  const { projection, between } = featureLda(features, labels, count, settings.scaling);
  const remark = asked === 0 ? 'chosen inside the training images' : 'as given';
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

function tooFew(wanted: number, found: number): string {
  return `MPCA + LDA: the features give ${found} axes, found q = ${wanted}. Reduce the latent dimension, or keep more variance or features.`;
}
