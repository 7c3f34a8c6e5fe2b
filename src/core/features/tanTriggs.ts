import { tanTriggs as pixels } from '../images/photometric.ts';
import { plainFeature } from './feature.ts';

export const tanTriggs = plainFeature({
  kind: 'tan-triggs',
  title: "Tan and Triggs' normalisation",
  help: 'Gamma correction, difference of Gaussians and contrast equalisation (IEEE TIP 19(6), 2010). An image of one value gives zeros.',
  sentence: "Tan and Triggs' normalisation",
  pixels,
});
