/** The latent shapes of a study, as written in its spec. */
import { z } from 'zod';

const positive = z.int().min(1);

/** Values of one latent dimension: all, a single value, a list, or a range with both ends included. */
export const axisGridSchema = z.union([
  z.literal('all'),
  positive.transform((value) => [value]),
  z.array(positive).min(1),
  z.strictObject({ from: positive, to: positive, step: positive.default(1) }),
]);

/**
 * The latent shapes to try: the method's own grid, a coarse grid refined around the best, the largest of each training
 * set, every shape, one axis (vector methods), a product of two axes (q_c = rows of the latent matrix, q_r = its
 * columns), a list of shapes, tied axes (q, q), or the shapes with the compression of (q, q).
 */
export const latentGridSchema = z.union([
  z.literal('default'),
  z.literal('adaptive'),
  z.literal('full'),
  axisGridSchema,
  z.strictObject({ qc: axisGridSchema, qr: axisGridSchema }),
  z.strictObject({ tied: axisGridSchema }),
  z.strictObject({ matched: axisGridSchema }),
  z.array(z.array(positive).min(1).max(4)).min(1),
]);

export type AxisGrid = z.infer<typeof axisGridSchema>;
export type LatentGrid = z.infer<typeof latentGridSchema>;
