/** One run of an experiment as it is stored and exported: results, time, environment and data. */
import { z } from 'zod';
import { DATABASES, type DatabaseId } from './databases.ts';
import { SIZES } from './experiment.ts';
import { experimentResultSchema } from './result.ts';

export const sizeSchema = z.enum(SIZES);
export const databaseSchema = z.enum(Object.keys(DATABASES) as [DatabaseId, ...DatabaseId[]]);

export const experimentRecordSchema = z.strictObject({
  experiment: z.string(),
  size: sizeSchema,
  /** null: the experiment generated its data. */
  data: z
    .strictObject({
      database: databaseSchema,
      standIn: z.boolean(),
      /** Name of the dataset in the workspace. */
      name: z.string(),
      hash: z.string(),
    })
    .nullable(),
  result: experimentResultSchema,
  /** Time of completion, ISO 8601. */
  at: z.string(),
  seconds: z.number().min(0),
  /** Name of the study whose table is evaluated; null: a custom computation. */
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
