/** What found the eyes of images: the networks by SHA-256 (hex), and what ran them. */
import { z } from 'zod';

export const finderSchema = z.object({ detector: z.string(), landmarks: z.string(), runtime: z.string() });
export type Finder = z.infer<typeof finderSchema>;
