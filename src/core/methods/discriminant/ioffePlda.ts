import { columns, matrix, multiply, scaleColumns, type Matrix } from '../../linalg/index.ts';
import { linearProjection } from '../linearProjection.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import { FitError } from '../method.ts';
import { projectImages } from '../vector/principalAxes.ts';
import { componentsAmount } from '../resolvedSettings.ts';
import { energyParameter, keptCount } from '../field/keptComponents.ts';
import { classMeans } from './classMeans.ts';
import { fisherAxes } from './fisherAxes.ts';
import { identificationParameter, likelihoodRule, diagonalRatio } from './likelihoodIdentification.ts';
import { sampleSpace } from '../cost.ts';
import { always, axesOfSubjects } from '../sharedDeclarations.ts';
import type { ArrayKinds, Arrays } from '../learnedArrays.ts';

const ARRAYS = {
  Psi: 'vector',
  subjectMeans: 'matrix',
  subjectSizes: 'vector',
  subjectNames: 'vector',
} as const satisfies ArrayKinds;

/**
 * Probabilistic LDA of Ioffe (ECCV 2006): x = m + A u, u ~ N(v, I), v ~ N(0, Ψ) shared by the images of a subject, Ψ
 * diagonal. In closed form from LDA in leading principal components: axes scaled to within-subject variance 1
 * with the divisor T − K, Ψ = max(0, (n − 1)/n · Λ_b/Λ_w − 1/n). The paper has n images of every subject; n is their
 * mean number otherwise. Parameters: mean, W (d × q, u = Wᵀ (x − m)), Psi (q, descending), subjectMeans (K × q, of u),
 * subjectSizes, subjectNames. Codes are u weighted by Ψ / (Ψ + 1): E[v | x].
 */
export const ioffePlda = linearProjection({
  id: 'ioffe',
  title: 'Ioffe PLDA',
  fullName: 'probabilistic linear discriminant analysis of Ioffe',
  family: 'discriminant',
  cost: sampleSpace(2),
  appearance: { index: 33, marker: 'rectRot' },
  axes: 'Axes have unit variance within subjects, and codes are weighted by Ψ / (Ψ + 1), as published.',
  usesLabels: always,
  formula: 'x = m + A u, u ~ N(v_s, I), v_s ~ N(0, Ψ)',
  description:
    'Gaussian subjects with Gaussian images around them, both diagonal on the axes of LDA; closed form. Identifies by nearest posterior mean or by likelihood from subject means.',
  citation: {
    key: 'ioffe2006plda',
    type: 'inproceedings',
    authors: ['Sergey Ioffe'],
    title: 'Probabilistic linear discriminant analysis',
    venue: 'European Conference on Computer Vision',
    year: 2006,
    pages: '531–542',
    doi: '10.1007/11744085_41',
  },
  parameters: [
    identificationParameter,
    energyParameter(
      { measured: 'ioffe.energy' },
      0.9,
      'Leading principal components kept before LDA: as many as hold this share of the variance, at most T − K. Close to T − K the within-subject variance of the last axes is all but zero and Ψ means nothing.',
    ),
  ],
  largestLatent: axesOfSubjects,

  ownRule: likelihoodRule((fit: IoffeFit, _training, probes) => {
    const { psi, u } = innerCodes(fit, probes);
    return likeliest(u, psi, fit.arrays.subjectMeans, fit.arrays.subjectSizes, fit.arrays.subjectNames);
  }),

  pairRatio(fit, gallery, probes) {
    const { psi, u } = innerCodes(fit, gallery);
    return diagonalRatio(psi, u, innerCodes(fit, probes).u);
  },
  arrays: ARRAYS,
  nested: true,
  separate: (settings) => settings.identification === 'likelihood',
  learn({ whitened: all, values, labels, q, settings }) {
    const whitened = all();
    const { sizes, names } = classMeans(matrix(whitened.rows, 0), labels!);
    const regular = whitened.rows - sizes.length;
    if (regular < 1) throw new FitError('Ioffe PLDA needs two or more training images of some subject.');
    const p = Math.min(keptCount(values, settings.energy), regular);
    const axes = fisherAxes(columns(whitened, 0, p), values.slice(0, p), labels!);
    const kept = Math.min(q, axes.vectors.cols);
    const n = whitened.rows / sizes.length;
    const between = axes.between.slice(0, kept);
    if (1 - between[0] < 1e-10) throw new FitError('Ioffe PLDA: some axis has no within-subject variance.');
    const psi = between.map((share) => Math.max(0, (((n - 1) / n) * share) / (1 - share) - 1 / n));
    const unit = scaleColumns(
      columns(axes.vectors, 0, kept),
      between.map((share) => Math.sqrt((n - 1) / n / (1 - share))),
    );
    const projection = matrix(whitened.cols, kept);
    projection.data.set(
      scaleColumns(
        unit,
        psi.map((value) => value / (value + 1)),
      ).data,
    );
    const u = multiply(columns(whitened, 0, p), unit);
    const unequal = sizes.some((size) => size !== sizes[0]);
    return {
      projection,
      arrays: {
        Psi: psi,
        subjectMeans: classMeans(u, labels!).means,
        subjectSizes: sizes,
        subjectNames: Float64Array.from(names),
      },
      amounts: [componentsAmount('energy', p, values)],
      warnings: unequal ? ['Subjects differ in their number of images; the mean number stands for n.'] : [],
    };
  },
});

interface IoffeFit {
  readonly arrays: Arrays<typeof ARRAYS> & { readonly mean: Matrix; readonly W: Matrix };
}

/** Recovers u from codes E[v | x]. Axes with Ψ = 0 carry no identity. */
function innerCodes(
  { arrays: { mean, W, Psi: psi } }: IoffeFit,
  images: ImageSet,
): { readonly psi: Float64Array; readonly u: Matrix } {
  const codes = projectImages(images, mean, W);
  return {
    psi,
    u: scaleColumns(
      codes,
      psi.map((value) => (value > 0 ? (value + 1) / value : 0)),
    ),
  };
}

/** The subject with the largest p(u | its n images) = N(u; n Ψ / (n Ψ + 1) ū, I + Ψ / (n Ψ + 1)), diagonal. */
export function likeliest(
  u: Matrix,
  psi: Float64Array,
  means: Matrix,
  sizes: Float64Array,
  names: Float64Array,
): Int32Array {
  return Int32Array.from({ length: u.rows }, (_, i) => {
    let best = 0;
    let most = -Infinity;
    for (let c = 0; c < means.rows; c++) {
      let score = 0;
      for (let n = 0; n < psi.length; n++) {
        const share = psi[n] / (sizes[c] * psi[n] + 1);
        const difference = u.data[i * psi.length + n] - sizes[c] * share * means.data[c * psi.length + n];
        score -= 0.5 * (Math.log(1 + share) + (difference * difference) / (1 + share));
      }
      if (score > most) [best, most] = [c, score];
    }
    return names[best];
  });
}
