/** Data of the contract and of the engine's thread: documents that the desktop application prints. */
import { z } from 'zod';

/** A document of its own, and what becomes of it. */
export const printing = z.strictObject({
  /** Without folder and ending. */
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^/\\:*?"<>|]+$/),
  html: z.string().max(2 ** 26),
  as: z.enum(['paper', 'pdf']),
});

export type Printing = z.infer<typeof printing>;
