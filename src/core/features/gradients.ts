import { gradientPair } from '../images/descriptors/gradientFeature.ts';
import { plainFeature } from './feature.ts';

export const gradients = plainFeature({
  kind: 'gradients',
  title: 'Horizontal and vertical gradients',
  help: 'Both gradients, one above the other: twice as many rows.',
  sentence: 'horizontal and vertical gradients',
  pixels: gradientPair,
  shape: ({ rows, cols }) => ({ rows: 2 * rows, cols }),
});
