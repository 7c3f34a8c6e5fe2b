import { columns, diagonal } from '../../linalg/index.ts';
import { kernelParameters } from './kernelFunction.ts';
import { kernelMethod } from './kernelMethod.ts';
import { kernelSpace } from '../cost.ts';

/**
 * Kernel principal component analysis (Schölkopf, Smola, Müller 1998): coordinates on the leading eigenvectors of the
 * covariance in the space of the kernel, centred there. Parameters of kernelMethod, and eigenvalues (of the centred
 * kernel matrix).
 */
export const kernelPca = kernelMethod({
  id: 'kpca',
  title: 'Kernel PCA',
  fullName: 'kernel principal component analysis',
  family: 'kernel',
  cost: kernelSpace(2),
  appearance: { index: 61, marker: 'triangle' },
  axes: 'Axes have length 1 in the space of the kernel, as published.',
  formula: 'z = Λ^(−½) Vᵀ k̃(x), K̃ V = V Λ for the centred kernel matrix K̃',
  description:
    'PCA after a nonlinear map that the kernel stands for: the image enters by its kernel values with the training images. There is no image of an axis.',
  citation: {
    key: 'schoelkopf1998kernelpca',
    type: 'article',
    authors: ['Bernhard Schölkopf', 'Alexander Smola', 'Klaus-Robert Müller'],
    title: 'Nonlinear component analysis as a kernel eigenvalue problem',
    venue: 'Neural Computation',
    year: 1998,
    volume: '10',
    number: '5',
    pages: '1299–1319',
    doi: '10.1162/089976698300017467',
  },
  parameters: kernelParameters('kpca'),
  largestLatent: (_rows, _cols, count) => [Math.max(0, count - 1)],
  arrays: { eigenvalues: 'vector' },
  allAxes: false,
  learn({ values, whitened, q }) {
    const kept = Math.min(q, values.length);
    return {
      projection: columns(diagonal(values.map(Math.sqrt)), 0, kept),
      arrays: { eigenvalues: values.slice(0, kept).map((value) => value * whitened().rows) },
    };
  },
});
