import { verticalGradient } from '../images/descriptors/gradientFeature.ts';
import { plainFeature } from './feature.ts';

export const gradientVertical = plainFeature({
  kind: 'gradient-vertical',
  title: 'Vertical gradient',
  help: 'Gradient of grey values along the columns.',
  sentence: 'vertical gradient',
  pixels: verticalGradient,
});
