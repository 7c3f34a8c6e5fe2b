/** One run of an experiment as it is stored and exported: what came out, when, where, from what. */
import { z } from 'zod';
import { DATABASES, type DatabaseId } from './databases.ts';
import { SIZES } from './experiment.ts';
import { experimentResultSchema } from './result.ts';

export const sizeSchema = z.enum(SIZES);
export const databaseSchema = z.enum(Object.keys(DATABASES) as [DatabaseId, ...DatabaseId[]]);

export const experimentRecordSchema = z.strictObject({
  experiment: z.string(),
  size: sizeSchema,
  /** null: the experiment drew its own data. */
  data: z
    .strictObject({
      database: databaseSchema,
      standIn: z.boolean(),
      /** Of the dataset in the workspace. */
      name: z.string(),
      hash: z.string(),
    })
    .nullable(),
  result: experimentResultSchema,
  /** When it ended, ISO 8601. */
  at: z.string(),
  seconds: z.number().min(0),
  /** The study that its table is of, by name; null: a computation of its own. */
  study: z.string().nullable(),
  engine: z.strictObject({
    appVersion: z.string(),
    commit: z.string().nullable(),
    runtime: z.string(),
    libraries: z.record(z.string(), z.string()).optional(),
    kernel: z.string(),
    widthFault: z.string().optional(),
    random: z.string(),
  }),
  machine: z.strictObject({ processor: z.string(), processors: z.int().min(1) }),
});

export type ExperimentRecord = z.infer<typeof experimentRecordSchema>;
