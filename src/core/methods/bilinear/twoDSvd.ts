import { meanImage, selectImages, type ImageSet } from '../../images/imageSet.ts';
import { expand, leadingEigen, loadBatch, scale, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import { arrayOfMatrix, arrayOfVector, matrixOf, requireImageShape, requireLatent } from '../fitArrays.ts';
import type { Fit, LatentShape, Method } from '../method.ts';
import { addMean } from './addMean.ts';

/**
 * Two-dimensional SVD, 2DPCA of both sides at once: U_c, U_r are the leading eigenvectors of
 * F = (1/N) Σ (X − W)(X − W)ᵀ and G = (1/N) Σ (X − W)ᵀ(X − W) (Ding, Ye 2005). No iteration, and one fit serves all
 * (q_c, q_r). Parameters: mean W (d_c × d_r), Uc (d_c × q_c), Ur (d_r × q_r), eigenvaluesC, eigenvaluesR.
 */
export const twoDSvd: Method = {
  id: '2dsvd',
  title: '2DSVD',
  fullName: 'two-dimensional singular value decomposition',
  family: 'bilinear',
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
  latentKind: 'matrix',
  latentNames: ['q_c', 'q_r'],
  parameters: [],
  largestLatent,

  fit({ images }, latent, settings, context) {
    context.checkCancelled();
    requireLatent('2DSVD', latent, largestLatent(images.rows, images.cols, images.count), images);
    const { mean, column, row } = bothAxes(images, latent[0], latent[1]);
    return {
      method: '2dsvd',
      latent,
      settings,
      imageShape: { rows: images.rows, cols: images.cols },
      parameters: {
        mean: arrayOfMatrix(mean),
        Uc: arrayOfMatrix(column.vectors),
        Ur: arrayOfMatrix(row.vectors),
        eigenvaluesC: arrayOfVector(column.values),
        eigenvaluesR: arrayOfVector(row.values),
      },
      ...CLOSED_FORM,
    };
  },

  encode(fit, images) {
    requireImageShape(fit, images);
    return project(images, matrixOf(fit, 'mean'), matrixOf(fit, 'Uc'), matrixOf(fit, 'Ur'));
  },

  reconstruct(fit, codes) {
    return addMean(expand(codes, matrixOf(fit, 'Uc'), matrixOf(fit, 'Ur')), matrixOf(fit, 'mean'));
  },

  sweep({ images, train, test, shapes, context }) {
    context.checkCancelled();
    const gallery = selectImages(images, train);
    const most = (axis: number) => Math.max(...shapes.map((shape) => shape[axis]));
    const { mean, column, row } = bothAxes(gallery, most(0), most(1));
    return {
      gallery: project(gallery, mean, column.vectors, row.vectors),
      probes: project(selectImages(images, test), mean, column.vectors, row.vectors),
      facts: () => CLOSED_FORM,
    };
  },
};

const CLOSED_FORM: Pick<Fit, 'trace' | 'objective' | 'iterations' | 'converged' | 'logLikelihood' | 'warnings'> = {
  trace: [],
  objective: null,
  iterations: 0,
  converged: true,
  logLikelihood: null,
  warnings: [],
};

function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return count < 2 ? [0, 0] : [rows, cols];
}

type Axes = ReturnType<typeof leadingEigen>;

function bothAxes(images: ImageSet, qc: number, qr: number): { mean: Matrix; column: Axes; row: Axes } {
  const mean = meanImage(images);
  const batch = loadBatch(images, mean);
  const column = leadingEigen(scale(batch.sumRight(), 1 / images.count), qc);
  const row = leadingEigen(scale(batch.sumLeft(), 1 / images.count), qr);
  batch.release();
  return { mean, column, row };
}

function project(images: ImageSet, mean: Matrix, uc: Matrix, ur: Matrix): MatrixStack {
  const batch = loadBatch(images, mean);
  const codes = batch.project(uc, ur);
  batch.release();
  return codes;
}
