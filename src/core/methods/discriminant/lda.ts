import {
  add,
  columns,
  diagonal,
  generalisedEigen,
  gramOfRows,
  identity,
  matrix,
  scale,
  scaleColumns,
  type Matrix,
} from '../../linalg/index.ts';
import { arrayOfVector } from '../fitArrays.ts';
import { CLOSED_FORM, linearProjection, type Learned, type LearnInput } from '../linearProjection.ts';
import { FitError, type LatentShape, type Parameter } from '../method.ts';
import { fisherAxesOf, type FisherAxes } from './fisherAxes.ts';
import { sampleSpace } from '../cost.ts';

export const scalingParameter = {
  name: 'scaling',
  title: 'Scaling of the axes',
  help: 'Total: unit variance over all training images. Within: unit variance within subjects.',
  kind: 'choice',
  default: 'total',
  choices: [
    { value: 'total', title: 'Total variance' },
    { value: 'within', title: 'Within-subject variance' },
  ],
} as const satisfies Parameter;

/**
 * Linear discriminant analysis in the whitened form (Nicolaou, Zafeiriou, Pantic 2014, eq. (3)): the axes of least
 * within-class variance at unit total variance; at most K − 1 for K subjects. Parameters: mean, W (d × q), between
 * (share of each axis's variance between subjects). Covariances divide by T.
 */
export const lda = linearProjection({
  declaration: {
    id: 'lda',
    title: 'LDA',
    fullName: 'linear discriminant analysis',
    family: 'discriminant',
    cost: sampleSpace(2.3),
    appearance: { index: 21, marker: 'rectRot' },
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
    latentKind: 'vector',
    latentNames: ['q'],
    parameters: [
      {
        name: 'regularisation',
        title: 'Regularisation',
        help: 'Principal components: LDA in the leading components only. Shrinkage: S_w is blended with a multiple of the identity of equal trace.',
        kind: 'choice',
        default: 'pca',
        choices: [
          { value: 'pca', title: 'Principal components first' },
          { value: 'shrinkage', title: 'Shrinkage' },
        ],
      },
      {
        name: 'components',
        title: 'Principal components',
        help: 'Components kept before LDA; 0 keeps T − K for T images of K subjects, the most that leave S_w regular, or the rank when that is smaller.',
        kind: 'integer',
        default: 0,
        min: 0,
        max: 100_000,
      },
      {
        name: 'shrinkage',
        title: 'Shrinkage',
        help: 'Weight α of the identity: (1 − α) S_w + α (tr S_w / d) I.',
        kind: 'number',
        default: 0.1,
        min: 1e-6,
        max: 1,
      },
      scalingParameter,
    ],
    largestLatent,
  },
  nested: true,
  needsLabels: true,
  components: ({ regularisation, components }) =>
    regularisation === 'pca' && components !== 0 ? (components as number) : null,
  byClasses: true,
  learn: (input) =>
    input.settings.regularisation === 'shrinkage'
      ? shrunkAxes(input, input.settings.shrinkage as number, input.settings.scaling === 'total')
      : inComponents(input),
});

/** min(d, T − 1, K − 1); K = T where the number of subjects is not known. */
export function largestLatent(rows: number, cols: number, count: number, subjects = count): LatentShape {
  return [Math.max(0, Math.min(rows * cols, count - 1, subjects - 1))];
}

function inComponents({ classes, values, labels, q, settings }: LearnInput): Learned {
  const [count, rank] = [labels!.length, values.length];
  const regular = count - new Set(labels).size;
  if (regular < 1) throw new FitError('LDA needs two or more training images of some subject.');
  const wanted = settings.components as number;
  const p = Math.min(rank, wanted === 0 ? regular : wanted);
  const found = classes();
  const means = p === found.means.cols ? found.means : columns(found.means, 0, p);
  const axes = fisherAxesOf({ ...found, means }, values.slice(0, p));
  const kept = Math.min(q, axes.vectors.cols);
  const projection = matrix(rank, kept);
  projection.data.set(scaled(axes, kept, settings.scaling === 'within').data);
  return { projection, parameters: { between: arrayOfVector(axes.between.slice(0, kept)) }, facts: CLOSED_FORM };
}

function scaled({ vectors, between }: FisherAxes, kept: number, within: boolean): Matrix {
  const leading = columns(vectors, 0, kept);
  if (!within) return leading;
  if (1 - between[0] < 1e-10) {
    throw new FitError(
      'LDA: some axis has no within-subject variance and cannot be scaled to it. Keep fewer principal components, shrink, or scale to the total variance.',
    );
  }
  return scaleColumns(
    leading,
    Array.from({ length: kept }, (_, j) => 1 / Math.sqrt(1 - between[j])),
  );
}

/**
 * S_b p = λ ((1 − α) S_w + α (tr S_w / d) I) p, written in whitened coordinates, where S_w = I − S_b and I is Λ⁻¹. Axes
 * have unit variance in the shrunk S_w, or over all training images.
 */
export function shrunkAxes({ classes, values, pixels, q }: LearnInput, alpha: number, unitTotal: boolean): Learned {
  const { vectors, between } = fisherAxesOf(classes(), values);
  const sb = gramOfRows(
    scaleColumns(
      vectors,
      between.map((value) => Math.sqrt(value)),
    ),
  );
  const sw = add(identity(sb.rows), sb, -1);
  let total = 0;
  values.forEach((value, i) => (total += value * sw.data[i * sw.cols + i]));
  const target = diagonal(values.map((value) => ((total / pixels) * alpha) / value));
  const { vectors: p, values: ratios } = generalisedEigen(sb, add(scale(sw, 1 - alpha), target));
  const kept = Math.min(q, vectors.cols);
  let projection = columns(p, 0, kept);
  if (unitTotal) {
    const lengths = new Float64Array(kept);
    projection.data.forEach((value, at) => (lengths[at % kept] += value * value));
    projection = scaleColumns(
      projection,
      lengths.map((length) => 1 / Math.sqrt(length)),
    );
  }
  return { projection, parameters: { ratios: arrayOfVector(ratios.slice(0, kept)) }, facts: CLOSED_FORM };
}
