import { gradientMagnitude as pixels } from '../images/descriptors/gradientFeature.ts';
import { plainFeature } from './feature.ts';

export const gradientMagnitude = plainFeature({
  kind: 'gradient-magnitude',
  title: 'Gradient magnitude',
  help: 'Length of the gradient of grey values.',
  sentence: 'gradient magnitude',
  pixels,
});
