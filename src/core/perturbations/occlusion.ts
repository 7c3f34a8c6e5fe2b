import { z } from 'zod';
import { occlude, randomBlock } from '../images/perturb.ts';
import {
  fractionsSchema,
  percent,
  sideParameter,
  sideProse,
  sideSchema,
  type PerturbationDeclaration,
  type Shape,
  type Side,
} from './perturbation.ts';
import { alternatives, percentProse, prose } from '../text/proseTags.ts';

const schema = z.strictObject({
  kind: z.literal('occlusion'),
  /** Sides of the block as fractions of the sides of the image. */
  side: fractionsSchema,
  /** Upper left corner of the block; absent: a random position. */
  at: z.strictObject({ row: z.int().min(0), col: z.int().min(0) }).optional(),
  value: z.number().default(0),
  on: sideSchema,
});

export interface Level {
  readonly kind: 'occlusion';
  readonly level: number;
  readonly on: Side;
  readonly value: number;
  readonly at?: { readonly row: number; readonly col: number };
}

/** Size of the occluding block in an image. */
function blockSize(level: number, { rows, cols }: Shape): Shape {
  return { rows: Math.max(1, Math.round(level * rows)), cols: Math.max(1, Math.round(level * cols)) };
}

/** A block of one grey value in front of the image. */
export const occlusion: PerturbationDeclaration<typeof schema, Level> = {
  kind: 'occlusion',
  title: 'Block occlusion',
  help: 'A block of one grey value in front of the image.',
  schema,
  parameters: [
    { name: 'side', title: 'Sides, of the image’s', help: '', kind: 'levels', default: [0.25], max: 1 },
    { name: 'at', title: 'Row, column', help: '', kind: 'pixel', placeholder: 'at random', optional: true },
    { name: 'value', title: 'Grey value', help: '', kind: 'number', default: 0 },
    sideParameter,
  ],
  levels: ({ kind, side, on, value, at }) => side.map((level) => ({ kind, level, on, value, ...(at && { at }) })),
  axis: ({ level }) => ({ title: 'Occlusion (share of a side)', value: level }),
  text({ level, at, value }) {
    const place = at ? `${at.row}:${at.col}` : 'random';
    return { key: `${level},${place},${value}`, title: `occlusion ${percent(level)} a side` };
  },
  apply({ level, at, value }, { pixels, rows, cols, random }) {
    const size = blockSize(level, { rows, cols });
    return occlude(pixels, cols, at ? { ...size, ...at } : randomBlock(size, rows, cols, random), value);
  },
  drawn: ({ at }) => at === undefined,
  prose: ({ side, at, value, on }) =>
    prose`occluding ${sideProse(on)} with a ${at ? '' : 'randomly placed '}block of ${alternatives(side.map(percentProse))} of the height and width${at ? ` at row ${at.row}, column ${at.col}` : ''} (grey value ${`${value}`})`,
  check({ level, at }, path, { rows, cols }) {
    if (!at) return [];
    const size = blockSize(level, { rows, cols });
    if (at.row + size.rows <= rows && at.col + size.cols <= cols) return [];
    const message =
      `${path}.at: a block of ${size.rows} × ${size.cols} at row ${at.row}, column ${at.col} leaves the image ` +
      `of ${rows} × ${cols}.`;
    return [{ path: `${path}.at`, message }];
  },
};
