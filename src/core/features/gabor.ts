import { gaborBank, gaborShape } from '../images/gabor.ts';
import { plainFeature } from './feature.ts';

export const gabor = plainFeature({
  kind: 'gabor',
  title: 'Gabor magnitudes (5 scales × 8 orientations)',
  help: 'Magnitudes of 40 Gabor responses, sampled down.',
  sentence: 'Gabor magnitudes (5 scales × 8 orientations)',
  pixels: gaborBank,
  shape: ({ rows, cols }) => gaborShape(rows, cols),
});
