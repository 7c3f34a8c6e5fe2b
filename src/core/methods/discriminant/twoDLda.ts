import { meanImage, selectImages, selectLabels, type ImageSet } from '../../images/imageSet.ts';
import { loadBatch } from '../../linalg/index.ts';
import { projectOnBases, sweepBases } from '../bilinear/bases.ts';
import { imagesCopied, modeCovariances } from '../cost.ts';
import { classImages } from './classMeans.ts';
import { amountsOf, modeAxes, scatterRidge, type ModeAxes } from './fisherAxes.ts';
import { always, MODE_AXES, axesOfRows } from '../sharedDeclarations.ts';
import { CLOSED_FORM, declareMethod } from '../declareMethod.ts';

/**
 * Two-dimensional LDA of the rows of images (Li, Yuan 2005): U_r of the leading solutions of S_b u = λ S_w u for
 * S_w = (1/N) Σ (X_n − M_c)ᵀ(X_n − M_c), S_b = (1/N) Σ n_c (M_c − M)ᵀ(M_c − M), with U_rᵀ S_w U_r = I.
 * A singular S_w gets a ridge (modeAxes). Parameters: mean (d_c × d_r), Ur (d_r × q_r), ratios (q_r). Codes are
 * d_c × q_r.
 */
export const twoDLda = declareMethod({
  id: '2dlda',
  title: '2DLDA',
  fullName: 'two-dimensional linear discriminant analysis',
  family: 'discriminant',
  cost: modeCovariances(1.25),
  appearance: { index: 58, marker: 'rectRot' },
  memory: imagesCopied,
  description:
    'Projects the rows of the image onto the axes that tell subjects apart best; columns keep their full length. The scatter has the order of a row, and is regular with two images of a subject. Codes are (X − M) U_r.',
  axes: MODE_AXES,
  usesLabels: always,
  formula: 'S_b u = λ S_w u, S_w = Σ_n (X_n − M_c)ᵀ(X_n − M_c), Z = (X − M) U_r',
  citation: {
    key: 'li2005twodlda',
    type: 'article',
    authors: ['Ming Li', 'Baozong Yuan'],
    title: '2D-LDA: a statistical linear discriminant analysis for image matrix',
    venue: 'Pattern Recognition Letters',
    year: 2005,
    volume: '26',
    number: '5',
    pages: '527–532',
    doi: '10.1016/j.patrec.2004.09.007',
  },
  latentNames: ['q_r'],
  parameters: [scatterRidge],
  arrays: { mean: 'matrix', Ur: 'matrix', ratios: 'vector' },
  largestLatent: axesOfRows,

  fit({ images, labels }, [q], { ridge }) {
    const axes = rowAxes(images, labels!, q, ridge);
    return {
      arrays: {
        mean: meanImage(images),
        Ur: axes.vectors,
        ratios: axes.values,
      },
      ...amountsOf(axes),
    };
  },

  codeSize: ([q], { rows }) => q * rows,
  encode: projectOnBases,

  /** Sweep codes are transposed: those of a smaller q_r are a leading block of rows. */
  sweep(input) {
    const { images, labels, train, shapes, settings } = input;
    const q = Math.max(...shapes.map((shape) => shape[0]));
    const trainLabels = selectLabels(labels, train);
    const axes = rowAxes(selectImages(images, train), trainLabels, q, settings.ridge);
    return {
      ...sweepBases(input, () => ({ uc: null, ur: axes.vectors }), true),
      transposed: true,
      facts: () => ({ ...CLOSED_FORM, ...amountsOf(axes) }),
    };
  },
});

function rowAxes(images: ImageSet, labels: Int32Array, q: number, ridge: number): ModeAxes {
  const parts = classImages('2DLDA', images, labels);
  const [within, between] = [loadBatch(parts.within), loadBatch(parts.between)];
  try {
    return modeAxes('2DLDA', 'rows', between.sumLeft(), within.sumLeft(), { count: images.count, q, ridge });
  } finally {
    within.release();
    between.release();
  }
}
