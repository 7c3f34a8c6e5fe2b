import { z } from 'zod';
import { gaussianBlur as blurred } from '../images/gaussianBlur.ts';
import { sideParameter, sideSchema, type PerturbationDeclaration, type Side } from './perturbation.ts';

const schema = z.strictObject({
  kind: z.literal('gaussian-blur'),
  /** Standard deviations in pixels. */
  sigma: z.array(z.number().gt(0).max(100)).min(1),
  on: sideSchema,
});

interface Level {
  readonly kind: 'gaussian-blur';
  readonly level: number;
  readonly on: Side;
}

/** The place of index i in a row of n that is reflected at its ends, the outermost pixel repeated: … b a | a b … */
function reflected(i: number, n: number): number {
  const place = ((i % (2 * n)) + 2 * n) % (2 * n);
  return place < n ? place : 2 * n - 1 - place;
}

/**
 * Convolution with a Gaussian of σ pixels, cut at ⌈3σ⌉ and normalised to sum 1. Beyond its borders the image is
 * reflected, so that the sum of its pixels stays: a blurred face is as bright as before.
 */
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
  apply({ level }, { pixels, rows, cols }) {
    // A margin as wide as the kernel: what the convolution does beyond it does not reach the image.
    const margin = Math.ceil(3 * level);
    const [height, width] = [rows + 2 * margin, cols + 2 * margin];
    const framed = Float64Array.from({ length: height * width }, (_, i) => {
      const row = reflected(Math.floor(i / width) - margin, rows);
      return pixels[row * cols + reflected((i % width) - margin, cols)];
    });
    const whole = blurred(framed, height, width, level);
    return Float64Array.from({ length: rows * cols }, (_, i) => {
      return whole[(Math.floor(i / cols) + margin) * width + (i % cols) + margin];
    });
  },
  drawn: () => false,
  sentence: () =>
    'Blur is convolution with a Gaussian of σ pixels, cut at ⌈3σ⌉ and normalised, with the image reflected at its borders.',
};
