import { columns } from '../../linalg/index.ts';
import { scalingParameter } from '../axisScaling.ts';
import { FitError } from '../method.ts';
import { fisherAxesOf } from '../discriminant/fisherAxes.ts';
import { shrunkAxes } from '../discriminant/lda.ts';
import { kernelParameters } from './kernelFunction.ts';
import { kernelMethod } from './kernelMethod.ts';
import { kernelSpace } from '../cost.ts';
import { always } from '../sharedDeclarations.ts';

/**
 * Kernel Fisher discriminant analysis for several classes (Baudat, Anouar 2000, generalised discriminant analysis; Liu
 * 2006): LDA in the principal coordinates of the kernel, at their full rank, where the within-class scatter is singular
 * because there are as many dimensions as images; a multiple of the identity is blended in, as by Mika et al. 1999.
 * Without it all training images of a subject coincide. Parameters of kernelMethod, and ratios, or between without
 * shrinkage.
 */
export const kernelFisher = kernelMethod({
  id: 'kfa',
  title: 'KFA',
  fullName: 'kernel Fisher discriminant analysis',
  family: 'kernel',
  cost: kernelSpace(6),
  appearance: { index: 62, marker: 'triangle' },
  axes: 'Axes have length 1 in the space of the kernel, as in the MATLAB code of Cai and others, and are orthonormal among ties: equally good axes, which that code leaves as its solver returns them.',
  usesLabels: always,
  formula: 'S_b v = λ ((1 − α) S_w + α (tr S_w / r) I) v in the space of the kernel',
  description:
    'LDA after the nonlinear map of the kernel (GDA, KFD). The kernel matrix has the rank of the images, so the within-subject scatter is shrunk.',
  citation: {
    key: 'baudat2000gda',
    type: 'article',
    authors: ['Gaston Baudat', 'Fatiha Anouar'],
    title: 'Generalized discriminant analysis using a kernel approach',
    venue: 'Neural Computation',
    year: 2000,
    volume: '12',
    number: '10',
    pages: '2385–2404',
    doi: '10.1162/089976600300014980',
  },
  parameters: [
    {
      name: 'shrinkage',
      stated: 'by title',
      title: 'Shrinkage',
      help: 'Weight α of the identity: (1 − α) S_w + α (tr S_w / r) I for the rank r of the kernel matrix. 0: as published by Baudat and Anouar; of its equally good axes those with the most variance come first.',
      kind: 'number',
      default: 0.01,
      source: { measured: 'kfa.shrinkage' },
      min: 0,
      max: 1,
    },
    scalingParameter('unit', ['unit', 'total', 'within'], 'kfa.scaling'),
    ...kernelParameters('kfa', 0.1),
  ],
  largestLatent: (_rows, _cols, count, subjects = count) => [Math.max(0, Math.min(count - 1, subjects - 1))],
  arrays: { between: 'vector?', ratios: 'vector?' },
  allAxes: true,
  revision: 2,
  learn(input) {
    const { settings, labels, classes, values, q } = input;
    const alpha = settings.shrinkage;
    if (alpha > 0) {
      if (new Set(labels).size === labels!.length) {
        throw new FitError('KFA needs two or more training images of some subject, or a shrinkage of 0.');
      }
      return shrunkAxes(input, alpha);
    }
    if (settings.scaling === 'within')
      throw new FitError('KFA without shrinkage has no within-subject variance to scale to. Scale to the total.');
    const { vectors, between } = fisherAxesOf(classes(), values);
    const kept = Math.min(q, vectors.cols);
    return {
      projection: columns(vectors, 0, kept),
      arrays: { between: between.slice(0, kept) },
    };
  },
});
