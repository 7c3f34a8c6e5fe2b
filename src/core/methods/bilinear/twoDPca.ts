import { meanImage, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  columns,
  expand,
  leadingEigen,
  loadBatch,
  matrixStack,
  scale,
  stackItem,
  transpose,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { arrayOfMatrix, arrayOfVector, matrixOf, requireImageShape, requireLatent } from '../fitArrays.ts';
import type { Fit, LatentShape, Method } from '../method.ts';
import { addMean } from './addMean.ts';

/**
 * Two-dimensional PCA: projects the rows of the image, X ↦ (X − W) U_r, onto the leading eigenvectors of the image
 * covariance G = (1/N) Σ (X_n − W)ᵀ (X_n − W) (Yang, Zhang, Frangi, Yang 2004).
 * Parameters: mean W (d_c × d_r), Ur (d_r × q_r), eigenvalues of G. The latent shape is [q_r]; codes are d_c × q_r.
 */
export const twoDPca: Method = {
  id: '2dpca',
  title: '2DPCA',
  fullName: 'two-dimensional principal component analysis',
  family: 'bilinear',
  description:
    'Projects the rows of the image onto the leading eigenvectors of the image covariance; columns keep their full length. Codes are (X − W) U_r.',
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
  latentKind: 'vector',
  latentNames: ['q_r'],
  parameters: [],
  largestLatent,

  fit({ images }, latent, settings, context) {
    context.checkCancelled();
    requireLatent('2DPCA', latent, largestLatent(images.rows, images.cols, images.count), images);
    const { mean, ur, values } = rowAxes(images, latent[0]);
    return {
      method: '2dpca',
      latent,
      settings,
      imageShape: { rows: images.rows, cols: images.cols },
      parameters: { mean: arrayOfMatrix(mean), Ur: arrayOfMatrix(ur), eigenvalues: arrayOfVector(values) },
      ...CLOSED_FORM,
    };
  },

  encode(fit, images) {
    requireImageShape(fit, images);
    return project(images, matrixOf(fit, 'mean'), matrixOf(fit, 'Ur'));
  },

  reconstruct(fit, codes) {
    return addMean(expand(codes, null, matrixOf(fit, 'Ur')), matrixOf(fit, 'mean'));
  },

  /** Sweep codes are transposed, U_rᵀ (X − W)ᵀ, so that a smaller q_r is a leading block of rows. */
  sweep({ images, train, test, shapes, context }) {
    context.checkCancelled();
    const gallery = selectImages(images, train);
    const { mean, ur } = rowAxes(gallery, Math.max(...shapes.map((shape) => shape[0])));
    return {
      gallery: transposed(project(gallery, mean, ur)),
      probes: transposed(project(selectImages(images, test), mean, ur)),
      transposed: true,
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

function largestLatent(_rows: number, cols: number, count: number): LatentShape {
  return [count < 2 ? 0 : cols];
}

function rowAxes(images: ImageSet, q: number): { mean: Matrix; ur: Matrix; values: Float64Array } {
  const mean = meanImage(images);
  const batch = loadBatch(images, mean);
  const { values, vectors } = leadingEigen(scale(batch.sumLeft(), 1 / images.count), q);
  batch.release();
  return { mean, ur: columns(vectors, 0, q), values };
}

function project(images: ImageSet, mean: Matrix, ur: Matrix): MatrixStack {
  const batch = loadBatch(images, mean);
  const codes = batch.project(null, ur);
  batch.release();
  return codes;
}

function transposed(stack: MatrixStack): MatrixStack {
  const result = matrixStack(stack.count, stack.cols, stack.rows);
  for (let n = 0; n < stack.count; n++) stackItem(result, n).data.set(transpose(stackItem(stack, n)).data);
  return result;
}
