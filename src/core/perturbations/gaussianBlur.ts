import { z } from 'zod';
import { reflectedBlur } from '../images/gaussianBlur.ts';
import { sideParameter, sideProse, sideSchema, type PerturbationDeclaration, type Side } from './perturbation.ts';
import { prose, valuesOf } from '../text/proseTags.ts';

const schema = z.strictObject({
  kind: z.literal('gaussian-blur'),
  /** Standard deviations in pixels. */
  sigma: z.array(z.number().gt(0).max(100)).min(1),
  on: sideSchema,
});

export interface Level {
  readonly kind: 'gaussian-blur';
  readonly level: number;
  readonly on: Side;
}

/** Convolution with a Gaussian of σ pixels, with the image reflected at its borders. */
export const gaussianBlur: PerturbationDeclaration<typeof schema, Level> = {
  kind: 'gaussian-blur',
  title: 'Gaussian blur',
  help: 'Convolution with a Gaussian, cut at ⌈3σ⌉; beyond its borders the image is reflected.',
  schema,
  parameters: [
    { name: 'sigma', title: 'Standard deviation σ, in pixels', help: '', kind: 'levels', default: [1, 2], max: 100 },
    sideParameter,
  ],
  levels: ({ kind, sigma, on }) => sigma.map((level) => ({ kind, level, on })),
  axis: ({ level }) => ({ title: 'Blur, σ (pixels)', value: level }),
  text: ({ level }) => ({ key: `${level}`, title: `blur σ = ${level} pixels` }),
  apply: ({ level }, { pixels, rows, cols }) => reflectedBlur(pixels, rows, cols, level),
  drawn: () => false,
  prose: ({ sigma, on }) =>
    prose`blurring ${sideProse(on)} with a Gaussian of standard deviation ${valuesOf('σ', sigma)} pixels`,
  sentence: () =>
    'Blur is convolution with a Gaussian of σ pixels, cut at ⌈3σ⌉ and normalised, with the image reflected at its borders.',
};
