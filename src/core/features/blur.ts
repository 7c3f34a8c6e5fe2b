import { z } from 'zod';
import { reflectedBlur } from '../images/gaussianBlur.ts';
import type { FeatureDeclaration } from './feature.ts';

const [LEAST, MOST] = [0.1, 100];

const schema = z.strictObject({ blur: z.number().min(LEAST).max(MOST) });

/** Gaussian blur; helps methods that ignore the neighbourhood of pixels. */
export const blur: FeatureDeclaration<typeof schema> = {
  kind: 'blur',
  title: 'Gaussian blur',
  help: 'Convolution with a Gaussian, cut at ⌈3σ⌉; beyond its borders the image is reflected.',
  schema,
  parameters: [
    {
      name: 'blur',
      title: 'Standard deviation, in pixels',
      symbol: 'σ',
      help: '',
      kind: 'number',
      default: 1,
      min: LEAST,
      max: MOST,
    },
  ],
  shape: (_, shape) => shape,
  pixels: ({ blur: sigma }, image, { rows, cols }) => reflectedBlur(image, rows, cols, sigma),
  sentence: ({ blur: sigma }) => `Gaussian blur (σ = ${sigma} pixel${sigma === 1 ? '' : 's'})`,
};
