import { meanImage } from '../../images/imageSet.ts';
import { leadingEigen, scale, type ImageBatch } from '../../linalg/index.ts';
import { imagesLoaded, modeCovariances } from '../cost.ts';
import type { LatentShape } from '../method.ts';
import { expandOnBases, projectOnBases, sweepBases } from './bases.ts';
import { withLoadedImages } from './residentImages.ts';
import { ORTHONORMAL, axesOfBothModes } from '../sharedDeclarations.ts';
import { CLOSED_FORM, declareMethod } from '../declareMethod.ts';

/**
 * Two-dimensional SVD, 2DPCA of both sides at once: U_c, U_r are the leading eigenvectors of
 * F = (1/N) Σ (X − W)(X − W)ᵀ and G = (1/N) Σ (X − W)ᵀ(X − W) (Ding, Ye 2005). No iteration, and one fit serves all
 * (q_c, q_r). Parameters: mean W (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r), eigenvaluesC, eigenvaluesR.
 */
export const twoDSvd = declareMethod({
  id: '2dsvd',
  title: '2DSVD',
  fullName: 'two-dimensional singular value decomposition',
  family: 'bilinear',
  cost: modeCovariances(1),
  appearance: { index: 11, marker: 'rect' },
  memory: imagesLoaded,
  axes: ORTHONORMAL,
  formula: 'Z = U_cᵀ (X − W) U_r, U_c of Σ_n (X_n − W)(X_n − W)ᵀ, U_r of Σ_n (X_n − W)ᵀ(X_n − W)',
  description:
    'Projects columns and rows onto the leading eigenvectors of the column and the row covariance, without iteration. Codes are U_cᵀ (X − W) U_r.',
  citation: {
    key: 'ding2005twodsvd',
    type: 'inproceedings',
    authors: ['Chris Ding', 'Jieping Ye'],
    title: '2-dimensional singular value decomposition for 2D maps and images',
    venue: 'Proceedings of the SIAM International Conference on Data Mining',
    year: 2005,
    pages: '32–43',
    doi: '10.1137/1.9781611972757.3',
  },
  latentNames: ['q_c', 'q_r'],
  parameters: [],
  arrays: { mean: 'matrix', Uc: 'matrix', Ur: 'matrix', eigenvaluesC: 'vector', eigenvaluesR: 'vector' },
  largestLatent: axesOfBothModes,

  fit({ images }, latent) {
    const mean = meanImage(images);
    const { column, row } = withLoadedImages(mean, (resident) => bothAxes(resident.of(images), latent));
    return {
      arrays: {
        mean,
        Uc: column.vectors,
        Ur: row.vectors,
        eigenvaluesC: column.values,
        eigenvaluesR: row.values,
      },
    };
  },

  encode: projectOnBases,
  reconstruct: expandOnBases,

  sweep(input) {
    const most = [0, 1].map((axis) => Math.max(...input.shapes.map((shape) => shape[axis])));
    const codes = sweepBases(input, (batch) => {
      const { column, row } = bothAxes(batch, most);
      return { uc: column.vectors, ur: row.vectors };
    });
    return { ...codes, facts: () => CLOSED_FORM };
  },
});

type Axes = ReturnType<typeof leadingEigen>;

/** Leading eigenvectors of F and G. */
function bothAxes(batch: ImageBatch, [qc, qr]: LatentShape): { column: Axes; row: Axes } {
  const { right, left } = batch.plainSums();
  return {
    column: leadingEigen(scale(right, 1 / batch.count), qc),
    row: leadingEigen(scale(left, 1 / batch.count), qr),
  };
}
