/** Validates a drawing sent by the page. */
import { z } from 'zod';
import type { Drawing, Shape } from './drawing.ts';

/** Maximum length of each list: an embedding of 10⁵ images has as many shapes. */
const MOST = 500_000;
/** Maximum characters of one image. */
const MOST_PIXELS = 2_000_000;

const number = z.number();
const point = z.tuple([number, number]);
const points = z.array(point).max(MOST);
const colour = z.string().regex(/^(none|#[\da-f]{3}|#[\da-f]{6}|rgb\(\d+, ?\d+, ?\d+\))$/i);
const box = { x: number, y: number, width: number, height: number };
const mark = { part: z.string().optional(), series: z.string().optional(), cell: point.optional() };
const look = {
  fill: colour.optional(),
  stroke: colour.optional(),
  'fill-opacity': number.optional(),
  'stroke-opacity': number.optional(),
  'stroke-width': number.optional(),
  'stroke-linejoin': z.literal('round').optional(),
  'stroke-dasharray': z.array(number).optional(),
  'shape-rendering': z.literal('crispEdges').optional(),
};
const painted = { ...mark, ...look };
const run = z.strictObject({
  text: z.string(),
  symbol: z.enum(['letter', 'index']).optional(),
  dx: number.optional(),
  dy: number.optional(),
  fill: colour.optional(),
});
const outline = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('lines'), points, closed: z.boolean() }),
    z.strictObject({ kind: z.literal('box'), box: z.strictObject(box) }),
    z.strictObject({ kind: z.literal('circle'), radius: number }),
  ]),
);

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('rect'), ...painted, ...box, x: number.optional(), y: number.optional() }),
    z.strictObject({
      kind: z.literal('circle'),
      ...painted,
      ...{ cx: number, cy: number, r: number, title: z.string().optional() },
    }),
    z.strictObject({ kind: z.literal('line'), ...look, from: point, to: point }),
    z.strictObject({ kind: z.literal('path'), ...painted, lines: z.array(points).max(MOST), closed: z.boolean() }),
    z.strictObject({ kind: z.literal('boxes'), ...painted, boxes: z.array(z.strictObject(box)).max(MOST) }),
    z.strictObject({ kind: z.literal('marker'), ...painted, outline, at: point, size: number }),
    z.strictObject({
      kind: z.literal('text'),
      ...mark,
      ...{ at: point, runs: z.array(run), fill: colour },
      'font-weight': z.literal(600).optional(),
      'text-anchor': z.enum(['start', 'middle', 'end']).optional(),
      'font-size': number.optional(),
      upward: z.enum(['about', 'after']).optional(),
    }),
    z.strictObject({
      kind: z.literal('image'),
      ...box,
      ...{ rows: z.int().min(1), cols: z.int().min(1), pixels: z.base64().max(MOST_PIXELS), crisp: z.boolean() },
    }),
    z.strictObject({ kind: z.literal('group'), down: number, shapes }),
    z.strictObject({ kind: z.literal('clip'), ...box, shapes }),
  ]),
);
const shapes = z.array(shape).max(MOST);

export const drawingSchema: z.ZodType<Drawing> = z.strictObject({
  title: z.string(),
  width: number.positive(),
  height: number.positive(),
  shapes,
  lined: z.boolean().optional(),
});
