import { zeroMeanUnitVariance as pixels } from '../images/photometric.ts';
import { plainFeature } from './feature.ts';

export const zeroMeanUnitVariance = plainFeature({
  kind: 'zero-mean-unit-variance',
  title: 'Zero mean and unit variance',
  help: 'Every image less its mean, divided by its standard deviation (divisor: number of pixels). An image of one value gives zeros.',
  sentence: 'zero mean and unit variance',
  pixels,
});
