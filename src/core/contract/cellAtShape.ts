import { z } from 'zod';
import { id } from './base.ts';

/** A cell of a study by method (label), condition and repeat, at a latent shape. */
export const cellAtShape = z.strictObject({
  id,
  label: z.string(),
  condition: z.string(),
  repeat: z.int().min(1),
  /** Empty for results that were computed elsewhere. */
  shape: z.array(z.int().min(1)).max(4),
});
