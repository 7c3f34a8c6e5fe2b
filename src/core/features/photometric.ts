/** Photometric normalisation, per image. */
import * as photometric from '../images/photometric.ts';
import { plainFeature } from './feature.ts';

export const equalise = plainFeature({
  kind: 'equalise',
  title: 'Histogram equalisation',
  help: 'Every grey value becomes the share of the pixels that are not above it, times 255.',
  sentence: 'histogram equalisation',
  pixels: photometric.equaliseHistogram,
});

export const tanTriggs = plainFeature({
  kind: 'tan-triggs',
  title: "Tan and Triggs' normalisation",
  help: 'Gamma correction, difference of Gaussians and contrast equalisation (IEEE TIP 19(6), 2010). An image of one value gives zeros.',
  sentence: "Tan and Triggs' normalisation",
  pixels: photometric.tanTriggs,
});

export const unitNorm = plainFeature({
  kind: 'unit-norm',
  title: 'Unit norm',
  help: 'Every image divided by its Euclidean norm.',
  sentence: 'unit norm',
  pixels: photometric.unitNorm,
});

export const zeroMeanUnitVariance = plainFeature({
  kind: 'zero-mean-unit-variance',
  title: 'Zero mean and unit variance',
  help: 'Every image less its mean, divided by its standard deviation (divisor: number of pixels). An image of one value gives zeros.',
  sentence: 'zero mean and unit variance',
  pixels: photometric.zeroMeanUnitVariance,
});
