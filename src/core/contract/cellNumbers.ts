/** Queries for cells of a study and their numbers. */
import { z } from 'zod';
import { id } from './procedures.ts';

export const cellNumbersQuery = z.strictObject({
  id,
  /** `scores`: larger is more alike; `distances`: scores with the opposite sign, squared for Euclidean metrics. */
  what: z.enum(['scores', 'distances', 'codes', 'curves']),
  format: z.enum(['csv', 'npz', 'mat']),
  /** Row of the table. Absent: the only row; for curves in CSV all rows. */
  label: z.string().optional(),
  /** Absent: all. */
  condition: z.string().optional(),
  repeat: z.int().min(1).optional(),
  selection: z.enum(['oracle', 'validated']).default('oracle'),
  /** Absent: the shape in the table. */
  shape: z.array(z.int().min(1)).max(4).optional(),
});

export type CellNumbersQuery = z.infer<typeof cellNumbersQuery>;

export interface CellNumbers {
  readonly file: File;
  /** What readers of the numbers should know, one sentence each. */
  readonly remarks: readonly string[];
}

/** A cell of a study by method (label), condition and repeat, at a latent shape. */
export const cellAtShape = z.strictObject({
  id,
  label: z.string(),
  condition: z.string(),
  repeat: z.int().min(1),
  /** Empty for imported results. */
  shape: z.array(z.int().min(1)).max(4),
});
