/** Spec of an embedding: the images of a dataset, noise on them, and a method with its settings. */
import { z } from 'zod';
import { settingsSchema } from '../methods/settings.ts';

/** Maximum number of images; larger sets are thinned by `every`. */
export const MAX_IMAGES = 10_000;

export const embeddingSpecSchema = z.strictObject({
  method: z.string().min(1),
  settings: settingsSchema.default({}),
  /** Latent shape of the fit: [q], or [q_c, q_r]. */
  latent: z.array(z.int().min(1)).min(1).max(4),
  /** Standard deviation of Gaussian noise on every pixel, in units of the stored pixels. */
  noise: z.number().min(0).default(0),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  /** Every n-th image, starting with the first. */
  every: z.int().min(1).max(100_000).default(1),
  /** Number of neighbours k of the trustworthiness. */
  neighbours: z.int().min(1).max(1000).default(12),
});

export type EmbeddingSpec = z.infer<typeof embeddingSpecSchema>;
