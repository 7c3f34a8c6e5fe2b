import { z } from 'zod';
import { gaussianNoise as noisy } from '../images/perturb.ts';
import {
  percent,
  sideParameter,
  sideProse,
  sideSchema,
  type PerturbationDeclaration,
  type Side,
} from './perturbation.ts';
import { alternatives, percentProse, prose, valuesOf } from '../text/proseTags.ts';

const schema = z.strictObject({
  kind: z.literal('gaussian-noise'),
  /** Standard deviations. */
  sigma: z.array(z.number().gt(0)).min(1),
  /**
   * Absent: 'stored', in units of the stored pixels (25.5 on pixels of 0 … 255 is 0.1 on pixels of 0 … 1). 'range': as
   * shares of the difference between the highest and the lowest pixel of the dataset.
   */
  unit: z.enum(['stored', 'range']).optional(),
  on: sideSchema,
});

/** Without `unit`, levels are in units of the stored pixels; this keeps keys and random numbers of older studies. */
export interface Level {
  readonly kind: 'gaussian-noise';
  readonly level: number;
  readonly on: Side;
  readonly unit?: 'range';
}

/** x + σ n, n standard normal, for every pixel; nothing is clipped. */
export const gaussianNoise: PerturbationDeclaration<typeof schema, Level> = {
  kind: 'gaussian-noise',
  title: 'Gaussian noise',
  help: 'Independent normal noise on every pixel; noisy values are not clipped.',
  schema,
  parameters: [
    { name: 'sigma', title: 'Standard deviation σ', help: '', kind: 'levels', default: [10, 20] },
    {
      name: 'unit',
      title: 'Unit of σ',
      help: '',
      kind: 'choice',
      default: 'stored',
      choices: [
        { value: 'stored', title: 'Stored pixels' },
        { value: 'range', title: 'Share of their range' },
      ],
      optional: true,
    },
    sideParameter,
  ],
  levels: ({ kind, sigma, unit, on }) => sigma.map((level) => ({ kind, level, on, ...(unit === 'range' && { unit }) })),
  axis: ({ level, unit }) => ({ title: unit === 'range' ? 'Noise, σ (share of the range)' : 'Noise, σ', value: level }),
  text: ({ level, unit }) =>
    unit === 'range'
      ? { key: `${level},range`, title: `noise σ = ${percent(level)} of the range` }
      : { key: `${level}`, title: `noise σ = ${level}` },
  apply: ({ level, unit }, { pixels, range, random }) =>
    noisy(pixels, level * (unit === 'range' ? range.high - range.low : 1), random),
  drawn: () => true,
  prose: ({ sigma, unit, on }) =>
    unit === 'range'
      ? prose`adding Gaussian noise with a standard deviation of ${alternatives(sigma.map(percentProse))} of the range of grey values to ${sideProse(on)}`
      : prose`adding Gaussian noise of standard deviation ${valuesOf('σ', sigma)} grey levels to ${sideProse(on)}`,
  /** Warns if the noise exceeds the whole range of the stored pixels, which usually means a wrong unit. */
  warning({ level, unit }, { low, high }) {
    if (unit === 'range' || level <= high - low) return null;
    return (
      `Noise of σ = ${level} exceeds the range of the stored pixels, ${low} … ${high}: σ is in ` +
      'their units. With "unit": "range" it is a share of that range.'
    );
  },
  sentence(groups) {
    const inRange = groups.map(({ unit }) => unit === 'range');
    const stored = 'in units of the stored pixels (25.5 on pixels of 0 … 255 is 0.1 on pixels of 0 … 1)';
    const share = 'a share of the range of the pixels of the dataset, greatest less least';
    const units = [...(inRange.includes(false) ? [stored] : []), ...(inRange.includes(true) ? [share] : [])];
    return `The σ of noise is ${units.join(', or, where it says so, ')}; noisy values are not clipped.`;
  },
};
