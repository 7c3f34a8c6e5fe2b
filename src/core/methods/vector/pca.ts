import type { ImageSet } from '../../images/imageSet.ts';
import { matrixStack, multiply, type MatrixStack } from '../../linalg/index.ts';
import { decomposition, sampleSpace } from '../cost.ts';
import { type Model, CLOSED_FORM, declareMethod } from '../declareMethod.ts';
import { FitError } from '../method.ts';
import { principalAxes, projectImages, rowsOfStack, splitCoordinates, stackOfRows } from './principalAxes.ts';
import { ORTHONORMAL, axesOfVectors } from '../sharedDeclarations.ts';

/**
 * Principal component analysis of images as vectors. Parameters: mean (rows × cols), U (d × q, pixels row by row,
 * orthonormal columns), eigenvalues λ_1 … λ_q of the covariance (divisor N).
 */
export const pca = declareMethod({
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
  latentNames: ['q'],
  revision: 2,
  parameters: [],
  arrays: { mean: 'matrix', U: 'matrix', eigenvalues: 'vector' },
  largestLatent: axesOfVectors,

  fit({ images }, [q]) {
    const axes = principalAxes(images, q);
    if (axes.values.length < q) throw new FitError(aboveRank(q, axes.values.length), [axes.values.length]);
    return {
      arrays: {
        mean: axes.mean,
        U: axes.vectors,
        eigenvalues: axes.values,
      },
    };
  },

  encode(fit, images) {
    return stackOfRows(projectImages(images, fit.arrays.mean, fit.arrays.U));
  },

  reconstruct: fromCoordinates,

  sweep(input) {
    const q = Math.max(...input.shapes.map((shape) => shape[0]));
    const { train, test, values } = splitCoordinates(input, q);
    return {
      gallery: train,
      probes: test,
      failure: ([wanted]) => (wanted > values.length ? aboveRank(wanted, values.length) : null),
      facts: () => CLOSED_FORM,
    };
  },
});

function aboveRank(q: number, rank: number): string {
  return `PCA: the covariance has rank ${rank}, found q = ${q}. Reduce the latent dimension.`;
}

/** μ + U y for coordinates y (q × 1 codes): the images in the span of U. */
export function fromCoordinates(
  { arrays: { mean, U: u } }: Model<unknown, { readonly mean: 'matrix'; readonly U: 'matrix' }>,
  coordinates: MatrixStack,
): ImageSet {
  const vectors = multiply(rowsOfStack(coordinates), u, { transposeB: true });
  const size = mean.data.length;
  const data = vectors.data.map((value, i) => value + mean.data[i % size]);
  return matrixStack(coordinates.count, mean.rows, mean.cols, data);
}
