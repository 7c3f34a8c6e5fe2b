import {
  add,
  columns,
  diagonal,
  gramOfRows,
  identity,
  leadingRatios,
  leadingRatiosOfScatter,
  scale,
  scaleColumns,
  scaleRows,
  transpose,
  type Matrix,
} from '../../linalg/index.ts';
import { componentsAmount, type ResolvedSetting } from '../resolvedSettings.ts';
import { preciseMean } from '../../images/commonShift.ts';
import { scalingParameter, tiesOf, unitColumns } from '../axisScaling.ts';
import { classMeansIn } from './classMeans.ts';
import { embedded } from '../field/fields.ts';
import { LEAST_DIRECT, linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError, type Parameter, type TrainingData } from '../method.ts';
import { fisherAxesOf } from './fisherAxes.ts';
import { NO_COST, sampleSpace, type CostSize, type FitCost } from '../cost.ts';
import { always, axesOfSubjects } from '../sharedDeclarations.ts';
import type { SettingsOf } from '../typedSettings.ts';

type LdaSettings = SettingsOf<typeof parameters>;
const parameters = [
  {
    name: 'regularisation',
    title: 'Regularisation',
    help: 'Principal components: LDA in the leading components only. Shrinkage: S_w is blended with a multiple of the identity of equal trace.',
    kind: 'choice',
    default: 'pca',
    source: { published: 'Belhumeur, Hespanha and Kriegman 1997, section 2.4', measured: 'lda.regularisation' },
    choices: [
      { value: 'pca', title: 'Principal components first' },
      { value: 'shrinkage', title: 'Shrinkage' },
    ],
  },
  {
    name: 'components',
    only: { regularisation: ['pca'] },
    title: 'Principal components',
    help: 'Components kept before LDA; 0 keeps T − K for T images of K subjects, the most that leave S_w regular, or the rank when that is smaller.',
    kind: 'integer',
    default: 0,
    source: { published: 'Belhumeur, Hespanha and Kriegman 1997, section 2.4: N − c' },
    min: 0,
    max: 100_000,
  },
  {
    name: 'shrinkage',
    only: { regularisation: ['shrinkage'] },
    title: 'Shrinkage',
    help: 'Weight α of the identity: (1 − α) S_w + α (tr S_w / d) I.',
    kind: 'number',
    default: 0.5,
    source: { measured: 'lda.shrinkage' },
    min: 1e-6,
    max: 1,
  },
  scalingParameter('unit', ['unit', 'total', 'within'], 'lda.scaling'),
] as const satisfies readonly Parameter[];

function cost(size: CostSize, settings: LdaSettings): FitCost {
  const pixels = size.rows * size.cols;
  if (!byScatter(settings) || pixels < LEAST_DIRECT || size.train <= pixels) return sampleSpace(2.3)(size, settings);
  return { ...NO_COST, products: pixels ** 2 * (size.train + pixels / 3) };
}

/** Whether all components are kept as far as S_w is regular. */
function byScatter({ regularisation, components }: LdaSettings): boolean {
  return regularisation === 'pca' && components === 0;
}

/**
 * Linear discriminant analysis in the whitened form (Nicolaou, Zafeiriou, Pantic 2014, eq. (3)): the axes of least
 * within-class variance at unit total variance; at most K − 1 for K subjects. Parameters: mean, W (d × q), between
 * (share of each axis's variance between subjects). Covariances divide by T.
 */
export const lda = linearProjection({
  id: 'lda',
  title: 'LDA',
  fullName: 'linear discriminant analysis',
  family: 'discriminant',
  cost,
  appearance: { index: 56, marker: 'rectRot' },
  axes: 'Axes have length 1, as in the MATLAB code of Cai and others, the PhD toolbox and OpenCV; the publication leaves the length open.',
  usesLabels: always,
  formula: 'min tr(Vᵀ S_w V) with Vᵀ S_t V = I',
  description:
    'Axes with the least variance within subjects at unit total variance (Fisherfaces). With more pixels than images the within-class covariance is singular: principal components or shrinkage come first.',
  citation: {
    key: 'belhumeur1997fisherfaces',
    type: 'article',
    authors: ['Peter N. Belhumeur', 'João P. Hespanha', 'David J. Kriegman'],
    title: 'Eigenfaces vs. Fisherfaces: recognition using class specific linear projection',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 1997,
    volume: '19',
    number: '7',
    pages: '711–720',
    doi: '10.1109/34.598228',
  },
  parameters,
  largestLatent: axesOfSubjects,
  arrays: { between: 'vector?', ratios: 'vector?' },
  nested: true,
  leading: ({ regularisation, components }) => (regularisation === 'pca' && components !== 0 ? components : null),
  byClasses: true,
  direct: directAxes,
  learn: (input) =>
    input.settings.regularisation === 'shrinkage' ? shrunkAxes(input, input.settings.shrinkage) : inComponents(input),
});

