import { meanImage } from '../../images/imageSet.ts';
import { leadingEigen, scale, type ImageBatch } from '../../linalg/index.ts';
import { imagesLoaded, modeCovariances } from '../cost.ts';
import { expandOnBases, projectOnBases, sweepBases } from './bases.ts';
import { withLoadedImages } from './residentImages.ts';
import { ORTHONORMAL, axesOfRows } from '../sharedDeclarations.ts';
import { CLOSED_FORM, declareMethod } from '../declareMethod.ts';

/**
 * Two-dimensional PCA: projects the rows of the image, X ↦ (X − W) U_r, onto the leading eigenvectors of the image
 * covariance G = (1/N) Σ (X_n − W)ᵀ (X_n − W) (Yang, Zhang, Frangi, Yang 2004).
 * Parameters: mean W (d_c × d_r), Ur (d_r × q_r), eigenvalues of G. The latent shape is [q_r]; codes are d_c × q_r.
 */
export const twoDPca = declareMethod({
  id: '2dpca',
  title: '2DPCA',
  fullName: 'two-dimensional principal component analysis',
  family: 'bilinear',
  cost: modeCovariances(0.6),
  appearance: { index: 2, marker: 'rect' },
  memory: imagesLoaded,
  description:
    'Projects the rows of the image onto the leading eigenvectors of the image covariance; columns keep their full length. Codes are (X − W) U_r.',
  axes: ORTHONORMAL,
  formula: 'X ≈ W + Z U_rᵀ, Z = (X − W) U_r',
  citation: {
    key: 'yang2004twodpca',
    type: 'article',
    authors: ['Jian Yang', 'David Zhang', 'Alejandro F. Frangi', 'Jing-yu Yang'],
    title: 'Two-dimensional PCA: a new approach to appearance-based face representation and recognition',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 2004,
    volume: '26',
    number: '1',
    pages: '131–137',
    doi: '10.1109/TPAMI.2004.1261097',
  },
  latentNames: ['q_r'],
  parameters: [],
  arrays: { mean: 'matrix', Ur: 'matrix', eigenvalues: 'vector' },
  largestLatent: axesOfRows,

  fit({ images }, latent) {
    const mean = meanImage(images);
    const { values, vectors } = withLoadedImages(mean, (resident) => rowAxes(resident.of(images), latent[0]));
    return {
      arrays: { mean, Ur: vectors, eigenvalues: values },
    };
  },

  codeSize: ([q], { rows }) => q * rows,
  encode: projectOnBases,
  reconstruct: expandOnBases,

  /** Sweep codes are transposed, U_rᵀ (X − W)ᵀ: those of a smaller q_r are a leading block of rows. */
  sweep(input) {
    const q = Math.max(...input.shapes.map((shape) => shape[0]));
    return {
      ...sweepBases(input, (batch) => ({ uc: null, ur: rowAxes(batch, q).vectors }), true),
      transposed: true,
      facts: () => CLOSED_FORM,
    };
  },
});

/** Leading eigenvectors of G. */
function rowAxes(batch: ImageBatch, q: number): ReturnType<typeof leadingEigen> {
  return leadingEigen(scale(batch.sumLeft(), 1 / batch.count), q);
}
