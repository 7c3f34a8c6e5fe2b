import { z } from 'zod';
import { losePixels } from '../images/perturb.ts';
import { sampleWithoutReplacement } from '../random/sampling.ts';
import {
  percent,
  sideParameter,
  sideProse,
  sideSchema,
  type PerturbationDeclaration,
  type Side,
} from './perturbation.ts';
import { alternatives, percentProse, prose } from '../text/proseTags.ts';

const schema = z.strictObject({
  kind: z.literal('missing'),
  fraction: z.array(z.number().gt(0).lt(1)).min(1),
  on: sideSchema,
});

export interface Level {
  readonly kind: 'missing';
  readonly level: number;
  readonly on: Side;
}

/** Number of the image's `pixels` that are lost. */
const missingCount = (level: number, pixels: number): number => Math.round(level * pixels);

/**
 * Fractions of the pixels, drawn again for every image. Methods that estimate missing pixels get them as missing. For
 * other methods, with feature steps and for classification by likelihood, they hold the mean of the image's other
 * pixels.
 */
export const missing: PerturbationDeclaration<typeof schema, Level> = {
  kind: 'missing',
  title: 'Missing pixels',
  help: 'Different pixels of every image are lost; methods that estimate missing pixels get them as missing.',
  schema,
  parameters: [
    { name: 'fraction', title: 'Fractions of pixels', help: '', kind: 'levels', default: [0.25], max: 1 },
    sideParameter,
  ],
  levels: ({ kind, fraction, on }) => fraction.map((level) => ({ kind, level, on })),
  axis: ({ level }) => ({ title: 'Missing pixels (share)', value: level }),
  text: ({ level }) => ({ key: `${level}`, title: `missing ${percent(level)}` }),
  apply({ level }, { pixels, random, marked }) {
    const lost = sampleWithoutReplacement(random, pixels.length, missingCount(level, pixels.length));
    return losePixels(pixels, lost, marked);
  },
  drawn: () => true,
  prose: ({ fraction, on }) =>
    prose`removing ${alternatives(fraction.map(percentProse))} of the pixels of ${sideProse(on)} at random`,
  losesPixels: true,
  check({ level }, path, { rows, cols }) {
    if (missingCount(level, rows * cols) < rows * cols) return [];
    const message = `${path}.fraction: ${level} of ${rows} × ${cols} pixels rounds to all of them; no pixel is left.`;
    return [{ path: `${path}.fraction`, message }];
  },
};
