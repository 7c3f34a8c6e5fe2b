import { z } from 'zod';
import { saltAndPepper as peppered } from '../images/perturb.ts';
import {
  fractionsSchema,
  percent,
  sideParameter,
  sideProse,
  sideSchema,
  type PerturbationDeclaration,
  type Side,
} from './perturbation.ts';
import { alternatives, percentProse, prose } from '../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('salt-and-pepper'), fraction: fractionsSchema, on: sideSchema });

export interface Level {
  readonly kind: 'salt-and-pepper';
  readonly level: number;
  readonly on: Side;
}

/** Fractions of the pixels that become the lowest or the highest grey value of the dataset. */
export const saltAndPepper: PerturbationDeclaration<typeof schema, Level> = {
  kind: 'salt-and-pepper',
  title: 'Salt and pepper',
  help: 'Some pixels become the lowest or the highest grey value of the dataset.',
  schema,
  parameters: [
    { name: 'fraction', title: 'Fractions of pixels', help: '', kind: 'levels', default: [0.1], max: 1 },
    sideParameter,
  ],
  levels: ({ kind, fraction, on }) => fraction.map((level) => ({ kind, level, on })),
  axis: ({ level }) => ({ title: 'Salt and pepper (share of the pixels)', value: level }),
  text: ({ level }) => ({ key: `${level}`, title: `salt and pepper ${percent(level)}` }),
  apply: ({ level }, { pixels, range, random }) => peppered(pixels, level, range, random),
  drawn: () => true,
  prose: ({ fraction, on }) =>
    prose`setting ${alternatives(fraction.map(percentProse))} of the pixels of ${sideProse(on)} to the lowest or highest grey value`,
};
