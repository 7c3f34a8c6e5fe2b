import { unitNorm as pixels } from '../images/photometric.ts';
import { plainFeature } from './feature.ts';

export const unitNorm = plainFeature({
  kind: 'unit-norm',
  title: 'Unit norm',
  help: 'Every image divided by its Euclidean norm.',
  sentence: 'unit norm',
  pixels,
});