function inComponents({ classes, values, labels, q, settings }: LearnInput<LdaSettings>) {
  const [count, rank] = [labels!.length, values.length];
  const regular = count - new Set(labels).size;
  if (regular < 1) throw new FitError('LDA needs two or more training images of some subject.');
  const components = settings.components;
  const p = Math.min(rank, components === 0 ? regular : components);
  const statistics = classes();
  const means = p === statistics.means.cols ? statistics.means : columns(statistics.means, 0, p);
  const axes = fisherAxesOf({ ...statistics, means }, values.slice(0, p));
  const kept = Math.min(q, axes.vectors.cols);
  const leading = columns(axes.vectors, 0, kept);
  const within = settings.scaling === 'within';
  const amounts = [componentsAmount('components', p, values)];
  return {
    projection: embedded(within ? ofUnitWithin(leading, axes.between) : leading, rank),
    arrays: { between: axes.between.slice(0, kept) },
    amounts,
    ...(within && { warnings: [OF_ROUNDING] }),
  };
}

/**
 * The same axes if all d components are kept and N − K ≥ d, from the scatter of the images and the class means without
 * an eigenproblem of order d: 5 s instead of 27 at d = 4096. null if the images span fewer dimensions, or if some axis
 * has no variance within subjects.
 */
function directAxes({ images, labels }: TrainingData, q: number, settings: LdaSettings) {
  const pixels = images.rows * images.cols;
  const subjects = new Set(labels).size;
  if (!byScatter(settings) || images.count - subjects < pixels || subjects > pixels) return null;
  const mean = preciseMean(images);
  const { means, sizes } = classMeansIn(images, labels!, mean, null);
  const weighted = scaleRows(means, sizes.map(Math.sqrt));
  const axes = leadingRatiosOfScatter(images, mean, weighted, Math.min(q, subjects - 1));
  if (axes === null || tiesOf(axes.values) > 0) return null;
  const ofUnitVariance = scale(axes.vectors, Math.sqrt(images.count));
  const { scaling } = settings;
  const within = scaling === 'within';
  return {
    mean,
    projection:
      scaling === 'unit'
        ? unitColumns(axes.vectors)
        : within
          ? ofUnitWithin(ofUnitVariance, axes.values)
          : ofUnitVariance,
    arrays: { between: axes.values },
    amounts: [componentsAmount('components', pixels, new Float64Array(pixels).fill(1))],
    ...(within && { warnings: [OF_ROUNDING] }),
  };
}

/** Yale 32 × 32, k = 5: 69.0% errors, compared with 54.5 for unit variance over all images; ORL: 66.3 and 8.1. */
const OF_ROUNDING =
  'LDA: axes have unit variance within subjects, which principal components without shrinkage leave next to none: the axes that hardly vary within subjects outweigh all others, and errors may be many times those of other scalings.';

/** @param between share of the variance along each axis that lies between subjects */
function ofUnitWithin(axes: Matrix, between: Float64Array): Matrix {
  if (1 - between[0] < 1e-10) {
    throw new FitError(
      'LDA: some axis has no within-subject variance and cannot be scaled to it. Keep fewer principal components, shrink, or use another scaling.',
    );
  }
  return scaleColumns(
    axes,
    between.slice(0, axes.cols).map((share) => 1 / Math.sqrt(1 - share)),
  );
}

/**
 * S_b p = λ ((1 − α) S_w + α (tr S_w / d) I) p, written in whitened coordinates, where S_w = I − S_b and I is Λ⁻¹. Axes
 * have unit variance in the shrunk S_w.
 */
export function shrunkAxes({ classes, values, pixels, q }: LearnInput, alpha: number) {
  const { vectors, between } = fisherAxesOf(classes(), values);
  const roots = scaleColumns(
    vectors,
    between.map((value) => Math.sqrt(value)),
  );
  const sb = gramOfRows(roots);
  const sw = add(identity(sb.rows), sb, -1);
  let total = 0;
  values.forEach((value, i) => (total += value * sw.data[i * sw.cols + i]));
  const ridge = (total / pixels) * alpha;
  const target = diagonal(values.map((value) => ridge / value));
  const kept = Math.min(q, vectors.cols);
  const { vectors: projection, values: ratios } = leadingRatios(
    transpose(roots),
    add(scale(sw, 1 - alpha), target),
    kept,
  );
  return {
    projection,
    arrays: { ratios },
    amounts: [shrinkageAmount(alpha, ridge)],
  };
}

/** The diagonal term added to (1 − α) S_w. */
function shrinkageAmount(alpha: number, ridge: number): ResolvedSetting {
  const remark = `α tr S_w / d with α = ${Number(alpha.toPrecision(4))}`;
  return { setting: 'shrinkage', name: 'shrinkage', value: ridge, unit: 'squared grey values', remark };
}
