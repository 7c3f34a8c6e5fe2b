import { equaliseHistogram } from '../images/photometric.ts';
import { plainFeature } from './feature.ts';

export const equalise = plainFeature({
  kind: 'equalise',
  title: 'Histogram equalisation',
  help: 'Every grey value becomes the share of the pixels that are not above it, times 255.',
  sentence: 'histogram equalisation',
  pixels: equaliseHistogram,
});
