import { asVectors } from '../../images/imageSet.ts';
import { gramOfColumns, matrixStack, multiply } from '../../linalg/index.ts';
import { chunkedCodes } from '../chunkedCodes.ts';
import { imagesCopied, passesOfVectors } from '../cost.ts';
import type { FitContext, LatentShape, TrainingData } from '../method.ts';
import { MEAN_SQUARED_ERROR } from '../sharedDeclarations.ts';
import { rowsOfStack, stackOfRows } from '../vector/principalAxes.ts';
import {
  nonNegativeCodes,
  nonNegativeParameters,
  nonNegativeRows,
  type NonNegativeSettings,
  requireNonNegative,
} from './nonNegative.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * Non-negative matrix factorisation (Lee, Seung 1999), X ≈ H Bᵀ with H, B ≥ 0 in the Frobenius norm. Nothing is
 * subtracted from the images. Codes of any image are its non-negative least-squares coefficients.
 * Parameters: B (d × q, unit columns). The trace holds the mean squared error after each iteration.
 */
export const nmf = declareMethod({
  id: 'nmf',
  title: 'NMF',
  fullName: 'non-negative matrix factorisation',
  family: 'factorisation',
  cost: passesOfVectors(190, 0.8),
  appearance: { index: 46, marker: 'triangle' },
  memory: imagesCopied,
  demanding: true,
  revision: 2,
  description:
    'The image as a sum of parts without negative pixels, with weights that are not negative either: parts add up and never cancel. Codes are the non-negative least squares of an image on parts of length 1; they are not scaled afterwards: each part counts in a distance by its share of the images.',
  axes: 'Parts have length 1; a convention of ours, as the publication leaves the length open.',
  formula: 'min Σ_n ‖x_n − B h_n‖² with B ≥ 0, h_n ≥ 0',
  citation: {
    key: 'lee1999nmf',
    type: 'article',
    authors: ['Daniel D. Lee', 'H. Sebastian Seung'],
    title: 'Learning the parts of objects by non-negative matrix factorization',
    venue: 'Nature',
    year: 1999,
    volume: '401',
    number: '6755',
    pages: '788–791',
    doi: '10.1038/44565',
  },
  latentNames: ['q'],
  parameters: nonNegativeParameters,
  arrays: { B: 'matrix' },
  largestLatent,
  open,

  encode(fit, images) {
    const b = fit.arrays.B;
    const gram = gramOfColumns(b);
    return chunkedCodes(images, b.cols, 1, (part) => stackOfRows(nonNegativeCodes(multiply(asVectors(part), b), gram)));
  },

  reconstruct(fit, codes) {
    const { rows, cols } = fit.imageShape;
    const { data } = multiply(rowsOfStack(codes), fit.arrays.B, { transposeB: true });
    return matrixStack(codes.count, rows, cols, data);
  },
});

function largestLatent(rows: number, cols: number, count: number): LatentShape {
  return [Math.min(rows * cols, count)];
}

function open({ images }: TrainingData, settings: NonNegativeSettings, context: FitContext) {
  requireNonNegative('NMF', images);
  const x = nonNegativeRows('NMF', asVectors(images), images.count, MEAN_SQUARED_ERROR);
  return {
    fit([q]: LatentShape) {
      const { basis, facts } = x.parts(q, settings, context);
      return {
        arrays: { B: basis },
        ...facts,
      };
    },
    release: x.release,
  };
}
