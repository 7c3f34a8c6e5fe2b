import type { ImageSet } from '../../images/imageSet.ts';
import { matrixStack, multiply, type MatrixStack } from '../../linalg/index.ts';
import { arrayOfMatrix, arrayOfVector, matrixOf, requireImageShape, requireLatent } from '../fitArrays.ts';
import { decomposition } from '../memory.ts';
import { FitError, type Fit, type LatentShape, type Method } from '../method.ts';
import { principalAxes, projectImages, rowsOfStack, splitCoordinates, stackOfRows } from './principalAxes.ts';
import { sampleSpace } from '../cost.ts';
import { ORTHONORMAL } from '../conventions.ts';

/**
 * Principal component analysis of images as vectors. Parameters: mean (rows × cols), U (d × q, pixels row by row,
 * orthonormal columns), eigenvalues λ_1 … λ_q of the covariance (divisor N).
 */
export const pca: Method = {
  id: 'pca',
  title: 'PCA',
  fullName: 'principal component analysis',
  family: 'vector',
  cost: sampleSpace(1),
  appearance: { index: 0, marker: 'circle' },
  memory: decomposition,
  description:
    'Projects the image, as a vector of pixels, onto the leading eigenvectors of the covariance (eigenfaces). Codes are Uᵀ(x − μ), not whitened.',
  axes: ORTHONORMAL,
  formula: 'x ≈ μ + U z, z = Uᵀ(x − μ), UᵀU = I',
  citation: {
    key: 'turk1991eigenfaces',
    type: 'article',
    authors: ['Matthew Turk', 'Alex Pentland'],
    title: 'Eigenfaces for recognition',
    venue: 'Journal of Cognitive Neuroscience',
    year: 1991,
    volume: '3',
    number: '1',
    pages: '71–86',
    doi: '10.1162/jocn.1991.3.1.71',
  },
  latentKind: 'vector',
  latentNames: ['q'],
  parameters: [],
  largestLatent,

  fit({ images }, latent, settings, context) {
    context.checkCancelled();
    requireLatent('PCA', latent, largestLatent(images.rows, images.cols, images.count), images);
    const [q] = latent;
    const axes = principalAxes(images, q);
    if (axes.values.length < q) throw new FitError(aboveRank(q, axes.values.length), [axes.values.length]);
    return {
      method: 'pca',
      latent,
      settings,
      imageShape: { rows: images.rows, cols: images.cols },
      parameters: {
        mean: arrayOfMatrix(axes.mean),
        U: arrayOfMatrix(axes.vectors),
        eigenvalues: arrayOfVector(axes.values),
      },
      ...CLOSED_FORM,
    };
  },

  encode(fit, images) {
    requireImageShape(fit, images);
    return stackOfRows(projectImages(images, matrixOf(fit, 'mean'), matrixOf(fit, 'U')));
  },

  reconstruct(fit, codes) {
    return fromCoordinates(fit, codes);
  },

  sweep(input) {
    input.context.checkCancelled();
    const q = Math.max(...input.shapes.map((shape) => shape[0]));
    const { train, test, values } = splitCoordinates(input, q);
    return {
      gallery: train,
      probes: test,
      failure: ([wanted]) => (wanted > values.length ? aboveRank(wanted, values.length) : null),
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
  return [Math.max(0, Math.min(rows * cols, count - 1))];
}

function aboveRank(q: number, rank: number): string {
  return `PCA: the covariance has rank ${rank}, found q = ${q}. Reduce the latent dimension.`;
}

/** μ + U y for coordinates y (q × 1 codes): the images in the span of U. */
export function fromCoordinates(fit: Fit, coordinates: MatrixStack): ImageSet {
  const mean = matrixOf(fit, 'mean');
  const vectors = multiply(rowsOfStack(coordinates), matrixOf(fit, 'U'), { transposeB: true });
  const size = mean.data.length;
  const data = vectors.data.map((value, i) => value + mean.data[i % size]);
  return matrixStack(coordinates.count, mean.rows, mean.cols, data);
}
