import { matrix, scaleColumns, type Matrix, gramOfColumns } from '../../linalg/index.ts';
import { scalingParameter } from '../axisScaling.ts';
import { linearProjection, type LearnInput } from '../linearProjection.ts';
import { FitError, type Citation } from '../method.ts';
import { classMeans } from './classMeans.ts';
import { shrunkAxes } from './lda.ts';
import { sampleSpace } from '../cost.ts';
import { always, unitAxes, axesOfSubjects } from '../sharedDeclarations.ts';

const LEDOIT_WOLF: Citation = {
  key: 'ledoit2004',
  type: 'article',
  authors: ['Olivier Ledoit', 'Michael Wolf'],
  title: 'A well-conditioned estimator for large-dimensional covariance matrices',
  venue: 'Journal of Multivariate Analysis',
  year: 2004,
  volume: '88',
  number: '2',
  pages: '365–411',
  doi: '10.1016/S0047-259X(03)00096-4',
};

/**
 * LDA with the within-class covariance shrunk towards a multiple of the identity (Friedman 1989, with one covariance
 * for all classes), by the amount of Ledoit and Wolf or a given one. Parameters: mean, W (d × q), ratios (eigenvalues),
 * shrinkage (α).
 */
export const regularisedLda = linearProjection({
  id: 'rlda',
  title: 'RLDA',
  fullName: 'regularised linear discriminant analysis',
  family: 'discriminant',
  cost: sampleSpace(5.5),
  appearance: { index: 55, marker: 'rectRot' },
  axes: unitAxes('the publication has no axes'),
  usesLabels: always,
  formula: 'S_b v = λ ((1 − α) S_w + α (tr S_w / d) I) v',
  description:
    'LDA with a within-subject covariance that is shrunk towards a multiple of the identity, by an amount estimated from the training images alone: regular whatever their number, and no principal component is dropped.',
  citation: {
    key: 'friedman1989regularized',
    type: 'article',
    authors: ['Jerome H. Friedman'],
    title: 'Regularized discriminant analysis',
    venue: 'Journal of the American Statistical Association',
    year: 1989,
    volume: '84',
    number: '405',
    pages: '165–175',
    doi: '10.1080/01621459.1989.10478752',
  },
  parameters: [
    {
      name: 'amount',
      stated: {
        phrases: {
          'ledoit-wolf': 'the estimate of Ledoit and Wolf for the shrinkage α of the within-class covariance',
        },
        citations: { 'ledoit-wolf': LEDOIT_WOLF },
      },
      title: 'Amount of shrinkage',
      help: 'Ledoit–Wolf (2004): the α with the least expected squared error of the covariance, estimated from the training images less their subject means. Given: the α below.',
      kind: 'choice',
      default: 'ledoit-wolf',
      source: { published: 'Ledoit and Wolf 2004', measured: 'rlda.amount' },
      choices: [
        { value: 'ledoit-wolf', title: 'Ledoit–Wolf' },
        { value: 'given', title: 'Given' },
      ],
    },
    {
      name: 'shrinkage',
      only: { amount: ['given'] },
      title: 'Shrinkage',
      help: 'Weight α of the identity where it is given: (1 − α) S_w + α (tr S_w / d) I.',
      kind: 'number',
      default: 0.5,
      source: { measured: 'rlda.shrinkage' },
      min: 1e-6,
      max: 1,
    },
    scalingParameter('unit', ['unit', 'total', 'within'], 'rlda.scaling'),
  ],
  largestLatent: axesOfSubjects,
  arrays: { ratios: 'vector', shrinkage: 'scalar' },
  nested: true,
  learn(input) {
    const { labels, settings, pixels } = input;
    if (new Set(labels).size === labels!.length) {
      throw new FitError('RLDA needs two or more training images of some subject.');
    }
    const alpha = settings.amount === 'given' ? settings.shrinkage : ledoitWolfShrinkage(residualsOf(input), pixels);
    if (!(alpha > 0)) {
      throw new FitError(
        'RLDA: the estimate of Ledoit and Wolf is 0: images of a subject differ in a few directions only. Give an amount of shrinkage.',
      );
    }
    const learned = shrunkAxes(input, alpha);
    return { ...learned, arrays: { ...learned.arrays, shrinkage: alpha } };
  },
});

/** Principal coordinates of the training images minus the means of their subjects, T × r. */
function residualsOf({ whitened, values, labels }: LearnInput): Matrix {
  const z = whitened();
  const { means, index } = classMeans(z, labels!);
  const residuals = matrix(z.rows, z.cols);
  for (let n = 0, at = 0; n < z.rows; n++) {
    for (let i = 0; i < z.cols; i++, at++) residuals.data[at] = z.data[at] - means.data[index[n] * z.cols + i];
  }
  return scaleColumns(residuals, values.map(Math.sqrt));
}

/**
 * The shrinkage of Ledoit and Wolf (2004, "A well-conditioned estimator for large-dimensional covariance matrices",
 * section 3.3): the α that is expected to bring (1 − α) S + α (tr S / d) I closest to the covariance, from 0 to 1.
 * @param residuals T × r rows of mean zero, in orthonormal coordinates that hold all of their variance
 * @param pixels d, the dimension of the space, which may be larger than r
 */
export function ledoitWolfShrinkage(residuals: Matrix, pixels: number): number {
  const { rows: count, cols } = residuals;
  let total = 0;
  let fourth = 0;
  for (let n = 0; n < count; n++) {
    let square = 0;
    for (let i = 0; i < cols; i++) square += residuals.data[n * cols + i] ** 2;
    total += square / count;
    fourth += square * square;
  }
  let norm = 0;
  for (const value of gramOfColumns(residuals).data) norm += (value / count) ** 2;
  // d² = ‖S − (tr S / d) I‖², and b² = Σ_n ‖x_n x_nᵀ − S‖² / T², which cannot be more than all of it.
  const distance = norm - (total * total) / pixels;
  const spread = (fourth / count - norm) / count;
  return distance > 0 ? Math.min(1, Math.max(0, spread / distance)) : 1;
}
