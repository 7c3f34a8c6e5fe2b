import { horizontalGradient } from '../images/descriptors/gradientFeature.ts';
import { plainFeature } from './feature.ts';

export const gradientHorizontal = plainFeature({
  kind: 'gradient-horizontal',
  title: 'Horizontal gradient',
  help: 'Gradient of grey values along the rows.',
  sentence: 'horizontal gradient',
  pixels: horizontalGradient,
});
