import { columns, leadingRank, scaleColumns, scaleRows, svd } from '../../linalg/index.ts';
import { penaltyAmount } from '../resolvedSettings.ts';
import { scalingParameter } from '../axisScaling.ts';
import { linearProjection } from '../linearProjection.ts';
import { sampleSpace } from '../cost.ts';
import { always, unitAxes, axesOfSubjects } from '../sharedDeclarations.ts';

/**
 * Spectral regression discriminant analysis (Cai, He, Han 2008): ridge regression of K − 1 orthonormal responses that
 * are constant within subjects and orthogonal to 1, a = (XᵀX + α I)⁻¹ Xᵀy for the centred training images X. All such
 * responses are eigenvectors of the graph of the subjects with eigenvalue 1; the chosen rotation puts the best fitted
 * response first, which defines the first q axes; with all K − 1 axes every rotation gives the same distances.
 * Parameters: mean, W (d × q), fitted (yᵀX a of every response, its fitted share).
 */
export const srda = linearProjection({
  id: 'srda',
  title: 'SRDA',
  fullName: 'spectral regression discriminant analysis',
  family: 'discriminant',
  cost: sampleSpace(2),
  appearance: { index: 37, marker: 'rectRot' },
  axes: unitAxes(
    'the publication has the coefficients of the regression. Its responses are any orthonormal basis: that code draws one at random, here they come in the order of their fit, so the order and the lengths of axes differ',
  ),
  usesLabels: always,
  formula: 'min Σ_n (y_n − aᵀ(x_n − μ))² + α ‖a‖² for responses y that are constant within subjects',
  description:
    'LDA as ridge regression of responses that tell the subjects apart. The penalty makes it regular whatever the number of images; no eigenproblem of their size is solved.',
  citation: {
    key: 'cai2008srda',
    type: 'article',
    authors: ['Deng Cai', 'Xiaofei He', 'Jiawei Han'],
    title: 'SRDA: an efficient algorithm for large-scale discriminant analysis',
    venue: 'IEEE Transactions on Knowledge and Data Engineering',
    year: 2008,
    volume: '20',
    number: '1',
    pages: '1–12',
    doi: '10.1109/TKDE.2007.190669',
  },
  parameters: [
    {
      name: 'penalty',
      stated: 'by title',
      title: 'Penalty',
      help: 'α, in units of the mean squared distance of a training image from their mean.',
      kind: 'number',
      default: 0.1,
      source: { measured: 'srda.penalty' },
      min: 1e-9,
      max: 1e9,
    },
    scalingParameter('unit', ['unit', 'own'], 'srda.scaling'),
  ],
  largestLatent: axesOfSubjects,
  arrays: { fitted: 'vector' },
  nested: true,
  byClasses: true,
  learn({ classes, values, labels, q, settings }) {
    const { means, sizes } = classes();
    const count = labels!.length;
    const energy = values.reduce((sum, value) => sum + value, 0);
    const penalty = penaltyAmount(settings.penalty, energy);
    const alpha = penalty.value;
    // With D = Λ (T Λ + α I)⁻¹ and the means M of whitened data, responses N^(−½) V have the coefficients D Mᵀ N^½ V,
    // and fit by Vᵀ N^½ M D Mᵀ N^½ V: the singular vectors of N^½ M D^½ on the left are best first.
    const roots = values.map((value) => Math.sqrt(value / (count * value + alpha)));
    const decomposition = svd(scaleColumns(scaleRows(means, sizes.map(Math.sqrt)), roots));
    const kept = leadingRank(decomposition.values, Math.min(q, means.rows - 1, means.cols));
    const projection = scaleRows(
      scaleColumns(columns(decomposition.v, 0, kept), decomposition.values.slice(0, kept)),
      roots,
    );
    return {
      projection,
      arrays: { fitted: decomposition.values.slice(0, kept).map((value) => value * value) },
      amounts: [penalty],
    };
  },
});
