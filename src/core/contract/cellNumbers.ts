/** What cells and their numbers are asked by. */
import { z } from 'zod';
import { id } from './procedures.ts';

export const cellNumbersQuery = z.strictObject({
  id,
  /** `scores`: larger is more alike; `distances`: the same with the other sign, of Euclidean metrics squared. */
  what: z.enum(['scores', 'distances', 'codes', 'curves']),
  format: z.enum(['csv', 'npz', 'mat']),
  /** Row of the table; absent: the only one, of curves in CSV all. */
  label: z.string().optional(),
  /** Absent: all. */
  condition: z.string().optional(),
  repeat: z.int().min(1).optional(),
  selection: z.enum(['oracle', 'validated']).default('oracle'),
  /** Absent: that of the table. */
  shape: z.array(z.int().min(1)).max(4).optional(),
});

export type CellNumbersQuery = z.infer<typeof cellNumbersQuery>;

export interface CellNumbers {
  readonly file: File;
  /** What whoever reads it should know, a sentence each. */
  readonly remarks: readonly string[];
}

/** A cell of a study by method (label), condition and repeat, at a latent shape. */
export const cellAtShape = z.strictObject({
  id,
  label: z.string(),
  condition: z.string(),
  repeat: z.int().min(1),
  /** Empty for results that were computed elsewhere. */
  shape: z.array(z.int().min(1)).max(4),
});
