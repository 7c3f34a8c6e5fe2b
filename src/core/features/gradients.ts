/** Gradients of grey values. */
import * as images from '../images/descriptors/gradientFeature.ts';
import { plainFeature } from './feature.ts';

export const gradientMagnitude = plainFeature({
  kind: 'gradient-magnitude',
  title: 'Gradient magnitude',
  help: 'Length of the gradient of grey values.',
  sentence: 'gradient magnitude',
  pixels: images.gradientMagnitude,
});

export const gradientHorizontal = plainFeature({
  kind: 'gradient-horizontal',
  title: 'Horizontal gradient',
  help: 'Gradient of grey values along the rows.',
  sentence: 'horizontal gradient',
  pixels: images.horizontalGradient,
});

export const gradientVertical = plainFeature({
  kind: 'gradient-vertical',
  title: 'Vertical gradient',
  help: 'Gradient of grey values along the columns.',
  sentence: 'vertical gradient',
  pixels: images.verticalGradient,
});

export const gradients = plainFeature({
  kind: 'gradients',
  title: 'Horizontal and vertical gradients',
  help: 'Both gradients, one above the other: twice as many rows.',
  sentence: 'horizontal and vertical gradients',
  pixels: images.gradientPair,
  shape: ({ rows, cols }) => ({ rows: 2 * rows, cols }),
});
